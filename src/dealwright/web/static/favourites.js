// @ts-check
// What the browser keeps: named favourites, and what was dealt before. Nothing leaves it.
import { element } from "./elements.js";
import { t } from "./words.js";

const MOST = 50; // of what was dealt before
const KEYS = { kept: "dealwright.kept", earlier: "dealwright.earlier" };

/** A name and an address. @typedef {{name: string, address: string}} Entry */

/** @param {"kept" | "earlier"} which @returns {Entry[]} */
function entriesOf(which) {
  try {
    const found = JSON.parse(localStorage.getItem(KEYS[which]) ?? "[]");
    if (!Array.isArray(found)) return [];
    return found.filter((each) => typeof each?.name === "string" && String(each?.address).startsWith("#"));
  } catch {
    return []; // damaged, or the browser keeps nothing
  }
}

/** @param {"kept" | "earlier"} which @param {Entry[]} entries */
function store(which, entries) {
  try {
    localStorage.setItem(KEYS[which], JSON.stringify(entries));
  } catch {
    // a browser that keeps nothing: the lists are empty next time
  }
}

/** What is kept by name. */
export const keptEntries = () => entriesOf("kept");

/** Keep something by its name, in the place of what had it; browsers that forget what is long unused are asked to keep it. @param {Entry} entry */
export function keep(entry) {
  navigator.storage?.persist?.();
  store("kept", [...keptEntries().filter((each) => each.name !== entry.name), entry]);
}

/** Keep something no longer. @param {Entry} entry @param {"kept" | "earlier"} [which] */
export function forget(entry, which = "kept") {
  store(which, entriesOf(which).filter((each) => each.address !== entry.address || each.name !== entry.name));
}

/** Keep what was dealt. @param {string} name @param {string} address */
export function remember(name, address) {
  const others = entriesOf("earlier").filter((each) => each.address !== address);
  store("earlier", [{ name, address }, ...others].slice(0, MOST));
}

/**
 * Show the lists of favourites and of what was dealt before; a name that is being typed stays.
 * @param {HTMLElement} box
 * @param {() => Entry} present  the name proposed for what is shown, and its address
 */
export function showKept(box, present) {
  const form = box.querySelector("form") ?? box.appendChild(keepForm(box, present));
  const name = /** @type {HTMLInputElement} */ (form.querySelector("input"));
  if (!name.dataset.typed) name.value = present().name.slice(0, 80);
  while (form.nextSibling) form.nextSibling.remove();
  box.append(listOf("kept", t`Kept`, box, present), listOf("earlier", t`Dealt before`, box, present));
}

/** @param {HTMLElement} box @param {() => Entry} present */
function keepForm(box, present) {
  const form = document.createElement("form");
  const label = form.appendChild(element("label", "", t`Keep this as `));
  const name = document.createElement("input");
  name.maxLength = 80;
  name.required = true;
  name.addEventListener("input", () => (name.dataset.typed = "yes"));
  label.append(name);
  form.appendChild(element("button", "", t`Keep`)).setAttribute("type", "submit");
  form.className = "buttons";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keep({ name: name.value.trim(), address: present().address });
    delete name.dataset.typed;
    showKept(box, present);
  });
  return form;
}

/** @param {"kept" | "earlier"} which @param {string} head @param {HTMLElement} box @param {() => Entry} present */
function listOf(which, head, box, present) {
  const part = element("div");
  part.append(element("h3", "", head));
  const entries = entriesOf(which);
  if (!entries.length) part.append(element("p", "note", t`nothing yet`));
  const list = part.appendChild(element("ul"));
  for (const entry of entries) {
    const row = list.appendChild(element("li"));
    const link = row.appendChild(element("a", "", entry.name));
    link.setAttribute("href", entry.address);
    link.translate = false;
    const drop = row.appendChild(element("button", "small", "×"));
    drop.setAttribute("type", "button");
    drop.setAttribute("aria-label", t`Forget ${entry.name}`);
    drop.addEventListener("click", () => {
      forget(entry, which);
      showKept(box, present);
    });
  }
  return part;
}
