// @ts-check
// The laws of the auction: which calls are legal, whose turn it is, and the contract. The program has
// them in cards/bridge/auction.py; a room asks that, and this serves one who bids alone.
import { SEATS } from "./limits.js";

export const STRAINS = ["C", "D", "H", "S", "NT"];
export const BIDS = [1, 2, 3, 4, 5, 6, 7].flatMap((level) => STRAINS.map((strain) => level + strain));

/**
 * Return whose turn it is; "" if the auction is over.
 * @param {string} dealer
 * @param {string[]} calls
 */
export function turnOf(dealer, calls) {
  const action = calls.findLastIndex((call) => call !== "Pass");
  const passes = calls.length - 1 - action;
  if (passes >= (action < 0 ? 4 : 3)) return "";
  return callerOf(dealer, calls.length);
}

/** Return who makes a call of an auction. @param {string} dealer @param {number} place  of the call, from 0 */
export const callerOf = (dealer, place) => SEATS[(SEATS.indexOf(dealer) + place) % 4];

/**
 * Return the calls that may come next: Pass, X, XX, then bids.
 * @param {string} dealer
 * @param {string[]} calls
 */
export function legalCalls(dealer, calls) {
  if (!turnOf(dealer, calls)) return [];
  const action = calls.findLastIndex((call) => call !== "Pass");
  const found = ["Pass"];
  if (action >= 0 && (calls.length - action) % 2 === 1) { // the opponents called it
    if (calls[action] === "X") found.push("XX");
    else if (calls[action] !== "XX") found.push("X");
  }
  const last = calls.findLast((call) => BIDS.includes(call));
  return [...found, ...BIDS.slice(last ? BIDS.indexOf(last) + 1 : 0)];
}

/**
 * Return the contract of an auction that is over, as "4SX-N" or "pass".
 * @param {string} dealer
 * @param {string[]} calls
 */
export function contractOf(dealer, calls) {
  const last = calls.findLastIndex((call) => BIDS.includes(call));
  if (last < 0) return "pass";
  const strain = calls[last].slice(1);
  const first = calls.findIndex((call, at) => BIDS.includes(call) && call.slice(1) === strain && (at - last) % 2 === 0);
  const risk = calls.slice(last + 1).findLast((call) => call !== "Pass") ?? "";
  const declarer = SEATS[(SEATS.indexOf(dealer) + first) % 4];
  return `${calls[last]}${risk}-${declarer[0].toUpperCase()}`;
}
