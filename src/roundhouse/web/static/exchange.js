// A fresh table over the one that is shown: what has not changed stays as it is, so that the browser
// has little to lay out and to paint, and nothing loses the focus, its place or what is unfolded.
import { bring, sheets, want } from "./board.js";

// The pieces that an element is made of, as they were sent: [piece, its source, what its forms would
// send], in their order. What has happened is a list that grows: where it is a part of a piece, it is
// compared by itself.
const pieces = new WeakMap();
const LOG = "[data-log]";
const HIDDEN = 'input[type="hidden"]';
function sourceOf(piece) {
  const log = piece.querySelector(LOG);
  return log ? piece.outerHTML.replace(log.innerHTML, "") : piece.outerHTML;
}
const sends = (piece) => [...piece.querySelectorAll(HIDDEN)].map((field) => field.value).join();
const read = (element) => [...element.children].map((piece) => [piece, sourceOf(piece), sends(piece)]);
// What still lies there as it was sent. (A browser may bring back old values of fields with a page.)
const asSent = (element) => pieces.get(element)
  ?.filter(([piece, , sent]) => piece.parentNode === element && sends(piece) === sent);
const MADE_OF_PIECES = `[data-part]:not([data-part="stage"]), ${LOG}, .sheet .pan > svg`;
for (const element of document.querySelectorAll(MADE_OF_PIECES)) {
  pieces.set(element, read(element));
}
const source = (all) => all?.map(([, each]) => each).join("");

// Exchange what has changed between two versions of an element, part by part.
export function exchange(now, fresh) {
  const parts = [...fresh.querySelectorAll("[data-part]")]
    .map((part) => [now.querySelector(`[data-part="${part.dataset.part}"]`), part])
    .filter(([old]) => old);
  // A browser lays out the page when it is asked where something is scrolled to, or when what has
  // the focus goes: so both before anything is written.
  const scrolled = parts.map(([old]) => old.scrollTop);
  const held = document.activeElement;
  if (parts.some(([old, part]) => old.contains(held) && goes(held, old, part))) held.blur();
  for (const { name, value } of fresh.attributes) {
    if (name !== "class" && now.getAttribute(name) !== value) now.setAttribute(name, value);
  }
  for (const [old, part] of parts) exchangePart(old, part);
  parts.forEach(([old], n) => {
    if (scrolled[n]) old.scrollTop = scrolled[n];
  });
}

function goes(held, old, part) {
  if (old.dataset.part === "stage") return false; // its sheets stay
  const own = pieces.get(old)?.find(([piece]) => piece.contains(held));
  return own && !read(part).some(([, each]) => each === own[1]);
}

function exchangePart(old, part) {
  if (old.className !== part.className) old.className = part.className;
  if (part.dataset.part === "stage" && exchangeSheets(old, part)) return;
  exchangePieces(old, part);
}

// Only what lies on the table, in the middle of what others do: nothing can be chosen yet.
export const exchangeStage = (now, stage) => exchangePart(now.querySelector('[data-part="stage"]'), stage);

// An element takes the looks of another: of its pieces those that look the same stay.
function exchangePieces(element, like) {
  const fresh = read(like);
  const logs = [element, like].map((each) => each.querySelector(LOG));
  if (source(asSent(element)) !== source(fresh)) replacePieces(element, fresh);
  // (A log that was exchanged with all around it is the fresh one itself.)
  const [was, is] = logs;
  if (was && is && was.isConnected) exchangePieces(was, is);
  else if (is) pieces.set(is, read(is));
}

function replacePieces(element, fresh) {
  const lying = new Map();
  for (const [piece, each] of asSent(element) ?? []) {
    lying.set(each, [...(lying.get(each) ?? []), piece]);
  }
  const unfolded = [...element.querySelectorAll("details[open]")].map((d) => d.className);
  const next = fresh.map(([piece, ...sent]) => [lying.get(sent[0])?.shift() ?? piece, ...sent]);
  const stay = new Set(next.map(([piece]) => piece));
  for (const child of [...element.childNodes]) {
    if (!stay.has(child)) child.remove();
  }
  next.forEach(([piece], n) => {
    if (element.childNodes[n] === piece) return;
    element.insertBefore(piece, element.childNodes[n] ?? null);
    if (!unfolded.length) return;
    for (const details of [piece, ...piece.querySelectorAll("details")]) {
      if (details.matches("details") && unfolded.includes(details.className)) details.open = true;
    }
  });
  pieces.set(element, next);
}

function exchangeSheets(old, part) {
  const before = [...old.querySelectorAll(".sheet")];
  const after = [...part.querySelectorAll(".sheet")];
  if (before.map((s) => s.dataset.sheet).join() !== after.map((s) => s.dataset.sheet).join()) {
    return false;
  }
  before.forEach((sheet, n) => {
    const digest = after[n].dataset.digest;
    if (sheet.dataset.digest === digest) return;
    const drawn = after[n].querySelector(".pan > svg") ?? kept.get(digest)?.();
    if (!drawn) return void dispatchEvent(new Event("roundhouse:lacking"));
    const svg = sheet.querySelector(".pan > svg");
    keep(sheet.dataset.digest, svg);
    sheet.dataset.digest = digest;
    for (const { name, value } of drawn.attributes) {
      if (svg.getAttribute(name) !== value) svg.setAttribute(name, value);
    }
    exchangePieces(svg, drawn);
  });
  want(part.querySelector(".sheets").dataset.wanted);
  const [was, is] = [old.querySelector(".notes"), part.querySelector(".notes")];
  if (was.innerHTML !== is.innerHTML) was.innerHTML = is.innerHTML;
  bring();
  return true;
}

// What the server need not send again. It is told what lies here when it is asked; moves that are
// shown meanwhile may cover that, so what they cover is kept.
export const sheetsHad = () => sheets().map((sheet) => sheet.dataset.digest).join(" ");
const KEPT = 8;
const kept = new Map(); // digest -> draws it again
function keep(digest, svg) {
  const empty = svg.cloneNode(false);
  const drawn = source(pieces.get(svg) ?? read(svg));
  kept.delete(digest);
  kept.set(digest, () => {
    const again = empty.cloneNode(false);
    again.innerHTML = drawn;
    return again;
  });
  if (kept.size > KEPT) kept.delete(kept.keys().next().value);
}
