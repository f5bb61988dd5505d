// Chooses the part of a sheet that is shown: the one with the most targets.

const START_SHARE = 0.85; // rows start at the top left: stay there for this share of the best frame
const ANCHOR_WEIGHT = 100; // a target that the drawing marks as the place of the action
const TOLERANCE = 2; // CSS pixels
const MAX_SHARE = 0.9; // of the frame that a large target must fill to count as visible

// Whether a box is inside a frame along one axis. Of a box larger than the frame, the start counts.
function isInside(box, [near, size], { k, offset, extent }) {
  const start = box[near] * k + offset;
  const length = Math.min(box[size] * k, extent * MAX_SHARE);
  return start >= -TOLERANCE && start + length <= extent + TOLERANCE;
}

// Return [offset, whether each box is inside] for the offsets worth trying along one axis.
function tryOffsets(boxes, axis, { k, extent, clamp }) {
  const [near, size] = axis;
  const offsets = boxes.flatMap((box) => {
    const length = Math.min(box[size] * k, extent);
    return [(extent - length) / 2 - box[near] * k, 12 - box[near] * k];
  });
  const all = new Set([0, ...offsets].map((offset) => Math.round(clamp(offset))));
  return [...all].map((offset) => [
    offset,
    boxes.map((box) => isInside(box, axis, { k, offset, extent })),
  ]);
}

const AXES = [
  ["left", "width"],
  ["top", "height"],
];

// How much of the targets and anchors a frame shows.
export function rateFrame(boxes, { x, y, k }, extent) {
  const frames = [
    { k, offset: x, extent: extent.width },
    { k, offset: y, extent: extent.height },
  ];
  return boxes
    .filter((box) => AXES.every((axis, n) => isInside(box, axis, frames[n])))
    .reduce((sum, box) => sum + (box.isAnchor ? ANCHOR_WEIGHT : 1), 0);
}

// Return the offset {x, y} at a zoom; `clamp` keeps an offset on the drawing, per axis.
export function chooseFrame(boxes, k, extent, clamp) {
  const [across, down] = AXES.map((axis, n) =>
    tryOffsets(boxes, axis, { k, extent: extent[axis[1]], clamp: clamp[n] }),
  );
  const middle = (axis) =>
    boxes.reduce((sum, box) => sum + box[axis[0]] + box[axis[1]] / 2, 0) / boxes.length;
  const [midX, midY] = AXES.map(middle);
  const starts = clamp.map((each) => Math.round(each(0)));
  let best = { rating: -1 };
  for (const [x, isAcross] of across) {
    for (const [y, isDown] of down) {
      let rating = 0;
      for (let n = 0; n < boxes.length; n += 1) {
        if (isAcross[n] && isDown[n]) rating += boxes[n].isAnchor ? ANCHOR_WEIGHT : 1;
      }
      if (x === starts[0]) rating /= START_SHARE;
      if (y === starts[1]) rating /= START_SHARE;
      if (rating < best.rating) continue;
      const away = Math.hypot(extent.width / 2 - x - midX * k, extent.height / 2 - y - midY * k);
      if (rating > best.rating || away < best.away) best = { x, y, rating, away };
    }
  }
  return best;
}
