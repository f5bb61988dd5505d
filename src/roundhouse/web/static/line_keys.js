// Arrow keys walk along a line of moves, as in a replay: they follow the links back and on.
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
