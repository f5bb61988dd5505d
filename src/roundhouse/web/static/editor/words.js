// What tables, entries and facts of a board file are called to people: "City Abilene", not its key.
import { at, follow } from "./paths.js";
import { linkKind, placeKind } from "./things.js";

export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

// A key of the file, read as words.
export const keyWords = (key) => String(key).replaceAll("_", " ");

// One of a table's entries: as the room calls it, or else by its path.
export function kindWords(layout, table) {
  const hexes = layout.hexes?.table === table ? layout.hexes : null;
  const declared = placeKind(layout, table) ?? linkKind(layout, table) ?? hexes;
  return capital(declared?.title ?? table.split(".").map(keyWords).join(": "));
}

export function tableWords(data, layout, path) {
  const value = at(data, path);
  const many = Array.isArray(value) ? value.length : value === undefined ? 0 : null;
  return kindWords(layout, path) + (many === null ? "" : ` (${many})`);
}

// A place by its name, where there is one of that id.
export function placeName(data, table, id) {
  const rows = at(data, table);
  return (Array.isArray(rows) && rows.find((row) => row.id === id)?.name) || id;
}

// Both ends of a link, by name.
export function linkName(data, kind, entry) {
  const ends = kind.ends.length ? kind.ends.map((end) => entry[end]) : entry;
  return ends.map((id) => placeName(data, kind.places, id)).join(kind.one_way ? " → " : " – ");
}

export function entryWords(data, layout, way) {
  const last = way.at(-1);
  if (typeof last !== "number") return kindWords(layout, way.join("."));
  const table = way.slice(0, -1).join(".");
  return `${kindWords(layout, table)} ${called(data, layout, table, follow(data, way)) ?? last + 1}`;
}

function called(data, layout, table, entry) {
  const links = linkKind(layout, table);
  if (links && entry) return linkName(data, links, entry);
  if (layout.hexes?.table === table) return [entry?.id, entry?.name].filter(Boolean).join(", ");
  return entry?.name || entry?.id;
}
