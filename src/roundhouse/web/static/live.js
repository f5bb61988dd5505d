// News from the server. Browsers allow about six connections to a server, and each open stream
// holds one: so at most four pages of a browser stream, the others ask every few seconds.

const STREAMS = 4;
const POLL = 4000;

// `ready` is waited for before anything is fetched: the answer to one's own move brings its news.
export function listen(path, { revision, ready = async () => {}, news, state }) {
  let running = false;
  let again = false;
  let ply = null;
  let told = 0; // the newest revision that was told of
  let look = false; // something else is new: who is there, what was said

  // One fetch at a time; news that come meanwhile are fetched after it.
  async function hear() {
    if (running) {
      again = true;
      return;
    }
    running = true;
    try {
      do {
        again = false;
        await ready();
        const shown = !look && told <= revision();
        look = false;
        if (!shown) await news(ply);
        dispatchEvent(new Event("roundhouse:news")); // others have something to look after, too
      } while (again);
      state(true);
    } catch {
      look = true;
      state(false);
      setTimeout(hear, 2000);
    } finally {
      running = false;
    }
  }

  function ask() {
    look = true;
    return hear();
  }

  function stream() {
    return new Promise(() => {
      let first = true;
      const source = new EventSource(`${path}/events`);
      source.addEventListener("table", (event) => {
        state(true);
        ply = Number(event.data.split(" ")[1]);
        told = Number(event.lastEventId);
        first = false;
        hear();
      });
      source.addEventListener("look", ask);
      source.addEventListener("open", () => { look ||= !first; }); // what was said meanwhile?
      source.addEventListener("error", () => {
        state(false);
        if (source.readyState === EventSource.CLOSED) {
          source.close();
          // Refused: too many streams are open. Asking now and then works all the same.
          if (first) {
            ask();
            poll();
          } else setTimeout(stream, 3000);
        }
      });
      addEventListener("pagehide", () => source.close());
    });
  }

  function poll() {
    setInterval(() => {
      if (document.visibilityState === "visible") ask();
    }, POLL);
  }

  async function begin() {
    if (!navigator.locks) return stream();
    for (let slot = 0; slot < STREAMS; slot += 1) {
      const got = await new Promise((done) => {
        navigator.locks.request(`roundhouse stream ${slot}`, { ifAvailable: true }, (lock) => {
          done(Boolean(lock));
          return lock ? stream() : undefined;
        });
      });
      if (got) return undefined;
    }
    return poll();
  }

  begin();
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  addEventListener("online", ask);
  return { again: ask }; // ask until there is an answer
}
