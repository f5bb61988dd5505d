// Live validation, the text of the file, drafts and saving.

import { _, ngettext } from "../messages.js";
import { announce } from "../notice.js";
import { checkBoard, debounce, saveBoard } from "./api.js";
import { entryName, keyName, namePlaces } from "./display_names.js";
import { entryPath } from "./elements.js";
import { createElement } from "./fields.js";

export class Validation {
  constructor(editor) {
    this.editor = editor;
    this.soon = debounce(() => this.check(), 450);
    this.reading = debounce(() => this.readText(), 700);
    this.leaving = false;
    this.saving = ""; // what is being done, while the buttons wait
    this.typing = false; // the text was edited and is not parsed yet
    editor.area.addEventListener("input", () => this.typed());
    editor.part("name").addEventListener("input", () => this.keep());
    document.getElementById("save").addEventListener("submit", (event) => this.submit(event));
    addEventListener("beforeunload", (event) => {
      if ((editor.board.dirty || this.typing) && !this.leaving) event.preventDefault();
    });
    this.mark();
  }

  keep() {
    const { board, area, part } = this.editor;
    const isStored = board.keepDraft({
      name: part("name").value,
      ...(this.typing ? { text: area.value } : {}),
    });
    if (!isStored)
      this.editor.showStatus(
        _("This browser cannot store drafts. Download the board to keep your changes."),
      );
    this.mark();
  }

  mark() {
    const { board, part } = this.editor;
    part("state").textContent =
      this.saving || (board.dirty || this.typing ? _("Unsaved changes") : "");
    part("undo").disabled = !board.past.length || this.typing;
    part("redo").disabled = !board.future.length || this.typing;
  }

  changed() {
    const message = this.editor.part("message");
    if (message.dataset.outcome !== undefined) message.hidden = true; // of an earlier save
    this.keep();
    this.editor.part("verdict").dataset.old = ""; // the verdict is outdated
    this.soon();
  }

  typed() {
    this.typing = true;
    this.editor.part("verdict").dataset.old = "";
    this.hold(true);
    this.keep();
    this.reading();
  }

  // Until the text is parsed, the map is outdated: disable it.
  hold(on) {
    for (const name of ["work", "panel-entry", "panel-rows"]) this.editor.part(name).inert = on;
  }

  async check() {
    if (this.typing) return;
    const { board, game, area } = this.editor;
    const checkedState = board.state();
    try {
      const report = await checkBoard(game, board.base, board.data);
      if (this.typing) return;
      if (board.state() !== checkedState) {
        this.soon();
        return;
      }
      if (report.text !== undefined) area.value = report.text;
      this.show(report);
    } catch (error) {
      this.silent(error);
    }
  }

  async readText() {
    const { board, game, area } = this.editor;
    const text = area.value;
    try {
      const report = await checkBoard(game, text, null);
      if (area.value !== text) return this.reading();
      if (report.data) {
        this.typing = false;
        this.hold(false);
        board.replace(text, report.data);
      }
      this.show(report);
      this.keep();
    } catch (error) {
      this.silent(error);
      if (!error.status || error.status === 429 || error.status === 503) this.reading(4000);
    }
    return undefined;
  }

  silent(error) {
    this.verdict(_("Not checked: {reason}", { reason: error.message }), false);
    if (!error.status || error.status === 429 || error.status === 503)
      setTimeout(() => this.soon(), 4000);
  }

  verdict(words, good) {
    const place = this.editor.part("verdict");
    if (place.textContent !== words) place.textContent = words; // announced only if it changed
    place.classList.toggle("good", good);
    delete place.dataset.old;
  }

