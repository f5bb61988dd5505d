// The canvas: the map, a picture behind it, panning and zooming. The tool handles clicks: its `down`,
// `move`, `up` and `click` receive a position on the board.

import { _ } from "../messages.js";
import { boardSize } from "./elements.js";
import { drawBoard, svgElement } from "./render.js";

const MAX_ZOOM = 20;
const NAME_SIZE = 11; // board units, the smallest in editor.css
const MIN_NAME_PX = 10;

export class Canvas {
  constructor(root, board) {
    Object.assign(this, { root, board, tool: null, selected: null, fingers: new Map() });
    this.picture = svgElement("g", { class: "ed-picture" });
    this.map = svgElement("g", { class: "ed-map-layer" });
    this.marks = svgElement("g", { class: "ed-marks" });
    this.svg = svgElement(
      "svg",
      { class: "ed-svg", role: "img", "aria-label": _("Map of the board") },
      this.picture,
      this.map,
      this.marks,
    );
    root.prepend(this.svg);
    this.fit();
    const pixels = NAME_SIZE / this.grain;
    if (pixels < MIN_NAME_PX && matchMedia("(max-width: 620px)").matches)
      this.zoom(MIN_NAME_PX / pixels);
    this.listen();
  }

  draw() {
    drawBoard(this.map, this.board, this.selected);
  }

  fit() {
    const [width, height] = boardSize(this.board.data, this.board.layout);
    const margin = 0.03 * Math.max(width, height);
    this.view = { x: -margin, y: -margin, w: width + 2 * margin, h: height + 2 * margin };
    this.whole = { ...this.view };
    this.applyView();
  }

  applyView() {
    const { x, y, w, h } = this.view;
    this.svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
  }

  // Convert screen to board coordinates.
  spot(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      this.svg.getScreenCTM().inverse(),
    );
    return [at.x, at.y];
  }

  // Convert board coordinates to the canvas's box.
  screen([x, y]) {
    const at = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM());
    const box = this.root.getBoundingClientRect();
    return [at.x - box.left, at.y - box.top];
  }

  // Board units per pixel.
  get grain() {
    return 1 / (this.svg.getScreenCTM()?.a || 1);
  }

  zoom(factor, spot) {
    const [x, y] = spot ?? [this.view.x + this.view.w / 2, this.view.y + this.view.h / 2];
    const k =
      Math.min(2, Math.max(1 / MAX_ZOOM, this.view.w / this.whole.w / factor)) *
      (this.whole.w / this.view.w);
    this.view = {
      x: x - (x - this.view.x) * k,
      y: y - (y - this.view.y) * k,
      w: this.view.w * k,
      h: this.view.h * k,
    };
    this.applyView();
  }

  pan(dx, dy) {
    this.view.x -= dx * this.grain;
    this.view.y -= dy * this.grain;
    this.applyView();
  }

  show([x, y]) {
    const { view } = this;
    if (x > view.x && x < view.x + view.w && y > view.y && y < view.y + view.h) return;
    view.x = x - view.w / 2;
    view.y = y - view.h / 2;
    this.applyView();
  }

  // The key path of the entry under an event, or null.
  under(event) {
    const element = event.target.closest?.("[data-path]");
    return element ? JSON.parse(element.dataset.path) : null;
  }

  listen() {
    this.svg.addEventListener("pointerdown", (event) => this.down(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    for (const kind of ["pointerup", "pointercancel"])
      this.svg.addEventListener(kind, (event) => this.up(event, kind));
    this.svg.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.zoom(Math.exp(-event.deltaY / 300), this.spot(event));
      },
      { passive: false },
    );
  }

  down(event) {
    if (event.button > 0) return;
    this.svg.setPointerCapture(event.pointerId);
    const keyPath = this.under(event);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size > 1) {
      this.tool?.drop?.();
      this.held = null;
      return;
    }
    const spot = this.spot(event);
    this.held = { x: event.clientX, y: event.clientY, spot, keyPath, moved: false };
    this.held.takes = this.tool?.down?.(spot, keyPath) ?? false;
  }

  move(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) {
      this.tool?.hover?.(this.spot(event));
      return;
    }
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    if (this.fingers.size > 1) {
      this.pinch(finger, event);
      return;
    }
    const { held } = this;
    if (!held) return;
    if (!held.moved && Math.hypot(event.clientX - held.x, event.clientY - held.y) < 4) return;
    held.moved = true;
    if (held.takes) this.tool.move(this.spot(event));
    else this.pan(dx, dy);
    Object.assign(finger, { x: event.clientX, y: event.clientY });
  }

  pinch(finger, event) {
    const [a, b] = [...this.fingers.values()];
    const before = Math.hypot(a.x - b.x, a.y - b.y);
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    const after = Math.hypot(a.x - b.x, a.y - b.y);
    const middle = this.spot({ clientX: (a.x + b.x) / 2, clientY: (a.y + b.y) / 2 });
    if (before > 10) this.zoom(after / before, middle);
  }

  up(event, kind) {
    this.fingers.delete(event.pointerId);
    const { held } = this;
    this.held = null;
    if (!held) return;
    if (kind === "pointercancel") this.tool?.drop?.();
    else if (held.moved && held.takes) this.tool.up?.(this.spot(event));
    else if (!held.moved) this.tool?.click?.(held.spot, held.keyPath, event);
  }

  mark(...parts) {
    this.marks.replaceChildren(...parts);
  }
}
