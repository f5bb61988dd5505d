// The map's toolbar, built from the game's schema, and its keyboard shortcuts.

import { _ } from "../messages.js";
import { keyName } from "./display_names.js";
import { linkKind, movePlace, placeKind, positionOf } from "./elements.js";
import { createElement } from "./fields.js";
import { listAt } from "./paths.js";
import { adding, choosing, linking, painting } from "./tools.js";

export function setUpTools(editor, picture) {
  const { board, canvas, part, root } = editor;
  const { layout } = board;
  const bar = part("tools");
  const brush = createElement("select", { aria: { label: _("Paint with") } });
  const tools = [["choose", _("Select and move"), () => choosing(editor)]];
  for (const kind of layout.places)
    tools.push([
      `add ${kind.table}`,
      _("Add {kind}", { kind: kind.title }),
      () => adding(editor, kind.table),
    ]);
  for (const kind of layout.links)
    tools.push([
      `link ${kind.table}`,
      _("Add {kind}", { kind: kind.title }),
      () => linking(editor, kind.table),
    ]);
  if (layout.hexes || layout.squares)
    tools.push([
      "paint",
      _("Paint {kind}", { kind: (layout.hexes ?? layout.squares).title }),
      () => painting(editor, () => brush.value),
    ]);

  function pickTool(name) {
    const [, , open] = tools.find((tool) => tool[0] === name) ?? tools[0];
    canvas.tool?.drop?.();
    editor.naming.close("");
    canvas.mark();
    root.dataset.using = name;
    editor.showStatus("");
    canvas.tool = open();
    for (const button of bar.querySelectorAll("[data-tool]"))
      button.setAttribute("aria-pressed", String(button.dataset.tool === name));
    brush.hidden = name !== "paint";
    renderLinkDefaults(editor, name.startsWith("link ") ? name.slice(5) : "");
  }

  for (const [name, words] of tools) {
    const button = createElement("button", {
      type: "button",
      textContent: words,
      data: { tool: name },
      aria: { pressed: "false" },
    });
    button.addEventListener("click", () => pickTool(name));
    bar.append(button);
  }
  brush.append(
    ...brushes(board).map(([value, textContent]) =>
      createElement("option", { value, textContent }),
    ),
  );
  bar.append(brush);
  const undo = () => {
    if (board.undo()) editor.showStatus(_("Undone. Redo repeats the change."));
  };
  const redo = () => {
    if (board.redo()) editor.showStatus(_("Repeated. Undo takes it back."));
  };
  part("undo").addEventListener("click", undo);
  part("redo").addEventListener("click", redo);
  for (const [name, action] of [
    ["in", () => canvas.zoom(1.4)],
    ["out", () => canvas.zoom(1 / 1.4)],
    ["whole", () => canvas.fit()],
  ]) {
    root.querySelector(`[data-zoom="${name}"]`).addEventListener("click", action);
  }
  part("fit").addEventListener("click", () => {
    canvas.tool = picture.tool(() => {
      pickTool("choose");
      editor.showStatus(_("Aligned. Drag each misplaced element to its position on the picture."));
    });
    root.dataset.using = "fit";
  });
  part("stage").addEventListener("keydown", (event) => handleKey(editor, event, pickTool));
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea, select"))
      return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) undo();
    else if (key === "y" || (key === "z" && event.shiftKey)) redo();
    else return;
    event.preventDefault();
  });
  pickTool("choose");
}

function brushes({ data, layout }) {
  if (layout.hexes) {
    const words = new Set([
      ...Object.keys(layout.hexes.by_kind),
      ...listAt(data, layout.hexes.table).map((row) => row[layout.hexes.kind]),
    ]);
    return [...words].filter(Boolean).map((it) => [it, it]);
  }
  if (!layout.squares) return [];
  return Object.entries(layout.squares.letters)
    .filter(([letter]) => !layout.places.some((kind) => kind.letter === letter))
    .map(([letter, words]) => [letter, `${letter}: ${words}`]);
}

// Fields for the properties of the next link.
function renderLinkDefaults(editor, table) {
  const place = editor.part("keeps");
  const kind = linkKind(editor.board.layout, table);
  place.replaceChildren();
  place.hidden = !kind?.keeps.length;
  if (!kind) return;
  for (const key of kind.keeps) {
    const like = kind.fresh[key];
    const words = [...new Set(listAt(editor.board.data, table).map((row) => row[key]))].filter(
      (it) => it !== undefined,
    );
    const field = createElement(
      "select",
      { data: { keep: key } },
      ...words.sort().map((it) =>
        createElement("option", {
          value: JSON.stringify(it),
          textContent: it,
          selected: it === like,
        }),
      ),
    );
    if (words.length)
      place.append(
        createElement("label", {}, _("{fact} of the next link", { fact: keyName(key) }), field),
      );
  }
}

function handleKey(editor, event, pickTool) {
  const { board, canvas, selected } = editor;
  if (event.target.closest("input, select")) return;
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
    event.key
  ];
  const kind = selected && placeKind(board.layout, selected[0]);
  if (step && kind && !event.altKey) {
    const far = board.layout.squares?.size ?? (event.shiftKey ? 10 : 1);
    const spot = positionOf(listAt(board.data, kind.table)[selected[1]], kind, board.layout);
    board.change((data) =>
      movePlace(
        data,
        board.layout,
        kind.table,
        selected[1],
        [spot[0] + step[0] * far, spot[1] + step[1] * far],
        editor.from(),
      ),
    );
  } else if (step) canvas.pan(-step[0] * 40, -step[1] * 40);
  else if (event.key === "+") canvas.zoom(1.4);
  else if (event.key === "-") canvas.zoom(1 / 1.4);
  else if (event.key === "0") canvas.fit();
  else if (event.key === "Escape") pickTool("choose");
  else if (event.key === "Delete" && selected && typeof selected.at(-1) === "number")
    editor.remove(selected);
  else return;
  event.preventDefault();
}