  show(report) {
    const { part } = this.editor;
    const problems = report.complaints;
    this.verdict(
      problems.length
        ? ngettext("{n} problem", "{n} problems", problems.length)
        : _("No problems: the board is playable"),
      !problems.length,
    );
    part("complaints").replaceChildren(...problems.map((complaint) => this.complaint(complaint)));
    const view = part("panel-view");
    if (report.drawings) {
      view.replaceChildren(
        ...report.drawings.map((svg) =>
          document.importNode(
            new DOMParser().parseFromString(svg, "image/svg+xml").documentElement,
            true,
          ),
        ),
      );
    } else
      view.replaceChildren(
        createElement("p", {
          className: "empty",
          textContent: _("The game’s own drawing appears here once the board has no problems."),
        }),
      );
  }

  describe({ entry, reason, path }) {
    const { board } = this.editor;
    const keyPath = entryPath(board.data, board.layout, path);
    const name = keyPath.length ? entryName(board.data, board.layout, keyPath) : entry;
    return {
      name: typeof keyPath.at(-1) === "number" ? name : `${name}:`, // "City Omaha has no ..."
      reason: namePlaces(
        board.data,
        board.layout,
        reason.replace(/`(\w+)`/g, (_, key) => `“${keyName(key)}”`),
      ),
    };
  }

  complaint(problem) {
    const { entry, path, line } = problem;
    const { name, reason } = this.describe(problem);
    const [before, after] = _("{entry} {problem}", { entry: "\n", problem: reason }).split("\n");
    const button = createElement(
      "button",
      { type: "button", className: "ed-problem", title: entry },
      before,
      createElement("b", { textContent: name }),
      after,
    );
    if (path.length) button.addEventListener("click", () => this.editor.jump(path));
    else button.addEventListener("click", () => this.toLine(line));
    return createElement("li", {}, button);
  }

  toLine(line) {
    const { area } = this.editor;
    this.editor.show("file");
    area.focus();
    if (!line) return;
    const before =
      area.value
        .split("\n")
        .slice(0, line - 1)
        .join("\n").length + (line > 1 ? 1 : 0);
    const end = area.value.indexOf("\n", before);
    area.setSelectionRange(before, end < 0 ? area.value.length : end);
    area.scrollTop = (line - 4) * parseFloat(getComputedStyle(area).lineHeight);
  }

  async submit(event) {
    event.preventDefault();
    if (this.saving) return;
    const { editor } = this;
    const action = event.submitter?.value ?? "save";
    const form = event.target;
    editor.part("message").hidden = true;
    this.progress(action === "download" ? _("Preparing the file…") : _("Checking and saving…"));
    try {
      if (!this.typing) {
        const report = await checkBoard(editor.game, editor.board.base, editor.board.data);
        if (report.text !== undefined) editor.area.value = report.text;
        this.show(report);
        if (report.complaints.length && action !== "download") {
          const first = this.describe(report.complaints[0]);
          throw new Error(_("{entry} {problem}.", { entry: first.name, problem: first.reason }));
        }
      }
      if (action === "download") {
        this.download();
        this.progress("");
        editor.showStatus(_("Downloaded as {file}.", { file: `${editor.game}.toml` }));
        return;
      }
      const formData = new FormData(form);
      formData.set("do", action);
      const { to } = await saveBoard(formData);
      this.leaving = true;
      editor.board.dropDraft();
      announce(_("Board “{name}” saved.", { name: editor.part("name").value }), to);
      location.href = to;
    } catch (error) {
      this.progress("");
      const message = editor.part("message");
      message.textContent = _("Not saved. {reason}", { reason: error.message });
      message.dataset.outcome = "";
      message.hidden = false;
      message.scrollIntoView({ block: "nearest" });
    }
  }

  // Say what is being done; the buttons wait for it.
  progress(words) {
    this.saving = words;
    for (const button of document.querySelectorAll('[form="save"][name="do"]'))
      button.disabled = Boolean(words);
    this.mark();
  }

  download() {
    const { area, game } = this.editor;
    const address = URL.createObjectURL(new Blob([area.value], { type: "text/plain" }));
    const link = createElement("a", { href: address, download: `${game}.toml` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }
}
