// The form of one entry: every fact with where it comes from.
import { isSource, setSource, source, sourcesInUse } from "./board.js";
import { field, make, suggestions } from "./fields.js";
import { follow, list } from "./paths.js";
import { idsOf, layOut, linkKind, nameLink, placeKind, renameHex, renamePlace } from "./things.js";
import { entryWords, keyWords } from "./words.js";

// For whoever has just come, and sees a board and five tabs.
const FIRST = [
  "Picture: open a photo of your own board. It never leaves this browser. Three places that are on both, clicked on ours and then on it, lay it behind our board.",
  "Move what lies wrong with the mouse, add what is missing, and correct names and costs here or under Table. What is wrong with the board is said above, as you go.",
  "Save it as your board: then you can play on it, and give others the link.",
];

export function drawEntry(panel, desk) {
  const { board, selected } = desk;
  const entry = selected && follow(board.data, selected);
  panel.replaceChildren();
  if (!entry || typeof entry !== "object") {
    panel.append(make("p", { className: "empty", textContent: "Nothing is chosen. Click something on the map, or choose “Edit” in the table." }));
    panel.append(make("ol", { className: "ed-first" }, ...FIRST.map((textContent) => make("li", { textContent }))));
    return;
  }
  panel.append(make("h2", { textContent: entryWords(board.data, board.layout, selected) }));
  const from = suggestions(panel, sourcesInUse(board.data));
  const rows = make("tbody");
  const keys = Array.isArray(entry) ? entry.map((_, n) => n) : Object.keys(entry).filter((key) => !isSource(key));
  for (const key of keys) rows.append(line(panel, desk, entry, key, from));
  const heads = ["Fact", "Value", ...(Array.isArray(entry) ? [] : ["Comes from"])];
  const head = make("thead", {}, make("tr", {}, ...heads.map((textContent) => make("th", { scope: "col", textContent }))));
  panel.append(make("table", { className: "ed-facts" }, head, rows));
  if (!Array.isArray(entry)) panel.append(whole(desk, entry, from), another(desk));
  const removable = typeof selected.at(-1) === "number";
  if (removable) {
    const button = make("button", { type: "button", className: "danger", textContent: "Remove this entry", data: { remove: "" } });
    button.addEventListener("click", () => desk.remove(selected));
    panel.append(make("p", {}, button));
  }
}

function line(panel, desk, entry, key, from) {
  const { board, selected } = desk;
  const value = field(entry[key], entry[key], String(key), (given) => desk.write(selected, key, given), wordsFor(panel, desk, key, entry));
  value.dataset.key = key;
  const cells = [make("th", { scope: "row", textContent: Array.isArray(entry) ? ["from", "to"][key] ?? key + 1 : keyWords(key) }), make("td", {}, value)];
  if (!Array.isArray(entry)) {
    const where = field(source(entry, key), "", `where ${key} comes from`, (words) => {
      board.change((data) => setSource(follow(data, selected), key, words ?? ""));
    }, from);
    if (typeof entry.provenance === "string") where.placeholder = entry.provenance;
    cells.push(make("td", { className: "ed-from" }, where));
  }
  return make("tr", {}, ...cells);
}

// Ids of places where a place is named; else what other entries say there.
function wordsFor(panel, desk, key, entry) {
  const { data, layout } = desk.board;
  const table = desk.selected.slice(0, -1).join(".");
  const links = linkKind(layout, table);
  if (links && (Array.isArray(entry) || links.ends.includes(key))) return suggestions(panel, idsOf(data, links.places));
  for (const kind of layout.places) {
    if (kind.named_in.some((path) => path === [table || desk.selected.join("."), key].join("."))) return suggestions(panel, idsOf(data, kind.table));
  }
  if (typeof entry[key] !== "string" || ["id", "name"].includes(key)) return "";
  const rows = typeof desk.selected.at(-1) === "number" ? list(data, table) : [];
  const words = rows.map((row) => row[key]);
  return new Set(words).size <= 40 ? suggestions(panel, words) : "";
}

function whole(desk, entry, from) {
  const { board, selected } = desk;
  const simple = entry.provenance === undefined || typeof entry.provenance === "string";
  const made = field(simple ? entry.provenance : "", "", "where the whole entry comes from", (words) => {
    board.change((data) => {
      const now = follow(data, selected);
      if (words) now.provenance = words;
      else delete now.provenance;
    });
  }, from);
  if (!simple) made.placeholder = "said fact by fact above";
  return make("label", {}, "The whole entry comes from", made);
}

function another(desk) {
  const key = make("input", { type: "text", autocomplete: "off" });
  const value = make("input", { type: "text", autocomplete: "off" });
  const add = make("button", { type: "button", textContent: "Add" });
  add.addEventListener("click", () => {
    const called = key.value.trim();
    if (!/^[\w-]+$/.test(called)) {
      desk.tell("A fact's name is one word of letters, digits, _ and -.");
      return;
    }
    let given = value.value;
    try {
      given = JSON.parse(given) ?? given;
    } catch { /* a text, then */ }
    desk.write(desk.selected, called, given);
  });
  return make("details", { className: "ed-another" }, make("summary", { textContent: "Add a fact" }),
    make("label", {}, "Its name", key), make("label", {}, "Its value", value), add);
}

// Rows say where their facts come from; a table does where it says so fact by fact.
const stamped = (entry, way) => !Array.isArray(entry)
  && (typeof way.at(-1) === "number" || typeof entry.provenance === "object");

// Write one fact, with all that follows from it.
export function write(board, way, key, given, from) {
  return board.change((data) => {
    const entry = follow(data, way);
    const table = way.slice(0, -1).join(".");
    const [places, links] = [placeKind(board.layout, table), linkKind(board.layout, table)];
    if (key === "id" && places && given) {
      if (idsOf(data, table).has(given)) return false;
      renamePlace(data, board.layout, places, entry.id, given);
    }
    if (key === "id" && board.layout.hexes?.table === table && given) return renameHex(data, board.layout, entry, given);
    if (given === undefined) delete entry[key];
    else entry[key] = given;
    if (from && given !== undefined && stamped(entry, way)) setSource(entry, key, from);
    if (links && (links.ends.includes(key) || key === links.slots_many)) {
      nameLink(links, entry);
      layOut(data, board.layout, links, entry);
    }
    if (places?.spot.includes(key)) {
      for (const link of board.layout.links) {
        for (const row of list(data, link.table)) {
          if (link.ends.some((end) => row[end] === entry.id)) layOut(data, board.layout, link, row);
        }
      }
    }
    return true;
  });
}
