// Requests to the server: checking and saving boards.
import { _ } from "../messages.js";

const csrf = document.querySelector('meta[name="csrf"]').content;

async function post(path, body, type) {
  const headers = { "x-csrf": csrf, accept: "application/json" };
  if (type) headers["content-type"] = type;
  const response = await fetch(path, { method: "POST", headers, body, credentials: "same-origin" });
  const data = await response.json().catch(() => ({}));
  if (!response.ok)
    throw Object.assign(
      new Error(
        data.detail ||
          _("The server answered with error {status}. Try again.", { status: response.status }),
      ),
      {
        status: response.status,
      },
    );
  return data;
}

// Check a board; with `data` null, the text alone counts.
export const checkBoard = (game, text, data) =>
  post("/boards/check", JSON.stringify({ game, text, data }), "application/json");

export const saveBoard = (form) => post("/boards/save", form);

// Return a function that runs `work` some time after its last call, never twice at once.
export function debounce(work, wait) {
  let timer = 0;
  let busy = false;
  let isPending = false;
  async function run() {
    if (busy) {
      isPending = true;
      return;
    }
    busy = true;
    try {
      await work();
    } finally {
      busy = false;
      if (isPending) {
        isPending = false;
        schedule();
      }
    }
  }
  function schedule(soon = wait) {
    clearTimeout(timer);
    timer = setTimeout(run, soon);
  }
  return schedule;
}
