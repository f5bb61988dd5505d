// Places labels where they overlap the fewest lines and other labels, unless the user moved them.

import {
  boardSize,
  findPlace,
  labelPosition,
  lineOf,
  placeKind,
  positionOf,
  writeSpot,
} from "./elements.js";
import { listAt } from "./paths.js";

// Of a label: width per character, extent above and below its baseline.
const [LETTER_WIDTH, ABOVE, BELOW] = [6.2, 10, 3];
const AROUND = [
  [12, 4, "start"],
  [12, 14, "start"],
  [12, -6, "start"],
  [-12, 4, "end"],
  [-12, 14, "end"],
  [-12, -6, "end"],
  [0, -12, "middle"],
  [0, 22, "middle"],
];

// Candidate offsets of a label; the first is the default.
function sidesOf(kind) {
  const [dx, dy] = kind.label_at;
  const usual = [dx, dy, kind.fresh[kind.anchor] ?? "middle"];
  return [usual, ...(kind.anchor ? AROUND : [[dx, dy > 0 ? -14 : 24, "middle"]])];
}

function boxOf(name, [x, y], anchor) {
  const long = LETTER_WIDTH * String(name ?? "").length;
  const left = x - long * ({ start: 0, middle: 0.5, end: 1 }[anchor] ?? 0.5);
  return { left, right: left + long, top: y - ABOVE, bottom: y + BELOW };
}

const areApart = (a, b) =>
  a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top;

// Whether a line crosses a box, by clipping it at the four sides.
function crosses([[x, y], [u, v]], { left, right, top, bottom }) {
  let [from, to] = [0, 1];
  for (const [start, delta, low, high] of [
    [x, u - x, left, right],
    [y, v - y, top, bottom],
  ]) {
    if (!delta && (start < low || start > high)) return false;
    if (!delta) continue;
    const [a, b] = [(low - start) / delta, (high - start) / delta].sort((p, q) => p - q);
    [from, to] = [Math.max(from, a), Math.min(to, b)];
  }
  return from <= to;
}

// Place the labels of these places, given by the ids of one table.
export function placeLabels(data, layout, table, ids) {
  const kind = placeKind(layout, table);
  if (!kind?.label.length || layout.squares) return;
  const sides = sidesOf(kind);
  const [wide, high] = boardSize(data, layout);
  const anchorOf = (row) => (kind.anchor ? row[kind.anchor] : "middle");
  const lines = layout.links
    .filter((link) => link.places === table)
    .flatMap((link) => listAt(data, link.table).map((row) => lineOf(data, layout, link, row)))
    .filter(Boolean);
  for (const id of ids) {
    const row = findPlace(data, kind, id);
    const [spot, label] = [row && positionOf(row, kind, layout), row && labelPosition(row, kind)];
    const isManual =
      spot &&
      label &&
      !sides.some(
        ([dx, dy, anchor]) =>
          spot[0] + dx === label[0] && spot[1] + dy === label[1] && anchor === anchorOf(row),
      );
    if (!spot || !label || isManual) continue;
    const others = listAt(data, table)
      .filter((it) => it !== row && labelPosition(it, kind))
      .flatMap((it) => {
        const [x, y] = positionOf(it, kind, layout);
        return [
          boxOf(it.name, labelPosition(it, kind), anchorOf(it)),
          { left: x - 6, right: x + 6, top: y - 6, bottom: y + 6 },
        ];
      });
    const overlaps = ([dx, dy, anchor]) => {
      const box = boxOf(row.name, [spot[0] + dx, spot[1] + dy], anchor);
      if (box.left < 0 || box.top < 0 || box.right > wide || box.bottom > high) return Infinity; // off the board
      return (
        2 * others.filter((it) => !areApart(box, it)).length +
        lines.filter((line) => crosses(line, box)).length
      );
    };
    const best = sides.reduce((best, side) => (overlaps(side) < overlaps(best) ? side : best));
    writeSpot(row, kind.label, [spot[0] + best[0], spot[1] + best[1]]);
    if (kind.anchor) row[kind.anchor] = best[2];
  }
}
