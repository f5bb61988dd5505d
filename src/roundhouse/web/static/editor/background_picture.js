// A picture of the user's own board behind the map. It is read locally and never uploaded; only the
// places used to align it are stored, under the file's name.

import { _ } from "../messages.js";
import { boardSize, nearestPlace } from "./elements.js";
import { apply, fitting, IDENTITY, inverse, roundTo } from "./geometry.js";
import { svgElement } from "./render.js";

const PLACE_PROMPTS = [
  _("Choose the first place on the map. Choose places far apart."),
  _("Choose the second place on the map. Choose places far apart."),
  _("Choose the third place on the map. Choose places far apart."),
];

export class Picture {
  constructor(canvas, board, panel, showStatus) {
    Object.assign(this, {
      canvas,
      board,
      panel,
      showStatus,
      image: null,
      pairs: [],
      matrix: IDENTITY,
      half: null,
    });
    panel
      .querySelector("[data-picture]")
      .addEventListener("change", (event) => this.open(event.target.files[0]));
    panel.querySelector("[data-opacity]").addEventListener("input", (event) => {
      canvas.picture.style.opacity = event.target.value / 100;
    });
    panel.querySelector("[data-map-opacity]").addEventListener("input", (event) => {
      canvas.map.style.opacity = event.target.value / 100;
    });
    panel.querySelector("[data-forget]").addEventListener("click", () => this.close());
  }

  open(file) {
    if (!file) return;
    const address = URL.createObjectURL(file);
    const probe = new Image();
    probe.onload = () => {
      this.close();
      Object.assign(this, {
        address,
        name: file.name,
        wide: probe.naturalWidth,
        high: probe.naturalHeight,
      });
      this.image = svgElement("image", {
        href: address,
        width: this.wide,
        height: this.high,
        preserveAspectRatio: "none",
      });
      this.canvas.picture.replaceChildren(this.image);
      this.canvas.root.classList.add("has-picture");
      this.recall();
      this.panel.querySelector("[data-fit]").disabled = false;
      this.showStatus(
        _("The picture is behind the map. To align it, press “Align by three places”."),
      );
    };
    probe.onerror = () => {
      URL.revokeObjectURL(address);
      this.showStatus(
        _("This browser cannot show {file}. Choose another picture.", { file: file.name }),
      );
    };
    probe.src = address;
  }

  close() {
    if (this.address) URL.revokeObjectURL(this.address);
    Object.assign(this, { address: null, image: null, pairs: [], half: null });
    this.canvas.picture.replaceChildren();
    this.canvas.mark();
    this.canvas.root.classList.remove("has-picture");
    this.panel.querySelector("[data-fit]").disabled = true;
    this.list();
  }

  get storageKey() {
    return `${this.board.key} picture ${this.name}`;
  }

  recall() {
    try {
      const stored = JSON.parse(localStorage.getItem(this.storageKey));
      if (Array.isArray(stored)) this.pairs = stored;
    } catch {
      /* the picture has to be aligned again */
    }
    this.place();
  }

  // The transform before alignment: as wide as the board.
  unfitted() {
    const [width] = boardSize(this.board.data, this.board.layout);
    const k = width / this.wide;
    return [k, 0, 0, k, 0, 0];
  }

  place() {
    const stored = fitting(this.pairs, this.pairs.length > 1 ? IDENTITY : this.unfitted());
    if (!stored) {
      this.pairs.pop();
      this.showStatus(_("The three places are on one line. Choose another third place."));
      return this.place();
    }
    this.matrix = stored;
    this.image?.setAttribute("transform", `matrix(${stored.join(" ")})`);
    this.list();
    try {
      if (this.pairs.length) localStorage.setItem(this.storageKey, JSON.stringify(this.pairs));
      else localStorage.removeItem(this.storageKey);
    } catch {
      /* the picture has to be aligned again */
    }
    return undefined;
  }

  // The alignment tool: a place on the map, then the same place on the picture, three times.
  tool(done) {
    this.pairs = [];
    this.half = null;
    this.ask();
    return {
      click: (spot) => {
        if (!this.half) {
          const near = nearestPlace(
            this.board.data,
            this.board.layout,
            spot,
            18 * Math.max(1, this.canvas.grain),
          );
          this.half = near
            ? { to: near.spot, name: near.row.name ?? near.row.id }
            : { to: spot.map((x) => roundTo(x, 1)), name: _("this point") };
          this.canvas.mark(cross(this.half.to, this.canvas.grain));
        } else {
          const from = apply(inverse(this.matrix), spot).map((x) => roundTo(x, 2));
          this.pairs.push({ ...this.half, from });
          this.half = null;
          this.canvas.mark();
          this.place();
        }
        if (this.pairs.length < 3) this.ask();
        else done();
      },
    };
  }

  ask() {
    this.showStatus(
      this.half
        ? _("Now choose {place} on the picture.", { place: this.half.name })
        : PLACE_PROMPTS[this.pairs.length],
    );
  }

  // Show the pairs as number fields.
  list() {
    const rows = this.panel.querySelector("[data-pairs]");
    rows.replaceChildren(
      ...this.pairs.map((pair, n) => {
        const row = document.createElement("tr");
        const head = document.createElement("th");
        head.scope = "row";
        head.textContent = pair.name;
        row.append(head);
        for (const k of [0, 1]) {
          const cell = document.createElement("td");
          const field = document.createElement("input");
          Object.assign(field, { type: "number", step: "any", value: pair.from[k] });
          const about = { place: pair.name, axis: "xy"[k] };
          field.setAttribute("aria-label", _("{place} on the picture, {axis} in pixels", about));
          field.addEventListener("change", () => {
            this.pairs[n].from[k] = Number(field.value);
            this.place();
          });
          cell.append(field);
          row.append(cell);
        }
        return row;
      }),
    );
    this.panel.querySelector("[data-pairs-table]").hidden = !this.pairs.length;
  }
}

function cross([x, y], grain) {
  const r = 12 * grain;
  return svgElement("path", {
    class: "ed-cross",
    d: `M${x - r} ${y}H${x + r}M${x} ${y - r}V${y + r}`,
  });
}
