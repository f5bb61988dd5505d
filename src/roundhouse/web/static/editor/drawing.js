// The editor's own drawing of a board: plain, of any game, and drawable while the board is not good.
import { gridOf, labelOf, lineOf, size, spotOf } from "./things.js";
import { hexCorners } from "./geometry.js";
import { at, list } from "./paths.js";

const SVG = "http://www.w3.org/2000/svg";

export function node(tag, attributes = {}, ...inside) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

const points = (all) => all.map((p) => p.join(",")).join(" ");
const arePoints = (all) => Array.isArray(all) && all.length > 1
  && all.every((p) => Array.isArray(p) && p.length === 2 && p.every(Number.isFinite));

export function drawBoard(group, board, selected) {
  const { data, layout } = board;
  const chosen = JSON.stringify(selected ?? null);
  const thing = (tag, way, css, attributes, ...inside) => {
    const words = JSON.stringify(way);
    const made = node(tag, { class: css + (words === chosen ? " chosen" : ""), "data-way": words, ...attributes }, ...inside);
    parts.push(made);
  };
  const parts = [];
  const [width, height] = size(data, layout);
  parts.push(node("rect", { class: "ed-paper", x: 0, y: 0, width, height }));
  for (const kind of layout.scenery) drawScenery(parts, data, kind, thing);
  if (layout.squares) drawSquares(parts, data, layout);
  if (layout.hexes) drawHexes(data, layout, thing);
  for (const kind of layout.links) drawLinks(board, kind, thing);
  for (const kind of layout.places) drawPlaces(board, kind, thing);
  group.replaceChildren(...parts);
}

function drawScenery(parts, data, kind, thing) {
  const found = at(data, kind.table);
  if (!found) return;
  if (!kind.points && !kind.text) {
    for (const line of Object.values(found)) {
      if (arePoints(line)) parts.push(node("polyline", { class: "ed-scene", points: points(line) }));
    }
    return;
  }
  list(data, kind.table).forEach((row, n) => {
    const way = [kind.table, n];
    if (kind.points && arePoints(row[kind.points])) thing("polyline", way, "ed-scene", { points: points(row[kind.points]) });
    if (kind.text && Number.isFinite(row.x) && Number.isFinite(row.y)) {
      thing("text", way, "ed-region", { x: row.x, y: row.y, "font-size": Number(row[kind.size]) || 14 }, String(row[kind.text] ?? ""));
    }
  });
}

function drawSquares(parts, data, layout) {
  const { size: cell, table, letters } = layout.squares;
  const known = Object.keys(letters);
  list(data, table).forEach((line, y) => [...String(line)].forEach((letter, x) => {
    const css = `ed-cell ed-k${known.indexOf(letter)}`;
    parts.push(node("rect", { class: css, x: x * cell, y: y * cell, width: cell, height: cell }));
    parts.push(node("text", { class: "ed-letter", x: (x + 0.5) * cell, y: (y + 0.5) * cell }, letter));
  }));
}

function drawHexes(data, layout, thing) {
  const { hexes } = layout;
  const { radius } = gridOf(data, hexes);
  const rows = list(data, hexes.table);
  const kinds = [...new Set([...Object.keys(hexes.by_kind), ...rows.map((row) => row[hexes.kind])])];
  rows.forEach((row, n) => {
    if (!Number.isFinite(row.x) || !Number.isFinite(row.y)) return;
    const spot = [row.x, row.y];
    const shape = node("polygon", { points: points(hexCorners(spot, radius - 1)) });
    const id = node("text", { class: "ed-small", x: row.x, y: row.y + radius * 0.72 }, String(row.id));
    const kind = node("text", { class: "ed-small", x: row.x, y: row.y - radius * 0.5 }, String(row[hexes.kind] ?? ""));
    const more = hexes.shows.map((key, k) => node("text", { class: k ? "ed-small" : "ed-name", x: row.x, y: row.y + 4 + 13 * k }, String(row[key] || "")));
    thing("g", [hexes.table, n], `ed-hex ed-k${kinds.indexOf(row[hexes.kind])}`, {}, shape, kind, ...more, id);
  });
}

function drawLinks(board, kind, thing) {
  const { data, layout } = board;
  list(data, kind.table).forEach((row, n) => {
    const line = lineOf(data, layout, kind, row);
    if (!line) return;
    const [a, b] = line;
    const bend = kind.bend && Array.isArray(row[kind.bend]) ? row[kind.bend] : [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const path = `M${a.join(" ")}Q${bend.join(" ")} ${b.join(" ")}`;
    const inside = [node("path", { class: "ed-hit", d: path }), node("path", { class: "ed-line", d: path })];
    if (kind.one_way) inside.push(arrow(a, b));
    for (const key of kind.slots ? row[kind.slots] ?? [] : []) {
      if (Array.isArray(key) && key.length === 3 && key.every(Number.isFinite)) inside.push(slot(key, Number(at(data, kind.slots_wide)) || 20));
    }
    if (kind.box.length && kind.box.every((key) => Number.isFinite(row[key]))) {
      inside.push(node("rect", { class: "ed-box", x: row[kind.box[0]] - 5, y: row[kind.box[1]] - 5, width: 10, height: 10 }));
    }
    thing("g", [...kind.table.split("."), n], `ed-link ed-t${typeNumber(data, kind, row)}`, {}, ...inside);
  });
}

// Links of different kinds look different: the number of the first word that is kept.
function typeNumber(data, kind, row) {
  const key = kind.keeps.find((name) => typeof row[name] === "string");
  if (!key) return 0;
  return [...new Set(list(data, kind.table).map((other) => other[key]))].sort().indexOf(row[key]);
}

function arrow(a, b) {
  const degrees = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  const [x, y] = [a[0] + (b[0] - a[0]) * 0.62, a[1] + (b[1] - a[1]) * 0.62];
  return node("path", { class: "ed-arrow", d: "M-7 -5L4 0L-7 5z", transform: `translate(${x} ${y}) rotate(${degrees})` });
}

function slot([x, y, degrees], wide) {
  return node("rect", { class: "ed-box", x: -wide / 2, y: -5, width: wide, height: 10, transform: `translate(${x} ${y}) rotate(${degrees})` });
}

function drawPlaces(board, kind, thing) {
  const { data, layout } = board;
  list(data, kind.table).forEach((row, n) => {
    const spot = spotOf(row, kind, layout);
    if (!spot) return;
    const label = labelOf(row, kind);
    const anchor = { start: "start", end: "end" }[row[kind.anchor]] ?? "middle";
    const text = label
      ? node("text", { class: "ed-name", x: label[0], y: label[1], style: `text-anchor:${anchor}` }, String(row.name ?? row.id ?? ""))
      : node("text", { class: "ed-name", x: spot[0], y: spot[1] - 11 }, String(row.name ?? row.id ?? ""));
    thing("g", [kind.table, n], "ed-place", {}, node("circle", { class: "ed-hit", cx: spot[0], cy: spot[1], r: 14 }),
      node("circle", { class: "ed-dot", cx: spot[0], cy: spot[1], r: 7 }), text);
  });
}
