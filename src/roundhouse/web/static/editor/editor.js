// The board editor, put together: the desk that all its parts share.
import { Board } from "./board.js";
import { Checking } from "./checking.js";
import { drawEntry, write } from "./entry.js";
import { make } from "./fields.js";
import { Naming } from "./naming.js";
import { at, follow, list, put, steps } from "./paths.js";
import { Picture } from "./picture.js";
import { drawRows, freshRow } from "./rows.js";
import { Stage } from "./stage.js";
import { entryOf, lineOf, linkKind, placeKind, remove, spotOf } from "./things.js";
import { setUpTools } from "./toolbar.js";

document.documentElement.classList.add("has-js");
const root = document.querySelector("[data-editor]");
const find = (name) => root.querySelector(`[data-${name}]`);
const start = JSON.parse(document.getElementById("start").textContent);
const area = find("text");

const board = new Board({
  layout: start.layout, text: area.defaultValue, data: start.data ?? {}, key: `board editor ${root.dataset.game} ${root.dataset.board}`,
});
const stage = new Stage(find("stage"), board);

const desk = {
  root, board, stage, area, find, selected: null, table: "", tab: "entry",
  game: root.dataset.game,
  naming: new Naming(find("stage")),
  from: () => (find("stamp").checked ? find("source").value.trim() : ""),
  tell(words) {
    find("told").textContent = words;
  },
  keeps(table) {
    const kind = linkKind(board.layout, table);
    const fields = kind.keeps.map((key) => [key, root.querySelector(`[data-keep="${key}"]`)]);
    return Object.fromEntries(fields.filter(([, it]) => it?.value).map(([key, it]) => [key, JSON.parse(it.value)]));
  },
  // The next link is like the one that was touched last.
  keepLike(entry) {
    for (const it of root.querySelectorAll("[data-keep]")) {
      const wanted = JSON.stringify(entry[it.dataset.keep]);
      if ([...it.options].some((option) => option.value === wanted)) it.value = wanted;
    }
  },
  // `quiet`: the map's own doing, no other panel is opened. `open`: show the form.
  select(way, quiet = false, open = false) {
    this.selected = way;
    stage.selected = way;
    const table = way?.slice(0, -1).join(".");
    const kind = table && linkKind(board.layout, table);
    const entry = way && follow(board.data, way);
    if (kind && entry) this.keepLike(entry);
    stage.draw();
    if (!quiet || open || this.tab === "entry") this.show("entry");
    if (open) find("panel-entry").querySelector("input")?.focus();
    const spot = way && spotOfEntry(way);
    if (spot && open) stage.show(spot);
  },
  write(way, key, given) {
    if (!write(board, way, key, given, this.from())) {
      if (key === "id") this.tell(`${given} is another’s id.`);
      this.refresh();
    }
    if (linkKind(board.layout, way.slice(0, -1).join("."))) this.keepLike(follow(board.data, way));
  },
  remove(way) {
    this.selected = null;
    stage.selected = null;
    board.change((data) => remove(data, board.layout, way));
    this.tell("It is gone. Undo brings it back.");
  },
  addRow(table) {
    let n = -1;
    board.change((data) => {
      if (!at(data, table)) put(data, table, []);
      n = list(data, table).push(freshRow(data, table)) - 1;
    });
    this.select([...steps(table), n], false, true);
  },
  show(tab) {
    this.tab = tab;
    for (const button of root.querySelectorAll("[role=tab]")) {
      const mine = button.dataset.tab === tab;
      button.setAttribute("aria-selected", String(mine));
      button.tabIndex = mine ? 0 : -1;
      find(`panel-${button.dataset.tab}`).hidden = !mine;
    }
    this.refresh();
  },
  refresh() {
    const focused = document.activeElement;
    const label = focused?.closest(".ed-panel") ? focused.getAttribute("aria-label") : null;
    const scrolled = root.querySelector(".ed-wide")?.scrollTop ?? 0;
    if (this.tab === "entry") drawEntry(find("panel-entry"), this);
    if (this.tab === "rows") drawRows(find("panel-rows"), this);
    const wide = root.querySelector(".ed-wide");
    if (wide) wide.scrollTop = scrolled;
    if (label) root.querySelector(`.ed-panel:not([hidden]) [aria-label="${CSS.escape(label)}"]`)?.focus();
  },
  jump(way) {
    const entry = entryOf(board.data, board.layout, way);
    if (!entry.length) return;
    if (Array.isArray(follow(board.data, entry)) && typeof entry.at(-1) !== "number") {
      this.table = entry.join(".");
      this.show("rows");
      find("panel-rows").querySelector("select")?.focus();
      return;
    }
    this.select(entry, false, true);
    const key = way[entry.length];
    if (key !== undefined) find("panel-entry").querySelector(`[data-key="${CSS.escape(String(key))}"]`)?.focus();
  },
};

function spotOfEntry(way) {
  const table = way.slice(0, -1).join(".");
  const entry = follow(board.data, way);
  const places = placeKind(board.layout, table);
  if (places) return spotOf(entry, places, board.layout);
  const links = linkKind(board.layout, table);
  const line = links && lineOf(board.data, board.layout, links, entry);
  if (line) return [(line[0][0] + line[1][0]) / 2, (line[0][1] + line[1][1]) / 2];
  return Number.isFinite(entry?.x) && Number.isFinite(entry?.y) ? [entry.x, entry.y] : null;
}

const picture = new Picture(stage, board, find("panel-picture"), (words) => desk.tell(words));
const checking = new Checking(desk);
setUpTools(desk, picture);

for (const button of root.querySelectorAll("[role=tab]")) {
  button.addEventListener("click", () => desk.show(button.dataset.tab));
  button.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const all = [...root.querySelectorAll("[role=tab]")];
    const next = all[(all.indexOf(button) + step + all.length) % all.length];
    desk.show(next.dataset.tab);
    next.focus();
  });
}
root.addEventListener("unread", (event) => desk.tell(event.detail));

board.listen(() => {
  if (desk.selected && typeof follow(board.data, desk.selected) !== "object") {
    desk.selected = null;
    stage.selected = null;
  }
  stage.draw();
  setTimeout(() => desk.refresh()); // when the field that was left has let the next one have the focus
  checking.changed();
});

function restoreDraft() {
  const draft = board.draft();
  if (!draft?.data || typeof draft.base !== "string") return;
  const before = board.state();
  Object.assign(board, { base: draft.base, data: draft.data });
  if (!board.commit(before) && !draft.text) return;
  if (draft.name) find("name").value = draft.name;
  if (draft.text) area.value = draft.text;
  const drop = make("button", { type: "button", textContent: "Discard them" });
  drop.addEventListener("click", () => {
    board.dropDraft();
    checking.leaving = true;
    location.reload();
  });
  find("said").replaceChildren(`Your unsaved changes of ${new Date(draft.at).toLocaleString()} are back. `, drop);
  find("said").hidden = false;
  if (draft.text) checking.typed();
}

desk.show("entry");
restoreDraft();
stage.draw();
if (start.data) checking.soon(0);
else checking.typed(); // what the page brings has not been read yet
