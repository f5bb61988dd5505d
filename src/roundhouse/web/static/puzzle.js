// A puzzle: every choice is a form that works without this; here the board can be clicked.
import "./slips.js";
import { askFirst, dressBoard, dressSteppers, markNew } from "./act.js";
import { bring, frame, handle } from "./board.js";
import "./keys.js";
import "./line_keys.js";

document.documentElement.classList.add("has-js");

document.addEventListener("submit", (event) => {
  askFirst(event.submitter, event);
});

handle(document);
bring();
dressBoard();
dressSteppers();
frame();
markNew();
const log = document.querySelector("[data-log]");
if (log) log.scrollTop = log.scrollHeight;
// What came of the answer is read out first; on the way along a line the focus stays there.
const along = new URLSearchParams(location.search).has("line");
const place = document.querySelector(along ? '[aria-current="step"]' : ".verdict");
place?.focus({ preventScroll: true });
