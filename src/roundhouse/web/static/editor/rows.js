// The plain table: every entry of the file, to be edited without a mouse.
import { isSource } from "./board.js";
import { field, make } from "./fields.js";
import { at, steps } from "./paths.js";
import { keyWords, kindWords, tableWords } from "./words.js";

const isTable = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isRows = (value) => Array.isArray(value) && value.length > 0 && value.every(isTable);
const isPairs = (value) => Array.isArray(value) && value.length > 0
  && value.every((it) => Array.isArray(it) && it.length === 2 && it.every((word) => typeof word === "string"));

// The paths of all tables, of the layout's first.
export function tables(data, layout) {
  const found = [...layout.places, ...layout.links].map((kind) => kind.table);
  if (layout.hexes) found.push(layout.hexes.table);
  const walk = (node, path) => {
    for (const [key, value] of Object.entries(node)) {
      if (isSource(key)) continue;
      const here = path ? `${path}.${key}` : key;
      if (isRows(value) || isPairs(value)) found.push(here);
      else if (isTable(value)) {
        found.push(here);
        walk(value, here);
      }
    }
  };
  walk(data, "");
  return [...new Set(found)];
}

export function drawRows(panel, desk) {
  const { board } = desk;
  const paths = tables(board.data, board.layout);
  if (!paths.includes(desk.table)) desk.table = paths[0] ?? "";
  const choice = make("select", {}, ...paths.map((path) => make("option", { value: path, textContent: tableWords(board.data, board.layout, path), selected: path === desk.table })));
  choice.addEventListener("change", () => {
    desk.table = choice.value;
    drawRows(panel, desk);
    panel.querySelector("select").focus();
  });
  panel.replaceChildren(make("label", {}, "Table", choice));
  const value = at(board.data, desk.table);
  if (value === undefined || Array.isArray(value)) rowsOf(panel, desk, value ?? []);
  else facts(panel, desk, value);
}

function rowsOf(panel, desk, rows) {
  const { board, table } = desk;
  const keys = columns(rows);
  const likes = Object.fromEntries(keys.map((key) => [key, rows.find((row) => row[key] !== undefined)?.[key]]));
  const heads = ["", ...keys.map((key) => (typeof key === "number" ? ["from", "to"][key] : keyWords(key))), ""];
  const head = make("tr", {}, ...heads.map((textContent, n) => make("th", { scope: "col" }, textContent || make("span", { className: "vh", textContent: n ? "Remove" : "Edit" }))));
  const body = make("tbody", {}, ...rows.map((row, n) => {
    const way = [...steps(table), n];
    const called = row.id ?? n + 1;
    const edit = make("button", { type: "button", className: "quiet", textContent: "Edit", aria: { label: `Edit ${called}` } });
    edit.addEventListener("click", () => desk.select(way, false, true));
    const gone = make("button", { type: "button", className: "quiet", textContent: "✕", aria: { label: `Remove ${called}` } });
    gone.addEventListener("click", () => desk.remove(way));
    const cells = keys.map((key) => make("td", {}, field(row[key], likes[key], `${key} of ${called}`, (given) => desk.write(way, key, given))));
    return make("tr", { data: { row: n } }, make("td", {}, edit), ...cells, make("td", {}, gone));
  }));
  panel.append(make("div", { className: "ed-wide", tabIndex: 0, role: "region", aria: { label: `All of the table ${kindWords(board.layout, table)}` } },
    make("table", { className: "ed-rows" }, make("thead", {}, head), body)));
  const add = make("button", { type: "button", textContent: "Add an entry", data: { addRow: "" } });
  add.addEventListener("click", () => desk.addRow(table));
  const clear = make("button", { type: "button", className: "danger", textContent: "Remove all", disabled: !rows.length, data: { clear: "" } });
  clear.addEventListener("click", () => {
    board.change((data) => {
      const all = at(data, table);
      for (const kind of board.layout.links) {
        if (kind.places === table) at(data, kind.table)?.splice(0);
      }
      all.splice(0);
    });
    desk.tell(`${kindWords(board.layout, table)}: nothing is left of this table. Undo brings it back.`);
  });
  panel.append(make("p", { className: "doing" }, add, clear));
}

function columns(rows) {
  if (rows.some(Array.isArray)) return [0, 1];
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) => !isSource(key));
}

function facts(panel, desk, value) {
  const way = steps(desk.table);
  const edit = make("button", { type: "button", textContent: "Edit with sources" });
  edit.addEventListener("click", () => desk.select(way, false, true));
  const rows = Object.entries(value).filter(([key, it]) => !isSource(key) && !isTable(it) && !isRows(it)).map(([key, it]) => make("tr", {},
    make("th", { scope: "row", textContent: keyWords(key) }),
    make("td", {}, field(it, it, key, (given) => desk.write(way, key, given)))));
  panel.append(make("table", { className: "ed-facts" }, make("tbody", {}, ...rows)), make("p", {}, edit));
}

// A new entry like the last one, but for what must be its own.
export function freshRow(data, table) {
  const rows = at(data, table) ?? [];
  const last = rows.at(-1);
  if (Array.isArray(last)) return [...last];
  const row = structuredClone(last ?? { id: "" });
  if (typeof row.id === "string") {
    const taken = new Set(rows.map((it) => it.id));
    let n = rows.length + 1;
    while (taken.has(`new-${n}`)) n += 1;
    row.id = `new-${n}`;
  }
  return row;
}

