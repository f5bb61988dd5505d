// Input fields for values of a board file: text, numbers and booleans; everything else as JSON.
import { _ } from "../messages.js";

export function createElement(tag, more = {}, ...inside) {
  const { data, aria, ...plain } = more;
  const element = Object.assign(document.createElement(tag), plain);
  for (const [name, value] of Object.entries(data ?? {})) element.dataset[name] = value;
  for (const [name, value] of Object.entries(aria ?? {}))
    element.setAttribute(`aria-${name}`, value);
  element.append(...inside);
  return element;
}

export const formatValue = (value) => {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value).replace(/,(?=\S)/g, ", ");
};

// Parse a typed value as the type of the value it replaces; throws an error that says what to enter.
export function parseValue(text, like) {
  if (typeof like === "string") return text;
  const typed = text.trim();
  if (typeof like === "number") {
    const number = Number(typed);
    if (!typed || !Number.isFinite(number)) throw new Error(_("enter a number"));
    return number;
  }
  if (typeof like === "boolean") {
    if (typed !== "true" && typed !== "false") throw new Error(_("enter true or false"));
    return typed === "true";
  }
  try {
    const value = JSON.parse(typed);
    if (value === null) throw new Error("nothing");
    return value;
  } catch {
    if (like !== undefined) {
      const examples = { list: "[1, 2]", table: '{"a": 1}' };
      throw new Error(_("enter a list or table, such as {list} or {table}", examples));
    }
    return text;
  }
}

// An input field. `save(value)` receives the parsed value, or undefined for an empty field.
export function field(value, like, label, save, { words = "" } = {}) {
  const input = createElement("input", {
    type: "text",
    value: formatValue(value),
    aria: { label },
    autocomplete: "off",
    spellcheck: false,
  });
  if (typeof (value ?? like) === "number") input.inputMode = "decimal";
  if (words) input.setAttribute("list", words);
  let committed = input.value;
  const commit = () => {
    if (input.value === committed) return;
    committed = input.value;
    try {
      const typedValue =
        input.value === "" && like !== "" ? undefined : parseValue(input.value, value ?? like);
      input.removeAttribute("aria-invalid");
      input.title = "";
      save(typedValue);
    } catch (error) {
      input.setAttribute("aria-invalid", "true");
      input.title = error.message;
      input.dispatchEvent(
        new CustomEvent("unread", { bubbles: true, detail: `${label}: ${error.message}` }),
      );
    }
  };
  input.addEventListener("change", commit);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") commit();
  });
  return input;
}

let listCount = 0;

// Offer values as suggestions; returns the id of the list.
export function suggestions(panel, words) {
  const options = [...new Set(words)]
    .filter((it) => typeof it === "string" && it)
    .sort()
    .slice(0, 300);
  if (!options.length) return "";
  listCount += 1;
  const id = `ed-words-${listCount}`;
  panel.append(
    createElement(
      "datalist",
      { id },
      ...options.map((value) => createElement("option", { value })),
    ),
  );
  return id;
}
