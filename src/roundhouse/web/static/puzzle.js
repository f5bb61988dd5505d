// The puzzle page: the forms work without scripts; this script makes the board clickable.
import "./click_guard.js";
import { bringToFront, enablePanZoom, frameSheet } from "./board.js";
import { confirmFirst, markNewPieces, updateSteppers, updateTargets } from "./choices.js";
import "./shortcuts.js";
import "./line_shortcuts.js";

document.documentElement.classList.add("has-js");

document.addEventListener("submit", (event) => {
  confirmFirst(event.submitter, event);
});

enablePanZoom(document);
bringToFront();
updateTargets();
updateSteppers();
frameSheet();
markNewPieces();
const log = document.querySelector("[data-log]");
if (log) log.scrollTop = log.scrollHeight;
// Screen readers announce the verdict first; while stepping through a line the focus stays on the line.
const isSteppingThrough = new URLSearchParams(location.search).has("line");
const place = document.querySelector(isSteppingThrough ? '[aria-current="step"]' : ".verdict");
place?.focus({ preventScroll: true });
