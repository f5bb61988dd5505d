// Turns the page into a new version of itself. Unchanged elements stay, so the browser has little to
// lay out and paint, and focus, scroll positions and open folds survive.
import { bringToFront, setWantedSheet, sheets } from "./board.js";

// The children of an element as the server sent them, in order: [piece, source, hidden form values].
// The log is a growing list: inside a piece it is compared separately.
const pieces = new WeakMap();
const LOG = "[data-log]";
const HIDDEN = 'input[type="hidden"]';
function sourceOf(piece) {
  const log = piece.querySelector(LOG);
  return log ? piece.outerHTML.replace(log.innerHTML, "") : piece.outerHTML;
}
const hiddenValues = (piece) =>
  [...piece.querySelectorAll(HIDDEN)].map((field) => field.value).join();
const readPieces = (element) =>
  [...element.children].map((piece) => [piece, sourceOf(piece), hiddenValues(piece)]);
// The pieces that are still as sent. Browsers may restore old field values with a page.
const unchangedPieces = (element) =>
  pieces
    .get(element)
    ?.filter(([piece, , sent]) => piece.parentNode === element && hiddenValues(piece) === sent);
const WITH_PIECES = `[data-part]:not([data-part="stage"]), ${LOG}, .sheet .pan > svg`;
for (const element of document.querySelectorAll(WITH_PIECES)) {
  pieces.set(element, readPieces(element));
}
const source = (all) => all?.map(([, each]) => each).join("");

// Turn an element into its new version, part by part.
export function morph(now, fresh) {
  const parts = [...fresh.querySelectorAll("[data-part]")]
    .map((part) => [now.querySelector(`[data-part="${part.dataset.part}"]`), part])
    .filter(([old]) => old);
  // Reading a scroll position or removing the focused element forces a layout: do both before any
  // write.
  const scrolled = parts.map(([old]) => old.scrollTop);
  const focusedElement = document.activeElement;
  if (
    parts.some(
      ([old, part]) => old.contains(focusedElement) && isReplaced(focusedElement, old, part),
    )
  )
    focusedElement.blur();
  for (const { name, value } of fresh.attributes) {
    if (name !== "class" && now.getAttribute(name) !== value) now.setAttribute(name, value);
  }
  for (const [old, part] of parts) morphPart(old, part);
  parts.forEach(([old], n) => {
    if (scrolled[n]) old.scrollTop = scrolled[n];
  });
}

function isReplaced(focusedElement, old, part) {
  if (old.dataset.part === "stage") return false; // sheets are never replaced
  const own = pieces.get(old)?.find(([piece]) => piece.contains(focusedElement));
  return own && !readPieces(part).some(([, each]) => each === own[1]);
}

function morphPart(old, part) {
  if (old.className !== part.className) old.className = part.className;
  if (part.dataset.part === "stage" && morphSheets(old, part)) return;
  morphPieces(old, part);
}

// Update only the stage, during playback of other players' moves.
export const morphStage = (now, stage) =>
  morphPart(now.querySelector('[data-part="stage"]'), stage);

// Turn an element into another; pieces with the same source stay.
function morphPieces(element, like) {
  const fresh = readPieces(like);
  const logs = [element, like].map((each) => each.querySelector(LOG));
  if (source(unchangedPieces(element)) !== source(fresh)) replacePieces(element, fresh);
  // If the log was replaced together with its surroundings, it is already the new one.
  const [was, is] = logs;
  if (was && is && was.isConnected) morphPieces(was, is);
  else if (is) pieces.set(is, readPieces(is));
}

function replacePieces(element, fresh) {
  const reusable = new Map();
  for (const [piece, each] of unchangedPieces(element) ?? []) {
    reusable.set(each, [...(reusable.get(each) ?? []), piece]);
  }
  const unfolded = [...element.querySelectorAll("details[open]")].map((d) => d.className);
  const next = fresh.map(([piece, ...sent]) => [reusable.get(sent[0])?.shift() ?? piece, ...sent]);
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

function morphSheets(old, part) {
  const before = [...old.querySelectorAll(".sheet")];
  const after = [...part.querySelectorAll(".sheet")];
  if (before.map((s) => s.dataset.sheet).join() !== after.map((s) => s.dataset.sheet).join()) {
    return false;
  }
  before.forEach((sheet, n) => {
    const digest = after[n].dataset.digest;
    if (sheet.dataset.digest === digest) return;
    const drawing = after[n].querySelector(".pan > svg") ?? drawingCache.get(digest)?.();
    if (!drawing) return void dispatchEvent(new Event("roundhouse:lacking"));
    const svg = sheet.querySelector(".pan > svg");
    cacheDrawing(sheet.dataset.digest, svg);
    sheet.dataset.digest = digest;
    for (const { name, value } of drawing.attributes) {
      if (svg.getAttribute(name) !== value) svg.setAttribute(name, value);
    }
    morphPieces(svg, drawing);
  });
  setWantedSheet(part.querySelector(".sheets").dataset.wanted);
  for (const each of [".notes", ".in-words"]) {
    const [was, is] = [old.querySelector(each), part.querySelector(each)];
    if (was && is && was.innerHTML !== is.innerHTML) was.innerHTML = is.innerHTML;
  }
  bringToFront();
  return true;
}

// Digests of the drawings that the server need not send again. Playback may replace a drawing after
// the request was sent, so replaced drawings are cached.
export const knownDigests = () =>
  sheets()
    .map((sheet) => sheet.dataset.digest)
    .join(" ");
const MAX_CACHED = 8;
const drawingCache = new Map(); // digest -> function that recreates the drawing
function cacheDrawing(digest, svg) {
  const empty = svg.cloneNode(false);
  const drawing = source(pieces.get(svg) ?? readPieces(svg));
  drawingCache.delete(digest);
  drawingCache.set(digest, () => {
    const again = empty.cloneNode(false);
    again.innerHTML = drawing;
    return again;
  });
  if (drawingCache.size > MAX_CACHED) drawingCache.delete(drawingCache.keys().next().value);
}
