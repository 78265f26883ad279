// @ts-check
// Changing a board: two cards change places, or hands are kept and the others dealt again.
import { cardsOfHand, handsOf, textOf } from "./boards.js";
import { SUITS, element } from "./elements.js";
import { SEATS, seatName } from "./limits.js";
import { t } from "./words.js";

/**
 * Turn the cards of a board into buttons, and offer to keep hands.
 * @param {HTMLElement} board
 * @param {string} deal
 * @param {(deal: string) => void} change  called with the deal in which two cards changed places
 * @param {(kept: string) => void} redeal  called with the kept hands, as fixed cards
 */
export function editBoard(board, deal, change, redeal) {
  const hands = handsOf(deal);
  let first = "";
  /** @type {Map<string, HTMLInputElement>} */
  const kept = new Map();
  for (const seat of SEATS) {
    const box = board.querySelector(`.${seat}`);
    if (!box) continue;
    const name = seatName(seat);
    const label = element("label", "keep");
    const keep = document.createElement("input");
    keep.type = "checkbox";
    kept.set(seat, keep);
    label.append(keep, t` keep ${name}`);
    const lines = SUITS.map(([suit, symbol], at) => {
      const line = element("span", "suit");
      line.append(element("b", suit, symbol));
      for (const rank of hands[seat][at]) {
        const card = suit[0].toUpperCase() + rank;
        const button = line.appendChild(element("button", "small", rank.replace("T", "10")));
        button.setAttribute("type", "button");
        button.setAttribute("aria-label", t`${symbol}${rank.replace("T", "10")} of ${seatName(seat)}`);
        button.setAttribute("aria-pressed", "false");
        button.addEventListener("click", () => {
          if (first && !cardsOfHand(hands[seat]).includes(first)) change(exchanged(deal, first, card));
          else {
            for (const other of board.querySelectorAll(".small")) other.setAttribute("aria-pressed", "false");
            first = first === card ? "" : card;
            button.setAttribute("aria-pressed", String(first === card));
          }
        });
      }
      return line;
    });
    box.replaceChildren(element("h4", "", name), ...lines, label);
  }
  const below = board.appendChild(element("div", "edit"));
  below.append(element("p", "", t`Click two cards in different hands to swap them.`));
  const again = below.appendChild(element("button", "", t`Redeal the other hands`));
  again.setAttribute("type", "button");
  again.addEventListener("click", () => {
    redeal([...kept].filter(([, box]) => box.checked).map(([seat]) => `${seat} ${hands[seat].join(".")}`).join(" "));
  });
}

/** @param {string} deal @param {string} one @param {string} other */
function exchanged(deal, one, other) {
  const hands = SEATS.map((seat) => cardsOfHand(handsOf(deal)[seat]).map(
    (card) => (card === one ? other : card === other ? one : card),
  ));
  return textOf(hands);
}
