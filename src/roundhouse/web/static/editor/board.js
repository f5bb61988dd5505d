// A board being edited: its data, what was before and after, and what is kept while one is away.
import { at, list, put, same } from "./paths.js";

const MOST = 200; // steps that can be taken back

export class Board {
  constructor({ layout, text, data, key }) {
    Object.assign(this, { layout, base: text, data, key, saved: null, listeners: [] });
    this.past = [];
    this.future = [];
    this.saved = this.state();
  }

  state() {
    return JSON.stringify({ base: this.base, data: this.data });
  }

  get dirty() {
    return this.state() !== this.saved;
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  tell() {
    for (const listener of this.listeners) listener();
  }

  // Change the data; `edit` may return false where nothing came of it.
  change(edit) {
    const before = this.state();
    if (edit(this.data) === false) {
      this.restore(before);
      return false;
    }
    keepTrue(this.data, this.layout);
    return this.commit(before);
  }

  commit(before) {
    if (this.state() === before) return false;
    this.past.push(before);
    if (this.past.length > MOST) this.past.shift();
    this.future = [];
    this.tell();
    return true;
  }

  // Another text, read by the server.
  replace(text, data) {
    const before = this.state();
    this.base = text;
    this.data = data;
    this.commit(before);
  }

  restore(state) {
    Object.assign(this, JSON.parse(state));
  }

  undo() {
    if (!this.past.length) return;
    this.future.push(this.state());
    this.restore(this.past.pop());
    this.tell();
  }

  redo() {
    if (!this.future.length) return;
    this.past.push(this.state());
    this.restore(this.future.pop());
    this.tell();
  }

  keepDraft(more) {
    try {
      if (this.dirty || more.text) {
        const draft = { base: this.base, data: this.data, at: Date.now(), ...more };
        localStorage.setItem(this.key, JSON.stringify(draft));
      } else localStorage.removeItem(this.key);
      return true;
    } catch {
      return false; // no room, or storage is forbidden
    }
  }

  draft() {
    try {
      return JSON.parse(localStorage.getItem(this.key));
    } catch {
      return null;
    }
  }

  dropDraft() {
    try {
      localStorage.removeItem(this.key);
    } catch { /* there is none then */ }
  }
}

// The numbers of the file that say how much of something it has.
function keepTrue(data, layout) {
  for (const count of layout.counts) {
    let rows = list(data, count.table);
    if (count.has) rows = rows.filter((row) => count.has in row);
    if (count.where) rows = rows.filter((row) => row[count.where[0]] === count.where[1]);
    let is = rows.length;
    if (count.add) is = rows.reduce((sum, row) => sum + (Number(row[count.add]) || 0), 0);
    if (count.ids) is = rows.map((row) => row.id);
    const was = at(data, count.path);
    if (was !== undefined && !same(sorted(was), sorted(is))) put(data, count.path, is);
  }
}

const sorted = (value) => (Array.isArray(value) ? [...value].sort() : value);

// Where a fact comes from, as board files say it: of a key, or of the whole entry.
export function source(entry, key) {
  const of = entry.provenance;
  if (`${key}_provenance` in entry) return entry[`${key}_provenance`];
  if (of && typeof of === "object" && !Array.isArray(of)) return of[key] ?? "";
  return "";
}

export function setSource(entry, key, words) {
  const of = entry.provenance;
  if (of && typeof of === "object" && !Array.isArray(of) && !(`${key}_provenance` in entry)) {
    if (words) of[key] = words;
    else delete of[key];
  } else if (words && words !== of) entry[`${key}_provenance`] = words;
  else delete entry[`${key}_provenance`];
}

export const isSource = (key) => key === "provenance" || key.endsWith("_provenance");

// Every word in use for where something comes from.
export function sourcesInUse(node, found = new Set()) {
  if (!node || typeof node !== "object") return found;
  for (const [key, value] of Object.entries(node)) {
    if (!isSource(key)) sourcesInUse(value, found);
    else for (const words of typeof value === "object" ? Object.values(value) : [value]) found.add(String(words));
  }
  return found;
}

