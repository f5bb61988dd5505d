// A picture of one's own board behind ours. It is shown from the file on this computer and sent
// nowhere; only the places it was fitted by are remembered, under its name.
import { apply, fitting, IDENTITY, inverse, rounded } from "./geometry.js";
import { node } from "./drawing.js";
import { placeNear, size } from "./things.js";

const WORDS = ["first", "second", "third"];

export class Picture {
  constructor(stage, board, panel, tell) {
    Object.assign(this, { stage, board, panel, tell, image: null, pairs: [], matrix: IDENTITY, half: null });
    panel.querySelector("[data-picture]").addEventListener("change", (event) => this.open(event.target.files[0]));
    panel.querySelector("[data-opacity]").addEventListener("input", (event) => { stage.picture.style.opacity = event.target.value / 100; });
    panel.querySelector("[data-ours]").addEventListener("input", (event) => { stage.ours.style.opacity = event.target.value / 100; });
    panel.querySelector("[data-forget]").addEventListener("click", () => this.close());
  }

  open(file) {
    if (!file) return;
    const address = URL.createObjectURL(file);
    const probe = new Image();
    probe.onload = () => {
      this.close();
      Object.assign(this, { address, name: file.name, wide: probe.naturalWidth, high: probe.naturalHeight });
      this.image = node("image", { href: address, width: this.wide, height: this.high, preserveAspectRatio: "none" });
      this.stage.picture.replaceChildren(this.image);
      this.stage.root.classList.add("has-picture");
      this.recall();
      this.panel.querySelector("[data-fit]").disabled = false;
      this.tell("The picture lies behind the board. Now fit it: press “Fit by three places”.");
    };
    probe.onerror = () => {
      URL.revokeObjectURL(address);
      this.tell(`${file.name} is no picture that this browser can show.`);
    };
    probe.src = address;
  }

  close() {
    if (this.address) URL.revokeObjectURL(this.address);
    Object.assign(this, { address: null, image: null, pairs: [], half: null });
    this.stage.picture.replaceChildren();
    this.stage.mark();
    this.stage.root.classList.remove("has-picture");
    this.panel.querySelector("[data-fit]").disabled = true;
    this.list();
  }

  get memory() {
    return `${this.board.key} picture ${this.name}`;
  }

  recall() {
    try {
      const found = JSON.parse(localStorage.getItem(this.memory));
      if (Array.isArray(found)) this.pairs = found;
    } catch { /* it is fitted anew then */ }
    this.place();
  }

  // Where the picture lies before it is fitted: as wide as the board.
  unfitted() {
    const [width] = size(this.board.data, this.board.layout);
    const k = width / this.wide;
    return [k, 0, 0, k, 0, 0];
  }

  place() {
    const found = fitting(this.pairs, this.pairs.length > 1 ? IDENTITY : this.unfitted());
    if (!found) {
      this.pairs.pop();
      this.tell("Those three lie on one line; take another third place.");
      return this.place();
    }
    this.matrix = found;
    this.image?.setAttribute("transform", `matrix(${found.join(" ")})`);
    this.list();
    try {
      if (this.pairs.length) localStorage.setItem(this.memory, JSON.stringify(this.pairs));
      else localStorage.removeItem(this.memory);
    } catch { /* it will have to be fitted again */ }
    return undefined;
  }

  // The tool: a known place of ours, then the same place on the picture, three times.
  tool(done) {
    this.pairs = [];
    this.half = null;
    this.ask();
    return {
      click: (spot) => {
        if (!this.half) {
          const near = placeNear(this.board.data, this.board.layout, spot, 18 * Math.max(1, this.stage.grain));
          this.half = near ? { to: near.spot, name: near.row.name ?? near.row.id } : { to: spot.map((x) => rounded(x, 1)), name: "a spot" };
          this.stage.mark(cross(this.half.to, this.stage.grain));
        } else {
          const from = apply(inverse(this.matrix), spot).map((x) => rounded(x, 2));
          this.pairs.push({ ...this.half, from });
          this.half = null;
          this.stage.mark();
          this.place();
        }
        if (this.pairs.length < 3) this.ask();
        else done();
      },
    };
  }

  ask() {
    const n = WORDS[this.pairs.length];
    this.tell(this.half
      ? `Now click where ${this.half.name} is on the picture.`
      : `Fitting: click the ${n} known place of our board, best far from the others.`);
  }

  // The pairs as fields, for those who would rather type.
  list() {
    const rows = this.panel.querySelector("[data-pairs]");
    rows.replaceChildren(...this.pairs.map((pair, n) => {
      const row = document.createElement("tr");
      const head = document.createElement("th");
      head.scope = "row";
      head.textContent = pair.name;
      row.append(head);
      for (const k of [0, 1]) {
        const cell = document.createElement("td");
        const field = document.createElement("input");
        Object.assign(field, { type: "number", step: "any", value: pair.from[k] });
        field.setAttribute("aria-label", `${pair.name} on the picture, ${"xy"[k]} in pixels`);
        field.addEventListener("change", () => {
          this.pairs[n].from[k] = Number(field.value);
          this.place();
        });
        cell.append(field);
        row.append(cell);
      }
      return row;
    }));
    this.panel.querySelector("[data-pairs-table]").hidden = !this.pairs.length;
  }
}

function cross([x, y], grain) {
  const r = 12 * grain;
  return node("path", { class: "ed-cross", d: `M${x - r} ${y}H${x + r}M${x} ${y - r}V${y + r}` });
}
