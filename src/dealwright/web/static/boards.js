// @ts-check
// Boards as diagrams: north above, west left, east right, south below.
import { SUITS, bidText, button, element, suited } from "./elements.js";
import { SEATS, partnerOf, seatName } from "./limits.js";
import { tableOf } from "./tables.js";
import { joinedOr, t } from "./words.js";

const RANKS = "AKQJT98765432";
const SIDES = /** @type {Record<string, string>} */ ({ None: t`None`, NS: t`N-S`, EW: t`E-W`, All: t`Both` });
const POINTS = { A: 4, K: 3, Q: 2, J: 1 };

/**
 * Return the hands of a deal as text ("N:AKQ2.T98.543.A72 ..."), by seat, each four holdings.
 * @param {string} text
 * @returns {Record<string, string[]>}
 */
export function handsOf(text) {
  const first = "NESW".indexOf(text[0]);
  const hands = text.slice(2).split(" ");
  return Object.fromEntries(hands.map((hand, at) => [SEATS[(first + at) % 4], hand.split(".")]));
}

/** Return the address of the odds of two hands: declarer's, and dummy's. @param {string} deal @param {string} [declarer] */
export function oddsAddress(deal, declarer = "south") {
  const hands = handsOf(deal);
  const dummy = partnerOf(declarer);
  const asked = { seat: declarer, hand: hands[declarer].join("."), "dummy-seat": dummy, dummy: hands[dummy].join(".") };
  return `odds.html#${new URLSearchParams(asked)}`;
}

/** Return the cards of a hand's four holdings, as SA. @param {string[]} hand */
export function cardsOfHand(hand) {
  return hand.flatMap((ranks, at) => [...ranks].map((rank) => SUITS[at][0][0].toUpperCase() + rank));
}

/** Return the text of a deal from the cards of its hands, north first. @param {string[][]} hands */
export function textOf(hands) {
  const words = hands.map((cards) => SUITS.map(([suit]) => (
    [...RANKS].filter((rank) => cards.includes(suit[0].toUpperCase() + rank)).join("")
  )).join("."));
  return `N:${words.join(" ")}`;
}

/** What can be done with a board: a name, what it is called aloud for a board of a number, and the act. @typedef {[string, (number: number) => string, (board: HTMLElement) => void]} Tool */

/**
 * Return the element of a board: its head, its diagram, and buttons for what can be done with it.
 * @param {string} deal
 * @param {number} number
 * @param {Set<string>} shown  seats whose cards are shown
 * @param {Tool[]} tools
 * @param {{dealer?: string, vulnerable?: string}} [fixed]  where they do not follow the number
 * @param {boolean} [compact]  whether a hand takes one line, until the board is asked for more
 */
export function boardElement(deal, number, shown, tools, fixed = {}, compact = false) {
  const board = element("li", "board");
  const dealer = fixed.dealer ?? dealerOf(number);
  const vulnerable = fixed.vulnerable ?? vulnerableOf(number);
  const head = board.appendChild(element("div", "about", element("h3", "", t`Board ${number}`), element("span", "", t`${seatName(dealer)} deals`),
    element("span", vulnerable === "None" ? "" : "vul", t`${SIDES[vulnerable]} vul`)));
  if (compact) board.append(compactHands(deal, shown));
  else board.append(diagram(deal, shown));
  if (!tools.length) return board;
  const row = element("div", "link buttons", ...tools.map(([name, spoken, act]) => button("mini", name, () => {
    board.querySelector(".lines")?.replaceWith(diagram(deal, shown));
    act(board);
  }, { "aria-label": spoken(number) })));
  if (!compact) return board.appendChild(row).parentElement ?? board;
  row.hidden = true;
  const more = button("mini more", "⋯", () => {
    row.hidden = !row.hidden;
    more.setAttribute("aria-expanded", String(!row.hidden));
  }, { "aria-label": t`More about board ${number}`, "aria-expanded": "false" });
  head.append(more);
  board.append(row);
  return board;
}

