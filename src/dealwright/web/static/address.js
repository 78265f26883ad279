// @ts-check
// What an address holds, and the deals that it gives.
import { FIELDS, SEATS, conditionOf, isScript } from "./limits.js";
import { ask } from "./protocol.js";

/**
 * Deals that an address gives, what is known of them, and what a script fixes.
 * @typedef {{deals: string[], board: number, condition: string, predeal: string, dealer?: string, vulnerable?: string}} Dealt
 */

/** Return the names and values of the address. */
export function readAddress() {
  return new URLSearchParams(location.hash.slice(1));
}

/** Return the condition of an address, or its script. @param {URLSearchParams} address */
export function askedOf(address) {
  const words = address.get("words") ?? "";
  if (isScript(words)) return { script: words, condition: "", predeal: "" };
  const names = SEATS.flatMap((seat) => FIELDS.map(([key]) => `${seat}.${key}`));
  const cells = Object.fromEntries(names.map((name) => [name, address.get(name) ?? ""]));
  return { script: "", condition: conditionOf(cells, words).text, predeal: address.get("predeal") ?? "" };
}

/**
 * Return the deals of an address, which has a seed.
 * @param {URLSearchParams} address
 * @param {AbortSignal} [signal]
 * @returns {Promise<Dealt>}
 */
export async function dealtOf(address, signal) {
  const { script, condition, predeal } = askedOf(address);
  const seed = address.get("seed") ?? "";
  const board = Number(address.get("board") || 1);
  if (script) {
    const found = await ask("run", { script, seed }, signal);
    const fixed = { dealer: found.dealer ?? undefined, vulnerable: found.vulnerable ?? undefined };
    return { deals: found.deals, board: found.board, condition, predeal, ...fixed };
  }
  const given = { condition, ...(predeal ? { predeal } : {}), n: Number(address.get("n") || 4), seed };
  return { deals: (await ask("deal", given, signal)).deals, board, condition, predeal };
}
