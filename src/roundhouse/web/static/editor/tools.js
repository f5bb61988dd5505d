// The tools: select and move, add places, link them, paint cells.

import { _ } from "../messages.js";
import { placeName } from "./display_names.js";
import {
  addHex,
  addLink,
  addPlace,
  hexIndex,
  letterAt,
  linkKind,
  moveHex,
  movePlace,
  nearestPlace,
  paintHex,
  placeKind,
  positionOf,
  setLetter,
} from "./elements.js";
import { placeLabels } from "./label_placement.js";
import { listAt } from "./paths.js";
import { svgElement } from "./render.js";

const REACH = 16; // pixels around a place
const isTouch = matchMedia("(pointer: coarse)").matches;

// Tools use the editor's board, canvas, from() (the source of new facts), select() and showStatus().
export function choosing(editor) {
  const { board, canvas } = editor;
  let dragged = null;
  return {
    down(_spot, keyPath) {
      dragged = movable(board, keyPath) ? { keyPath, before: board.state() } : null;
      return dragged !== null;
    },
    move(spot) {
      board.restore(dragged.before);
      moveElement(board, dragged.keyPath, spot, "");
      canvas.draw();
    },
    up(spot) {
      board.restore(dragged.before);
      const { keyPath } = dragged;
      dragged = null;
      if (!board.change(() => moveElement(board, keyPath, spot, editor.from()))) canvas.draw();
      editor.select(keyPath, true);
    },
    drop() {
      if (dragged) board.restore(dragged.before);
      dragged = null;
      canvas.draw();
    },
    click(spot, keyPath) {
      const near = nearestPlace(board.data, board.layout, spot, REACH * canvas.grain);
      if (near) editor.select([near.kind.table, near.n]);
      else if (keyPath) editor.select(keyPath);
      else if (board.layout.squares) editor.showStatus(cellName(board, spot));
    },
  };
}

const movable = (board, keyPath) =>
  keyPath &&
  keyPath.length === 2 &&
  (placeKind(board.layout, keyPath[0]) ||
    board.layout.hexes?.table === keyPath[0] ||
    Number.isFinite(listAt(board.data, keyPath[0])[keyPath[1]]?.x));

function moveElement(board, [table, n], spot, from) {
  const { data, layout } = board;
  if (placeKind(layout, table)) return movePlace(data, layout, table, n, spot, from);
  if (layout.hexes?.table === table) return moveHex(data, layout, n, spot, from);
  const row = listAt(data, table)[n];
  Object.assign(row, { x: Math.round(spot[0]), y: Math.round(spot[1]) });
  return true;
}

function cellName({ data, layout }, spot) {
  const { size: cell, letters } = layout.squares;
  const terrain = letterAt(
    data,
    layout,
    spot.map((x) => Math.floor(x / cell)),
  );
  return terrain ? `${terrain}: ${letters[terrain] ?? _("no terrain")}` : "";
}

// Add places: click, type the name, press Enter.
export function adding(editor, table) {
  const { board, canvas } = editor;
  const kind = placeKind(board.layout, table);
  const about = { kind: kind.title };
  editor.showStatus(
    isTouch
      ? _("Tap the position of the new {kind}, type its name, press Enter.", about)
      : _("Click the position of the new {kind}, type its name, press Enter.", about),
  );
  return {
    click(spot, keyPath) {
      if (editor.naming.open) editor.naming.take();
      const near = keyPath && nearestPlace(board.data, board.layout, spot, REACH * canvas.grain);
      if (near) {
        editor.select([near.kind.table, near.n]);
        const name = near.row.name ?? near.row.id;
        editor.showStatus(_("{name} already exists; it is now selected.", { name }));
        return;
      }
      canvas.mark(svgElement("circle", { class: "ed-new", cx: spot[0], cy: spot[1], r: 8 }));
      editor.naming.ask(canvas.screen(spot), _("Name of the new {kind}", about), (name) => {
        canvas.mark();
        if (!name) return;
        let n = -1;
        board.change((data) => {
          n = addPlace(data, board.layout, table, spot, name, editor.from());
          return n >= 0;
        });
        if (n >= 0) editor.select([table, n], true);
        editor.showStatus(
          n >= 0
            ? isTouch
              ? _("Added {name}. Tap the position of the next one.", { name })
              : _("Added {name}. Click the position of the next one.", { name })
            : _("This cell is taken. Choose another one."),
        );
      });
    },
  };
}

