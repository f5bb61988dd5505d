// Pointing at a line of the log lights the places on the board that it names.

const MIN_NAME = 3; // letters; coordinates are shorter
const BETWEEN = "[^,;.:]{1,10}"; // the two names of a link: `Duluth – Fargo`, `from Duluth to Fargo`

const normalize = (text) => text.toLowerCase().replaceAll(/\s+/g, " ");
const escapePattern = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
const isNamed = (text, ...names) =>
  new RegExp(`(^|[^\\p{L}])${names.map(escapePattern).join(BETWEEN)}($|[^\\p{L}])`, "u").test(text);

// What a line may call a place: a list of names each. A title may have other words around them, in
// any language; then `data-names` has them.
function namesOf({ dataset }) {
  const names = dataset.names?.toLowerCase().split("|");
  const parts = normalize(dataset.title).split(/[,:;]/);
  const single = parts.map((part) => [part.trim()]);
  return names ? [names, [...names].reverse(), ...single.slice(1)] : single;
}

// The places that a line names; of several names for the same words, the longest counts.
function findPlaces(line) {
  const text = normalize(line);
  const matches = [...document.querySelectorAll(".sheet [data-ref][data-title]")].flatMap((place) =>
    namesOf(place)
      .filter((names) => names[0].length >= MIN_NAME && isNamed(text, ...names))
      .map((names) => ({ place, name: names.join(" – ") })),
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
