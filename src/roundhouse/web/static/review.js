// The review page: links do the work; this script adds zoom and keyboard shortcuts.
import { bringToFront, enablePanZoom, frameSheet } from "./board.js";
import "./line_shortcuts.js";

document.documentElement.classList.add("has-js");

// Poll the progress of a running analysis.
setInterval(() => {
  if (document.querySelector("[data-busy]")) location.reload();
}, 2500);

enablePanZoom(document);
bringToFront();
frameSheet();