/** Return hands around a table. @param {string} deal @param {Set<string>} shown */
function diagram(deal, shown) {
  const table = element("div", "diagram", ...["north", "west", "east", "south"].map((seat) => element("div", `hand ${seat}`)));
  showHands(table, deal, new Set(), shown);
  return table;
}

/** Return hands with a line each. @param {string} deal @param {Set<string>} shown */
function compactHands(deal, shown) {
  const hands = handsOf(deal);
  return element("ul", "lines", ...SEATS.map((seat) => {
    const letter = element("b", "", seat[0].toUpperCase());
    letter.setAttribute("aria-label", seatName(seat));
    letter.setAttribute("role", "img");
    if (!shown.has(seat)) return element("li", "hidden", letter, element("span", "", t`hidden`));
    return element("li", "", letter, element("i", "", String(points(hands[seat]))), ...SUITS.map((_, at) => suitOf(at, hands[seat][at], "")));
  }));
}

/** Return the symbol of a suit, which has a name, and ranks. @param {number} at @param {string} ranks @param {string} space  between ranks */
export function suitOf(at, ranks, space) {
  const [suit, symbol] = SUITS[at];
  const mark = element("b", suit, symbol);
  mark.setAttribute("role", "img");
  mark.setAttribute("aria-label", suit);
  return element("span", "suit", mark, `${space ? " " : "\u200a"}${[...ranks].join(space).replace("T", "10") || "–"}`);
}

/** @param {number} number */
export function dealerOf(number) {
  return SEATS[(number - 1) % 4];
}

/** Return PBN's word for who is vulnerable. @param {number} number */
export function vulnerableOf(number) {
  return Object.keys(SIDES)[((number - 1) + Math.floor((number - 1) / 4)) % 4];
}

/**
 * Show the cards of a board that are left.
 * @param {HTMLElement} board @param {string} deal @param {Set<string>} gone
 * @param {Set<string>} [shown]
 */
export function showHands(board, deal, gone, shown = new Set(SEATS)) {
  const hands = handsOf(deal);
  for (const seat of SEATS) {
    const name = seatName(seat);
    const found = shown.has(seat)
      ? [element("h4", "", `${name} ${points(hands[seat])}`), ...handLines(hands[seat], gone)] : [element("h4", "hidden", t`${name} hidden`)];
    board.querySelector(`.${seat}`)?.replaceChildren(...found);
  }
}

/**
 * Return the table of tricks of a solved board, and its par.
 * @param {any} solved
 */
export function solvedElement(solved) {
  const box = element("div", "solved");
  const strains = /** @type {[string, string][]} */ ([["notrump", "NT"], ...SUITS]);
  const heads = strains.map(([strain, mark]) => {
    const shown = element("span", strain === "notrump" ? "" : strain, mark);
    shown.setAttribute("aria-label", strain);
    return shown;
  });
  box.append(tableOf("tricks", "", ["", ...heads], ["north", "south", "east", "west"].map((seat) => (
    [seatName(seat), ...strains.map(([strain]) => String(solved.tricks[seat][strain]))]
  ))));
  const { score, contracts } = solved.par;
  const names = contracts.map((/** @type {any} */ each) => t`${bidText(each.contract)} by ${joinedOr(each.declarers)}`);
  const gained = score ? `${SIDES[score > 0 ? "NS" : "EW"]} +${Math.abs(score)}` : "0";
  box.append(element("p", "par", suited(names.length ? t`Par ${gained}: ${names.join(", ")}` : t`Par ${gained}, passed out`)));
  return box;
}

/** Return the suits of a hand, a line each. @param {string[]} hand  four holdings @param {Set<string>} [gone]  cards left out */
export function handLines(hand, gone = new Set()) {
  return SUITS.map(([suit], at) => suitOf(at, [...hand[at]].filter((rank) => !gone.has(suit[0].toUpperCase() + rank)).join(""), "\u2009"));
}

/** Return the high-card points of a hand. @param {string[]} hand  four holdings */
export function points(hand) {
  return [...hand.join("")].reduce((sum, rank) => sum + (POINTS[/** @type {"A"} */ (rank)] ?? 0), 0);
}
