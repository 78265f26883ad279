// @ts-check
// A finished or unfinished auction as a table, and what its contract is worth.
import { callElement, callName } from "./bidding_box.js";
import { barOf, bidText, button, element, intervalAcross, signed, suited } from "./elements.js";
import { seatName } from "./limits.js";
import { tableOf } from "./tables.js";
import { contractFrom, isVulnerable } from "./tricks.js";
import { t } from "./words.js";

const MOST = 5; // contracts that a result lists
const ORDER = ["west", "north", "east", "south"];

/**
 * Return the table of an auction.
 * @param {string} dealer
 * @param {string[]} calls
 * @param {string} turn  whose turn it is, "" if nobody's
 * @param {{who?: Record<string, string>, vulnerable?: string, explain?: (at: number) => (() => void) | undefined}} [more]
 *   who sits where; which sides are vulnerable; what shows the meaning of a call, where it has one
 */
export function auctionTable(dealer, calls, turn, { who = {}, vulnerable = "None", explain = () => undefined } = {}) {
  const heads = ORDER.map((seat) => {
    const player = who[seat] ? element("small", "", who[seat]) : "";
    if (player) player.translate = false;
    return { parts: [seatName(seat), player], names: isVulnerable(seat, vulnerable) ? "red" : "" };
  });
  const said = calls.map((call, at) => {
    const show = explain(at);
    return show ? button("quiet", callElement(call), show, { "aria-label": t`${callName(call)}: what it shows` }) : callElement(call);
  });
  const cells = /** @type {(Node | string)[]} */ ([...Array(ORDER.indexOf(dealer)).fill(""), ...said]);
  if (turn) cells.push("?");
  const rows = Array.from({ length: Math.ceil(cells.length / 4) }, (_, row) => ORDER.map((_, column) => {
    const at = 4 * row + column;
    const passed = calls[at - ORDER.indexOf(dealer)] === "Pass";
    return { parts: cells[at] ?? "", names: cells[at] === "?" ? "next" : passed ? "pass" : "", head: false };
  }));
  return tableOf("auction", t`Auction`, heads, rows);
}

/** Return a contract as people say it. @param {string} contract  "4SX-N" or "pass" */
export function contractText(contract) {
  const found = contractFrom(contract);
  if (!found) return t`Passed out`;
  return t`${bidText(contract.split("-")[0])} by ${seatName(found.declarer)}`;
}

/** Return what a contract is awarded. @param {any} found  a document "award" */
export function awardElement(found) {
  const best = found.candidates.filter((/** @type {any} */ each) => each.contract !== "pass" || each.contract === found.reached.contract).slice(0, MOST);
  const listed = best.some((/** @type {any} */ each) => each.contract === found.reached.contract);
  const rows = listed ? best : [...best, found.reached];
  const top = Math.max(1, ...rows.map((/** @type {any} */ each) => each.score.interval[1]));
  const list = element("ol", "contracts", ...rows.map((/** @type {any} */ each) => {
    const reached = each.contract === found.reached.contract;
    const share = (/** @type {number} */ score) => Math.max(0, score / top);
    const bar = barOf(share(each.score.value));
    if (each.score.value > 0) bar.append(intervalAcross(each.score.interval.map(share)));
    return element("li", reached ? "reached" : "", element("b", "", suited(contractText(each.contract)), reached ? element("small", "", t`yours`) : ""), bar,
      element("span", "score", signed(Math.round(each.score.value))),
      element("small", "", each.contract === "pass" ? "" : t`makes in ${Math.round(100 * each.makes.value)} of 100 layouts`));
  }));
  return element("div", "award", list, element("p", "note", t`Expected scores, estimated from ${found.layouts} layouts of the opponents' cards. A thin line is the 95 % interval.`));
}

/** Return the mark of a contract, with its interval. @param {any} found  a document "award" */
export function markElements({ award }) {
  const [low, high] = award.interval;
  return [element("b", "", award.value.toFixed(1)), element("small", "", t` of 10`, low === high ? "" : ` (${t`${low.toFixed(1)} to ${high.toFixed(1)}`})`)];
}
