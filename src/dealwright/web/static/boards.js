// @ts-check
// Boards as diagrams: north above, west left, east right, south below.
import { SEATS } from "./limits.js";

const SUITS = [["spades", "♠"], ["hearts", "♥"], ["diamonds", "♦"], ["clubs", "♣"]];
const VULNERABLE = ["nobody", "N-S", "E-W", "both"];
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
 * @param {string} [link]  an address of this deal alone
 */
export function boardElement(deal, number, shown, link) {
  const board = element("li", "board");
  const about = board.appendChild(element("div", "about"));
  about.append(element("strong", "", `Board ${number}`), element("br"));
  about.append(`Dealer ${SEATS[(number - 1) % 4]}`, element("br"));
  about.append(`Vulnerable: ${VULNERABLE[((number - 1) + Math.floor((number - 1) / 4)) % 4]}`);
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
  if (link) {
    const anchor = document.createElement("a");
    anchor.href = link;
    anchor.textContent = "link";
    anchor.setAttribute("aria-label", `Link to board ${number} alone`);
    board.appendChild(element("div", "link")).append(anchor);
  }
  return board;
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
