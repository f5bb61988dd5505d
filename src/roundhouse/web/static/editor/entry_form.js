// The form of one entry: its facts with their sources.
import { _ } from "../messages.js";
import { isSource, setSource, source, sourcesInUse } from "./board_model.js";
import { endName, entryName, keyName } from "./display_names.js";
import {
  idsOf,
  layOutLink,
  linkKind,
  nameLink,
  placeKind,
  renameHex,
  renamePlace,
} from "./elements.js";
import { createElement, field, suggestions } from "./fields.js";
import { follow, listAt } from "./paths.js";

// Shown while nothing is selected.
const FIRST_STEPS = [
  _(
    "Picture: open a photo of your own board. It never leaves this browser. To align it, choose three matching places on the map and on the photo.",
  ),
  _(
    "Drag misplaced places, add missing ones, and correct names and costs here or under Table. Problems are listed as you edit.",
  ),
  _("Save the board to play on it and to get a share link."),
];

export function renderEntry(panel, editor) {
  const { board, selected } = editor;
  const entry = selected && follow(board.data, selected);
  panel.replaceChildren();
  if (!entry || typeof entry !== "object") {
    panel.append(
      createElement("p", {
        className: "empty",
        textContent: _(
          "Nothing is selected. Choose an element on the map, or “Edit” in the table.",
        ),
      }),
    );
    panel.append(
      createElement(
        "ol",
        { className: "ed-first" },
        ...FIRST_STEPS.map((textContent) => createElement("li", { textContent })),
      ),
    );
    return;
  }
  panel.append(createElement("h2", { textContent: entryName(board.data, board.layout, selected) }));
  const from = suggestions(panel, sourcesInUse(board.data));
  const rows = createElement("tbody");
  const keys = Array.isArray(entry)
    ? entry.map((_, n) => n)
    : Object.keys(entry).filter((key) => !isSource(key));
  for (const key of keys) rows.append(line(panel, editor, entry, key, from));
  const heads = [_("Fact"), _("Value"), ...(Array.isArray(entry) ? [] : [_("Source")])];
  const head = createElement(
    "thead",
    {},
    createElement(
      "tr",
      {},
      ...heads.map((textContent) => createElement("th", { scope: "col", textContent })),
    ),
  );
  panel.append(createElement("table", { className: "ed-facts" }, head, rows));
  if (!Array.isArray(entry)) panel.append(entrySource(editor, entry, from), addFactForm(editor));
  const removable = typeof selected.at(-1) === "number";
  if (removable) {
    const button = createElement("button", {
      type: "button",
      className: "danger",
      textContent: _("Remove entry"),
      data: { remove: "" },
    });
    button.addEventListener("click", () => editor.remove(selected));
    panel.append(createElement("p", {}, button));
  }
}

function line(panel, editor, entry, key, from) {
  const { board, selected } = editor;
  const input = field(
    entry[key],
    entry[key],
    keyName(key),
    (value) => editor.write(selected, key, value),
    { words: wordsFor(panel, editor, key, entry) },
  );
  input.dataset.key = key;
  const cells = [
    createElement("th", {
      scope: "row",
      textContent: Array.isArray(entry) ? (endName(key) ?? key + 1) : keyName(key),
    }),
    createElement("td", {}, input),
  ];
  if (!Array.isArray(entry)) {
    const sourceInput = field(
      source(entry, key),
      "",
      _("Source of {fact}", { fact: keyName(key) }),
      (text) => {
        board.change((data) => setSource(follow(data, selected), key, text ?? ""));
      },
      { words: from },
    );
    if (typeof entry.provenance === "string") sourceInput.placeholder = entry.provenance;
    cells.push(createElement("td", { className: "ed-source" }, sourceInput));
  }
  return createElement("tr", {}, ...cells);
}

// Suggestions: ids of places where the fact names a place, else the values of other entries.
function wordsFor(panel, editor, key, entry) {
  const { data, layout } = editor.board;
  const table = editor.selected.slice(0, -1).join(".");
  const links = linkKind(layout, table);
  if (links && (Array.isArray(entry) || links.ends.includes(key)))
    return suggestions(panel, idsOf(data, links.places));
  for (const kind of layout.places) {
    if (kind.named_in.some((path) => path === [table || editor.selected.join("."), key].join(".")))
      return suggestions(panel, idsOf(data, kind.table));
  }
  if (typeof entry[key] !== "string" || ["id", "name"].includes(key)) return "";
  const rows = typeof editor.selected.at(-1) === "number" ? listAt(data, table) : [];
  const words = rows.map((row) => row[key]);
  return new Set(words).size <= 40 ? suggestions(panel, words) : "";
}

function entrySource(editor, entry, from) {
  const { board, selected } = editor;
  const simple = entry.provenance === undefined || typeof entry.provenance === "string";
  const input = field(
    simple ? entry.provenance : "",
    "",
    _("Source of the entry"),
    (text) => {
      board.change((data) => {
        const now = follow(data, selected);
        if (text) now.provenance = text;
        else delete now.provenance;
      });
    },
    { words: from },
  );
  if (!simple) input.placeholder = _("see the sources above");
  return createElement("label", {}, _("Source of the entry"), input);
}

function addFactForm(editor) {
  const key = createElement("input", { type: "text", autocomplete: "off" });
  const value = createElement("input", { type: "text", autocomplete: "off" });
  const add = createElement("button", { type: "button", textContent: _("Add") });
  add.addEventListener("click", () => {
    const name = key.value.trim();
    if (!/^[\w-]+$/.test(name)) {
      editor.showStatus(_("A fact’s name is one word: letters, digits, _ and -."));
      return;
    }
    let parsed = value.value;
    try {
      parsed = JSON.parse(parsed) ?? parsed;
    } catch {
      /* plain text */
    }
    editor.write(editor.selected, name, parsed);
  });
  return createElement(
    "details",
    { className: "ed-add-fact" },
    createElement("summary", { textContent: _("Add fact") }),
    createElement("label", {}, _("Name"), key),
    createElement("label", {}, _("Value"), value),
    add,
  );
}

// Rows name sources; a table only if its provenance is a table itself.
const hasSources = (entry, keyPath) =>
  !Array.isArray(entry) &&
  (typeof keyPath.at(-1) === "number" || typeof entry.provenance === "object");

// Write one fact and update what depends on it.
export function write(board, keyPath, key, value, from) {
  return board.change((data) => {
    const entry = follow(data, keyPath);
    const table = keyPath.slice(0, -1).join(".");
    const [places, links] = [placeKind(board.layout, table), linkKind(board.layout, table)];
    if (key === "id" && places && value) {
      if (idsOf(data, table).has(value)) return false;
      renamePlace(data, board.layout, places, entry.id, value);
    }
    if (key === "id" && board.layout.hexes?.table === table && value)
      return renameHex(data, board.layout, entry, value);
    if (value === undefined) delete entry[key];
    else entry[key] = value;
    if (from && value !== undefined && hasSources(entry, keyPath)) setSource(entry, key, from);
    if (links && (links.ends.includes(key) || key === links.slots_many)) {
      nameLink(links, entry);
      layOutLink(data, board.layout, links, entry);
    }
    if (places?.spot.includes(key)) {
      for (const link of board.layout.links) {
        for (const row of listAt(data, link.table)) {
          if (link.ends.some((end) => row[end] === entry.id))
            layOutLink(data, board.layout, link, row);
        }
      }
    }
    return true;
  });
}
