// The board editor: creates the parts and the state that they share.

import { _, isEnglish } from "../messages.js";
import { Picture } from "./background_picture.js";
import { Board } from "./board_model.js";
import { Canvas } from "./canvas.js";
import { entryPath, lineOf, linkKind, placeKind, positionOf, remove } from "./elements.js";
import { renderEntry, write } from "./entry_form.js";
import { createElement } from "./fields.js";
import { NameInput } from "./name_input.js";
import { follow, getPath, listAt, setPath, splitPath } from "./paths.js";
import { freshRow, renderTable } from "./table_view.js";
import { setUpTools } from "./toolbar.js";
import { Validation } from "./validation.js";

document.documentElement.classList.add("has-js");
const root = document.querySelector("[data-editor]");
const part = (name) => root.querySelector(`[data-${name}]`);
const start = JSON.parse(document.getElementById("start").textContent);
const area = part("text");

const board = new Board({
  layout: start.layout,
  text: area.defaultValue,
  data: start.data ?? {},
  key: `board editor ${root.dataset.game} ${root.dataset.board}`,
});
const canvas = new Canvas(part("stage"), board);

const editor = {
  root,
  board,
  canvas,
  area,
  part,
  selected: null,
  table: "",
  tab: "entry",
  game: root.dataset.game,
  naming: new NameInput(part("stage")),
  from: () => (part("stamp").checked ? part("source").value.trim() : ""),
  showStatus(text) {
    part("status").textContent = text;
  },
  keeps(table) {
    const kind = linkKind(board.layout, table);
    const fields = kind.keeps.map((key) => [key, root.querySelector(`[data-keep="${key}"]`)]);
    return Object.fromEntries(
      fields.filter(([, it]) => it?.value).map(([key, it]) => [key, JSON.parse(it.value)]),
    );
  },
  // The next link gets the properties of the last edited one.
  keepLike(entry) {
    for (const it of root.querySelectorAll("[data-keep]")) {
      const choice = JSON.stringify(entry[it.dataset.keep]);
      if ([...it.options].some((option) => option.value === choice)) it.value = choice;
    }
  },
  // `quiet`: do not switch panels. `open`: show and focus the form.
  select(keyPath, quiet = false, open = false) {
    this.selected = keyPath;
    canvas.selected = keyPath;
    const table = keyPath?.slice(0, -1).join(".");
    const kind = table && linkKind(board.layout, table);
    const entry = keyPath && follow(board.data, keyPath);
    if (kind && entry) this.keepLike(entry);
    canvas.draw();
    if (!quiet || open || this.tab === "entry") this.show("entry");
    if (open) part("panel-entry").querySelector("input")?.focus();
    const spot = keyPath && positionOfEntry(keyPath);
    if (spot && open) canvas.show(spot);
  },
  write(keyPath, key, value) {
    if (!write(board, keyPath, key, value, this.from())) {
      if (key === "id") this.showStatus(_("The ID {id} is already in use.", { id: value }));
      this.refresh();
    }
    if (linkKind(board.layout, keyPath.slice(0, -1).join(".")))
      this.keepLike(follow(board.data, keyPath));
  },
  remove(keyPath) {
    this.selected = null;
    canvas.selected = null;
    board.change((data) => remove(data, board.layout, keyPath));
    this.showStatus(_("Removed. Undo restores it."));
  },
  addRow(table) {
    let n = -1;
    board.change((data) => {
      if (!getPath(data, table)) setPath(data, table, []);
      n = listAt(data, table).push(freshRow(data, table)) - 1;
    });
    this.select([...splitPath(table), n], false, true);
  },
  show(tab) {
    this.tab = tab;
    for (const button of root.querySelectorAll("[role=tab]")) {
      const mine = button.dataset.tab === tab;
      button.setAttribute("aria-selected", String(mine));
      button.tabIndex = mine ? 0 : -1;
      part(`panel-${button.dataset.tab}`).hidden = !mine;
    }
    this.refresh();
  },
  refresh() {
    const focused = document.activeElement;
    const label = focused?.closest(".ed-panel") ? focused.getAttribute("aria-label") : null;
    const scrolled = root.querySelector(".ed-scroll")?.scrollTop ?? 0;
    if (this.tab === "entry") renderEntry(part("panel-entry"), this);
    if (this.tab === "rows") renderTable(part("panel-rows"), this);
    const wide = root.querySelector(".ed-scroll");
    if (wide) wide.scrollTop = scrolled;
    if (label)
      root.querySelector(`.ed-panel:not([hidden]) [aria-label="${CSS.escape(label)}"]`)?.focus();
  },
  jump(keyPath) {
    const entry = entryPath(board.data, board.layout, keyPath);
    if (!entry.length) return;
    if (Array.isArray(follow(board.data, entry)) && typeof entry.at(-1) !== "number") {
      this.table = entry.join(".");
      this.show("rows");
      part("panel-rows").querySelector("select")?.focus();
      return;
    }
    this.select(entry, false, true);
    const key = keyPath[entry.length];
    if (key !== undefined)
      part("panel-entry")
        .querySelector(`[data-key="${CSS.escape(String(key))}"]`)
        ?.focus();
  },
};

