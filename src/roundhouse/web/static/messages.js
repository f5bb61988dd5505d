// Messages in the language of the page. English needs no catalogue; the one of another language is
// fetched once, before the modules that import this one run.
const language = document.documentElement.lang || "en";
const PSEUDO = "xx";
const ACCENTS = new Map(
  [..."aeiouycnszAEIOUYCNSZ"].map((c, n) => [c, [..."àéîöüýçñšžÀÉÎÖÜÝÇÑŠŽ"][n]]),
);
const catalogue = await loadCatalogue();

async function loadCatalogue() {
  if (language === "en" || language === PSEUDO) return null;
  try {
    const answer = await fetch(new URL(`locale/${language}.json`, import.meta.url));
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // English is better than a page without scripts
  }
}

const fillIn = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

function translate(key, text) {
  if (language !== PSEUDO) return catalogue?.messages[key] ?? text;
  const letters = text.replace(/\{\w+\}|./gs, (part) => ACCENTS.get(part) ?? part);
  return `⟦${letters}${"·".repeat(Math.round(text.length * 0.4))}⟧`;
}

/** Return a message with its placeholders filled in: `_("Move {ply}", { ply })`. */
export const _ = (text, values = {}) => fillIn(translate(text, text), values);

/** Return a message whose English text alone is ambiguous. */
export const pgettext = (context, text, values = {}) =>
  fillIn(translate(`${context}\u0004${text}`, text), values);

/** Return the form of a message for a number, which fills in `{n}`. */
export function ngettext(singular, plural, n, values = {}) {
  const forms = catalogue?.plurals[singular];
  const at = n < 200 ? n : 100 + (n % 100);
  const text = forms?.[catalogue.forms[at]] ?? translate("", n === 1 ? singular : plural);
  return fillIn(text, { n, ...values });
}

/** Whether the page is in English, whose grammar some texts follow. */
export const isEnglish = language === "en";
