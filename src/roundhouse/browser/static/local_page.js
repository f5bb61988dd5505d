// Runs on every page before the other scripts: news of a table come from the worker, not from a server.

const BASE = new URL("../", import.meta.url).pathname; // of static/local_page.js

class LocalEvents extends EventTarget {
  static CLOSED = 2;
  readyState = 1;

  constructor(path) {
    super();
    const [, table] = new URL(path, location.href).pathname.match(/\/t\/(\w+)\/events$/);
    this.channel = new BroadcastChannel(`roundhouse tables ${BASE}`);
    this.channel.addEventListener("message", ({ data }) => {
      if (data.table !== table || data.ply === undefined) return;
      const init = { data: `ply ${data.ply}`, lastEventId: String(data.revision) };
      this.dispatchEvent(new MessageEvent("table", init));
    });
    this.channel.postMessage({ table, ask: true }); // what has happened since the page was made
  }

  close() {
    this.readyState = LocalEvents.CLOSED;
    this.channel.close();
  }
}

globalThis.EventSource = LocalEvents;
