// Asks `thinkers.js` for moves with workers that fail, and prints what happens as JSON.
import { pathToFileURL } from "node:url";

const [, , thinkersFile, ...plan] = process.argv; // what each worker does: answer, fail or crash
const log = [];

globalThis.Worker = class {
  constructor() {
    this.plan = plan.shift();
    this.listeners = {};
    log.push(`start ${this.plan}`);
  }
  addEventListener(type, listener) {
    this.listeners[type] = listener;
  }
  postMessage({ id, files }) {
    const send = (type, event) => queueMicrotask(() => this.listeners[type](event));
    if (this.plan === "crash" && files) send("error", { message: "crashed" });
    if (this.plan === "fail" && files) send("message", { data: { failed: "no memory" } });
    if (this.plan === "answer" && id) send("message", { data: { id, answer: "a move" } });
  }
  terminate() {
    log.push("end");
  }
};

const { Thinkers } = await import(pathToFileURL(thinkersFile));
const thinkers = new Thinkers(() => {});
thinkers.files = {};
try {
  log.push(await thinkers.ask(JSON.stringify({ ask: "move", seconds: 1 })));
} catch (error) {
  log.push(`error: ${error.message}`);
}
console.log(JSON.stringify(log));
process.exit(0);
