// The elements of a map as the game's schema declares them: places, links, hexes and squares. The
// functions modify the data in place; the caller keeps the previous state.
import { setSource } from "./board_model.js";
import { along, distance, hexAt, hexId, hexSpot, roundTo, share, spotsAlong } from "./geometry.js";
import { follow, getPath, listAt, makeId, rename } from "./paths.js";

export const boardSize = (data, layout) => {
  if (layout.squares) {
    const lines = listAt(data, layout.squares.table);
    return [
      (lines[0]?.length || 1) * layout.squares.size,
      (lines.length || 1) * layout.squares.size,
    ];
  }
  const dimensions =
    layout.size.length === 1
      ? getPath(data, layout.size[0])
      : layout.size.map((path) => getPath(data, path));
  const isValid = Array.isArray(dimensions) && dimensions.every((n) => Number.isFinite(n) && n > 0);
  return isValid ? dimensions : [1200, 800];
};

const readSpot = (row, keys) => (keys.length === 1 ? row[keys[0]] : keys.map((key) => row[key]));
export function writeSpot(row, keys, spot) {
  if (keys.length === 1) row[keys[0]] = spot;
  else
    keys.forEach((key, n) => {
      row[key] = spot[n];
    });
}
const isSpot = (spot) => Array.isArray(spot) && spot.length === 2 && spot.every(Number.isFinite);

// The position of a place on the map, or null.
export function positionOf(row, kind, layout) {
  const spot = readSpot(row, kind.spot);
  if (!isSpot(spot)) return null;
  const cell = layout.squares?.size;
  return cell ? [(spot[0] + 0.5) * cell, (spot[1] + 0.5) * cell] : spot;
}

export const labelPosition = (row, kind) => {
  const spot = kind.label.length ? readSpot(row, kind.label) : null;
  return isSpot(spot) ? spot : null;
};

export const placeKind = (layout, table) => layout.places.find((kind) => kind.table === table);
export const linkKind = (layout, table) => layout.links.find((kind) => kind.table === table);
// The longest prefix of a key path that is an entry. Rows of tables and pairs of links are entries;
// lists inside them are not.
export function entryPath(data, layout, keyPath) {
  const isEntry = (steps) => {
    const node = follow(data, steps);
    if (node === null || typeof node !== "object") return false;
    return (
      typeof steps.at(-1) !== "number" ||
      !Array.isArray(node) ||
      Boolean(linkKind(layout, steps.slice(0, -1).join(".")))
    );
  };
  let entry = [...keyPath];
  while (entry.length && !isEntry(entry)) entry = entry.slice(0, -1);
  return entry;
}

export const idsOf = (data, table) => new Set(listAt(data, table).map((row) => row.id));

export function endsOf(row, kind) {
  return kind.ends.length ? kind.ends.map((key) => row[key]) : row;
}

export function findPlace(data, kind, id) {
  return listAt(data, kind.table).find((row) => row.id === id);
}

// The positions of a link's ends, or null if one is missing.
export function lineOf(data, layout, kind, row) {
  const places = placeKind(layout, kind.places);
  const ends = endsOf(row, kind).map((id) => findPlace(data, places, id));
  if (!ends[0] || !ends[1]) return null;
  const spots = ends.map((end) => positionOf(end, places, layout));
  return spots[0] && spots[1] ? spots : null;
}

export function linksAt(data, layout, table, id) {
  return layout.links
    .filter((kind) => kind.places === table)
    .flatMap((kind) =>
      listAt(data, kind.table)
        .map((row, n) => ({ kind, row, n }))
        .filter(({ row }) => endsOf(row, kind).includes(id)),
    );
}

const snapToGrid = (layout, [x, y]) => {
  const cell = layout.squares?.size;
  return cell ? [Math.floor(x / cell), Math.floor(y / cell)] : [roundTo(x), roundTo(y)];
};

export function addPlace(data, layout, table, spot, name, from) {
  const kind = placeKind(layout, table);
  const rows = listAt(data, table);
  const row = { id: makeId(name, idsOf(data, table)), name };
  const there = snapToGrid(layout, spot);
  writeSpot(row, kind.spot, there);
  if (kind.label.length)
    writeSpot(row, kind.label, [there[0] + kind.label_at[0], there[1] + kind.label_at[1]]);
  Object.assign(row, structuredClone(kind.fresh));
  if (from) row.provenance = from;
  if (kind.letter && !setLetter(data, layout, there, kind.letter)) return -1;
  rows.push(row);
  return rows.length - 1;
}

