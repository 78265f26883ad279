// @ts-check
// Shapes of hands: their patterns, how often each comes, and a picker that writes a class.
import { element } from "./boards.js";
import { SEATS } from "./limits.js";

const DIGITS = "0123456789tjqk";
const LISTED = /^\s*any\s+[0-9tjqk]{4}(\s*\+\s*any\s+[0-9tjqk]{4})*\s*$/i;

/** The 39 patterns, as 4432, the flattest first. */
export const PATTERNS = (() => {
  /** @type {number[][]} */
  const found = [];
  for (let a = 13; a >= 4; a -= 1) {
    for (let b = Math.min(a, 13 - a); b >= 0; b -= 1) {
      for (let c = Math.min(b, 13 - a - b); c >= 0; c -= 1) {
        const d = 13 - a - b - c;
        if (d <= c) found.push([a, b, c, d]);
      }
    }
  }
  return found.reverse();
})();

/**
 * Return patterns with their shares, the most frequent first.
 * @param {{lengths: number[], share: number}[]} shapes
 * @returns {[string, number][]}
 */
export function byPattern(shapes) {
  /** @type {Map<string, number>} */
  const shares = new Map();
  for (const { lengths, share } of shapes) {
    const name = lengths.toSorted((a, b) => b - a).join("-");
    shares.set(name, (shares.get(name) ?? 0) + share);
  }
  return [...shares].sort((a, b) => b[1] - a[1]);
}

/** Return the patterns of a class that is a list of them, as "any 4432 + any 5332"; null for another. @param {string} text */
function patternsOf(text) {
  if (!text.trim()) return new Set();
  return LISTED.test(text) ? new Set((text.toLowerCase().match(/[0-9tjqk]{4}/g) ?? [])) : null;
}

/**
 * Fill a box with a button for each pattern, which adds it to the class of a hand or takes it away.
 * @param {HTMLElement} box
 * @param {(seat: string) => HTMLInputElement} cellOf
 * @param {() => void} changed
 */
export function shapePicker(box, cellOf, changed) {
  const label = element("label", "beside", "Shapes of ");
  const seat = document.createElement("select");
  for (const name of SEATS) seat.append(new Option(name, name));
  label.append(seat);
  const about = element("p", "note");
  const row = element("p", "patterns");
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", "Patterns");
  const buttons = PATTERNS.map((lengths) => {
    const code = lengths.map((length) => DIGITS[length]).join("");
    const button = row.appendChild(element("button", "small", lengths.join("-")));
    button.setAttribute("type", "button");
    button.addEventListener("click", () => {
      const picked = patternsOf(cellOf(seat.value).value);
      if (!picked) return;
      if (!picked.delete(code)) picked.add(code);
      cellOf(seat.value).value = [...picked].map((each) => `any ${each}`).join(" + ");
      show();
      changed();
    });
    return { code, button };
  });
  function show() {
    const picked = patternsOf(cellOf(seat.value).value);
    about.textContent = picked ? "" : "The class of this hand is no list of patterns; clear its cell to pick.";
    for (const { code, button } of buttons) button.setAttribute("aria-pressed", String(Boolean(picked?.has(code))));
  }
  seat.addEventListener("input", (event) => {
    event.stopPropagation(); // it is no limit
    show();
  });
  box.replaceChildren(label, row, about);
  return show;
}
