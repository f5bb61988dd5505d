// Values of a board file in fields: texts as they are, numbers, true and false, the rest as JSON.

export function make(tag, more = {}, ...inside) {
  const { data, aria, ...plain } = more;
  const made = Object.assign(document.createElement(tag), plain);
  for (const [name, value] of Object.entries(data ?? {})) made.dataset[name] = value;
  for (const [name, value] of Object.entries(aria ?? {})) made.setAttribute(`aria-${name}`, value);
  made.append(...inside);
  return made;
}

export const shown = (value) => {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value).replace(/,(?=\S)/g, ", ");
};

// What was typed, read like the value that it replaces; throws what is wrong with it.
export function read(text, like) {
  if (typeof like === "string") return text;
  const typed = text.trim();
  if (typeof like === "number") {
    const number = Number(typed);
    if (!typed || !Number.isFinite(number)) throw new Error("a number is wanted here");
    return number;
  }
  if (typeof like === "boolean") {
    if (typed !== "true" && typed !== "false") throw new Error("true or false is wanted here");
    return typed === "true";
  }
  try {
    const value = JSON.parse(typed);
    if (value === null) throw new Error("nothing");
    return value;
  } catch {
    if (like !== undefined) throw new Error("a list or table is wanted, like [1, 2] or {\"a\": 1}");
    return text;
  }
}

// A field for node[key]. `save(value)` gets what was typed, undefined where it was left empty.
export function field(value, like, label, save, words = "") {
  const made = make("input", { type: "text", value: shown(value), aria: { label }, autocomplete: "off", spellcheck: false });
  if (typeof (value ?? like) === "number") made.inputMode = "decimal";
  if (words) made.setAttribute("list", words);
  let done = made.value;
  const commit = () => {
    if (made.value === done) return;
    done = made.value;
    try {
      const given = made.value === "" && like !== "" ? undefined : read(made.value, value ?? like);
      made.removeAttribute("aria-invalid");
      made.title = "";
      save(given);
    } catch (error) {
      made.setAttribute("aria-invalid", "true");
      made.title = error.message;
      made.dispatchEvent(new CustomEvent("unread", { bubbles: true, detail: `${label}: ${error.message}` }));
    }
  };
  made.addEventListener("change", commit);
  made.addEventListener("keydown", (event) => {
    if (event.key === "Enter") commit();
  });
  return made;
}

let lists = 0;

// Words that others use in the same place, to choose from.
export function suggestions(panel, words) {
  const found = [...new Set(words)].filter((it) => typeof it === "string" && it).sort().slice(0, 300);
  if (!found.length) return "";
  lists += 1;
  const id = `ed-words-${lists}`;
  panel.append(make("datalist", { id }, ...found.map((value) => make("option", { value }))));
  return id;
}
