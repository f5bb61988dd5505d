// The text mode of a table: sends the forms in place, follows the game, and announces what is new.
import { _ } from "./messages.js";
import "./copy_link.js";
import { listenToEvents } from "./event_stream.js";
import { morph } from "./morph.js";
import { onClick } from "./on_click.js";
import { changedRecently, choicesChanged } from "./recent_change.js";
import { setting, updateSettings } from "./settings.js";
import { playSound } from "./sound.js";

const SECTIONS = {
  p: "prompt",
  w: "happened",
  c: "choices",
  b: "board",
  a: "ask",
  s: "seats",
  l: "log",
  m: "menu",
};
const KEPT_MS = 60_000; // an announcement stays in the page this long
const GATHERED_MS = 500;

document.documentElement.classList.add("has-js");
const main = () => document.querySelector("main.words");
const section = (id) => document.getElementById(id);
const address = `/t/${main().dataset.table}`;
const offline = section("offline");
const announcements = section("announcements");
let viewSeat = new URLSearchParams(location.search).get("seat");
let busy = false;
let sending = Promise.resolve(); // resolves when the response to the last request is shown

const parse = (html) => new DOMParser().parseFromString(html, "text/html");
const logLines = () =>
  [...document.querySelectorAll("[data-log] [data-ply]")].map((line) => ({
    key: `${line.dataset.ply} ${line.lastElementChild.textContent}`,
    text: line.lastElementChild.textContent,
  }));

// The lines of the log that came after those of the page before. An undo shortens the log, so that
// older lines may be back at its beginning: they are not new.
function newLines(before, after) {
  const keys = new Set(before.map((line) => line.key));
  const first = after.findIndex((line) => keys.has(line.key));
  return after.slice(first + 1).filter((line) => !keys.has(line.key));
}

// Screen readers read a new paragraph of this region when they have finished what they say. Orca may
// read paragraphs that come together in any order, so what is new within a moment is one paragraph.
const news = { lines: [], prompt: "", timer: null };
function announce(lines, prompt = "") {
  news.lines.push(...lines);
  news.prompt = prompt;
  if (news.lines.length || prompt) news.timer ??= setTimeout(speak, GATHERED_MS);
}
function speak() {
  const paragraph = document.createElement("p");
  const lines = [...news.lines, news.prompt].filter(Boolean);
  paragraph.textContent = lines.map((line) => (/[.?!]$/.test(line) ? line : `${line}.`)).join(" ");
  Object.assign(news, { lines: [], timer: null });
  announcements.append(paragraph);
  setTimeout(() => paragraph.remove(), KEPT_MS);
}

function show(html) {
  const reply = parse(html);
  const fresh = reply.querySelector("main.words");
  if (!fresh) return announce([reply.querySelector(".lead")?.textContent ?? _("Not done.")]);
  if (Number(fresh.dataset.revision) < Number(main().dataset.revision)) return;
  const { revision, phase } = main().dataset;
  const before = logLines();
  const focused = document.activeElement;
  morph(main(), fresh);
  if (viewSeat !== null && main().dataset.seat !== viewSeat) {
    viewSeat = null;
    history.replaceState(null, "", location.pathname);
  }
  updateSettings();
  const hint = document.querySelector(".hint:not([data-read]) h2");
  if (hint) {
    hint.closest(".hint").dataset.read = "";
    hint.tabIndex = -1;
    hint.focus();
  } else if (focused && focused !== document.body && document.activeElement !== focused) {
    section(main().dataset.turn ? "choices" : "prompt").focus();
  }
  if (main().dataset.revision === revision) return;
  choicesChanged();
  const isOver = phase !== "over" && main().dataset.phase === "over";
  const prompt = main().dataset.turn || isOver ? main().dataset.prompt : "";
  announce(
    newLines(before, logLines()).map((line) => line.text),
    prompt,
  );
  document.title = `${main().dataset.turn ? `${_("● Your turn")} · ` : ""}${main().dataset.title} · Roundhouse`;
  playSound(isOver ? "end" : main().dataset.turn ? "turn" : "move");
}

const withSeat = (query) => {
  if (viewSeat !== null) query.set("seat", viewSeat);
  return query;
};

async function refresh() {
  const query = withSeat(new URLSearchParams());
  const headers = { "x-fragment": "1", accept: "text/html" };
  const answer = await fetch(`${address}/now?${query}`, { headers });
  if (answer.ok) show(await answer.text());
  else if (answer.status >= 500) throw new Error("The server cannot be reached"); // it will be retried
}

async function send(form, button) {
  busy = true;
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.append(button.name, button.value);
  try {
    const answer = await fetch(button?.getAttribute("formaction") || form.getAttribute("action"), {
      method: "POST",
      body,
      headers: { "x-fragment": "1", accept: "text/html" },
    });
    const html = await answer.text();
    if (html.includes("<main")) show(html);
    else location.reload();
  } catch {
    offline.hidden = false;
    live.again();
  } finally {
    busy = false;
  }
}

// Answer a question about a place without leaving the field.
async function ask(form) {
  const query = withSeat(new URLSearchParams(new FormData(form)));
  const answer = await fetch(`${address}?${query}`, { headers: { accept: "text/html" } });
  const fresh = parse(await answer.text()).getElementById("answer");
  section("answer").replaceChildren(...fresh.childNodes);
  announce([...section("answer").querySelectorAll("p:not(.small)")].map((p) => p.textContent));
}

document.addEventListener("submit", (event) => {
  if (event.target.matches("[data-ask]")) {
    event.preventDefault();
    ask(event.target);
    return;
  }
  const question = event.submitter?.dataset.confirm;
  if (!event.target.closest("form.act") || (question && !confirm(question))) return;
  event.preventDefault();
  if (changedRecently() && event.submitter?.closest(".choices, .hint")) return;
  if (!busy) sending = send(event.target, event.submitter);
});

document.addEventListener("change", (event) => {
  event.target.closest?.("select[data-submit]")?.form.requestSubmit();
});

onClick("data-close-hint", (button) => {
  button.closest(".hint").remove();
  section("choices").focus();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || setting("keys") === "off") return;
  if (event.target.matches("input, select, textarea") || event.target.closest(".chat")) return;
  const offers = document.querySelectorAll("[data-offer]");
  if (/^[1-9]$/.test(event.key)) offers[event.key - 1]?.focus();
  else if (event.key in SECTIONS) section(SECTIONS[event.key]).focus();
  else if (event.key === "u" || event.key === "h")
    document.querySelector(`[data-key="${event.key}"]:not(:disabled)`)?.click();
});

updateSettings();
const live = listenToEvents(address, {
  revision: () => Number(main().dataset.revision),
  ready: () => sending,
  news: refresh,
  state: (good) => {
    offline.hidden = good;
  },
});
