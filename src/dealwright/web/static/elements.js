// @ts-check
// Elements of pages: with their names and children, bars, and texts in which suits have their colours.
import { t } from "./words.js";

/** The suits, the highest first: name and symbol. */
export const SUITS = [["spades", "♠"], ["hearts", "♥"], ["diamonds", "♦"], ["clubs", "♣"]];
export const SUIT_NAMES = [t`spades`, t`hearts`, t`diamonds`, t`clubs`];

/** @param {string} tag @param {string} [names] @param {(string | Node)[]} children */
export function element(tag, names = "", ...children) {
  const made = document.createElement(tag);
  if (names) made.className = names;
  made.append(...children.filter(Boolean));
  return made;
}

/**
 * Return a button.
 * @param {string} names
 * @param {string | Node | (string | Node)[]} label
 * @param {(event: Event) => void} act
 * @param {Record<string, string>} [attributes]
 */
export function button(names, label, act, attributes = {}) {
  const made = element("button", names, ...(Array.isArray(label) ? label : [label]));
  made.setAttribute("type", "button");
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.addEventListener("click", act);
  return made;
}

/** Return a bar that is filled by a share, with a thin one for what it is compared with; text beside it says what they mean. @param {number} share @param {number} [before] */
export function barOf(share, before) {
  const fills = [share, before].flatMap((part) => {
    if (part === undefined) return [];
    const fill = element("span", "fill");
    fill.style.width = `${Math.max(0, Math.min(100, 100 * part))}%`;
    return [fill];
  });
  const bar = element("span", fills.length > 1 ? "bar two" : "bar", ...fills);
  bar.setAttribute("aria-hidden", "true");
  return bar;
}

/** Return the mark of a share across a bar. @param {number} share */
export function markAt(share) {
  const mark = element("span", "was");
  mark.style.left = `${100 * share}%`;
  return mark;
}

/** Return an interval of shares across a bar. @param {number[]} ends */
export function intervalAcross([low, high]) {
  const interval = element("span", "interval");
  [interval.style.left, interval.style.width] = [`${100 * low}%`, `${100 * (high - low)}%`];
  return interval;
}

/**
 * Return a chip: what is said, and the share of deals that it leaves, as text and as a bar.
 * @param {string} names  more class names
 * @param {string} said
 * @param {{share: number, text: string} | null} leaves  text is "" where it is not known; null where nothing is told of it
 * @param {(event: Event) => void} act
 * @param {Record<string, string>} attributes
 */
export function chipOf(names, said, leaves, act, attributes) {
  const told = leaves ? [element("small", "", leaves.text), barOf(leaves.share)] : [];
  return button(`chip ${names}`.trim(), [suited(said), ...told], act, { "aria-haspopup": "dialog", ...attributes });
}

/** Replace what a box shows; what has the focus keeps it, by a data- name of its own. @param {HTMLElement} box @param {string} key @param {(string | Node)[]} parts */
export function refill(box, key, ...parts) {
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  const focused = active && box.contains(active) ? active.dataset[key] : undefined;
  box.replaceChildren(...parts);
  if (focused !== undefined) partBy(box, key, focused)?.focus();
}

/** Return the element of a box that has a value as its data- name. @param {HTMLElement} box @param {string} key @param {string} value @returns {HTMLElement | undefined} */
export const partBy = (box, key, value) => /** @type {HTMLElement[]} */ ([...box.querySelectorAll(`[data-${key}]`)]).find((each) => each.dataset[key] === value);

/** Return a text with the symbols of suits, and calls such as 2H, in their colours. @param {string} text */
export function suited(text) {
  const found = element("span");
  const symbols = text.replace(/\b([1-7])([SHDC])\b/g, (_, level, letter) => level + SUITS["SHDC".indexOf(letter)][1]);
  for (const part of symbols.split(/([♠♥♦♣])/)) {
    const suit = SUITS.find(([, symbol]) => symbol === part);
    found.append(suit ? element("span", suit[0], part) : part);
  }
  return found;
}

/** Return a bid as people say it: 4♠ doubled, 3NT. @param {string} bid  4SX, 3N */
export function bidText(bid) {
  const [, level, letter, risk] = /^([1-7])(NT?|[SHDC])(X{0,2})$/.exec(bid) ?? [];
  if (!level) return bid;
  const strain = SUITS["SHDC".indexOf(letter)]?.[1] ?? "NT";
  return level + strain + ["", t` doubled`, t` redoubled`][risk.length];
}

/** Return a text without symbols of suits, as it is read aloud. @param {string} text */
export const aloud = (text) => SUITS.reduce((found, [, symbol], place) => found.replaceAll(symbol, SUIT_NAMES[place]), text);

/** Return what opens when its head is pressed. @param {string} head @param {HTMLElement[]} parts */
export const folded = (head, ...parts) => element("details", "more", element("summary", "", head), element("div", "stack", ...parts));

/** Return a whole number with its sign. @param {number} value */
export const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

/** Save a file. @param {string} name @param {Blob} content */
export function save(name, content) {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(content);
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}
