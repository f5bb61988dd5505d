// Legal moves on the board: targets are highlighted, hovering describes the move, and a click plays
// it or opens a menu if the target belongs to several moves.

import { elementsWithRef, focusedSheet, frameSheet, highlight, refsOf } from "./board.js";
import { _, isEnglish, ngettext } from "./messages.js";
import { needsConfirmation } from "./settings.js";

const menu = document.getElementById("menu");
const tip = document.getElementById("tip");
const ghost = document.getElementById("ghost");
const TOUCH_REACH = 13; // CSS pixels around a touch
let menuOffers = []; // the offers in the open menu
let isListOpen = false; // stays open from one decision to the next
let tool = null; // the action chosen for clicks on the board, if any

export const offers = () => [...document.querySelectorAll("[data-choices] .offer")];
const main = () => document.querySelector("main.table");
const ON_BOARD = ".sheet.focus [data-ref], .hand [data-ref]";

// The offers that a click on the board can play: those of the tool, if one is chosen.
function usableOffers() {
  const all = offers();
  return tool === null ? all : all.filter((offer) => offer.dataset.group === tool);
}

// Mark the targets after an update; our tips replace the browser's tooltips.
export function updateTargets() {
  const list = document.querySelector(".all-offers");
  if (list && isListOpen) list.open = true;
  const tools = [...document.querySelectorAll("[data-tool]")];
  if (!tools.some((each) => each.dataset.tool === tool)) tool = null;
  for (const each of tools) each.setAttribute("aria-pressed", String(each.dataset.tool === tool));
  if (list) listGroups(list);
  const best = document.querySelector(".hinted-move.best");
  const targets = new Set(usableOffers().flatMap(refsOf));
  const good = new Set(
    usableOffers()
      .filter((offer) => !offer.matches(".warned"))
      .flatMap(refsOf),
  );
  const hinted = new Set(best ? refsOf(best) : []);
  const suggested = new Set([...document.querySelectorAll(".offer.suggested")].flatMap(refsOf));
  for (const target of document.querySelectorAll(".sheet [data-ref], .hand [data-ref]")) {
    const { ref } = target.dataset;
    target.classList.toggle("can", targets.has(ref));
    target.classList.toggle("poor", targets.has(ref) && !good.has(ref));
    target.classList.toggle("hinted", hinted.has(ref));
    target.classList.toggle("suggested", suggested.has(ref));
    target.classList.remove("lit"); // the offer that highlighted it may be gone
  }
  for (const title of document.querySelectorAll(
    ".sheet [data-ref] > title, .hand [data-ref] > title",
  )) {
    title.parentElement.dataset.title = title.textContent;
    title.remove();
  }
  if (menuOffers.some((offer) => !offer.isConnected)) closeMenu();
  hideTip();
}

// Show the moves of the chosen action only, or all.
function listGroups(list) {
  for (const group of list.querySelectorAll(".group")) {
    const offer = group.querySelector(".offer");
    group.hidden = tool !== null && offer !== null && offer.dataset.group !== tool;
  }
  const count = list.querySelectorAll(".group:not([hidden]) .offer").length;
  const summary = list.querySelector("summary");
  summary.dataset.all ??= summary.textContent;
  summary.textContent =
    tool === null ? summary.dataset.all : ngettext("Show {n} move", "Show all {n} moves", count);
}

// Mark new pieces, once the layout is final.
export function markNewPieces() {
  const newPieces = [
    ...document.querySelectorAll(".sheet.focus [data-new], .hand [data-new]"),
  ].filter((target) => !target.querySelector(".newmark"));
  const boxes = newPieces.map(measure); // measure all of them before drawing
  newPieces.forEach((target, n) => mark(target, boxes[n]));
}

const measure = (target) => ({
  box: target.getBBox(),
  card: target.querySelector(":scope > rect")?.getBBox(),
  spot: findFreeSpot(target),
});

// The point of a long piece that is farthest from its texts: a mark there hides none of them.
function findFreeSpot(target) {
  const path = target.querySelector(":scope > path");
  const texts = [...target.querySelectorAll("text")].map((text) => text.getBoundingClientRect());
  if (!path || !texts.length) return null;
  const [length, matrix] = [path.getTotalLength(), path.getScreenCTM()];
  const clearance = (point) => {
    const { x, y } = new DOMPoint(point.x, point.y).matrixTransform(matrix);
    const distances = texts.map((box) =>
      Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y),
    );
    return Math.min(...distances);
  };
  return [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
    .map((share) => path.getPointAtLength(length * share))
    .sort((a, b) => clearance(b) - clearance(a))[0];
}

