// Draws the map in the editor: plain, for any game, and also while the board is invalid.

import { boardSize, gridOf, labelPosition, lineOf, positionOf } from "./elements.js";
import { hexCorners } from "./geometry.js";
import { getPath, listAt } from "./paths.js";

const SVG = "http://www.w3.org/2000/svg";

export function svgElement(tag, attributes = {}, ...inside) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

const points = (all) => all.map((p) => p.join(",")).join(" ");
const isPolyline = (all) =>
  Array.isArray(all) &&
  all.length > 1 &&
  all.every((p) => Array.isArray(p) && p.length === 2 && p.every(Number.isFinite));

export function drawBoard(group, board, selected) {
  const { data, layout } = board;
  const selectedPath = JSON.stringify(selected ?? null);
  const addElement = (tag, keyPath, css, attributes, ...inside) => {
    const path = JSON.stringify(keyPath);
    const element = svgElement(
      tag,
      { class: css + (path === selectedPath ? " chosen" : ""), "data-path": path, ...attributes },
      ...inside,
    );
    parts.push(element);
  };
  const parts = [];
  const [width, height] = boardSize(data, layout);
  parts.push(svgElement("rect", { class: "ed-paper", x: 0, y: 0, width, height }));
  for (const kind of layout.scenery) drawScenery(parts, data, kind, addElement);
  if (layout.squares) drawSquares(parts, data, layout);
  if (layout.hexes) drawHexes(data, layout, addElement);
  for (const kind of layout.links) drawLinks(board, kind, addElement);
  for (const kind of layout.places) drawPlaces(board, kind, addElement);
  group.replaceChildren(...parts);
}

function drawScenery(parts, data, kind, addElement) {
  const scenery = getPath(data, kind.table);
  if (!scenery) return;
  if (!kind.points && !kind.text) {
    for (const line of Object.values(scenery)) {
      if (isPolyline(line))
        parts.push(svgElement("polyline", { class: "ed-scene", points: points(line) }));
    }
    return;
  }
  listAt(data, kind.table).forEach((row, n) => {
    const keyPath = [kind.table, n];
    if (kind.points && isPolyline(row[kind.points]))
      addElement("polyline", keyPath, "ed-scene", { points: points(row[kind.points]) });
    if (kind.text && Number.isFinite(row.x) && Number.isFinite(row.y)) {
      addElement(
        "text",
        keyPath,
        "ed-region",
        { x: row.x, y: row.y, "font-size": Number(row[kind.size]) || 14 },
        String(row[kind.text] ?? ""),
      );
    }
  });
}

function drawSquares(parts, data, layout) {
  const { size: cell, table, letters } = layout.squares;
  const known = Object.keys(letters);
  listAt(data, table).forEach((line, y) =>
    [...String(line)].forEach((letter, x) => {
      const css = `ed-cell ed-k${known.indexOf(letter)}`;
      parts.push(
        svgElement("rect", { class: css, x: x * cell, y: y * cell, width: cell, height: cell }),
      );
      parts.push(
        svgElement(
          "text",
          { class: "ed-letter", x: (x + 0.5) * cell, y: (y + 0.5) * cell },
          letter,
        ),
      );
    }),
  );
}

function drawHexes(data, layout, addElement) {
  const { hexes } = layout;
  const { radius } = gridOf(data, hexes);
  const rows = listAt(data, hexes.table);
  const kinds = [
    ...new Set([...Object.keys(hexes.by_kind), ...rows.map((row) => row[hexes.kind])]),
  ];
  rows.forEach((row, n) => {
    if (!Number.isFinite(row.x) || !Number.isFinite(row.y)) return;
    const spot = [row.x, row.y];
    const shape = svgElement("polygon", { points: points(hexCorners(spot, radius - 1)) });
    const id = svgElement(
      "text",
      { class: "ed-small", x: row.x, y: row.y + radius * 0.72 },
      String(row.id),
    );
    const kind = svgElement(
      "text",
      { class: "ed-small", x: row.x, y: row.y - radius * 0.5 },
      String(row[hexes.kind] ?? ""),
    );
    const more = hexes.shows.map((key, k) =>
      svgElement(
        "text",
        { class: k ? "ed-small" : "ed-name", x: row.x, y: row.y + 4 + 13 * k },
        String(row[key] || ""),
      ),
    );
    addElement(
      "g",
      [hexes.table, n],
      `ed-hex ed-k${kinds.indexOf(row[hexes.kind])}`,
      {},
      shape,
      kind,
      ...more,
      id,
    );
  });
}