// Move a place with its label; boxes and slots stay on their links.
export function movePlace(data, layout, table, n, spot, from) {
  const kind = placeKind(layout, table);
  const row = listAt(data, table)[n];
  const was = readSpot(row, kind.spot);
  const is = snapToGrid(layout, spot);
  if (isSpot(was) && was[0] === is[0] && was[1] === is[1]) return false;
  if (kind.letter && !moveLetter(data, layout, was, is, kind.letter)) return false;
  const links = linksAt(data, layout, table, row.id).map((link) => ({
    ...link,
    held: rememberShare(data, layout, link),
  }));
  const label = labelPosition(row, kind);
  writeSpot(row, kind.spot, is);
  if (label && isSpot(was))
    writeSpot(row, kind.label, [label[0] + is[0] - was[0], label[1] + is[1] - was[1]]);
  for (const { held } of links) held();
  if (from) for (const key of kind.spot) setSource(row, key, from);
  return true;
}

// Remember where a link's box is, as a share of the line; returns a function that restores it.
function rememberShare(data, layout, { kind, row }) {
  const before = lineOf(data, layout, kind, row);
  const box = kind.box.length ? readSpot(row, kind.box) : null;
  const part = before && isSpot(box) ? share(before[0], before[1], box) : 0.5;
  return () => layOutLink(data, layout, kind, row, part, before);
}

export function layOutLink(data, layout, kind, row, part = 0.5, before = null) {
  const line = lineOf(data, layout, kind, row);
  if (!line) return;
  const [a, b] = line;
  if (kind.box.length)
    writeSpot(
      row,
      kind.box,
      along(a, b, Math.min(0.7, Math.max(0.3, part))).map((x) => roundTo(x)),
    );
  if (kind.bend && before && isSpot(row[kind.bend])) {
    const shift = [0, 1].map((k) => (a[k] + b[k] - before[0][k] - before[1][k]) / 2);
    row[kind.bend] = row[kind.bend].map((x, k) => roundTo(x + shift[k], 1));
  }
  if (kind.slots) {
    const many = Math.max(0, Math.min(20, Number(row[kind.slots_many]) || 0));
    const wide = Number(getPath(data, kind.slots_wide)) || 20;
    row[kind.slots] = spotsAlong(a, b, kind.bend ? row[kind.bend] : null, many, wide);
  }
}

export function addLink(data, layout, table, a, b, from, keeps = {}) {
  const kind = linkKind(layout, table);
  const rows = listAt(data, table);
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
  kind.ends.forEach((key, n) => {
    row[key] = ends[n];
  });
  Object.assign(row, structuredClone(kind.fresh), keeps);
  layOutLink(data, layout, kind, row);
  if (from) row.provenance = from;
  rows.push(row);
  return { n: rows.length - 1, fresh: true };
}

// Remove an entry, and a place's links with it.
export function remove(data, layout, keyPath) {
  const rows = keyPath.slice(0, -1).reduce((node, step) => node[step], data);
  const n = keyPath.at(-1);
  const table = keyPath.slice(0, -1).join(".");
  const kind = placeKind(layout, table);
  if (kind) {
    const row = rows[n];
    for (const link of linksAt(data, layout, table, row.id)) {
      const all = listAt(data, link.kind.table);
      all.splice(all.indexOf(link.row), 1);
    }
    if (kind.letter && isSpot(readSpot(row, kind.spot)))
      setLetter(data, layout, readSpot(row, kind.spot), groundLetter(layout));
  }
  if (Array.isArray(rows)) rows.splice(n, 1);
  else delete rows[n];
}

