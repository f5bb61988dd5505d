// The form of a new table: a preset fills the seats, and a changed seat is no preset any more.
document.documentElement.classList.add("has-js");
const seats = () => [...document.querySelectorAll('select[name^="seat"]:not([name="seats"])')];

function fill(preset) {
  const values = preset.dataset.seats.split(" ");
  seats().forEach((select, n) => {
    select.value = values[n];
  });
}

document.addEventListener("change", (event) => {
  if (event.target.name === "preset") {
    fill(event.target);
    // Players at this device have names to enter.
    if (event.target.value === "screen") document.querySelector("[data-more]").open = true;
  } else if (seats().includes(event.target)) {
    const now = seats()
      .map((select) => select.value)
      .join(" ");
    for (const preset of document.querySelectorAll('[name="preset"]'))
      preset.checked = preset.dataset.seats === now;
  }
});
// Without scripts everything is visible; with them, the details are behind their summaries.
for (const details of document.querySelectorAll("[data-more]")) details.open = false;
const chosen = document.querySelector('[name="preset"]:checked');
if (chosen) fill(chosen);
