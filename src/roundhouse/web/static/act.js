// Acting on the board: what can be chosen glows, a pointer over it is told what would come of it,
// a click plays it, or opens the small menu where one target means several things.
import { focused, light, refsOf, withRef } from "./board.js";
import { confirms } from "./settings.js";

const menu = document.getElementById("menu");
const tip = document.getElementById("tip");
const ghost = document.getElementById("ghost");
const SIZE_OF_FINGER = 13;
let inMenu = []; // the choices that the open menu stands for
let listed = false; // whether somebody has unfolded the list of choices: then the next one is, too
let tool = null; // what a click on the board means, where it could mean several things

export const offers = () => [...document.querySelectorAll("[data-choices] .offer")];
const main = () => document.querySelector("main.table");
const ON_BOARD = ".sheet.focus [data-ref], .hand [data-ref]";

// The offers that count on the board: those of the tool, if one was picked.
function usable() {
  const all = offers();
  return tool === null ? all : all.filter((offer) => offer.dataset.group === tool);
}

// After each exchange: what can be chosen is marked, names replace the browser's own tooltips.
export function dressBoard() {
  const list = document.querySelector(".all-offers");
  if (list && listed) list.open = true;
  const tools = [...document.querySelectorAll("[data-tool]")];
  if (!tools.some((each) => each.dataset.tool === tool)) tool = null;
  for (const each of tools) each.setAttribute("aria-pressed", String(each.dataset.tool === tool));
  const best = document.querySelector(".hinted-move.best");
  const targets = new Set(usable().flatMap(refsOf));
  const hinted = new Set(best ? refsOf(best) : []);
  for (const drawn of document.querySelectorAll(".sheet [data-ref], .hand [data-ref]")) {
    drawn.classList.toggle("can", targets.has(drawn.dataset.ref));
    drawn.classList.toggle("hinted", hinted.has(drawn.dataset.ref));
    drawn.classList.remove("lit"); // what lit it may be gone
  }
  for (const title of document.querySelectorAll(".sheet [data-ref] > title, .hand [data-ref] > title")) {
    title.parentElement.dataset.title = title.textContent;
    title.remove();
  }
  if (inMenu.some((offer) => !offer.isConnected)) closeMenu();
  hideTip();
}

// After everything has its place: what is new is marked.
export function markNew() {
  const fresh = [...document.querySelectorAll(".sheet.focus [data-new], .hand [data-new]")]
    .filter((drawn) => !drawn.querySelector(".newmark"));
  const boxes = fresh.map(measured); // all of them before anything is drawn
  fresh.forEach((drawn, n) => mark(drawn, boxes[n]));
}

const measured = (drawn) => ({
  box: drawn.getBBox(), card: drawn.querySelector(":scope > rect")?.getBBox(),
});

// A mark on what is new, in the piece's own coordinates: a dashed frame about a small piece or a
// card, whose letters it must not hide; a diamond on the middle of a long one.
function mark(drawn, { box, card }) {
  if (!box.width && !box.height) return;
  const framed = card && card.width * card.height > 0.6 * box.width * box.height;
  const small = framed || Math.max(box.width, box.height) < 80;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const frame = document.createElementNS("http://www.w3.org/2000/svg", small ? "rect" : "path");
  frame.setAttribute("class", small ? "newmark" : "newmark big");
  const shape = small
    ? { x: box.x - 2, y: box.y - 2, width: box.width + 4, height: box.height + 4, rx: 4 }
    : { d: `M${x - 7} ${y}l7-7 7 7-7 7z` };
  for (const [name, value] of Object.entries(shape)) frame.setAttribute(name, value);
  drawn.append(frame);
}

function choicesOn(drawn) {
  for (let at = drawn; at; at = at.parentElement?.closest("[data-ref]")) {
    const found = usable().filter((offer) => refsOf(offer).includes(at.dataset.ref));
    if (found.length) return found;
  }
  return [];
}

// The choices that concern what lies under the pointer; a finger covers more than a point.
function choicesAt(event) {
  const reach = event.pointerType === "touch" ? SIZE_OF_FINGER : 0;
  const found = new Set();
  const spots = reach ? [[0, 0], [-1, 0], [1, 0], [0, -1], [0, 1]] : [[0, 0]];
  for (const [x, y] of spots) {
    const hit = document.elementFromPoint(event.clientX + x * reach, event.clientY + y * reach);
    for (const offer of choicesOn(hit?.closest?.(ON_BOARD))) found.add(offer);
    if (found.size && !x && !y) break;
  }
  return offers().filter((offer) => found.has(offer));
}

document.addEventListener("click", (event) => {
  const unfolds = event.target.closest?.(".all-offers > summary");
  if (unfolds) listed = !unfolds.parentElement.open; // it is about to change
  if (event.target.closest?.(".menu")) return;
  closeMenu();
  const picked = event.target.closest?.("[data-tool]");
  if (picked) {
    tool = tool === picked.dataset.tool ? null : picked.dataset.tool;
    dressBoard();
    return;
  }
  if (!event.target.closest?.(".sheet.focus, .hand")) return;
  const found = choicesAt(event);
  const touch = event.pointerType === "touch";
  if (found.length === 1 && !touch && !confirms(false, final())) play(found[0]);
  else if (found.length) openMenu(found, event);
  else {
    const said = event.target.closest("[data-ref]")?.dataset.title;
    if (said) openNote(said, event);
  }
});

