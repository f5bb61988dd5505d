// Buttons at the edges of the sheet in focus: how many legal targets are outside the frame there.
import { ngettext } from "./messages.js";

const SIDES = { left: "◂", right: "▸", top: "▴", bottom: "▾" };
const SIZE = { width: 46, height: 28 }; // CSS pixels
const GAP = 3;
const STEP = 14; // a marker moves along its edge until it covers no target

const words = (count, side) =>
  ({
    left: ngettext("{n} more choice on the left", "{n} more choices on the left", count),
    right: ngettext("{n} more choice on the right", "{n} more choices on the right", count),
    top: ngettext("{n} more choice above", "{n} more choices above", count),
    bottom: ngettext("{n} more choice below", "{n} more choices below", count),
  })[side];

const pressed = new WeakMap(); // marker -> what a press does
export const pressMarker = (marker) => pressed.get(marker)?.();

// The side of the frame that a box is beyond; none if its centre is inside.
function sideOf({ x, y }, { width, height }) {
  const beyond = { left: -x, right: x - width, top: -y, bottom: y - height };
  const [side, distance] = Object.entries(beyond).sort((a, b) => b[1] - a[1])[0];
  return distance > 0 ? side : null;
}

const CENTER = 1000; // covering the centre of a target is worse than touching many

const contains = (box, { x, y }) =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
const overlaps = (a, b) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function placeMarker(side, along, extent, visible) {
  const isUpright = side === "left" || side === "right";
  const [length, size] = isUpright ? [extent.height, SIZE.height] : [extent.width, SIZE.width];
  const boxAt = (at) => {
    const left = isUpright ? (side === "left" ? GAP : extent.width - SIZE.width - GAP) : at;
    const top = isUpright ? at : side === "top" ? GAP : extent.height - SIZE.height - GAP;
    return { left, top, right: left + SIZE.width, bottom: top + SIZE.height };
  };
  const free = [];
  for (let at = GAP; at <= length - size - GAP; at += STEP) {
    const box = boxAt(at);
    free.push({
      box,
      away: Math.abs(at + size / 2 - along),
      hits: visible.reduce(
        (sum, each) => sum + (contains(box, each.center) ? CENTER : overlaps(box, each) ? 1 : 0),
        0,
      ),
    });
  }
  return free.sort((a, b) => a.hits - b.hits || a.away - b.away)[0]?.box ?? boxAt(GAP);
}

// Show the markers of a sheet; `boxes` are its targets in coordinates of the frame.
export function showMarkers(sheet, boxes, extent, onPress) {
  const groups = { left: [], right: [], top: [], bottom: [] };
  const visible = [];
  for (const box of boxes) {
    const center = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
    const side = sideOf(center, extent);
    if (side) groups[side].push({ ...center, box });
    else visible.push({ ...box, center });
  }
  for (const [side, all] of Object.entries(groups)) {
    let marker = sheet.querySelector(`.edge[data-side="${side}"]`);
    if (!all.length) {
      if (marker) removeMarker(marker);
      continue;
    }
    if (!marker) {
      marker = document.createElement("button");
      Object.assign(marker, { type: "button", className: "edge" });
      marker.dataset.side = side;
      sheet.append(marker);
    }
    const along = side === "left" || side === "right" ? "y" : "x";
    const mean = all.reduce((sum, each) => sum + each[along], 0) / all.length;
    const { left, top } = placeMarker(side, mean, extent, visible);
    marker.textContent = `${SIDES[side]} ${all.length}`;
    marker.setAttribute("aria-label", words(all.length, side));
    Object.assign(marker.style, { left: `${left}px`, top: `${top}px` });
    pressed.set(marker, () => onPress(all.map((each) => each.box)));
  }
}

export function removeMarkers(sheet) {
  for (const marker of sheet.querySelectorAll(".edge")) removeMarker(marker);
}

// The sheet takes the focus of a marker that is no longer needed.
function removeMarker(marker) {
  if (marker === document.activeElement) marker.closest(".sheet").focus({ preventScroll: true });
  marker.remove();
}
