// @ts-check
// The texts of bidding systems: those of the package, and those that this browser keeps.
import { element } from "./elements.js";
import { systems } from "./protocol.js";
import { t } from "./words.js";

const KEY = "dealwright.systems";
const KEPT = "kept:"; // before the name of a system that the browser keeps

/** @returns {Record<string, string>} */
function keptTexts() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return Object.fromEntries(Object.entries(found).filter(([, text]) => typeof text === "string"));
  } catch {
    return {}; // damaged, or the browser keeps nothing
  }
}

/** Keep a text under a name, or forget it. @param {string} name @param {string} [text]  whether it was kept */
export function keepText(name, text) {
  const { [name]: _, ...others } = keptTexts();
  try {
    localStorage.setItem(KEY, JSON.stringify(text === undefined ? others : { ...others, [name]: text }));
    return true;
  } catch {
    return false; // the browser keeps nothing, or has no room
  }
}

/** Return the choice of a system that the browser keeps. @param {string} name */
export const keptChoice = (name) => KEPT + name;

/** Return the name under which the browser keeps a choice, "" for one of the package. @param {string} choice */
export const keptName = (choice) => (choice.startsWith(KEPT) ? choice.slice(KEPT.length) : "");

/** The systems to choose from, by the values of a <select>. */
export class SystemTexts {
  constructor() {
    /** @type {Map<string, string>} */
    this.package = new Map();
  }

  /** Ask for the systems of the package. */
  async load() {
    for (const { name, text } of await systems()) this.package.set(name, text);
  }

  /** Return the text of a choice; undefined if this browser has none. @param {string} choice */
  text(choice) {
    const name = keptName(choice);
    return name ? keptTexts()[name] : this.package.get(choice);
  }

  /** Return what a request takes for a choice: a name of the package, or a text. @param {string} choice */
  asked(choice) {
    return keptName(choice) ? `${this.text(choice) ?? ""}\n` : choice;
  }

  /** Fill a <select>; its choice stays, or is the first system. @param {HTMLSelectElement} select */
  fill(select) {
    const chosen = select.value;
    const kept = Object.keys(keptTexts()).sort();
    const groups = [groupOf(t`In the package`, [...this.package.keys()].map((name) => new Option(name, name)))];
    if (kept.length) groups.push(groupOf(t`Saved in this browser`, kept.map((name) => new Option(name, keptChoice(name)))));
    select.replaceChildren(...groups);
    select.value = chosen;
    if (!select.value) select.selectedIndex = 0;
  }
}

/** @param {string} label @param {HTMLOptionElement[]} options */
function groupOf(label, options) {
  const group = element("optgroup");
  group.setAttribute("label", label);
  group.translate = false; // names of systems
  group.append(...options);
  return group;
}
