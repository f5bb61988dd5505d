// The workers that think: one for bots and hints, and one for analyses while there is one.

const START_MS = 45_000; // for a worker that has not answered yet
const GRACE_MS = 20_000; // over the time that a request may take
const ANALYSIS_MS = 3_600_000;

class Thinker {
  constructor(files, onProgress) {
    this.worker = new Worker(new URL("./thinker_worker.js", import.meta.url), { type: "module" });
    this.pending = new Map();
    this.count = 0;
    this.hasAnswered = false;
    this.worker.addEventListener("message", ({ data }) => {
      if (data.progress) onProgress(data.progress);
      else if (data.failed) this.stop(data.failed);
      else this.settle(data.id, data.answer);
    });
    this.worker.addEventListener("error", (event) => this.stop(event.message));
    this.worker.postMessage({ files });
  }

  ask(request, limit) {
    this.count += 1;
    const id = this.count;
    return new Promise((resolve, reject) => {
      const wait = limit + (this.hasAnswered ? 0 : START_MS);
      const timer = setTimeout(() => this.stop(`no answer within ${wait} ms`), wait);
      this.pending.set(id, { resolve, reject, timer });
      this.worker.postMessage({ id, request });
    });
  }

  settle(id, answer) {
    this.hasAnswered = true;
    const request = this.pending.get(id);
    this.pending.delete(id);
    clearTimeout(request?.timer);
    request?.resolve(answer);
  }

  // End the worker; its requests fail, and the next request starts another one.
  stop(reason) {
    this.isStopped = true;
    this.worker.terminate();
    for (const { reject, timer } of this.pending.values()) {
      clearTimeout(timer);
      reject(new Error(`the worker failed: ${reason}`));
    }
    this.pending.clear();
  }
}

export class Thinkers {
  constructor(onProgress) {
    this.onProgress = onProgress;
    this.files = null; // of Python, when they are loaded
    this.bots = null;
  }

  // Start the worker of the bots before it is needed.
  prepare() {
    if (!this.bots || this.bots.isStopped) this.bots = new Thinker(this.files, () => {});
    return this.bots;
  }

  // Ask the bots; if their worker fails, ask another one.
  async askBots(request, limit) {
    try {
      return await this.prepare().ask(request, limit);
    } catch {
      return this.prepare().ask(request, limit);
    }
  }

  async ask(request) {
    const { ask, seconds } = JSON.parse(request);
    if (ask !== "chances") return this.askBots(request, seconds * 1000 + GRACE_MS);
    const analyst = new Thinker(this.files, this.onProgress);
    try {
      return await analyst.ask(request, ANALYSIS_MS);
    } finally {
      analyst.stop("it is not needed any more");
    }
  }
}
