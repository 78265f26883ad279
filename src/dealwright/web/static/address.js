// @ts-check
// What an address holds, and the deals that it gives.
import { dealerOf, vulnerableOf } from "./boards.js";
import { FIELDS, SEATS, conditionOf, isScript } from "./limits.js";
import { decisionsAsked } from "./decisions.js";
import { ask, watch } from "./protocol.js";
import { themeNamed } from "./themes.js";

/** Dealer and vulnerability where boards' numbers do not say; "random" where they are drawn. @typedef {{dealer?: string, vulnerable?: string}} About */
/** Who deals a board, and who is vulnerable, in PBN's word. @typedef {{dealer: string, vulnerable: string}} Board */

/**
 * Deals that an address gives, the boards that they are, and what is known of them; the answer that brought them.
 * @typedef {{deals: string[], board: number, about: About, boards: Board[], condition: string, predeal: string, answer?: any}} Dealt
 */

/** Return a seed by chance. */
export const newSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

/** What people write for the keys of limits. @type {Record<string, string>} */
const KEYS = { spades: "s", hearts: "h", diamonds: "d", clubs: "c", points: "hcp" };

/** Return the names and values of the address; west.spades is west.s. */
export function readAddress() {
  const named = [...new URLSearchParams(location.hash.slice(1))].map(([name, value]) => {
    const [seat, key] = name.split(".");
    return SEATS.includes(seat) && Object.hasOwn(KEYS, key) ? [`${seat}.${KEYS[key]}`, value] : [name, value];
  });
  return new URLSearchParams(named);
}

/** Return the names of an address that look like limits and are none. @param {URLSearchParams} address */
export const unknownLimits = (address) => [...address.keys()].filter((name) => {
  const [seat, key, ...more] = name.split(".");
  return SEATS.includes(seat) && key !== undefined && (more.length > 0 || !FIELDS.some((field) => field.key === key));
});

/** Return the condition of an address, or its script. @param {URLSearchParams} address */
export function askedOf(address) {
  const words = address.get("words") ?? "";
  if (isScript(words)) return { script: words, condition: "", predeal: "" };
  const names = SEATS.flatMap((seat) => FIELDS.map(({ key }) => `${seat}.${key}`));
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

/** Return what is exchanged at random in each deal of an address; weights are those of deals as they are. @param {URLSearchParams} address */
export function exchangeOf(address) {
  const exchange = address.get("law") === "weights" ? "" : address.get("exchanges");
  return exchange ? { exchange } : {};
}

/** Return who opens in a lesson, such as *north: opens 1NT*; "" where no words say so. @param {URLSearchParams} address */
export function openerOf(address) {
  if (["theme", "law", "deals"].some((name) => address.get(name))) return "";
  const { condition } = askedOf(address);
  if (/\b(?:not|no|never|without)\s+opens\b/i.test(condition)) return "";
  const seats = [...condition.matchAll(/\b(n(?:orth)?|e(?:ast)?|s(?:outh)?|w(?:est)?)\s*:[^;:}]*\bopens\b/gi)].map(([, seat]) => seat[0].toLowerCase());
  return new Set(seats).size === 1 ? (SEATS.find((seat) => seat[0] === seats[0]) ?? "") : "";
}

/** Return the dealer and the vulnerability that an address chooses: in a lesson who opens deals. @param {URLSearchParams} address @returns {About} */
export function aboutOf(address) {
  const dealer = address.get("dealer") || (address.get("quiet") === "any" ? "" : openerOf(address));
  return Object.fromEntries([["dealer", dealer], ["vulnerable", address.get("vulnerable")]].filter(([, value]) => value));
}

/** Return whether the opponents pass, as requests take it: where that is chosen, and in a lesson. @param {URLSearchParams} address */
export function quietOf(address) {
  const quiet = address.get("quiet");
  if (address.get("law") || quiet === "any" || !(quiet || openerOf(address))) return {};
  const { dealer } = aboutOf(address);
  return { quiet_opponents: true, ...(dealer ? { dealer } : {}) };
}

/**
 * Return who deals and who is vulnerable on each board; the server draws what is to be random.
 * @param {string[]} deals
 * @param {{board: number, about: About, seed: string}} of
 * @returns {Promise<Board[]>}
 */
export async function boardsOf(deals, { board, about, seed }) {
  if (!Object.values(about).includes("random")) {
    return deals.map((_, place) => ({
      dealer: about.dealer ?? dealerOf(board + place), vulnerable: about.vulnerable ?? vulnerableOf(board + place),
    }));
  }
  const found = await ask("export", { deals, format: "json", seed, board, ...about });
  const words = /** @type {Record<string, string>} */ ({ N: "north", E: "east", S: "south", W: "west" });
  return JSON.parse(atob(found.content)).deals.map(
    (/** @type {any} */ each) => ({ dealer: words[each.dealer], vulnerable: each.vulnerable }),
  );
}

/** Return who deals boards with a decision: one seat all; nobody is vulnerable. @param {any} answer @returns {About} */
export const aboutDecisions = ({ boards }) => (boards.length ? { dealer: boards[0].dealer, vulnerable: "None" } : {});

/**
 * Return the deals of an address, which has a seed or deals.
 * @param {URLSearchParams} address
 * @param {AbortSignal} [signal]
 * @param {(answer: any) => void} [sofar]  called with answers so far, where boards come one by one
 * @returns {Promise<Dealt>}
 */
export async function dealtOf(address, signal, sofar = () => undefined) {
  const { script, condition, predeal } = askedOf(address);
  const seed = address.get("seed") ?? "";
  const law = address.get("law") ?? "";
  const codes = address.get("deals");
  const theme = address.get("theme");
  const n = Number(address.get("n") || 4);
  let board = Number(address.get("board") || 1);
  let about = aboutOf(address);
  /** @type {string[]} */
  let deals;
  /** @type {any} */
  let answer;
  if (codes) {
    deals = (await ask("numbers", { deals: codes.split(".") }, signal)).map((/** @type {any} */ each) => each.deal);
  } else if (theme) {
    const { asks } = themeNamed(theme) ?? {};
    if (asks) {
      await watch("decisions", decisionsAsked(asks, n, seed), (found) => {
        answer = found;
        sofar(found);
      }, signal);
      about = aboutDecisions(answer);
    } else answer = await ask("themed_boards", { theme, n, seed }, signal);
    deals = answer.boards.map((/** @type {any} */ each) => each.deal);
  } else if (script) {
    answer = await ask("run", { script, seed }, signal);
    ({ deals, board } = answer);
    about = Object.fromEntries(Object.entries({ dealer: answer.dealer, vulnerable: answer.vulnerable }).filter(([, value]) => value));
  } else {
    const given = { condition, ...(predeal ? { predeal } : {}), n, seed, ...exchangeOf(address), ...quietOf(address) };
    const [name, asked] = lawRequest(law, address.get("law.lines") ?? "", given);
    answer = await ask(name, asked, signal);
    ({ deals } = answer);
  }
  const boards = await boardsOf(deals, { board, about, seed });
  return { deals, board, about, boards, condition, predeal, answer };
}
