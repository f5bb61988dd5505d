// Standings that change while one looks at them.

const page = document.querySelector("[data-tournament]");
const EVERY = 5000;

async function look() {
  if (document.visibilityState !== "visible") return;
  const answer = await fetch(`/tournaments/${page.dataset.tournament}/now`);
  if (!answer.ok) return;
  const made = await answer.text();
  if (page.contains(document.activeElement)) return; // nobody's focus is taken away
  page.innerHTML = made;
}

if (page && page.dataset.phase === "playing") {
  setInterval(() => look().catch(() => {}), EVERY);
}
