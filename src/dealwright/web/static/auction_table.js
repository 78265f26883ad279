// @ts-check
// A finished or unfinished auction as a table, and what its contract is worth.
import { callElement, callName } from "./bidding_box.js";
import { button, element } from "./elements.js";
import { seatName, seatOf, seatWord } from "./limits.js";
import { t } from "./words.js";

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
  const table = element("table", "auction");
  table.append(element("caption", "unseen-head", t`Auction`));
  const head = table.appendChild(element("thead")).appendChild(element("tr"));
  for (const seat of ORDER) {
    const side = "ns".includes(seat[0]) ? "NS" : "EW";
    const cell = head.appendChild(element("th", [side, "All"].includes(vulnerable) ? "red" : "", seatName(seat)));
    if (who[seat]) cell.appendChild(element("small", "", who[seat])).translate = false;
    cell.setAttribute("scope", "col");
  }
  const said = calls.map((call, at) => {
    const show = explain(at);
    return show ? button("quiet", callElement(call), show, { "aria-label": t`${callName(call)}: what it shows` }) : callElement(call);
  });
  const cells = /** @type {(Node | string)[]} */ ([...Array(ORDER.indexOf(dealer)).fill(""), ...said]);
  if (turn) cells.push("?");
  const body = table.appendChild(element("tbody"));
  for (let at = 0; at < cells.length; at += 4) {
    const row = body.appendChild(element("tr"));
    for (let k = 0; k < 4; k += 1) row.appendChild(element("td", cells[at + k] === "?" ? "next" : "")).append(cells[at + k] ?? "");
  }
  return table;
}

/** Return a contract as people say it. @param {string} contract  "4SX-N" or "pass" */
export function contractText(contract) {
  const found = /^(\d)(NT|[SHDC])(X*)-([NESW])$/.exec(contract);
  if (!found) return t`Passed out`;
  const strain = { S: "♠", H: "♥", D: "♦", C: "♣", NT: "NT" }[found[2]];
  const risk = ["", t` doubled`, t` redoubled`][found[3].length];
  return t`${found[1]}${strain}${risk} by ${seatWord(seatOf(found[4]))}`;
}

/** Return what a contract is awarded. @param {any} found  a document "award" */
export function awardElement(found) {
  const box = element("div", "award");
  const [low, high] = found.award.interval;
  const range = low === high ? "" : ` (${t`${low.toFixed(1)} to ${high.toFixed(1)}`})`;
  box.append(element("p", "number", t`${found.award.value.toFixed(1)} of 10` + range));
  box.append(element("p", "note", t`estimated from ${found.layouts} layouts of the opponents' cards`));
  const table = box.appendChild(element("table", "tricks"));
  table.append(element("caption", "", t`Expected scores`));
  const head = table.appendChild(element("thead")).appendChild(element("tr"));
  for (const name of [t`contract`, t`makes`, t`score`]) head.appendChild(element("th", "", name)).setAttribute("scope", "col");
  const body = table.appendChild(element("tbody"));
  const listed = found.candidates.some((/** @type {any} */ each) => each.contract === found.reached.contract);
  for (const each of listed ? found.candidates : [...found.candidates, found.reached]) {
    const row = body.appendChild(element("tr", each.contract === found.reached.contract ? "reached" : ""));
    row.appendChild(element("th", "", contractText(each.contract))).setAttribute("scope", "row");
    row.append(element("td", "", each.contract === "pass" ? "" : `${Math.round(100 * each.makes.value)} %`));
    row.append(element("td", "", String(Math.round(each.score.value))));
  }
  return box;
}