// Rename a place's id in its links and everywhere else.
export function renamePlace(data, layout, kind, was, is) {
  for (const { kind: links, row } of linksAt(data, layout, kind.table, was)) {
    if (!links.ends.length)
      row.forEach((id, k) => {
        if (id === was) row[k] = is;
      });
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
  const [origin, radius] = [getPath(data, hexes.origin), getPath(data, hexes.radius)];
  return isSpot(origin) && radius > 0 ? { origin, radius } : { origin: [52, 54], radius: 40 };
}

export const hexIndex = (data, hexes, spot) => {
  const cell = hexAt(gridOf(data, hexes), spot);
  return cell
    ? listAt(data, hexes.table).findIndex((row) => row.q === cell.q && row.r === cell.r)
    : -1;
};

function setCell(data, hexes, row, cell) {
  const spot = hexSpot(gridOf(data, hexes), cell.q, cell.r);
  Object.assign(row, {
    id: hexId(cell.q, cell.r),
    q: cell.q,
    r: cell.r,
    x: roundTo(spot[0], 1),
    y: roundTo(spot[1], 1),
  });
}

export function addHex(data, layout, spot, kindWord, from) {
  const { hexes } = layout;
  const cell = hexAt(gridOf(data, hexes), spot);
  if (!cell || hexIndex(data, hexes, spot) >= 0) return -1;
  const row = { id: "", q: 0, r: 0, ...structuredClone(hexes.fresh) };
  setCell(data, hexes, row, cell);
  if (kindWord) paintRow(hexes, row, kindWord);
  if (from) row.provenance = from;
  const rows = listAt(data, hexes.table);
  const next = rows.findIndex(
    (other) => other.q > cell.q || (other.q === cell.q && other.r > cell.r),
  );
  const n = next < 0 ? rows.length : next; // ordered by column, then by row
  rows.splice(n, 0, row);
  return n;
}

// Rename a hex: its id determines its cell. The server reports invalid ids.
export function renameHex(data, layout, row, id) {
  const { hexes } = layout;
  if (idsOf(data, hexes.table).has(id)) return false;
  rename(data, hexes.named_in, row.id, id);
  const cellName = /^([a-z])([1-9]\d?)$/.exec(id);
  if (!cellName) row.id = id;
  else {
    const q = cellName[1].charCodeAt(0) - 97;
    setCell(data, hexes, row, { q, r: Number(cellName[2]) - 1 - Math.floor(q / 2) });
  }
  return true;
}

function paintRow(hexes, row, kindWord) {
  row[hexes.kind] = kindWord;
  for (const [key, allowed] of Object.entries(hexes.by_kind[kindWord] ?? {})) {
    if (!allowed.length) delete row[key];
    else if (!allowed.includes(row[key])) row[key] = allowed[0];
  }
}

export function paintHex(data, layout, n, kindWord, from) {
  const { hexes } = layout;
  const row = listAt(data, hexes.table)[n];
  if (row[hexes.kind] === kindWord) return;
  paintRow(hexes, row, kindWord);
  if (from) setSource(row, hexes.kind, from);
}

// Move a hex to another cell; a hex that is there takes its place.
export function moveHex(data, layout, n, spot, from) {
  const { hexes } = layout;
  const rows = listAt(data, hexes.table);
  const cell = hexAt(gridOf(data, hexes), spot);
  const row = rows[n];
  if (!cell || (row.q === cell.q && row.r === cell.r)) return false;
  const other = rows.find((it) => it.q === cell.q && it.r === cell.r);
  const [was, back] = [row.id, { q: row.q, r: row.r }];
  setCell(data, hexes, row, cell);
  if (other) {
    setCell(data, hexes, other, back);
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
  return listAt(data, layout.squares.table)[y]?.[x];
}

export function setLetter(data, layout, [x, y], letter) {
  const lines = listAt(data, layout.squares.table);
  if (!lines[y]?.[x]) return false;
  lines[y] = lines[y].slice(0, x) + letter + lines[y].slice(x + 1);
  return true;
}

// Move a place's letter to a new cell; the terrain there moves to the old cell.
function moveLetter(data, layout, was, is, letter) {
  const ground = letterAt(data, layout, is);
  if (!ground || layout.places.some((kind) => kind.letter === ground)) return false;
  if (isSpot(was) && letterAt(data, layout, was) === letter) setLetter(data, layout, was, ground);
  return setLetter(data, layout, is, letter);
}

// The nearest place within reach of a position, or null.
export function nearestPlace(data, layout, spot, reach) {
  let best = null;
  for (const kind of layout.places) {
    listAt(data, kind.table).forEach((row, n) => {
      const there = positionOf(row, kind, layout);
      const far = there ? distance(there, spot) : Infinity;
      if (far <= reach && (!best || far < best.far)) best = { kind, row, n, spot: there, far };
    });
  }
  return best;
}
