// Names out of the way of lines: as long as nobody has put a name elsewhere, it stands on that side of
// its place where the fewest lines and other names are.
import { list } from "./paths.js";
import { findPlace, labelOf, lineOf, placeKind, size, spotOf, writeSpot } from "./things.js";

const [LETTER, ABOVE, BELOW] = [6.2, 10, 3]; // of a name as the editor writes it: width of a letter, from its line up and down
const AROUND = [
  [12, 4, "start"], [12, 14, "start"], [12, -6, "start"], [-12, 4, "end"], [-12, 14, "end"], [-12, -6, "end"],
  [0, -12, "middle"], [0, 22, "middle"],
];

// The first is where a new one is put.
function sidesOf(kind) {
  const [dx, dy] = kind.label_at;
  const usual = [dx, dy, kind.fresh[kind.anchor] ?? "middle"];
  return [usual, ...(kind.anchor ? AROUND : [[dx, dy > 0 ? -14 : 24, "middle"]])];
}

function boxOf(name, [x, y], anchor) {
  const long = LETTER * String(name ?? "").length;
  const left = x - long * ({ start: 0, middle: 0.5, end: 1 }[anchor] ?? 0.5);
  return { left, right: left + long, top: y - ABOVE, bottom: y + BELOW };
}

const apart = (a, b) => a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top;

// Whether a line runs through a box: what is left of it between all four sides.
function crosses([[x, y], [u, v]], { left, right, top, bottom }) {
  let [from, to] = [0, 1];
  for (const [start, way, low, high] of [[x, u - x, left, right], [y, v - y, top, bottom]]) {
    if (!way && (start < low || start > high)) return false;
    if (!way) continue;
    const [a, b] = [(low - start) / way, (high - start) / way].sort((p, q) => p - q);
    [from, to] = [Math.max(from, a), Math.min(to, b)];
  }
  return from <= to;
}

// Put the names of these places (ids of one table) where they can be read best.
export function placeNames(data, layout, table, ids) {
  const kind = placeKind(layout, table);
  if (!kind?.label.length || layout.squares) return;
  const sides = sidesOf(kind);
  const [wide, high] = size(data, layout);
  const anchorOf = (row) => (kind.anchor ? row[kind.anchor] : "middle");
  const lines = layout.links.filter((link) => link.places === table)
    .flatMap((link) => list(data, link.table).map((row) => lineOf(data, layout, link, row))).filter(Boolean);
  for (const id of ids) {
    const row = findPlace(data, kind, id);
    const [spot, label] = [row && spotOf(row, kind, layout), row && labelOf(row, kind)];
    const own = spot && label && !sides.some(([dx, dy, anchor]) => spot[0] + dx === label[0] && spot[1] + dy === label[1] && anchor === anchorOf(row));
    if (!spot || !label || own) continue;
    const others = list(data, table).filter((it) => it !== row && labelOf(it, kind)).flatMap((it) => {
      const [x, y] = spotOf(it, kind, layout);
      return [boxOf(it.name, labelOf(it, kind), anchorOf(it)), { left: x - 6, right: x + 6, top: y - 6, bottom: y + 6 }];
    });
    const inTheWay = ([dx, dy, anchor]) => {
      const box = boxOf(row.name, [spot[0] + dx, spot[1] + dy], anchor);
      if (box.left < 0 || box.top < 0 || box.right > wide || box.bottom > high) return Infinity; // off the board
      return 2 * others.filter((it) => !apart(box, it)).length + lines.filter((line) => crosses(line, box)).length;
    };
    const best = sides.reduce((found, side) => (inTheWay(side) < inTheWay(found) ? side : found));
    writeSpot(row, kind.label, [spot[0] + best[0], spot[1] + best[1]]);
    if (kind.anchor) row[kind.anchor] = best[2];
  }
}
