// Points, lines, hexes, and the affine transform that aligns a picture with the map.

export const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
export const roundTo = (n, digits = 0) => Number(n.toFixed(digits));

// An affine transform as in SVG: x' = a x + c y + e, y' = b x + d y + f.
export const IDENTITY = [1, 0, 0, 1, 0, 0];
export const apply = ([a, b, c, d, e, f], [x, y]) => [a * x + c * y + e, b * x + d * y + f];

export function inverse([a, b, c, d, e, f]) {
  const size = a * d - b * c;
  if (Math.abs(size) < 1e-12) return null;
  return [d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size];
}

// The transform that maps each `from` to its `to`: one pair translates, two rotate and scale, three
// give an affine transform. Null if the points are on one line.
export function fitting(pairs, now) {
  const anchors = pairs.slice(0, 3);
  if (anchors.length === 1) {
    const [{ from, to }] = anchors;
    const [x, y] = apply(now, from);
    return [now[0], now[1], now[2], now[3], now[4] + to[0] - x, now[5] + to[1] - y];
  }
  if (anchors.length === 2) return similar(anchors);
  return anchors.length === 3 ? affine(anchors) : now;
}

function similar([p, q]) {
  const [dx, dy] = [q.from[0] - p.from[0], q.from[1] - p.from[1]];
  const [ex, ey] = [q.to[0] - p.to[0], q.to[1] - p.to[1]];
  const size = dx * dx + dy * dy;
  if (size < 1e-9) return null;
  const a = (ex * dx + ey * dy) / size;
  const b = (ey * dx - ex * dy) / size;
  return [
    a,
    b,
    -b,
    a,
    p.to[0] - a * p.from[0] + b * p.from[1],
    p.to[1] - b * p.from[0] - a * p.from[1],
  ];
}

function affine([p, q, r]) {
  const [x1, y1] = [q.from[0] - p.from[0], q.from[1] - p.from[1]];
  const [x2, y2] = [r.from[0] - p.from[0], r.from[1] - p.from[1]];
  const size = x1 * y2 - x2 * y1;
  if (Math.abs(size) < 1e-6 * (Math.hypot(x1, y1) * Math.hypot(x2, y2) || 1)) return null;
  const row = (k) => {
    const [u1, u2] = [q.to[k] - p.to[k], r.to[k] - p.to[k]];
    const [a, c] = [(u1 * y2 - u2 * y1) / size, (u2 * x1 - u1 * x2) / size];
    return [a, c, p.to[k] - a * p.from[0] - c * p.from[1]];
  };
  const [[a, c, e], [b, d, f]] = [row(0), row(1)];
  return [a, b, c, d, e, f];
}

// Position of a point along a line: 0 at one end, 1 at the other.
export function share(a, b, p) {
  const size = distance(a, b) ** 2;
  if (!size) return 0.5;
  return ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / size;
}

export const along = (a, b, t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

// Slots side by side in the middle of a line that bends towards `bend`: [x, y, degrees] each.
export function spotsAlong(a, b, bend, many, wide) {
  const turn = bend ?? middle(a, b);
  const length = distance(a, b) || 1;
  const gap = Math.min(wide + 3, length / (many + 1));
  return Array.from({ length: many }, (_, n) => {
    const t = 0.5 + ((n - (many - 1) / 2) * gap) / length;
    const [p, q] = [along(a, turn, t), along(turn, b, t)];
    const [x, y] = along(p, q, t);
    const degrees = (Math.atan2(q[1] - p[1], q[0] - p[0]) * 180) / Math.PI;
    return [roundTo(x, 1), roundTo(y, 1), roundTo(degrees, 1)];
  });
}

// Flat-topped hexes in columns a, b, c ...; odd columns are half a hex lower.
const ROOT = Math.sqrt(3);
export const hexId = (q, r) => `${String.fromCharCode(97 + q)}${r + Math.floor(q / 2) + 1}`;
export const hexSpot = (grid, q, r) => [
  grid.origin[0] + 1.5 * grid.radius * q,
  grid.origin[1] + ROOT * grid.radius * (r + q / 2),
];

export function hexAt(grid, [x, y]) {
  const near = Math.round((x - grid.origin[0]) / (1.5 * grid.radius));
  let best = null;
  for (const q of [near - 1, near, near + 1]) {
    const r = Math.round((y - grid.origin[1]) / (ROOT * grid.radius) - q / 2);
    const far = distance(hexSpot(grid, q, r), [x, y]);
    if (q >= 0 && q < 26 && r + Math.floor(q / 2) >= 0 && (!best || far < best.far))
      best = { q, r, far };
  }
  return best && best.far <= grid.radius ? best : null;
}

export function hexCorners([x, y], radius) {
  return Array.from({ length: 6 }, (_, n) => {
    const turn = (n * Math.PI) / 3;
    return [roundTo(x + radius * Math.cos(turn), 1), roundTo(y + radius * Math.sin(turn), 1)];
  });
}
