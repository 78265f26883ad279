// @ts-check
// Boards as diagrams: north above, west left, east right, south below.
import { SEATS } from "./limits.js";

const SUITS = [["spades", "♠"], ["hearts", "♥"], ["diamonds", "♦"], ["clubs", "♣"]];
const VULNERABLE = ["nobody", "N-S", "E-W", "both"];
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

/**
 * Return the element of a board.
 * @param {string} deal
 * @param {number} number
 * @param {Set<string>} shown  seats whose cards are shown
 * @param {(board: HTMLElement) => void} solve  called when its tricks are asked for
 * @param {{dealer?: string, vulnerable?: string}} [fixed]  where they do not follow the number
 */
export function boardElement(deal, number, shown, solve, fixed = {}) {
  const board = element("li", "board");
  const about = board.appendChild(element("div", "about"));
  about.append(element("strong", "", `Board ${number}`), element("br"));
  about.append(`Dealer ${fixed.dealer ?? SEATS[(number - 1) % 4]}`, element("br"));
  const sides = VULNERABLE[((number - 1) + Math.floor((number - 1) / 4)) % 4];
  about.append(`Vulnerable: ${fixed.vulnerable ? SIDES[fixed.vulnerable] : sides}`);
  const hands = handsOf(deal);
  for (const seat of ["north", "west", "east", "south"]) {
    const hand = board.appendChild(element("div", `hand ${seat}`));
    const name = seat[0].toUpperCase() + seat.slice(1);
    if (!shown.has(seat)) {
      hand.append(element("h3", "hidden", `${name} hidden`));
      continue;
    }
    hand.append(element("h3", "", `${name} ${points(hands[seat])}`));
    SUITS.forEach(([suit, symbol], at) => {
      const line = hand.appendChild(element("span", "suit"));
      const mark = line.appendChild(element("b", suit, symbol));
      mark.setAttribute("role", "img");
      mark.setAttribute("aria-label", suit);
      line.append(` ${[...hands[seat][at]].join("\u2009").replace("T", "10") || "–"}`);
    });
  }
  const button = element("button", "", "Tricks");
  button.setAttribute("type", "button");
  button.setAttribute("aria-label", `Tricks of board ${number}, double dummy`);
  button.addEventListener("click", () => solve(board));
  board.appendChild(element("div", "link")).append(button);
  return board;
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
