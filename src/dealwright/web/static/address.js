// @ts-check
// What an address holds, and the deals that it gives.
import { dealerOf, vulnerableOf } from "./boards.js";
import { FIELDS, SEATS, conditionOf, isScript } from "./limits.js";
import { ask } from "./protocol.js";

/** Who deals and who is vulnerable, where boards' numbers do not say. @typedef {{dealer?: string, vulnerable?: string}} About */

/**
 * Deals that an address gives, the boards that they are, and what is known of them.
 * @typedef {{deals: string[], board: number, boards: {dealer: string, vulnerable: string}[], condition: string, predeal: string}} Dealt
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
 * Return the request that deals by a law.
 * @param {string} law  types, levels or weights; "" for deals that are equally likely
 * @param {string} lines  the law's, a line each
 * @param {object} asked
 * @returns {[string, object]}
 */
export function lawRequest(law, lines, asked) {
  if (!law) return ["deal", asked];
  const found = lines.split("\n").map((line) => line.trim()).filter(Boolean);
  return [law === "weights" ? "weighted" : "mixture", { ...asked, [law]: found }];
}

/**
 * Return dealers and vulnerability that are drawn.
 * @param {string[]} deals
 * @param {{seed: string, board: number, dealer?: string, vulnerable?: string}} about  "random" where they are drawn
 * @returns {Promise<{dealer: string, vulnerable: string}[]>}
 */
export async function drawnBoards(deals, about) {
  const found = await ask("export", { deals, format: "json", ...about });
  const words = /** @type {Record<string, string>} */ ({ N: "north", E: "east", S: "south", W: "west" });
  return JSON.parse(atob(found.content)).deals.map(
    (/** @type {any} */ each) => ({ dealer: words[each.dealer], vulnerable: each.vulnerable }),
  );
}

/**
 * Return the deals of an address, which has a seed or deals.
 * @param {URLSearchParams} address
 * @param {AbortSignal} [signal]
 * @returns {Promise<Dealt>}
 */
export async function dealtOf(address, signal) {
  const { script, condition, predeal } = askedOf(address);
  const seed = address.get("seed") ?? "";
  const codes = address.get("deals");
  let board = Number(address.get("board") || 1);
  const chosen = ["dealer", "vulnerable"].map((name) => [name, address.get(name)]).filter(([, value]) => value);
  /** @type {About} */
  let about = Object.fromEntries(chosen);
  /** @type {string[]} */
  let deals;
  if (codes) {
    deals = (await ask("numbers", { deals: codes.split(".") }, signal)).map((/** @type {any} */ each) => each.deal);
  } else if (script) {
    const found = await ask("run", { script, seed }, signal);
    ({ deals, board } = found);
    about = { dealer: found.dealer ?? undefined, vulnerable: found.vulnerable ?? undefined };
  } else {
    const given = { condition, ...(predeal ? { predeal } : {}), n: Number(address.get("n") || 4), seed };
    const [name, asked] = lawRequest(address.get("law") ?? "", address.get("law.lines") ?? "", given);
    ({ deals } = await ask(name, asked, signal));
  }
  const boards = Object.values(about).includes("random")
    ? await drawnBoards(deals, { seed, board, ...about })
    : deals.map((_, at) => ({
      dealer: about.dealer ?? dealerOf(board + at), vulnerable: about.vulnerable ?? vulnerableOf(board + at),
    }));
  return { deals, board, boards, condition, predeal };
}
