// The stage: our board, a picture behind it, the hand that pans and zooms. What a click means is the
// tool's business: a tool has `down`, `move`, `up` or `click`, each given a spot of the board.
import { drawBoard, node } from "./drawing.js";
import { size } from "./things.js";

const MOST = 20;

export class Stage {
  constructor(root, board) {
    Object.assign(this, { root, board, tool: null, selected: null, fingers: new Map() });
    this.picture = node("g", { class: "ed-picture" });
    this.ours = node("g", { class: "ed-ours" });
    this.marks = node("g", { class: "ed-marks" });
    this.svg = node("svg", { class: "ed-svg", role: "img", "aria-label": "The board as a map" }, this.picture, this.ours, this.marks);
    root.prepend(this.svg);
    this.fit();
    this.listen();
  }

  draw() {
    drawBoard(this.ours, this.board, this.selected);
  }

  fit() {
    const [width, height] = size(this.board.data, this.board.layout);
    const room = 0.03 * Math.max(width, height);
    this.view = { x: -room, y: -room, w: width + 2 * room, h: height + 2 * room };
    this.whole = { ...this.view };
    this.look();
  }

  look() {
    const { x, y, w, h } = this.view;
    this.svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
  }

  // Screen to board.
  spot(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [at.x, at.y];
  }

  // Board to the stage's own box, for what floats over it.
  screen([x, y]) {
    const at = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM());
    const box = this.root.getBoundingClientRect();
    return [at.x - box.left, at.y - box.top];
  }

  // Board units to a pixel.
  get grain() {
    return 1 / (this.svg.getScreenCTM()?.a || 1);
  }

  zoom(factor, spot) {
    const [x, y] = spot ?? [this.view.x + this.view.w / 2, this.view.y + this.view.h / 2];
    const k = Math.min(2, Math.max(1 / MOST, (this.view.w / this.whole.w) / factor)) * (this.whole.w / this.view.w);
    this.view = { x: x - (x - this.view.x) * k, y: y - (y - this.view.y) * k, w: this.view.w * k, h: this.view.h * k };
    this.look();
  }

  pan(dx, dy) {
    this.view.x -= dx * this.grain;
    this.view.y -= dy * this.grain;
    this.look();
  }

  show([x, y]) {
    const { view } = this;
    if (x > view.x && x < view.x + view.w && y > view.y && y < view.y + view.h) return;
    view.x = x - view.w / 2;
    view.y = y - view.h / 2;
    this.look();
  }

  // What of our board is under an event: the way to its entry, or null.
  under(event) {
    const drawn = event.target.closest?.("[data-way]");
    return drawn ? JSON.parse(drawn.dataset.way) : null;
  }

  listen() {
    this.svg.addEventListener("pointerdown", (event) => this.down(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    for (const kind of ["pointerup", "pointercancel"]) this.svg.addEventListener(kind, (event) => this.up(event, kind));
    this.svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 300), this.spot(event));
    }, { passive: false });
  }

  down(event) {
    if (event.button > 0) return;
    this.svg.setPointerCapture(event.pointerId);
    const way = this.under(event);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size > 1) {
      this.tool?.drop?.();
      this.held = null;
      return;
    }
    const spot = this.spot(event);
    this.held = { x: event.clientX, y: event.clientY, spot, way, moved: false };
    this.held.takes = this.tool?.down?.(spot, way) ?? false;
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
    else if (!held.moved) this.tool?.click?.(held.spot, held.way, event);
  }

  mark(...parts) {
    this.marks.replaceChildren(...parts);
  }
}