const final = () => main().dataset.people === "1";
const play = (offer) => offer.form.requestSubmit(offer);

// A button of the list is asked about as well, where moves are to be confirmed.
export function askFirst(button, event) {
  if (!button?.matches?.(".offer, [data-go-amount], .hinted-move") || button.dataset.sure) return false;
  const touch = lastPointer === "touch";
  if (!confirms(touch, final())) return false;
  event.preventDefault();
  openMenu([button], at(button));
  return true;
}

let lastPointer = "mouse";
addEventListener("pointerdown", (event) => { lastPointer = event.pointerType; }, true);

function at(element) {
  const box = element.getBoundingClientRect();
  return { clientX: box.left + box.width / 2, clientY: box.top };
}

function openMenu(found, event) {
  inMenu = found;
  menu.replaceChildren();
  let heading = null;
  for (const offer of found) {
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
  putNear(menu, event);
  menu.querySelector("button").focus();
}

function openNote(said, event) {
  const text = document.createElement("p");
  text.textContent = said;
  menu.replaceChildren(text);
  putNear(menu, event);
}

function putNear(box, event) {
  box.hidden = false;
  const size = box.getBoundingClientRect();
  const left = event.clientX + 14 + size.width > innerWidth - 8 ? event.clientX - 14 - size.width : event.clientX + 14;
  box.style.left = `${Math.max(8, left)}px`;
  box.style.top = `${Math.max(8, Math.min(event.clientY + 14, innerHeight - size.height - 8))}px`;
}

export function closeMenu() {
  // Who was in there is back at the board: the focus never falls to the page.
  if (menu.contains(document.activeElement)) focused()?.focus({ preventScroll: true });
  menu.hidden = true;
  inMenu = [];
}
export const menuItems = () => (menu.hidden ? null : [...menu.querySelectorAll("button")]);

// What a click would do, before it is made.
function showTip(found, said, event) {
  tip.replaceChildren();
  const line = (tag, text, name = "") => {
    if (!text) return;
    const made = document.createElement(tag);
    made.textContent = text;
    made.className = name;
    tip.append(made);
  };
  if (said) line("p", said);
  for (const offer of found.slice(0, 4)) {
    const title = offer.closest(".group")?.querySelector("h2")?.textContent;
    const label = offer.querySelector(".label")?.textContent ?? "";
    line("b", title ? `${title}: ${label}` : label);
    line("small", offer.querySelector(".note")?.textContent, "note");
    line("small", offer.querySelector(".warning")?.textContent, "warning");
  }
  if (found.length > 4) line("small", `and ${found.length - 4} more`);
  if (!tip.childNodes.length) return;
  putNear(tip, event);
}

function showGhost(found, drawn) {
  const told = found.find((offer) => offer.dataset.ghost);
  if (!told) return;
  const piece = JSON.parse(told.dataset.ghost);
  const box = drawn.getBoundingClientRect();
  ghost.className = `ghost is-${piece.shape}`;
  ghost.textContent = piece.text;
  Object.assign(ghost.style, {
    background: piece.colour, color: piece.ink,
    left: `${box.left + box.width / 2}px`, top: `${box.top + box.height / 2}px`,
  });
  ghost.hidden = false;
}

export function hideTip() {
  tip.hidden = true;
  ghost.hidden = true;
}

document.addEventListener("pointerover", (event) => {
  const drawn = event.target.closest?.(ON_BOARD);
  if (!drawn || event.pointerType === "touch" || !menu.hidden) return;
  const found = choicesOn(drawn);
  hideTip();
  showTip(found, drawn.dataset.title, event);
  showGhost(found, drawn);
});
document.addEventListener("pointerout", (event) => {
  if (event.target.closest?.(ON_BOARD)) hideTip();
});

// Lighting up what a choice or a fact is about, with the ghost of what it puts down.
for (const [kind, on] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) {
  document.addEventListener(kind, (event) => {
    const element = event.target.closest?.("[data-refs]");
    if (!element) return;
    light(element, on);
    if (on && element.dataset.ghost) {
      const drawn = refsOf(element).flatMap((ref) => [...withRef(ref)])
        .find((each) => each.closest(".sheet.focus"));
      if (drawn) showGhost([element], drawn);
    } else if (!on) ghost.hidden = true;
  });
}

// Steppers: less, more, and what the amount means.
function means(stepper) {
  const option = stepper.querySelector("select").selectedOptions[0];
  const told = [option.dataset.note, option.dataset.warning && `⚠ ${option.dataset.warning}`];
  stepper.querySelector(".means").textContent = told.filter(Boolean).join("; ");
}
export function dressSteppers() {
  for (const stepper of document.querySelectorAll("[data-stepper]")) {
    for (const option of stepper.querySelectorAll("option")) {
      option.textContent = option.textContent.split(":")[0];
    }
    means(stepper);
  }
}
document.addEventListener("click", (event) => {
  const step = event.target.closest?.("[data-step]");
  if (!step) return;
  const stepper = step.closest("[data-stepper]");
  const select = stepper.querySelector("select");
  const next = select.selectedIndex + Number(step.dataset.step);
  select.selectedIndex = Math.max(0, Math.min(select.options.length - 1, next));
  means(stepper);
});
document.addEventListener("change", (event) => {
  const stepper = event.target.closest?.("[data-stepper]");
  if (stepper) means(stepper);
});
