// @ts-check
// The sentences of the pages in the language that the browser keeps. English stands in the pages and modules;
// `python tools/sentences.py` prints it as a table, and that table with its values translated, words_<code>.js, is a language.

const KEPT = "dealwright.language";
const ATTRIBUTES = ["alt", "aria-label", "label", "placeholder", "title"];

/** The code of the language. */
const language = chosen();
/** @type {Record<string, string>} */
const sentences = language === "en" ? {} : await tableOf(language);
if (language !== "en") translatePage();

/**
 * Return a sentence of a module in the language: t`${n} boards`, which the table has as "{0} boards".
 * @param {TemplateStringsArray} parts @param {unknown[]} values
 */
export function t(parts, ...values) {
  return translated(parts.reduce((text, part, place) => `${text}{${place - 1}}${part}`), values);
}

/** Return texts or numbers joined by commas and "or". @param {(string | number)[]} parts */
export const joinedOr = (parts) => new Intl.ListFormat(language, { type: "disjunction" }).format(parts.map(String));

/** Return texts or numbers joined by commas and "and". @param {(string | number)[]} parts */
export const joinedAnd = (parts) => new Intl.ListFormat(language).format(parts.map(String));

function chosen() {
  try {
    return /^[a-z]{2}$/.exec(localStorage.getItem(KEPT) ?? "")?.[0] ?? "en";
  } catch {
    return "en"; // a browser that keeps nothing
  }
}

/** @param {string} code @returns {Promise<Record<string, string>>} */
async function tableOf(code) {
  try {
    return (await import(`./words_${code}.js`)).default;
  } catch {
    return {}; // no such language here
  }
}

/** Translate words, without the space around them. @param {string} text @param {unknown[]} [values] */
function translated(text, values = []) {
  const words = text.trim();
  const found = (sentences[words.replace(/\s+/g, " ")] ?? words).replace(/\{(\d+)\}/g, (_, place) => String(values[place]));
  return text.replace(words, () => found);
}

/** Translate the texts of the page's own file. */
function translatePage() {
  document.documentElement.lang = language;
  for (const option of document.querySelectorAll("option:not([value])")) option.setAttribute("value", option.textContent ?? "");
  const parts = [document.documentElement, ...[...document.querySelectorAll("template")].map((each) => each.content)];
  for (const part of parts) {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (text.nodeValue?.trim() && !text.parentElement?.closest("script, style, [translate=no]")) text.nodeValue = translated(text.nodeValue);
    }
    for (const name of ATTRIBUTES) {
      for (const element of part.querySelectorAll(`[${name}]`)) {
        if (!element.closest("[translate=no]")) element.setAttribute(name, translated(element.getAttribute(name) ?? ""));
      }
    }
  }
}
