// Display names of tables, entries and facts: "City Abilene" instead of its key.

import { _, pgettext } from "../messages.js";
import { linkKind, placeKind } from "./elements.js";
import { follow, getPath } from "./paths.js";

export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

// What a fact is called: keys of every game have labels, others are written as words.
const LABELS = {
  id: _("ID"),
  x: _("X position"),
  y: _("Y position"),
  label: _("Position of the name"),
  named_in: _("Named in"),
  vp: _("Victory points"),
};
export const keyName = (key) => LABELS[key] ?? capital(String(key).replaceAll("_", " "));

// What the ends of a link are called.
export const endName = (end) =>
  [pgettext("end of a link", "from"), pgettext("end of a link", "to")][end];

// The kind of a table's entries, as the game names it, or else by its path.
export function kindName(layout, table) {
  const hexes = layout.hexes?.table === table ? layout.hexes : null;
  const declaration = placeKind(layout, table) ?? linkKind(layout, table) ?? hexes;
  return capital(declaration?.title ?? table.split(".").map(keyName).join(": "));
}

export function tableName(data, layout, path) {
  const value = getPath(data, path);
  const count = Array.isArray(value) ? value.length : value === undefined ? 0 : null;
  return kindName(layout, path) + (count === null ? "" : ` (${count})`);
}

// The name of a place, or its id.
export function placeName(data, table, id) {
  const rows = getPath(data, table);
  return (Array.isArray(rows) && rows.find((row) => row.id === id)?.name) || id;
}

// Replace the ids of places by their names: "minneapolis - duluth" by "Minneapolis - Duluth".
export function namePlaces(data, layout, text) {
  const tables = layout.places.map((kind) => getPath(data, kind.table));
  const rows = tables.flatMap((table) => (Array.isArray(table) ? table : []));
  const names = new Map(rows.filter((row) => row.id && row.name).map((row) => [row.id, row.name]));
  return text.replace(/[\w-]*\w/g, (word) => names.get(word) ?? word);
}

// The names of a link's ends.
export function linkName(data, kind, entry) {
  const ends = kind.ends.length ? kind.ends.map((end) => entry[end]) : entry;
  return ends.map((id) => placeName(data, kind.places, id)).join(kind.one_way ? " → " : " – ");
}

export function entryName(data, layout, keyPath) {
  const last = keyPath.at(-1);
  if (typeof last !== "number") return kindName(layout, keyPath.join("."));
  const table = keyPath.slice(0, -1).join(".");
  return `${kindName(layout, table)} ${nameOf(data, layout, table, follow(data, keyPath)) ?? last + 1}`;
}

function nameOf(data, layout, table, entry) {
  const links = linkKind(layout, table);
  if (links && entry) return linkName(data, links, entry);
  if (layout.hexes?.table === table) return [entry?.id, entry?.name].filter(Boolean).join(", ");
  return entry?.name || entry?.id;
}
