// What stands on the map, by what the room declares: places, links, hexes and squares. Each function
// changes the data it is given; the caller keeps what was before.
import { setSource } from "./board.js";
import { along, distance, hexAt, hexId, hexSpot, rounded, share, spotsAlong } from "./geometry.js";
import { at, follow, list, rename, word } from "./paths.js";

export const size = (data, layout) => {
  if (layout.squares) {
    const lines = list(data, layout.squares.table);
    return [(lines[0]?.length || 1) * layout.squares.size, (lines.length || 1) * layout.squares.size];
  }
  const found = layout.size.length === 1 ? at(data, layout.size[0]) : layout.size.map((path) => at(data, path));
  const good = Array.isArray(found) && found.every((n) => Number.isFinite(n) && n > 0);
  return good ? found : [1200, 800];
};

const readSpot = (row, keys) => (keys.length === 1 ? row[keys[0]] : keys.map((key) => row[key]));
export function writeSpot(row, keys, spot) {
  if (keys.length === 1) row[keys[0]] = spot;
  else keys.forEach((key, n) => { row[key] = spot[n]; });
}
const isSpot = (spot) => Array.isArray(spot) && spot.length === 2 && spot.every(Number.isFinite);

// Where a place is on the drawing, or null where its entry does not say.
export function spotOf(row, kind, layout) {
  const spot = readSpot(row, kind.spot);
  if (!isSpot(spot)) return null;
  const cell = layout.squares?.size;
  return cell ? [(spot[0] + 0.5) * cell, (spot[1] + 0.5) * cell] : spot;
}

export const labelOf = (row, kind) => {
  const spot = kind.label.length ? readSpot(row, kind.label) : null;
  return isSpot(spot) ? spot : null;
};

export const placeKind = (layout, table) => layout.places.find((kind) => kind.table === table);
export const linkKind = (layout, table) => layout.links.find((kind) => kind.table === table);
// The entry that a way into the data leads to or through. Rows of tables and pairs of links are
// entries; lists inside one are not.
export function entryOf(data, layout, way) {
  const isEntry = (steps) => {
    const node = follow(data, steps);
    if (node === null || typeof node !== "object") return false;
    return typeof steps.at(-1) !== "number" || !Array.isArray(node) || Boolean(linkKind(layout, steps.slice(0, -1).join(".")));
  };
  let entry = [...way];
  while (entry.length && !isEntry(entry)) entry = entry.slice(0, -1);
  return entry;
}

export const idsOf = (data, table) => new Set(list(data, table).map((row) => row.id));

export function endsOf(row, kind) {
  return kind.ends.length ? kind.ends.map((key) => row[key]) : row;
}

export function findPlace(data, kind, id) {
  return list(data, kind.table).find((row) => row.id === id);
}

// The two spots that a link joins; null where one of them is not there.
export function lineOf(data, layout, kind, row) {
  const places = placeKind(layout, kind.places);
  const ends = endsOf(row, kind).map((id) => findPlace(data, places, id));
  if (!ends[0] || !ends[1]) return null;
  const spots = ends.map((end) => spotOf(end, places, layout));
  return spots[0] && spots[1] ? spots : null;
}

export function linksAt(data, layout, table, id) {
  return layout.links.filter((kind) => kind.places === table).flatMap((kind) => list(data, kind.table)
    .map((row, n) => ({ kind, row, n })).filter(({ row }) => endsOf(row, kind).includes(id)));
}

const whole = (layout, [x, y]) => {
  const cell = layout.squares?.size;
  return cell ? [Math.floor(x / cell), Math.floor(y / cell)] : [rounded(x), rounded(y)];
};

export function addPlace(data, layout, table, spot, name, from) {
  const kind = placeKind(layout, table);
  const rows = list(data, table);
  const row = { id: word(name, idsOf(data, table)), name };
  const there = whole(layout, spot);
  writeSpot(row, kind.spot, there);
  if (kind.label.length) writeSpot(row, kind.label, [there[0] + kind.label_at[0], there[1] + kind.label_at[1]]);
  Object.assign(row, structuredClone(kind.fresh));
  if (from) row.provenance = from;
  if (kind.letter && !setLetter(data, layout, there, kind.letter)) return -1;
  rows.push(row);
  return rows.length - 1;
}

