// What is said at the table: fetched when the panel is open and there are news; said without leaving.

const panel = document.getElementById("talk");
const here = panel?.querySelector(".said-here");
const count = panel?.querySelector(".count");
const SLOW = 15000;
const LATER = 600; // whoever has not opened it is told that there is something new: after the moves
let seen = null;
let soon = null;

function last() {
  return Number(here.querySelector(".remarks")?.dataset.last ?? 0);
}

async function show(answer) {
  const html = await answer.text();
  // Only now: somebody may have gone on typing while it came.
  const typed = here.querySelector('[name="words"]')?.value ?? "";
  const focused = document.activeElement?.name === "words";
  if (here.querySelector("details.about[open]")) return;
  here.innerHTML = html;
  const field = here.querySelector('[name="words"]');
  if (!field) return;
  field.value = typed;
  if (focused) field.focus();
  const list = here.querySelector(".remarks");
  list.scrollTop = list.scrollHeight;
  if (panel.open || seen === null) seen = last();
  const fresh = last() > seen;
  count.hidden = !fresh;
  count.textContent = fresh ? "new" : "";
}

async function look() {
  try {
    await show(await fetch(`${panel.dataset.path}/now`));
  } catch {
    // the table's page says that the connection is lost
  }
}

async function say(event) {
  const form = event.target;
  if (!form.matches(".say")) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form));
  form.elements.words.value = "";
  await show(await fetch(form.action, { method: "POST", body, headers: { "x-fragment": "1" } }));
}

if (panel) {
  look();
  panel.addEventListener("submit", say);
  panel.addEventListener("toggle", () => {
    if (panel.open) look();
  });
  addEventListener("roundhouse:news", () => {
    clearTimeout(soon);
    soon = setTimeout(look, panel.open ? 0 : LATER);
  });
  setInterval(() => {
    if (panel.open && document.visibilityState === "visible") look();
  }, SLOW);
}
