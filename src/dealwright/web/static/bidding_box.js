// @ts-check
// A bidding box: a button for each call, of which only the legal ones can be pressed; on phones level, then strain; or keys.
import { BIDS, STRAINS } from "./auction.js";
import { meaningText } from "./call_meanings.js";
import { button, element } from "./elements.js";
import { t } from "./words.js";

const SYMBOLS = /** @type {Record<string, [string, string, string]>} */ ({
  C: ["♣", "clubs", t`clubs`], D: ["♦", "diamonds", t`diamonds`], H: ["♥", "hearts", t`hearts`],
  S: ["♠", "spades", t`spades`], NT: ["NT", "", t`notrump`],
});
const WORDS = /** @type {Record<string, string>} */ ({ Pass: t`pass`, X: t`double`, XX: t`redouble` });

/** Return a call as people say it. @param {string} call */
export function callName(call) {
  return WORDS[call] ?? `${call[0]} ${SYMBOLS[call.slice(1)][2]}`;
}

/** Return a call as it is written, its suit in its colour. @param {string} call */
export function callElement(call) {
  const found = element("span", "call");
  found.setAttribute("role", "img");
  found.setAttribute("aria-label", callName(call));
  if (call in WORDS) found.append(call === "Pass" ? t`Pass` : call);
  else {
    const [symbol, names] = SYMBOLS[call.slice(1)];
    found.append(call[0], element("span", names, symbol));
  }
  return found;
}

/** Whether a button has the focus of a keyboard: after a press elsewhere nobody asks. @param {HTMLElement} made */
const isKeyed = (made) => made.matches(":focus-visible");

/** @param {HTMLButtonElement} made @param {import("./call_meanings.js").Shows} [shows] */
function describe(made, shows) {
  if (shows) made.setAttribute("aria-description", meaningText(shows));
  else made.removeAttribute("aria-description");
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
    const others = element("div", "others");
    const bids = element("div", "bids");
    for (const each of ["Pass", "X", "XX", ...BIDS]) {
      const made = button(each.length > 2 || each in WORDS ? `call-${each}` : "", [...callElement(each).childNodes], () => this.call(each), { "aria-label": callName(each) });
      this.buttons.set(each, /** @type {HTMLButtonElement} */ (made));
      (each in WORDS ? others : bids).append(made);
    }
    this.levels = [1, 2, 3, 4, 5, 6, 7].map((level) => /** @type {HTMLButtonElement} */ (button("on", String(level), () => {
      this.level = String(level);
      this.showStrains();
      this.tellOf(STRAINS.map((strain) => this.level + strain));
      this.strains.find((strain) => !strain.disabled)?.focus();
    }, { "aria-label": t`Level ${level}` })));
    this.strains = STRAINS.map((strain) => {
      const [symbol, names] = SYMBOLS[strain];
      return /** @type {HTMLButtonElement} */ (button("", element("span", names, symbol), () => this.call(this.level + strain)));
    });
    /** What calls show, as far as it is known. @type {Map<string, import("./call_meanings.js").Shows>} */
    this.meanings = new Map();
    this.shows = element("p", "shows");
    for (const [call, made] of this.buttons) {
      made.addEventListener("focus", () => this.tellOf(isKeyed(made) ? [call] : []));
      made.addEventListener("pointerenter", () => this.tellOf([call]));
    }
    box.append(element("div", "levels", ...this.levels), element("div", "strains", ...this.strains), bids, others, this.shows);
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
    for (const [call, made] of this.buttons) made.disabled = !legal.includes(call);
    this.level = "";
    this.tell(new Map());
    for (const [at, level] of this.levels.entries()) level.disabled = !STRAINS.some((strain) => legal.includes(`${at + 1}${strain}`));
    this.showStrains();
    const first = this.buttons.get("Pass");
    for (const button of this.buttons.values()) button.tabIndex = button === first ? 0 : -1;
    if (focused && legal.length) first?.focus();
  }

  /** Take what calls show: each button tells it where it has the focus or the pointer. @param {BiddingBox["meanings"]} meanings */
  tell(meanings) {
    this.meanings = meanings;
    for (const [call, made] of this.buttons) describe(made, meanings.get(call));
    this.showStrains();
    const focused = [...this.buttons].find(([, made]) => made === document.activeElement);
    this.tellOf(focused && isKeyed(focused[1]) ? [focused[0]] : []);
  }

  /** Tell what calls show, a line for each that is known. @param {string[]} calls */
  tellOf(calls) {
    this.shows.replaceChildren(...calls.flatMap((call) => {
      const shows = this.meanings.get(call);
      return shows ? [element("span", "", callElement(call), ` ${meaningText(shows)}`)] : [];
    }));
  }

  /** Show which strains can be bid at the level that was chosen. */
  showStrains() {
    for (const [at, level] of this.levels.entries()) level.setAttribute("aria-pressed", String(this.level === String(at + 1)));
    for (const [at, strain] of this.strains.entries()) {
      const bid = this.buttons.get(this.level + STRAINS[at]);
      strain.disabled = !bid || bid.disabled;
      strain.setAttribute("aria-label", `${this.level} ${SYMBOLS[STRAINS[at]][2]}`.trim());
      describe(strain, this.meanings.get(this.level + STRAINS[at]));
    }
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat && !event.key.startsWith("Arrow")) return;
    if (!this.box.checkVisibility() || ![...this.buttons.values()].some((button) => !button.disabled)) return;
    const key = event.key.toUpperCase();
    const call = { P: "Pass", X: "X", R: "XX" }[key] ?? (key === "N" ? `${this.level}NT` : this.level + key);
    if (/^[1-7]$/.test(key)) {
      this.level = key;
      this.showStrains();
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
