// @ts-check
// Shapes of hands: their patterns, and how often each comes.
import { ask } from "./protocol.js";

const DIGITS = "0123456789tjqk";

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

/** The lengths of the 560 shapes, once they were asked for. @type {Promise<number[][]> | undefined} */
let lengths;

/** Return the lengths of the 560 shapes, in their order. @returns {Promise<number[][]>} */
export const shapeLengths = () => (lengths ??= ask("shapes", {}).then((all) => all.shapes.map((/** @type {any} */ row) => row.lengths)));

/** Return a pattern as classes of shapes have it, such as 5431. @param {number[]} lengths */
export const patternCode = (lengths) => lengths.map((length) => DIGITS[length]).join("");

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
