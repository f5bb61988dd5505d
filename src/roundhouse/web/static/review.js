// The review of a game: links do everything; here the board can be zoomed and keys walk the line.
import { bring, frame, handle } from "./board.js";
import "./line_keys.js";

document.documentElement.classList.add("has-js");

// While the game is being looked over: ask how far it is.
setInterval(() => {
  if (document.querySelector("[data-busy]")) location.reload();
}, 2500);

handle(document);
bring();
frame();