function drawLinks(board, kind, addElement) {
  const { data, layout } = board;
  listAt(data, kind.table).forEach((row, n) => {
    const line = lineOf(data, layout, kind, row);
    if (!line) return;
    const [a, b] = line;
    const bend =
      kind.bend && Array.isArray(row[kind.bend])
        ? row[kind.bend]
        : [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const path = `M${a.join(" ")}Q${bend.join(" ")} ${b.join(" ")}`;
    const inside = [
      svgElement("path", { class: "ed-hit", d: path }),
      svgElement("path", { class: "ed-line", d: path }),
    ];
    if (kind.one_way) inside.push(arrow(a, b));
    for (const place of kind.slots ? (row[kind.slots] ?? []) : []) {
      if (Array.isArray(place) && place.length === 3 && place.every(Number.isFinite))
        inside.push(slot(place, Number(getPath(data, kind.slots_wide)) || 20));
    }
    if (kind.box.length && kind.box.every((key) => Number.isFinite(row[key]))) {
      inside.push(
        svgElement("rect", {
          class: "ed-box",
          x: row[kind.box[0]] - 5,
          y: row[kind.box[1]] - 5,
          width: 10,
          height: 10,
        }),
      );
    }
    addElement(
      "g",
      [...kind.table.split("."), n],
      `ed-link ed-t${typeNumber(data, kind, row)}`,
      {},
      ...inside,
    );
  });
}

// The line style of a link: the index of its kind among the kinds in use.
function typeNumber(data, kind, row) {
  const key = kind.keeps.find((name) => typeof row[name] === "string");
  if (!key) return 0;
  return [...new Set(listAt(data, kind.table).map((other) => other[key]))].sort().indexOf(row[key]);
}

function arrow(a, b) {
  const degrees = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  const [x, y] = [a[0] + (b[0] - a[0]) * 0.62, a[1] + (b[1] - a[1]) * 0.62];
  return svgElement("path", {
    class: "ed-arrow",
    d: "M-7 -5L4 0L-7 5z",
    transform: `translate(${x} ${y}) rotate(${degrees})`,
  });
}

function slot([x, y, degrees], wide) {
  return svgElement("rect", {
    class: "ed-box",
    x: -wide / 2,
    y: -5,
    width: wide,
    height: 10,
    transform: `translate(${x} ${y}) rotate(${degrees})`,
  });
}

function drawPlaces(board, kind, addElement) {
  const { data, layout } = board;
  listAt(data, kind.table).forEach((row, n) => {
    const spot = positionOf(row, kind, layout);
    if (!spot) return;
    const label = labelPosition(row, kind);
    const anchor = { start: "start", end: "end" }[row[kind.anchor]] ?? "middle";
    const text = label
      ? svgElement(
          "text",
          { class: "ed-name", x: label[0], y: label[1], style: `text-anchor:${anchor}` },
          String(row.name ?? row.id ?? ""),
        )
      : svgElement(
          "text",
          { class: "ed-name", x: spot[0], y: spot[1] - 11 },
          String(row.name ?? row.id ?? ""),
        );
    addElement(
      "g",
      [kind.table, n],
      "ed-place",
      {},
      svgElement("circle", { class: "ed-hit", cx: spot[0], cy: spot[1], r: 14 }),
      svgElement("circle", { class: "ed-dot", cx: spot[0], cy: spot[1], r: 7 }),
      text,
    );
  });
}