// Move a place; its name goes along, and what lies on its links stays on them.
export function movePlace(data, layout, table, n, spot, from) {
  const kind = placeKind(layout, table);
  const row = list(data, table)[n];
  const was = readSpot(row, kind.spot);
  const is = whole(layout, spot);
  if (isSpot(was) && was[0] === is[0] && was[1] === is[1]) return false;
  if (kind.letter && !moveLetter(data, layout, was, is, kind.letter)) return false;
  const links = linksAt(data, layout, table, row.id).map((link) => ({ ...link, held: holdOn(data, layout, link) }));
  const label = labelOf(row, kind);
  writeSpot(row, kind.spot, is);
  if (label && isSpot(was)) writeSpot(row, kind.label, [label[0] + is[0] - was[0], label[1] + is[1] - was[1]]);
  for (const { held } of links) held();
  if (from) for (const key of kind.spot) setSource(row, key, from);
  return true;
}

// What lies on a link, remembered as a share of its line, to be put back when an end has moved.
function holdOn(data, layout, { kind, row }) {
  const before = lineOf(data, layout, kind, row);
  const box = kind.box.length ? readSpot(row, kind.box) : null;
  const part = before && isSpot(box) ? share(before[0], before[1], box) : 0.5;
  return () => layOut(data, layout, kind, row, part, before);
}

export function layOut(data, layout, kind, row, part = 0.5, before = null) {
  const line = lineOf(data, layout, kind, row);
  if (!line) return;
  const [a, b] = line;
  if (kind.box.length) writeSpot(row, kind.box, along(a, b, Math.min(0.7, Math.max(0.3, part))).map((x) => rounded(x)));
  if (kind.bend && before && isSpot(row[kind.bend])) {
    const shift = [0, 1].map((k) => (a[k] + b[k] - before[0][k] - before[1][k]) / 2);
    row[kind.bend] = row[kind.bend].map((x, k) => rounded(x + shift[k], 1));
  }
  if (kind.slots) {
    const many = Math.max(0, Math.min(20, Number(row[kind.slots_many]) || 0));
    const wide = Number(at(data, kind.slots_wide)) || 20;
    row[kind.slots] = spotsAlong(a, b, kind.bend ? row[kind.bend] : null, many, wide);
  }
}

export function addLink(data, layout, table, a, b, from, keeps = {}) {
  const kind = linkKind(layout, table);
  const rows = list(data, table);
  const there = rows.findIndex((row) => {
    const [p, q] = endsOf(row, kind);
    return (p === a && q === b) || (!kind.one_way && p === b && q === a);
  });
  if (a === b) return { n: -1, fresh: false };
  if (there >= 0) return { n: there, fresh: false };
  if (!kind.ends.length) {
    rows.push([a, b]);
    return { n: rows.length - 1, fresh: true };
  }
  const row = {};
  const ends = kind.id === "sorted" ? [a, b].sort() : [a, b];
  if (kind.id) row.id = ends.join("-");
  kind.ends.forEach((key, n) => { row[key] = ends[n]; });
  Object.assign(row, structuredClone(kind.fresh), keeps);
  layOut(data, layout, kind, row);
  if (from) row.provenance = from;
  rows.push(row);
  return { n: rows.length - 1, fresh: true };
}

// Take an entry out; with a place go its links.
export function remove(data, layout, way) {
  const rows = way.slice(0, -1).reduce((node, step) => node[step], data);
  const n = way.at(-1);
  const table = way.slice(0, -1).join(".");
  const kind = placeKind(layout, table);
  if (kind) {
    const row = rows[n];
    for (const link of linksAt(data, layout, table, row.id)) {
      const all = list(data, link.kind.table);
      all.splice(all.indexOf(link.row), 1);
    }
    if (kind.letter && isSpot(readSpot(row, kind.spot))) setLetter(data, layout, readSpot(row, kind.spot), groundLetter(layout));
  }
  if (Array.isArray(rows)) rows.splice(n, 1);
  else delete rows[n];
}

// A new id of a place: its links, and whoever names it, follow.
export function renamePlace(data, layout, kind, was, is) {
  for (const { kind: links, row } of linksAt(data, layout, kind.table, was)) {
    if (!links.ends.length) row.forEach((id, k) => { if (id === was) row[k] = is; });
    for (const key of links.ends) if (row[key] === was) row[key] = is;
    nameLink(links, row);
  }
  rename(data, kind.named_in, was, is);
}

export function nameLink(kind, row) {
  if (!kind.id || !kind.ends.length) return;
  const ends = endsOf(row, kind);
  row.id = (kind.id === "sorted" ? [...ends].sort() : ends).join("-");
}

// Hexes

export function gridOf(data, hexes) {
  const [origin, radius] = [at(data, hexes.origin), at(data, hexes.radius)];
  return isSpot(origin) && radius > 0 ? { origin, radius } : { origin: [52, 54], radius: 40 };
}

