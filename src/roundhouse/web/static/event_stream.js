// Server-sent events of a table. Browsers allow about six connections per server and each stream holds
// one, so at most four pages of a browser stream; the others poll.

const MAX_STREAMS = 4;
const POLL_MS = 4000;

// `ready` is awaited before a fetch: the response to the player's own move already contains the news.
export function listenToEvents(path, { revision, ready = async () => {}, news, state }) {
  let running = false;
  let isPending = false;
  let ply = null;
  let newestRevision = 0; // the newest revision announced by the server
  let needsRefresh = false; // something besides the revision changed: presence, chat

  // One fetch at a time; news that arrives meanwhile is fetched afterwards.
  async function fetchNews() {
    if (running) {
      isPending = true;
      return;
    }
    running = true;
    try {
      do {
        isPending = false;
        await ready();
        const isCurrent = !needsRefresh && newestRevision <= revision();
        needsRefresh = false;
        if (!isCurrent) await news(ply);
        dispatchEvent(new Event("roundhouse:news")); // for the chat
      } while (isPending);
      state(true);
    } catch {
      needsRefresh = true;
      state(false);
      setTimeout(fetchNews, 2000);
    } finally {
      running = false;
    }
  }

  function requestNews() {
    needsRefresh = true;
    return fetchNews();
  }

  function stream() {
    return new Promise(() => {
      let first = true;
      const source = new EventSource(`${path}/events`);
      source.addEventListener("table", (event) => {
        state(true);
        ply = Number(event.data.split(" ")[1]);
        newestRevision = Number(event.lastEventId);
        first = false;
        fetchNews();
      });
      source.addEventListener("look", requestNews);
      source.addEventListener("open", () => {
        needsRefresh ||= !first;
      }); // after a reconnect, fetch what was missed
      source.addEventListener("error", () => {
        state(false);
        if (source.readyState === EventSource.CLOSED) {
          source.close();
          // Refused because too many streams are open: poll instead.
          if (first) {
            requestNews();
            poll();
          } else setTimeout(stream, 3000);
        }
      });
      addEventListener("pagehide", () => source.close());
    });
  }

  function poll() {
    setInterval(() => {
      if (document.visibilityState === "visible") requestNews();
    }, POLL_MS);
  }

  async function begin() {
    if (!navigator.locks) return stream();
    for (let slot = 0; slot < MAX_STREAMS; slot += 1) {
      const hasSlot = await new Promise((done) => {
        navigator.locks.request(`roundhouse stream ${slot}`, { ifAvailable: true }, (lock) => {
          done(Boolean(lock));
          return lock ? stream() : undefined;
        });
      });
      if (hasSlot) return undefined;
    }
    return poll();
  }

  begin();
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
  addEventListener("online", requestNews);
  return { again: requestNews }; // retries until the server responds
}
