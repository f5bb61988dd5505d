// Live complaints, the text of the file, drafts, and saving.
import { make } from "./fields.js";
import { ask, patient, save } from "./server.js";
import { entryOf } from "./things.js";
import { entryWords } from "./words.js";

export class Checking {
  constructor(desk) {
    this.desk = desk;
    this.soon = patient(() => this.check(), 450);
    this.reading = patient(() => this.readText(), 700);
    this.leaving = false;
    this.typing = false; // the text was changed by hand and is not read yet
    desk.area.addEventListener("input", () => this.typed());
    desk.find("name").addEventListener("input", () => this.keep());
    document.getElementById("save").addEventListener("submit", (event) => this.submit(event));
    addEventListener("beforeunload", (event) => {
      if ((desk.board.dirty || this.typing) && !this.leaving) event.preventDefault();
    });
    this.mark();
  }

  keep() {
    const { board, area, find } = this.desk;
    const kept = board.keepDraft({ name: find("name").value, ...(this.typing ? { text: area.value } : {}) });
    if (!kept) this.desk.tell("This browser keeps no drafts: download what you do not want to lose.");
    this.mark();
  }

  mark() {
    const { board, find } = this.desk;
    find("state").textContent = board.dirty || this.typing ? "Not saved yet" : "";
    find("undo").disabled = !board.past.length || this.typing;
    find("redo").disabled = !board.future.length || this.typing;
  }

  changed() {
    this.keep();
    this.desk.find("verdict").dataset.old = ""; // it is of what was before
    this.soon();
  }

  typed() {
    this.typing = true;
    this.desk.find("verdict").dataset.old = "";
    this.hold(true);
    this.keep();
    this.reading();
  }

  // While the text is not read, the map would only show what was before.
  hold(on) {
    for (const name of ["work", "panel-entry", "panel-rows"]) this.desk.find(name).inert = on;
  }

  async check() {
    if (this.typing) return;
    const { board, game, area } = this.desk;
    const asked = board.state();
    try {
      const found = await ask(game, board.base, board.data);
      if (this.typing) return;
      if (board.state() !== asked) {
        this.soon();
        return;
      }
      if (found.text !== undefined) area.value = found.text;
      this.show(found);
    } catch (error) {
      this.silent(error);
    }
  }

  async readText() {
    const { board, game, area } = this.desk;
    const text = area.value;
    try {
      const found = await ask(game, text, null);
      if (area.value !== text) return this.reading();
      if (found.data) {
        this.typing = false;
        this.hold(false);
        board.replace(text, found.data);
      }
      this.show(found);
      this.keep();
    } catch (error) {
      this.silent(error);
      if (!error.status || error.status === 429 || error.status === 503) this.reading(4000);
    }
    return undefined;
  }

  silent(error) {
    this.verdict(`Not checked: ${error.message}`, false);
    if (!error.status || error.status === 429 || error.status === 503) setTimeout(() => this.soon(), 4000);
  }

  verdict(words, good) {
    const place = this.desk.find("verdict");
    if (place.textContent !== words) place.textContent = words; // said aloud only when it is another
    place.classList.toggle("good", good);
    delete place.dataset.old;
  }

  show(found) {
    const { find } = this.desk;
    const told = found.complaints;
    this.verdict(told.length ? `${told.length === 1 ? "One complaint" : `${told.length} complaints`}` : "In order: it can be played on", !told.length);
    find("complaints").replaceChildren(...told.map((complaint) => this.complaint(complaint)));
    const view = find("panel-view");
    if (found.drawings) {
      view.replaceChildren(...found.drawings.map((drawn) => document.importNode(new DOMParser().parseFromString(drawn, "image/svg+xml").documentElement, true)));
    } else view.replaceChildren(make("p", { className: "empty", textContent: "As the game draws it, once there is nothing left to complain of." }));
  }

  complaint({ entry, reason, path, line }) {
    const { board } = this.desk;
    const way = entryOf(board.data, board.layout, path);
    const called = way.length ? entryWords(board.data, board.layout, way) : entry;
    const button = make("button", { type: "button", className: "ed-complaint", title: entry }, make("b", { textContent: called }), ` ${reason}`);
    if (path.length) button.addEventListener("click", () => this.desk.jump(path));
    else button.addEventListener("click", () => this.toLine(line));
    return make("li", {}, button);
  }

  toLine(line) {
    const { area } = this.desk;
    this.desk.show("file");
    area.focus();
    if (!line) return;
    const before = area.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    const end = area.value.indexOf("\n", before);
    area.setSelectionRange(before, end < 0 ? area.value.length : end);
    area.scrollTop = (line - 4) * parseFloat(getComputedStyle(area).lineHeight);
  }

  async submit(event) {
    event.preventDefault();
    const { desk } = this;
    const wanted = event.submitter?.value ?? "save";
    const form = event.target;
    try {
      if (!this.typing) {
        const found = await ask(desk.game, desk.board.base, desk.board.data);
        if (found.text !== undefined) desk.area.value = found.text;
        this.show(found);
      }
      if (wanted === "download") {
        this.download();
        return;
      }
      const given = new FormData(form);
      given.set("do", wanted);
      const { to } = await save(given);
      this.leaving = true;
      desk.board.dropDraft();
      location.href = to;
    } catch (error) {
      const said = desk.find("said");
      said.textContent = error.message;
      said.hidden = false;
      said.scrollIntoView({ block: "nearest" });
    }
  }

  download() {
    const { area, game } = this.desk;
    const address = URL.createObjectURL(new Blob([area.value], { type: "text/plain" }));
    const link = make("a", { href: address, download: `${game}.toml` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }
}
