// The input over the map for the name of a new place.
import { _ } from "../messages.js";
import { createElement } from "./fields.js";

export class NameInput {
  constructor(canvas) {
    this.field = createElement("input", {
      type: "text",
      maxLength: 60,
      autocomplete: "off",
      spellcheck: false,
    });
    this.box = createElement("div", { className: "ed-naming", hidden: true }, this.field);
    canvas.append(this.box);
    this.field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") this.take();
      if (event.key === "Escape") this.close("");
    });
    // After a tap, phones report a mouse press, which would move the focus to the map.
    canvas.addEventListener("mousedown", (event) => {
      if (this.open && event.target !== this.field) event.preventDefault();
    });
  }

  get open() {
    return !this.box.hidden;
  }

  ask([x, y], label, onDone) {
    this.done = onDone;
    this.box.hidden = false;
    const parent = this.box.parentElement;
    this.box.style.left = `${Math.min(x + 12, parent.clientWidth - 190)}px`;
    this.box.style.top = `${Math.min(y + 10, parent.clientHeight - 48)}px`;
    this.field.value = "";
    this.field.setAttribute("aria-label", label);
    this.field.placeholder = _("Name, then Enter");
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
