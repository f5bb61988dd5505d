// A puzzle: every choice is a form that works without this; here the board can be clicked.
import "./slips.js";
import { askFirst, dressBoard, dressSteppers } from "./act.js";
import { bring, frame, handle } from "./board.js";
import "./keys.js";

document.documentElement.classList.add("has-js");

document.addEventListener("submit", (event) => {
  askFirst(event.submitter, event);
});
// Along the line of an answer, as in a replay.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, select, textarea, .zoomed")) return;
  const way = { ArrowLeft: "back", ArrowRight: "on" }[event.key];
  const link = way && document.querySelector(`[data-go="${way}"]`);
  if (link) {
    event.preventDefault();
    link.click();
  }
});

handle(document);
bring();
dressBoard();
dressSteppers();
frame();
const log = document.querySelector("[data-log]");
if (log) log.scrollTop = log.scrollHeight;
// What came of the answer is read out first; on the way along a line the focus stays there.
const along = new URLSearchParams(location.search).has("line");
const place = document.querySelector(along ? '[aria-current="step"]' : ".verdict");
place?.focus({ preventScroll: true });
