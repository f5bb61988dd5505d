// The small field over the map in which a new place is named.
import { make } from "./fields.js";

export class Naming {
  constructor(stage) {
    this.field = make("input", { type: "text", maxLength: 60, autocomplete: "off", spellcheck: false });
    this.box = make("div", { className: "ed-naming", hidden: true }, this.field);
    stage.append(this.box);
    this.field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") this.take();
      if (event.key === "Escape") this.close("");
    });
  }

  get open() {
    return !this.box.hidden;
  }

  ask([x, y], label, done) {
    this.done = done;
    this.box.hidden = false;
    const room = this.box.parentElement;
    this.box.style.left = `${Math.min(x + 12, room.clientWidth - 190)}px`;
    this.box.style.top = `${Math.min(y + 10, room.clientHeight - 48)}px`;
    this.field.value = "";
    this.field.setAttribute("aria-label", label);
    this.field.placeholder = "its name, Enter";
    this.field.focus();
  }

  take() {
    this.close(this.field.value.trim());
  }

  close(name) {
    if (!this.open) return;
    this.box.hidden = true;
    this.done(name);
  }
}
