// What the mouse does on the stage: choose and move, add places, link them, paint cells.
import { node } from "./drawing.js";
import { placeNames } from "./labels.js";
import { list } from "./paths.js";
import {
  addHex, addLink, addPlace, hexIndex, letterAt, linkKind, moveHex, movePlace, paintHex, placeKind, placeNear, setLetter, spotOf,
} from "./things.js";
import { placeName } from "./words.js";

const REACH = 16; // pixels around a place that still mean it

// `desk` is the editor: board, stage, from() (the source of new facts), select(), tell().
export function choosing(desk) {
  const { board, stage } = desk;
  let held = null;
  return {
    down(_spot, way) {
      held = movable(board, way) ? { way, before: board.state() } : null;
      return held !== null;
    },
    move(spot) {
      board.restore(held.before);
      carry(board, held.way, spot, "");
      stage.draw();
    },
    up(spot) {
      board.restore(held.before);
      const { way } = held;
      held = null;
      if (!board.change(() => carry(board, way, spot, desk.from()))) stage.draw();
      desk.select(way, true);
    },
    drop() {
      if (held) board.restore(held.before);
      held = null;
      stage.draw();
    },
    click(spot, way) {
      const near = placeNear(board.data, board.layout, spot, REACH * stage.grain);
      if (near) desk.select([near.kind.table, near.n]);
      else if (way) desk.select(way);
      else if (board.layout.squares) desk.tell(cellWords(board, spot));
    },
  };
}

const movable = (board, way) => way && way.length === 2
  && (placeKind(board.layout, way[0]) || board.layout.hexes?.table === way[0] || Number.isFinite(list(board.data, way[0])[way[1]]?.x));

function carry(board, [table, n], spot, from) {
  const { data, layout } = board;
  if (placeKind(layout, table)) return movePlace(data, layout, table, n, spot, from);
  if (layout.hexes?.table === table) return moveHex(data, layout, n, spot, from);
  const row = list(data, table)[n];
  Object.assign(row, { x: Math.round(spot[0]), y: Math.round(spot[1]) });
  return true;
}

function cellWords({ data, layout }, spot) {
  const { size: cell, letters } = layout.squares;
  const letter = letterAt(data, layout, spot.map((x) => Math.floor(x / cell)));
  return letter ? `${letter}: ${letters[letter] ?? "no terrain"}` : "";
}

// One click, a name, Enter: and the next.
export function adding(desk, table) {
  const { board, stage } = desk;
  const kind = placeKind(board.layout, table);
  desk.tell(`Click where a ${kind.title} is, type its name, press Enter.`);
  return {
    click(spot, way) {
      if (desk.naming.open) desk.naming.take();
      const near = way && placeNear(board.data, board.layout, spot, REACH * stage.grain);
      if (near) {
        desk.select([near.kind.table, near.n]);
        desk.tell(`${near.row.name ?? near.row.id} is there already; it is chosen now.`);
        return;
      }
      stage.mark(node("circle", { class: "ed-new", cx: spot[0], cy: spot[1], r: 8 }));
      desk.naming.ask(stage.screen(spot), `Name of the new ${kind.title}`, (name) => {
        stage.mark();
        if (!name) return;
        let n = -1;
        board.change((data) => {
          n = addPlace(data, board.layout, table, spot, name, desk.from());
          return n >= 0;
        });
        if (n >= 0) desk.select([table, n], true);
        desk.tell(n >= 0 ? `${name} is there. Click where the next one is.` : "There is no room for it here.");
      });
    },
  };
}

// Click, click. What is kept from the last link (its kind, its cost) the next one has, too.
export function linking(desk, table) {
  const { board, stage } = desk;
  const kind = linkKind(board.layout, table);
  let first = null;
  const begin = () => desk.tell(`New ${kind.title}: click one end, then the other.`);
  begin();
  return {
    click(spot, way, event) {
      const near = placeNear(board.data, board.layout, spot, REACH * stage.grain);
      if (!near || near.kind.table !== kind.places) {
        if (way && way.slice(0, -1).join(".") === table) desk.select(way);
        else desk.tell("Click a place.");
        return;
      }
      if (!first) {
        first = near.row.id;
        stage.mark(node("circle", { class: "ed-new", cx: near.spot[0], cy: near.spot[1], r: 11 }));
        desk.tell(`From ${near.row.name ?? first} to where?`);
        return;
      }
      const [a, b] = [first, near.row.id];
      stage.mark();
      first = null;
      if (a === b) {
        begin();
        return;
      }
      let made = null;
      board.change((data) => {
        made = addLink(data, board.layout, table, a, b, desk.from(), desk.keeps(table));
        if (made.fresh) placeNames(data, board.layout, kind.places, [a, b]);
      });
      desk.select([...table.split("."), made.n], true);
      const called = [a, b].map((id) => placeName(board.data, kind.places, id)).join(" – ");
      desk.tell(made.fresh ? `${called} is there. Click one end of the next.` : `${called} was there already; it is chosen now.`);
      if (event?.shiftKey) this.click(spot, null); // on from here
    },
    drop() {
      first = null;
      stage.mark();
    },
  };
}

// Paint hexes or squares with a word or letter; dragging paints what it passes.
export function painting(desk, brush) {
  const { board, stage } = desk;
  const { layout } = board;
  let before = null;
  const stroke = (spot) => {
    if (layout.hexes) {
      const n = hexIndex(board.data, layout.hexes, spot);
      if (n >= 0) paintHex(board.data, layout, n, brush(), desk.from());
      return n;
    }
    const cell = spot.map((x) => Math.floor(x / layout.squares.size));
    const letter = letterAt(board.data, layout, cell);
    const held = layout.places.some((kind) => list(board.data, kind.table).some((row) => kind.letter
      && spotOf(row, kind, layout)?.every((x, k) => Math.floor(x / layout.squares.size) === cell[k])));
    if (letter && !held) setLetter(board.data, layout, cell, brush());
    return -1;
  };
  const finish = () => {
    const after = board.data;
    board.restore(before);
    board.change((data) => Object.assign(data, after));
    before = null;
  };
  desk.tell(`Click or drag over cells to paint them.${layout.hexes ? " A click where no hex is adds one." : ""}`);
  return {
    down() {
      before = board.state();
      return true;
    },
    move(spot) {
      stroke(spot);
      stage.draw();
    },
    up: finish,
    drop() {
      if (before) board.restore(before);
      before = null;
      stage.draw();
    },
    click(spot) {
      before ??= board.state();
      let n = stroke(spot);
      if (layout.hexes && n < 0) n = addHex(board.data, layout, spot, brush(), desk.from());
      finish();
      if (n >= 0) desk.select([layout.hexes.table, n], true);
    },
  };
}
