// The table view: every entry of the file, editable by keyboard.
import { _, pgettext } from "../messages.js";
import { isSource } from "./board_model.js";
import { endName, keyName, kindName, tableName } from "./display_names.js";
import { createElement, field } from "./fields.js";
import { getPath, splitPath } from "./paths.js";

const isTable = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isRows = (value) => Array.isArray(value) && value.length > 0 && value.every(isTable);
const isPairs = (value) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(
    (it) => Array.isArray(it) && it.length === 2 && it.every((word) => typeof word === "string"),
  );

// The paths of all tables; those of the schema come first.
export function tables(data, layout) {
  const paths = [...layout.places, ...layout.links].map((kind) => kind.table);
  if (layout.hexes) paths.push(layout.hexes.table);
  const walk = (node, path) => {
    for (const [key, value] of Object.entries(node)) {
      if (isSource(key)) continue;
      const here = path ? `${path}.${key}` : key;
      if (isRows(value) || isPairs(value)) paths.push(here);
      else if (isTable(value)) {
        paths.push(here);
        walk(value, here);
      }
    }
  };
  walk(data, "");
  return [...new Set(paths)];
}

export function renderTable(panel, editor) {
  const { board } = editor;
  const paths = tables(board.data, board.layout);
  if (!paths.includes(editor.table)) editor.table = paths[0] ?? "";
  const choice = createElement(
    "select",
    {},
    ...paths.map((path) =>
      createElement("option", {
        value: path,
        textContent: tableName(board.data, board.layout, path),
        selected: path === editor.table,
      }),
    ),
  );
  choice.addEventListener("change", () => {
    editor.table = choice.value;
    renderTable(panel, editor);
    panel.querySelector("select").focus();
  });
  panel.replaceChildren(createElement("label", {}, pgettext("of entries", "Table"), choice));
  const value = getPath(board.data, editor.table);
  if (value === undefined || Array.isArray(value)) rowsOf(panel, editor, value ?? []);
  else facts(panel, editor, value);
}

function rowsOf(panel, editor, rows) {
  const { board, table } = editor;
  const keys = columns(rows);
  const samples = Object.fromEntries(
    keys.map((key) => [key, rows.find((row) => row[key] !== undefined)?.[key]]),
  );
  const heads = [
    "",
    ...keys.map((key) => (typeof key === "number" ? endName(key) : keyName(key))),
    "",
  ];
  const head = createElement(
    "tr",
    {},
    ...heads.map((textContent, n) =>
      createElement(
        "th",
        { scope: "col" },
        textContent ||
          createElement("span", { className: "vh", textContent: n ? _("Remove") : _("Edit") }),
      ),
    ),
  );
  const body = createElement(
    "tbody",
    {},
    ...rows.map((row, n) => {
      const keyPath = [...splitPath(table), n];
      const name = row.id ?? n + 1;
      const edit = createElement("button", {
        type: "button",
        className: "quiet",
        textContent: _("Edit"),
        aria: { label: _("Edit {name}", { name }) },
      });
      edit.addEventListener("click", () => editor.select(keyPath, false, true));
      const removeButton = createElement("button", {
        type: "button",
        className: "quiet",
        textContent: "✕",
        aria: { label: _("Remove {name}", { name }) },
      });
      removeButton.addEventListener("click", () => editor.remove(keyPath));
      const cells = keys.map((key) =>
        createElement(
          "td",
          {},
          field(
            row[key],
            samples[key],
            _("{fact} of {name}", { fact: keyName(key), name }),
            (value) => editor.write(keyPath, key, value),
          ),
        ),
      );
      return createElement(
        "tr",
        { data: { row: n } },
        createElement("td", {}, edit),
        ...cells,
        createElement("td", {}, removeButton),
      );
    }),
  );
  panel.append(
    createElement(
      "div",
      {
        className: "ed-scroll",
        tabIndex: 0,
        role: "region",
        aria: { label: _("All entries: {kind}", { kind: kindName(board.layout, table) }) },
      },
      createElement("table", { className: "ed-rows" }, createElement("thead", {}, head), body),
    ),
  );
  const add = createElement("button", {
    type: "button",
    textContent: _("Add entry"),
    data: { addRow: "" },
  });
  add.addEventListener("click", () => editor.addRow(table));
  const clear = createElement("button", {
    type: "button",
    className: "danger",
    textContent: _("Remove all"),
    disabled: !rows.length,
    data: { clear: "" },
  });
  clear.addEventListener("click", () => {
    board.change((data) => {
      const all = getPath(data, table);
      for (const kind of board.layout.links) {
        if (kind.places === table) getPath(data, kind.table)?.splice(0);
      }
      all.splice(0);
    });
    const kind = kindName(board.layout, table);
    editor.showStatus(_("{kind}: removed all entries. Undo restores them.", { kind }));
  });
  panel.append(createElement("p", { className: "actions" }, add, clear));
}

function columns(rows) {
  if (rows.some(Array.isArray)) return [0, 1];
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) => !isSource(key));
}

function facts(panel, editor, value) {
  const keyPath = splitPath(editor.table);
  const edit = createElement("button", { type: "button", textContent: _("Edit with sources") });
  edit.addEventListener("click", () => editor.select(keyPath, false, true));
  const rows = Object.entries(value)
    .filter(([key, it]) => !isSource(key) && !isTable(it) && !isRows(it))
    .map(([key, it]) =>
      createElement(
        "tr",
        {},
        createElement("th", { scope: "row", textContent: keyName(key) }),
        createElement(
          "td",
          {},
          field(it, it, keyName(key), (value) => editor.write(keyPath, key, value)),
        ),
      ),
    );
  panel.append(
    createElement("table", { className: "ed-facts" }, createElement("tbody", {}, ...rows)),
    createElement("p", {}, edit),
  );
}

// A new entry: a copy of the last one with a new id.
export function freshRow(data, table) {
  const rows = getPath(data, table) ?? [];
  const last = rows.at(-1);
  if (Array.isArray(last)) return [...last];
  const row = structuredClone(last ?? { id: "" });
  if (typeof row.id === "string") {
    const usedIds = new Set(rows.map((it) => it.id));
    let n = rows.length + 1;
    while (usedIds.has(`new-${n}`)) n += 1;
    row.id = `new-${n}`;
  }
  return row;
}
