// Pointing at a line of the log lights the places on the board that it names.

const MIN_NAME = 3; // letters; coordinates are shorter

const normalize = (text) => text.toLowerCase().replaceAll(" – ", " to ").replaceAll(/\s+/g, " ");
const escapePattern = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
const isNamed = (text, name) =>
  new RegExp(`(^|[^\\p{L}])${escapePattern(name)}($|[^\\p{L}])`, "u").test(text);

// The names in the title of a place: `from Duluth to Fargo, track laid` is also Fargo to Duluth.
function namesOf(title) {
  const parts = normalize(title).split(/[,:;]/);
  return parts.flatMap((part) => {
    const name = part.trim().replace(/^(from|collect|train) /, "");
    const [one, other, ...rest] = name.split(" to ");
    return other && !rest.length ? [name, `${other} to ${one}`] : [name];
  });
}

// The places that a line names; of several names for the same words, the longest counts.
function findPlaces(line) {
  const text = normalize(line);
  const matches = [...document.querySelectorAll(".sheet [data-ref][data-title]")].flatMap((place) =>
    namesOf(place.dataset.title)
      .filter((name) => name.length >= MIN_NAME && isNamed(text, name))
      .map((name) => ({ place, name })),
  );
  return matches
    .filter(({ name }) => !matches.some((each) => each.name !== name && isNamed(each.name, name)))
    .map(({ place }) => place);
}

let lit = [];
document.addEventListener("pointerover", (event) => {
  const line = event.target.closest?.("[data-log] [data-ply]");
  for (const place of lit) place.classList.remove("lit");
  lit = line ? findPlaces(line.querySelector("span:not(.ply)")?.textContent ?? "") : [];
  for (const place of lit) place.classList.add("lit");
});
