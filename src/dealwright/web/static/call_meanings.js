// @ts-check
// What calls show, in words: points, lengths and shares as a system's rules make them.
import { numberOf } from "./statistics.js";
import { t } from "./words.js";

/**
 * What a call shows, of a document "system_meanings" or "system_call".
 * @typedef {{seat: string, call: string, note: string, guessed: boolean, shows: string, share: string | null, exact: boolean}} Shows
 */

/** Return a share of hands as people say it: 1 hand in 21. @param {number} share @param {boolean} exact */
function shareText(share, exact) {
  if (share > 0.99) return t`nearly every hand`;
  if (share >= 1 / 3) return exact ? t`${Math.round(100 * share)} hands in 100` : t`about ${Math.round(100 * share)} hands in 100`;
  const one = Math.round(1 / share).toLocaleString("en");
  return exact ? t`1 hand in ${one}` : t`about 1 hand in ${one}`;
}

/** Return the points and lengths that a call shows, and its share. @param {Pick<Shows, "shows" | "share" | "exact">} call */
export function showsText({ shows, share, exact }) {
  if (share === null) return shows && !exact ? t`about ${shows}` : shows;
  const number = numberOf(share);
  if (number === 1 && !shows) return t`any hand`;
  return [shows, number > 0 && number < 1 ? shareText(number, exact) : ""].filter(Boolean).join("; ");
}

/** Return what a call shows, with the words of its rules. @param {Shows} call */
export function meaningText(call) {
  const words = call.guessed ? (call.note ? t`past the rules: ${call.note}` : t`past the rules`) : call.note;
  return [showsText(call), words].filter(Boolean).join("; ") || t`no hand makes it`;
}
