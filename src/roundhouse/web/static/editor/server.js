// The checker on the server: one question at a time, and the newest answer counts.

const csrf = document.querySelector('meta[name="csrf"]').content;

async function post(path, body, type) {
  const headers = { "x-csrf": csrf, accept: "application/json" };
  if (type) headers["content-type"] = type;
  const answer = await fetch(path, { method: "POST", headers, body, credentials: "same-origin" });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Error(said.detail || `The server said ${answer.status}.`), { status: answer.status });
  return said;
}

// Text, data, complaints and drawing of a board; `data` null: as the text says.
export const ask = (game, text, data) => post("/boards/check", JSON.stringify({ game, text, data }), "application/json");

export const save = (form) => post("/boards/save", form);

// Calls `work` some time after the last call, never twice at once.
export function patient(work, wait) {
  let timer = 0;
  let busy = false;
  let again = false;
  async function run() {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    try {
      await work();
    } finally {
      busy = false;
      if (again) {
        again = false;
        later();
      }
    }
  }
  function later(soon = wait) {
    clearTimeout(timer);
    timer = setTimeout(run, soon);
  }
  return later;
}
