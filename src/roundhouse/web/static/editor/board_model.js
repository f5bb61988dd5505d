// The edited board: its data, undo history and draft.
import { getPath, isEqual, listAt, setPath } from "./paths.js";

const MAX_UNDO = 200; // steps

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

  notifyListeners() {
    for (const listener of this.listeners) listener();
  }

  // Change the data; `edit` returns false to cancel.
  change(edit) {
    const before = this.state();
    if (edit(this.data) === false) {
      this.restore(before);
      return false;
    }
    updateCounts(this.data, this.layout);
    return this.commit(before);
  }

  commit(before) {
    if (this.state() === before) return false;
    this.past.push(before);
    if (this.past.length > MAX_UNDO) this.past.shift();
    this.future = [];
    this.notifyListeners();
    return true;
  }

  // Replace the board by a text that the server has parsed.
  replace(text, data) {
    const before = this.state();
    this.base = text;
    this.data = data;
    this.commit(before);
  }

  restore(state) {
    Object.assign(this, JSON.parse(state));
  }

  // Undo a step; return whether there was one.
  undo() {
    if (!this.past.length) return false;
    this.future.push(this.state());
    this.restore(this.past.pop());
    this.notifyListeners();
    return true;
  }

  redo() {
    if (!this.future.length) return false;
    this.past.push(this.state());
    this.restore(this.future.pop());
    this.notifyListeners();
    return true;
  }

  keepDraft(more) {
    try {
      if (this.dirty || more.text) {
        const draft = { base: this.base, data: this.data, at: Date.now(), ...more };
        localStorage.setItem(this.key, JSON.stringify(draft));
      } else localStorage.removeItem(this.key);
      return true;
    } catch {
      return false; // storage is full or forbidden
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
    } catch {
      /* storage is forbidden: there is no draft */
    }
  }
}

// Update the figures of the file that count its entries.
function updateCounts(data, layout) {
  for (const count of layout.counts) {
    let rows = listAt(data, count.table);
    if (count.has) rows = rows.filter((row) => count.has in row);
    if (count.where) rows = rows.filter((row) => row[count.where[0]] === count.where[1]);
    let value = rows.length;
    if (count.add) value = rows.reduce((sum, row) => sum + (Number(row[count.add]) || 0), 0);
    if (count.ids) value = rows.map((row) => row.id);
    const oldValue = getPath(data, count.path);
    if (oldValue !== undefined && !isEqual(sorted(oldValue), sorted(value)))
      setPath(data, count.path, value);
  }
}

const sorted = (value) => (Array.isArray(value) ? [...value].sort() : value);

// The source of a fact: of its key, or of the whole entry.
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

// All sources named in the file.
export function sourcesInUse(node, sources = new Set()) {
  if (!node || typeof node !== "object") return sources;
  for (const [key, value] of Object.entries(node)) {
    if (!isSource(key)) sourcesInUse(value, sources);
    else
      for (const words of typeof value === "object" ? Object.values(value) : [value])
        sources.add(String(words));
  }
  return sources;
}
