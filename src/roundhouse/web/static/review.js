// The review of a game: links do everything; here the board can be zoomed and keys walk the line.
import { bring, frame, handle } from "./board.js";

document.documentElement.classList.add("has-js");

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

// While the game is being looked over: ask how far it is.
setInterval(() => {
  if (document.querySelector("[data-busy]")) location.reload();
}, 2500);

handle(document);
bring();
frame();