export const hexIndex = (data, hexes, spot) => {
  const cell = hexAt(gridOf(data, hexes), spot);
  return cell ? list(data, hexes.table).findIndex((row) => row.q === cell.q && row.r === cell.r) : -1;
};

function seat(data, hexes, row, cell) {
  const spot = hexSpot(gridOf(data, hexes), cell.q, cell.r);
  Object.assign(row, { id: hexId(cell.q, cell.r), q: cell.q, r: cell.r, x: rounded(spot[0], 1), y: rounded(spot[1], 1) });
}

export function addHex(data, layout, spot, kindWord, from) {
  const { hexes } = layout;
  const cell = hexAt(gridOf(data, hexes), spot);
  if (!cell || hexIndex(data, hexes, spot) >= 0) return -1;
  const row = { id: "", q: 0, r: 0, ...structuredClone(hexes.fresh) };
  seat(data, hexes, row, cell);
  if (kindWord) paintRow(hexes, row, kindWord);
  if (from) row.provenance = from;
  const rows = list(data, hexes.table);
  const next = rows.findIndex((other) => other.q > cell.q || (other.q === cell.q && other.r > cell.r));
  const n = next < 0 ? rows.length : next; // in the order of columns, then of rows
  rows.splice(n, 0, row);
  return n;
}

// Another id is another cell; one that is no cell is left to the checker.
export function renameHex(data, layout, row, id) {
  const { hexes } = layout;
  if (idsOf(data, hexes.table).has(id)) return false;
  rename(data, hexes.named_in, row.id, id);
  const found = /^([a-z])([1-9]\d?)$/.exec(id);
  if (!found) row.id = id;
  else {
    const q = found[1].charCodeAt(0) - 97;
    seat(data, hexes, row, { q, r: Number(found[2]) - 1 - Math.floor(q / 2) });
  }
  return true;
}

function paintRow(hexes, row, kindWord) {
  row[hexes.kind] = kindWord;
  for (const [key, good] of Object.entries(hexes.by_kind[kindWord] ?? {})) {
    if (!good.length) delete row[key];
    else if (!good.includes(row[key])) row[key] = good[0];
  }
}

export function paintHex(data, layout, n, kindWord, from) {
  const { hexes } = layout;
  const row = list(data, hexes.table)[n];
  if (row[hexes.kind] === kindWord) return;
  paintRow(hexes, row, kindWord);
  if (from) setSource(row, hexes.kind, from);
}

// What is on a hex goes to another cell; what was there comes back.
export function moveHex(data, layout, n, spot, from) {
  const { hexes } = layout;
  const rows = list(data, hexes.table);
  const cell = hexAt(gridOf(data, hexes), spot);
  const row = rows[n];
  if (!cell || (row.q === cell.q && row.r === cell.r)) return false;
  const other = rows.find((it) => it.q === cell.q && it.r === cell.r);
  const [was, back] = [row.id, { q: row.q, r: row.r }];
  seat(data, hexes, row, cell);
  if (other) {
    seat(data, hexes, other, back);
    rename(data, hexes.named_in, other.id, "\u0000");
    rename(data, hexes.named_in, row.id, "\u0001");
    rename(data, hexes.named_in, "\u0000", row.id);
    rename(data, hexes.named_in, "\u0001", other.id);
  } else rename(data, hexes.named_in, was, row.id);
  if (from) setSource(row, "id", from);
  return true;
}

// Squares

const groundLetter = (layout) => Object.keys(layout.squares.letters)[0];

export function letterAt(data, layout, [x, y]) {
  return list(data, layout.squares.table)[y]?.[x];
}

export function setLetter(data, layout, [x, y], letter) {
  const lines = list(data, layout.squares.table);
  if (!lines[y]?.[x]) return false;
  lines[y] = lines[y].slice(0, x) + letter + lines[y].slice(x + 1);
  return true;
}

// The letter goes with its place, and the ground of the new cell comes back to the old one.
function moveLetter(data, layout, was, is, letter) {
  const ground = letterAt(data, layout, is);
  if (!ground || layout.places.some((kind) => kind.letter === ground)) return false;
  if (isSpot(was) && letterAt(data, layout, was) === letter) setLetter(data, layout, was, ground);
  return setLetter(data, layout, is, letter);
}

// What of the map is nearest to a spot: a place within reach.
export function placeNear(data, layout, spot, reach) {
  let best = null;
  for (const kind of layout.places) {
    list(data, kind.table).forEach((row, n) => {
      const there = spotOf(row, kind, layout);
      const far = there ? distance(there, spot) : Infinity;
      if (far <= reach && (!best || far < best.far)) best = { kind, row, n, spot: there, far };
    });
  }
  return best;
}
