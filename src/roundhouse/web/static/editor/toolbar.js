// The tools beside the map, as the room's declaration asks for them, and the keys of the map.
import { make } from "./fields.js";
import { list } from "./paths.js";
import { linkKind, movePlace, placeKind, spotOf } from "./things.js";
import { adding, choosing, linking, painting } from "./tools.js";

export function setUpTools(desk, picture) {
  const { board, stage, find, root } = desk;
  const { layout } = board;
  const bar = find("tools");
  const brush = make("select", { aria: { label: "Paint with" } });
  const tools = [["choose", "Choose and move", () => choosing(desk)]];
  for (const kind of layout.places) tools.push([`add ${kind.table}`, `Add ${kind.title}`, () => adding(desk, kind.table)]);
  for (const kind of layout.links) tools.push([`link ${kind.table}`, `Add ${kind.title}`, () => linking(desk, kind.table)]);
  if (layout.hexes || layout.squares) tools.push(["paint", `Paint ${(layout.hexes ?? layout.squares).title}`, () => painting(desk, () => brush.value)]);

  function pick(name) {
    const [, , open] = tools.find((tool) => tool[0] === name) ?? tools[0];
    stage.tool?.drop?.();
    desk.naming.close("");
    stage.mark();
    root.dataset.using = name;
    desk.tell("");
    stage.tool = open();
    for (const button of bar.querySelectorAll("[data-tool]")) button.setAttribute("aria-pressed", String(button.dataset.tool === name));
    brush.hidden = name !== "paint";
    keepFields(desk, name.startsWith("link ") ? name.slice(5) : "");
  }

  for (const [name, words] of tools) {
    const button = make("button", { type: "button", textContent: words, data: { tool: name }, aria: { pressed: "false" } });
    button.addEventListener("click", () => pick(name));
    bar.append(button);
  }
  brush.append(...brushes(board).map(([value, textContent]) => make("option", { value, textContent })));
  bar.append(brush);
  find("undo").addEventListener("click", () => board.undo());
  find("redo").addEventListener("click", () => board.redo());
  for (const [name, act] of [["in", () => stage.zoom(1.4)], ["out", () => stage.zoom(1 / 1.4)], ["whole", () => stage.fit()]]) {
    root.querySelector(`[data-zoom="${name}"]`).addEventListener("click", act);
  }
  find("fit").addEventListener("click", () => {
    stage.tool = picture.tool(() => {
      pick("choose");
      desk.tell("Fitted. What is out of place can be seen now: drag it to where the picture has it.");
    });
    root.dataset.using = "fit";
  });
  find("stage").addEventListener("keydown", (event) => keys(desk, event, pick));
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea, select")) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) board.undo();
    else if (key === "y" || (key === "z" && event.shiftKey)) board.redo();
    else return;
    event.preventDefault();
  });
  pick("choose");
}

function brushes({ data, layout }) {
  if (layout.hexes) {
    const words = new Set([...Object.keys(layout.hexes.by_kind), ...list(data, layout.hexes.table).map((row) => row[layout.hexes.kind])]);
    return [...words].filter(Boolean).map((it) => [it, it]);
  }
  if (!layout.squares) return [];
  return Object.entries(layout.squares.letters).filter(([letter]) => !layout.places.some((kind) => kind.letter === letter))
    .map(([letter, words]) => [letter, `${letter}: ${words}`]);
}

// What the next link will have, to be set before one clicks.
function keepFields(desk, table) {
  const place = desk.find("keeps");
  const kind = linkKind(desk.board.layout, table);
  place.replaceChildren();
  place.hidden = !kind?.keeps.length;
  if (!kind) return;
  for (const key of kind.keeps) {
    const like = kind.fresh[key];
    const words = [...new Set(list(desk.board.data, table).map((row) => row[key]))].filter((it) => it !== undefined);
    const field = make("select", { data: { keep: key } }, ...words.sort().map((it) => make("option", { value: JSON.stringify(it), textContent: it, selected: it === like })));
    if (words.length) place.append(make("label", {}, `${key} of the next`, field));
  }
}

function keys(desk, event, pick) {
  const { board, stage, selected } = desk;
  if (event.target.closest("input, select")) return;
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const kind = selected && placeKind(board.layout, selected[0]);
  if (step && kind && !event.altKey) {
    const far = board.layout.squares?.size ?? (event.shiftKey ? 10 : 1);
    const spot = spotOf(list(board.data, kind.table)[selected[1]], kind, board.layout);
    board.change((data) => movePlace(data, board.layout, kind.table, selected[1], [spot[0] + step[0] * far, spot[1] + step[1] * far], desk.from()));
  } else if (step) stage.pan(-step[0] * 40, -step[1] * 40);
  else if (event.key === "+") stage.zoom(1.4);
  else if (event.key === "-") stage.zoom(1 / 1.4);
  else if (event.key === "0") stage.fit();
  else if (event.key === "Escape") pick("choose");
  else if (event.key === "Delete" && selected && typeof selected.at(-1) === "number") desk.remove(selected);
  else return;
  event.preventDefault();
}
