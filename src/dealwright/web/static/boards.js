// @ts-check
// Boards as diagrams: north above, west left, east right, south below.
import { SEATS, seatName } from "./limits.js";

export const SUITS = [["spades", "♠"], ["hearts", "♥"], ["diamonds", "♦"], ["clubs", "♣"]];
const RANKS = "AKQJT98765432";
const SIDES = /** @type {Record<string, string>} */ ({ None: "nobody", NS: "N-S", EW: "E-W", All: "both" });
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

/** What can be done with a board: a name, what it is called aloud, and the act. @typedef {[string, string, (board: HTMLElement) => void]} Tool */

/**
 * Return the element of a board.
 * @param {string} deal
 * @param {number} number
 * @param {Set<string>} shown  seats whose cards are shown
 * @param {Tool[]} tools
 * @param {{dealer?: string, vulnerable?: string}} [fixed]  where they do not follow the number
 */
export function boardElement(deal, number, shown, tools, fixed = {}) {
  const board = element("li", "board");
  const about = board.appendChild(element("div", "about"));
  about.append(element("strong", "", `Board ${number}`), element("br"));
  about.append(`Dealer ${fixed.dealer ?? dealerOf(number)}`, element("br"));
  about.append(`Vulnerable: ${SIDES[fixed.vulnerable ?? vulnerableOf(number)]}`);
  for (const seat of ["north", "west", "east", "south"]) board.append(element("div", `hand ${seat}`));
  showHands(board, deal, new Set(), shown);
  const row = board.appendChild(element("div", "link buttons"));
  for (const [name, aloud, act] of tools) {
    const button = row.appendChild(element("button", "", name));
    button.setAttribute("type", "button");
    button.setAttribute("aria-label", `${aloud} board ${number}`);
    button.addEventListener("click", () => act(board));
  }
  return board;
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
    const lines = SUITS.map(([suit, symbol], at) => {
      const line = element("span", "suit");
      const mark = line.appendChild(element("b", suit, symbol));
      mark.setAttribute("role", "img");
      mark.setAttribute("aria-label", suit);
      const left = [...hands[seat][at]].filter((rank) => !gone.has(suit[0].toUpperCase() + rank));
      line.append(` ${left.join("\u2009").replace("T", "10") || "–"}`);
      return line;
    });
    const found = shown.has(seat)
      ? [element("h3", "", `${name} ${points(hands[seat])}`), ...lines] : [element("h3", "hidden", `${name} hidden`)];
    board.querySelector(`.${seat}`)?.replaceChildren(...found);
  }
}

/**
 * Return the table of tricks of a solved board, and its par.
 * @param {any} solved
 */
export function solvedElement(solved) {
  const box = element("div", "solved");
  const table = box.appendChild(element("table", "tricks"));
  const strains = ["notrump", ...SUITS.map(([suit]) => suit)];
  const head = table.appendChild(element("thead")).appendChild(element("tr"));
  head.append(element("td"));
  for (const strain of strains) {
    const mark = SUITS.find(([suit]) => suit === strain);
    const cell = head.appendChild(element("th", mark ? strain : "", mark ? mark[1] : "NT"));
    cell.setAttribute("scope", "col");
    cell.setAttribute("aria-label", strain);
  }
  const body = table.appendChild(element("tbody"));
  for (const seat of ["north", "south", "east", "west"]) {
    const row = body.appendChild(element("tr"));
    row.appendChild(element("th", "", seat)).setAttribute("scope", "row");
    for (const strain of strains) row.append(element("td", "", String(solved.tricks[seat][strain])));
  }
  const { score, contracts } = solved.par;
  const names = contracts.map((/** @type {any} */ each) => `${each.contract} by ${each.declarers.join(" or ")}`);
  const side = score > 0 ? "N-S" : "E-W";
  const gained = score ? `${side} +${Math.abs(score)}` : "0";
  box.append(element("p", "par", `Par ${gained}${names.length ? `: ${names.join(", ")}` : ", passed out"}`));
  return box;
}

/** @param {string[]} hand */
function points(hand) {
  return [...hand.join("")].reduce((sum, rank) => sum + (POINTS[/** @type {"A"} */ (rank)] ?? 0), 0);
}

/** @param {string} tag @param {string} [names] @param {string} [text] */
export function element(tag, names = "", text = "") {
  const made = document.createElement(tag);
  if (names) made.className = names;
  if (text) made.textContent = text;
  return made;
}