function positionOfEntry(keyPath) {
  const table = keyPath.slice(0, -1).join(".");
  const entry = follow(board.data, keyPath);
  const places = placeKind(board.layout, table);
  if (places) return positionOf(entry, places, board.layout);
  const links = linkKind(board.layout, table);
  const line = links && lineOf(board.data, board.layout, links, entry);
  if (line) return [(line[0][0] + line[1][0]) / 2, (line[0][1] + line[1][1]) / 2];
  return Number.isFinite(entry?.x) && Number.isFinite(entry?.y) ? [entry.x, entry.y] : null;
}

const picture = new Picture(canvas, board, part("panel-picture"), (text) =>
  editor.showStatus(text),
);
const validation = new Validation(editor);
setUpTools(editor, picture);

for (const button of root.querySelectorAll("[role=tab]")) {
  button.addEventListener("click", () => editor.show(button.dataset.tab));
  button.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const all = [...root.querySelectorAll("[role=tab]")];
    const next = all[(all.indexOf(button) + step + all.length) % all.length];
    editor.show(next.dataset.tab);
    next.focus();
  });
}
root.addEventListener("unread", (event) => editor.showStatus(event.detail));

board.listen(() => {
  editor.showStatus(""); // what it said was about an earlier change
  if (editor.selected && typeof follow(board.data, editor.selected) !== "object") {
    editor.selected = null;
    canvas.selected = null;
  }
  canvas.draw();
  setTimeout(() => editor.refresh()); // after the focus has moved to the next field
  validation.changed();
});

function restoreDraft() {
  const draft = board.draft();
  if (!draft?.data || typeof draft.base !== "string") return;
  const before = board.state();
  Object.assign(board, { base: draft.base, data: draft.data });
  if (!board.commit(before) && !draft.text) return;
  if (draft.name) part("name").value = draft.name;
  if (draft.text) area.value = draft.text;
  const drop = createElement("button", { type: "button", textContent: _("Discard changes") });
  drop.addEventListener("click", () => {
    board.dropDraft();
    validation.leaving = true;
    location.reload();
  });
  const locale = isEnglish ? undefined : document.documentElement.lang;
  const time = new Date(draft.at).toLocaleString(locale);
  const message = _("Restored your unsaved changes from {time}.", { time });
  part("message").replaceChildren(message, " ", drop);
  part("message").hidden = false;
  if (draft.text) validation.typed();
}

editor.show("entry");
restoreDraft();
canvas.draw();
if (start.data) validation.soon(0);
else validation.typed(); // the server could not parse the text
