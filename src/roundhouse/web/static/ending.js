// Shows the end of a game over the board, once, as soon as it happens.
import "./share.js";

const main = document.querySelector("main.table");
const place = document.getElementById("ending-moment");
const storageKey = `ended ${main.dataset.table}`;
const isFinished = () => main.dataset.phase === "over" && Number(main.dataset.ply) > 0;

function position() {
  const { left, top, width, height } = document
    .querySelector('[data-part="stage"]')
    .getBoundingClientRect();
  Object.assign(place.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    maxHeight: `${height}px`,
  });
}

async function open() {
  if (!isFinished() || localStorage.getItem(storageKey)) return;
  localStorage.setItem(storageKey, "1");
  const answer = await fetch(`/t/${main.dataset.table}/result`, {
    headers: { accept: "text/html" },
  });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const ending = page.querySelector("[data-ending]");
  if (!ending) return;
  place.querySelector("[data-ending]")?.remove();
  place.append(ending);
  position();
  place.hidden = false;
}

function close() {
  if (place.contains(document.activeElement)) document.querySelector(".question")?.focus();
  place.hidden = true;
}

place.addEventListener("click", (event) => {
  if (event.target.closest("[data-close-ending]")) close();
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
});
addEventListener("resize", () => {
  if (!place.hidden) position();
});
new MutationObserver(open).observe(main, { attributeFilter: ["data-phase"] });
if (main.dataset.seat !== "") open();
