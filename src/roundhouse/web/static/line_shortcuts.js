// Arrow keys step through a line of moves by following its previous and next links.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, select, textarea, .zoomed")) return;
  const direction = { ArrowLeft: "back", ArrowRight: "on" }[event.key];
  const link = direction && document.querySelector(`[data-go="${direction}"]`);
  if (link) {
    event.preventDefault();
    link.click();
  }
});