// Draw the mark of a new piece in its own coordinates: a dashed frame around a small piece or a card,
// whose text must stay legible; a diamond on a long piece, clear of its texts.
function mark(target, { box, card, spot }) {
  if (!box.width && !box.height) return;
  const framed = card && card.width * card.height > 0.6 * box.width * box.height;
  const small = framed || Math.max(box.width, box.height) < 80;
  const { x, y } = spot ?? { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const frame = document.createElementNS("http://www.w3.org/2000/svg", small ? "rect" : "path");
  frame.setAttribute("class", small ? "newmark" : "newmark big");
  const shape = small
    ? { x: box.x - 2, y: box.y - 2, width: box.width + 4, height: box.height + 4, rx: 4 }
    : { d: `M${x - 7} ${y}l7-7 7 7-7 7z` };
  for (const [name, value] of Object.entries(shape)) frame.setAttribute(name, value);
  target.append(frame);
}

function offersOn(target) {
  for (let element = target; element; element = element.parentElement?.closest("[data-ref]")) {
    const matches = usableOffers().filter((offer) => refsOf(offer).includes(element.dataset.ref));
    if (matches.length) return matches;
  }
  return [];
}

// The offers at a pointer event; a touch also reaches its surroundings.
function offersAt(event) {
  const reach = event.pointerType === "touch" ? TOUCH_REACH : 0;
  const matches = new Set();
  const spots = reach
    ? [
        [0, 0],
        [-1, 0],
        [1, 0],
        [0, -1],
        [0, 1],
      ]
    : [[0, 0]];
  for (const [x, y] of spots) {
    const hit = document.elementFromPoint(event.clientX + x * reach, event.clientY + y * reach);
    for (const offer of offersOn(hit?.closest?.(ON_BOARD))) matches.add(offer);
    if (matches.size && !x && !y) break;
  }
  return offers().filter((offer) => matches.has(offer));
}

document.addEventListener("click", (event) => {
  const listSummary = event.target.closest?.(".all-offers > summary");
  if (listSummary) isListOpen = !listSummary.parentElement.open; // the click is about to toggle it
  if (event.target.closest?.(".menu")) return;
  closeMenu();
  const toolButton = event.target.closest?.("[data-tool]");
  if (toolButton) {
    tool = tool === toolButton.dataset.tool ? null : toolButton.dataset.tool;
    updateTargets();
    frameSheet();
    return;
  }
  if (!event.target.closest?.(".sheet.focus, .hand")) return;
  const matches = offersAt(event);
  const touch = event.pointerType === "touch";
  if (matches.length === 1 && !touch && !needsConfirmation(false, isFinal())) play(matches[0]);
  else if (matches.length) openMenu(matches, event);
  else {
    const description = event.target.closest("[data-ref]")?.dataset.title;
    if (description) openNote(description, event);
  }
});

const isFinal = () => main().dataset.people === "1";
const play = (offer) => offer.form.requestSubmit(offer);

// Ask for confirmation of a move made by button, if the settings require it.
export function confirmFirst(button, event) {
  if (!button?.matches?.(".offer, [data-go-amount], .hinted-move") || button.dataset.sure)
    return false;
  const touch = lastPointer === "touch";
  if (!needsConfirmation(touch, isFinal())) return false;
  event.preventDefault();
  openMenu([button], topCenterOf(button));
  return true;
}

let lastPointer = "mouse";
addEventListener(
  "pointerdown",
  (event) => {
    lastPointer = event.pointerType;
  },
  true,
);

function topCenterOf(element) {
  const box = element.getBoundingClientRect();
  return { clientX: box.left + box.width / 2, clientY: box.top };
}

function openMenu(matches, event) {
  menuOffers = matches;
  menu.replaceChildren();
  let heading = null;
  for (const offer of matches) {
    const title = offer.closest(".group")?.querySelector("h2")?.textContent ?? "";
    if (title !== heading) {
      heading = title;
      const head = document.createElement("h3");
      head.textContent = title;
      if (title) menu.append(head);
    }
    const item = document.createElement("button");
    item.type = "button";
    item.setAttribute("role", "menuitem");
    item.dataset.refs = offer.dataset.refs ?? "";
    item.append(...[...offer.childNodes].map((node) => node.cloneNode(true)));
    item.addEventListener("click", () => {
      closeMenu();
      offer.dataset.sure = "1";
      play(offer);
      delete offer.dataset.sure;
    });
    menu.append(item);
  }
  hideTip();
  positionNear(menu, event);
  menu.querySelector("button").focus();
}

function openNote(description, event) {
  const text = document.createElement("p");
  text.textContent = description;
  menu.replaceChildren(text);
  positionNear(menu, event);
}

function positionNear(box, event) {
  box.hidden = false;
  const size = box.getBoundingClientRect();
  const left =
    event.clientX + 14 + size.width > innerWidth - 8
      ? event.clientX - 14 - size.width
      : event.clientX + 14;
  box.style.left = `${Math.max(8, left)}px`;
  box.style.top = `${Math.max(8, Math.min(event.clientY + 14, innerHeight - size.height - 8))}px`;
}

export function closeMenu() {
  // Keep the focus inside the table.
  if (menu.contains(document.activeElement)) focusedSheet()?.focus({ preventScroll: true });
  menu.hidden = true;
  menuOffers = [];
}
export const menuItems = () => (menu.hidden ? null : [...menu.querySelectorAll("button")]);

// Describe what a click would do.
/** Name a choice outside its group, as `join_heading` does on the server. */
function joinHeading(heading, label) {
  if (!heading) return label;
  const continues = / (at|for|from|in|into|on|to|à|jusqu’à|pour|sur|nach)$/.test(heading);
  if (continues || (isEnglish && label.startsWith("$"))) return `${heading} ${label}`;
  return _("{heading}: {label}", { heading, label });
}

function showTip(matches, description, event) {
  tip.replaceChildren();
  const line = (tag, text, name = "") => {
    if (!text) return;
    const element = document.createElement(tag);
    element.textContent = text;
    element.className = name;
    tip.append(element);
  };
  if (description) line("p", description);
  for (const offer of matches.slice(0, 4)) {
    const title = offer.closest(".group")?.querySelector("h2")?.textContent;
    const label = offer.querySelector(".label")?.textContent ?? "";
    line("b", joinHeading(title, label));
    line("small", offer.querySelector(".note")?.textContent, "note");
    line("small", offer.querySelector(".warning")?.textContent, "warning");
  }
  if (matches.length > 4) line("small", _("and {count} more", { count: matches.length - 4 }));
  if (!tip.childNodes.length) return;
  positionNear(tip, event);
}

function showGhost(matches, target) {
  const offer = matches.find((each) => each.dataset.ghost);
  if (!offer) return;
  const piece = JSON.parse(offer.dataset.ghost);
  const box = target.getBoundingClientRect();
  ghost.className = `ghost is-${piece.shape}`;
  ghost.textContent = piece.text;
  Object.assign(ghost.style, {
    background: piece.colour,
    color: piece.ink,
    left: `${box.left + box.width / 2}px`,
    top: `${box.top + box.height / 2}px`,
  });
  ghost.hidden = false;
}

export function hideTip() {
  tip.hidden = true;
  ghost.hidden = true;
}

document.addEventListener("pointerover", (event) => {
  const target = event.target.closest?.(ON_BOARD);
  // After a tap, phones report a mouse where the finger was.
  const hovers = event.pointerType !== "touch" && !matchMedia("(hover: none)").matches;
  if (!target || !hovers || !menu.hidden) return;
  const matches = offersOn(target);
  hideTip();
  showTip(matches, target.dataset.title, event);
  showGhost(matches, target);
});
document.addEventListener("pointerout", (event) => {
  if (event.target.closest?.(ON_BOARD)) hideTip();
});

// Highlight the elements that an offer or fact refers to, with a preview of the piece.
for (const [kind, on] of [
  ["pointerover", true],
  ["pointerout", false],
  ["focusin", true],
  ["focusout", false],
]) {
  document.addEventListener(kind, (event) => {
    const element = event.target.closest?.("[data-refs]");
    if (!element) return;
    highlight(element, on);
    if (on && element.dataset.ghost) {
      const target = refsOf(element)
        .flatMap((ref) => [...elementsWithRef(ref)])
        .find((each) => each.closest(".sheet.focus"));
      if (target) showGhost([element], target);
    } else if (!on) ghost.hidden = true;
  });
}

// Steppers: less, more, and the consequence of the amount.
function showStepperNote(stepper) {
  const option = stepper.querySelector("select").selectedOptions[0];
  const notes = [option.dataset.note, option.dataset.warning && `⚠ ${option.dataset.warning}`];
  stepper.querySelector(".means").textContent = notes.filter(Boolean).join("; ");
  // The button says what it does: "Bid $4", "Pay $3 per share".
  const [go, label] = [stepper.querySelector("[data-go-amount]"), option.textContent.trim()];
  go.textContent = /^[$\d]/.test(label) ? `${go.dataset.title} ${label}` : label;
}
export function updateSteppers() {
  for (const stepper of document.querySelectorAll("[data-stepper]")) {
    for (const option of stepper.querySelectorAll("option")) {
      option.textContent = option.textContent.split(":")[0];
    }
    showStepperNote(stepper);
  }
}
document.addEventListener("click", (event) => {
  const step = event.target.closest?.("[data-step]");
  if (!step) return;
  const stepper = step.closest("[data-stepper]");
  const select = stepper.querySelector("select");
  const next = select.selectedIndex + Number(step.dataset.step);
  select.selectedIndex = Math.max(0, Math.min(select.options.length - 1, next));
  showStepperNote(stepper);
});
document.addEventListener("change", (event) => {
  const stepper = event.target.closest?.("[data-stepper]");
  if (stepper) showStepperNote(stepper);
});
