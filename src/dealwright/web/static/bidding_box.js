// @ts-check
// A bidding box: a button for each call, of which only the legal ones can be pressed; or keys.
import { BIDS, STRAINS } from "./auction.js";
import { element } from "./elements.js";

const SYMBOLS = /** @type {Record<string, [string, string, string]>} */ ({
  C: ["♣", "clubs", "clubs"], D: ["♦", "diamonds", "diamonds"], H: ["♥", "hearts", "hearts"],
  S: ["♠", "spades", "spades"], NT: ["NT", "", "notrump"],
});
const WORDS = /** @type {Record<string, string>} */ ({ Pass: "pass", X: "double", XX: "redouble" });

/** Return a call as people say it. @param {string} call */
export function callName(call) {
  return WORDS[call] ?? `${call[0]} ${SYMBOLS[call.slice(1)][2]}`;
}

/** Return a call as it is written, its suit in its colour. @param {string} call */
export function callElement(call) {
  const found = element("span", "call");
  found.setAttribute("role", "img");
  found.setAttribute("aria-label", callName(call));
  if (call in WORDS) found.append(call);
  else {
    const [symbol, names] = SYMBOLS[call.slice(1)];
    found.append(call[0], element("span", names, symbol));
  }
  return found;
}

const TYPED = "input, select, textarea"; // which have keys of their own

/**
 * Tab comes to one button. Where there is a call to make, arrow keys go from button to button, and "1" "n", "p", "x",
 * "r" are keys for calls, wherever the focus is but in a field.
 */
export class BiddingBox {
  /** @param {HTMLElement} box @param {(call: string) => void} call  called with a call that is made */
  constructor(box, call) {
    this.call = call;
    this.level = "";
    this.waiting = false;
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    for (const each of ["Pass", "X", "XX", ...BIDS]) {
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("aria-label", callName(each));
      button.append(...callElement(each).childNodes);
      button.addEventListener("click", () => this.call(each));
      this.buttons.set(each, button);
      box.append(button);
    }
    this.box = box;
    document.addEventListener("keydown", (event) => {
      if (!(event.target instanceof Element && event.target.closest(TYPED))) this.press(event);
    });
    this.show([]);
  }

  /** Show which calls are legal. @param {string[]} legal */
  show(legal) {
    const active = document.activeElement;
    const focused = this.box.contains(active) || (this.waiting && active === document.body);
    this.waiting = focused && !legal.length; // a button that is disabled loses the focus
    for (const [call, button] of this.buttons) button.disabled = !legal.includes(call);
    this.level = "";
    const first = this.buttons.get("Pass");
    for (const button of this.buttons.values()) button.tabIndex = button === first ? 0 : -1;
    if (focused && legal.length) first?.focus();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat && !event.key.startsWith("Arrow")) return;
    if (!this.box.checkVisibility() || ![...this.buttons.values()].some((button) => !button.disabled)) return;
    const key = event.key.toUpperCase();
    const call = { P: "Pass", X: "X", R: "XX" }[key] ?? (key === "N" ? `${this.level}NT` : this.level + key);
    if (/^[1-7]$/.test(key)) {
      this.level = key;
      this.focus(this.row().find((button) => !button.disabled));
    } else if (key.startsWith("ARROW")) this.move(key);
    else if (this.buttons.get(call)?.disabled === false) {
      event.preventDefault();
      this.call(call);
      return;
    } else return;
    event.preventDefault();
  }

  /** The buttons of the level that was typed. */
  row() {
    return STRAINS.flatMap((strain) => this.buttons.get(this.level + strain) ?? []);
  }

  /** @param {string} key */
  move(key) {
    const legal = [...this.buttons.values()].filter((button) => !button.disabled);
    const from = legal.findIndex((button) => button === document.activeElement);
    const step = { ARROWLEFT: -1, ARROWRIGHT: 1, ARROWUP: -5, ARROWDOWN: 5 }[key] ?? 0;
    this.focus(legal[Math.min(legal.length - 1, Math.max(0, from + step))]);
  }

  /** @param {HTMLButtonElement} [button] */
  focus(button) {
    if (!button) return;
    for (const each of this.buttons.values()) each.tabIndex = each === button ? 0 : -1;
    button.focus();
  }
}