// Link places: click both ends. A new link gets the kind and cost of the last one.
export function linking(editor, table) {
  const { board, canvas } = editor;
  const kind = linkKind(board.layout, table);
  let first = null;
  const promptFirstEnd = () =>
    editor.showStatus(_("New {kind}: choose one end, then the other.", { kind: kind.title }));
  promptFirstEnd();
  return {
    click(spot, keyPath, event) {
      const near = nearestPlace(board.data, board.layout, spot, REACH * canvas.grain);
      if (!near || near.kind.table !== kind.places) {
        if (keyPath && keyPath.slice(0, -1).join(".") === table) editor.select(keyPath);
        else editor.showStatus(_("Choose a place."));
        return;
      }
      if (!first) {
        first = near.row.id;
        canvas.mark(
          svgElement("circle", { class: "ed-new", cx: near.spot[0], cy: near.spot[1], r: 11 }),
        );
        const place = near.row.name ?? first;
        editor.showStatus(_("From {place}: choose the other end.", { place }));
        return;
      }
      const [a, b] = [first, near.row.id];
      canvas.mark();
      first = null;
      if (a === b) {
        promptFirstEnd();
        return;
      }
      let result = null;
      board.change((data) => {
        result = addLink(data, board.layout, table, a, b, editor.from(), editor.keeps(table));
        if (result.fresh) placeLabels(data, board.layout, kind.places, [a, b]);
      });
      editor.select([...table.split("."), result.n], true);
      const name = [a, b].map((id) => placeName(board.data, kind.places, id)).join(" – ");
      editor.showStatus(
        result.fresh
          ? _("Added {name}. Choose one end of the next one.", { name })
          : _("{name} already exists; it is now selected.", { name }),
      );
      if (event?.shiftKey) this.click(spot, null); // continue from this end
    },
    drop() {
      first = null;
      canvas.mark();
    },
  };
}

// Paint hexes or squares by clicking or dragging.
export function painting(editor, brush) {
  const { board, canvas } = editor;
  const { layout } = board;
  let before = null;
  const stroke = (spot) => {
    if (layout.hexes) {
      const n = hexIndex(board.data, layout.hexes, spot);
      if (n >= 0) paintHex(board.data, layout, n, brush(), editor.from());
      return n;
    }
    const cell = spot.map((x) => Math.floor(x / layout.squares.size));
    const terrain = letterAt(board.data, layout, cell);
    const hasPlace = layout.places.some((kind) =>
      listAt(board.data, kind.table).some(
        (row) =>
          kind.letter &&
          positionOf(row, kind, layout)?.every(
            (x, k) => Math.floor(x / layout.squares.size) === cell[k],
          ),
      ),
    );
    if (terrain && !hasPlace) setLetter(board.data, layout, cell, brush());
    return -1;
  };
  const finish = () => {
    const after = board.data;
    board.restore(before);
    board.change((data) => Object.assign(data, after));
    before = null;
  };
  editor.showStatus(
    layout.hexes
      ? isTouch
        ? _("Tap or drag over cells to paint them. Tap an empty position to add a hex.")
        : _("Click or drag over cells to paint them. Click an empty position to add a hex.")
      : isTouch
        ? _("Tap or drag over cells to paint them.")
        : _("Click or drag over cells to paint them."),
  );
  return {
    down() {
      before = board.state();
      return true;
    },
    move(spot) {
      stroke(spot);
      canvas.draw();
    },
    up: finish,
    drop() {
      if (before) board.restore(before);
      before = null;
      canvas.draw();
    },
    click(spot) {
      before ??= board.state();
      let n = stroke(spot);
      if (layout.hexes && n < 0) n = addHex(board.data, layout, spot, brush(), editor.from());
      finish();
      if (n >= 0) editor.select([layout.hexes.table, n], true);
    },
  };
}
