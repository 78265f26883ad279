// @ts-check
// Completion: while a name is typed, a list of the language's functions that begin like it.
import { element } from "./elements.js";
import { t } from "./words.js";

const MOST = 8;
const LEAST = 2; // letters

/** A function of the language. @typedef {{name: string, call: string, also: string[], about: string}} Known */

/**
 * Offer functions under a box of text.
 * @param {HTMLTextAreaElement} box
 * @param {HTMLElement} list  an empty element right behind it
 * @param {() => Promise<Known[]>} load  asked once, when the first name is typed
 */
export function complete(box, list, load) {
  /** @type {Promise<Known[]> | undefined} */
  let loading;
  /** @type {Known[]} */
  let offered = [];
  let chosen = -1;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", t`Functions`);
  box.setAttribute("aria-autocomplete", "list");
  box.setAttribute("aria-controls", list.id);

  function close() {
    offered = [];
    chosen = -1;
    list.hidden = true;
    list.replaceChildren();
    box.removeAttribute("aria-activedescendant");
  }

  /** @returns {string} the name that ends at the caret */
  function typed() {
    return /[a-z_]\w*$/i.exec(box.value.slice(0, box.selectionStart))?.[0].toLowerCase() ?? "";
  }

  async function offer() {
    if (typed().length < LEAST) return close();
    loading ??= load();
    const known = await loading;
    const name = typed();
    offered = name.length < LEAST ? [] : known
      .filter((each) => [each.name, ...each.also].some((other) => other.startsWith(name)))
      .sort((a, b) => Number(b.name.startsWith(name)) - Number(a.name.startsWith(name)))
      .slice(0, MOST);
    if (!offered.length || (offered.length === 1 && offered[0].name === name)) return close();
    chosen = -1;
    list.hidden = false;
    list.replaceChildren(...offered.map((each, place) => {
      const row = element("div", "offer");
      row.id = `${list.id}.${place}`;
      row.setAttribute("role", "option");
      row.setAttribute("aria-selected", "false");
      row.append(element("code", "", each.call), ` ${each.about}`);
      row.addEventListener("pointerdown", (event) => {
        event.preventDefault(); // the box keeps the caret
        take(place);
      });
      return row;
    }));
  }

  /** @param {number} place */
  function choose(place) {
    list.children[chosen]?.setAttribute("aria-selected", "false");
    chosen = (place + offered.length) % offered.length;
    list.children[chosen].setAttribute("aria-selected", "true");
    box.setAttribute("aria-activedescendant", `${list.id}.${chosen}`);
  }

  /** Put a call in place of the name, with its first argument selected. @param {number} place */
  function take(place) {
    const { call } = offered[place];
    const end = box.selectionStart;
    const start = end - typed().length;
    box.setRangeText(call, start, end, "end");
    const argument = /\((\w+)/.exec(call);
    if (argument) {
      const from = start + argument.index + 1;
      box.setSelectionRange(from, from + argument[1].length);
    }
    close();
    box.dispatchEvent(new Event("input", { bubbles: true }));
    close();
  }

  box.addEventListener("input", offer);
  box.addEventListener("blur", close);
  box.addEventListener("keydown", (event) => {
    if (!offered.length) return;
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen < 0 ? -1 : chosen - 1);
    else if (event.key === "Escape") close();
    else if ((event.key === "Enter" || event.key === "Tab") && chosen >= 0) take(chosen);
    else return;
    event.preventDefault();
  });
}
