// @ts-check
// The 52 cards: fixed with a click or by keys, and shaded by the chance that a hand holds each.
import { SUIT_NAMES, element } from "./elements.js";
import { SEATS, seatName } from "./limits.js";
import { t } from "./words.js";

const RANKS = "AKQJT98765432";
const SUITS = [["S", "♠", "spades"], ["H", "♥", "hearts"], ["D", "♦", "diamonds"], ["C", "♣", "clubs"]];
const NAMES = { A: t`ace`, K: t`king`, Q: t`queen`, J: t`jack`, T: "10" };

/**
 * Return the seat of each fixed card ("SA"), or null if the text is not written as the program reads it.
 * @param {string} text  such as "north SAKQ HT, south AKQ2.T98.543.A72"
 * @returns {Map<string, string> | null}
 */
export function fixedCards(text) {
  const found = new Map();
  let seat = "";
  for (const word of text.split(/[\s,;:]+/).filter(Boolean)) {
    const next = SEATS.find((name) => [name, name[0]].includes(word.toLowerCase()));
    if (next) {
      seat = next;
      continue;
    }
    const cards = cardsOf(word.toUpperCase().replaceAll("10", "T"));
    if (!seat || !cards || cards.some((card) => found.has(card))) return null;
    for (const card of cards) found.set(card, seat);
  }
  return found;
}

/** Return the cards of a word as players write it, such as SAQ2. @param {string} word @returns {string[] | null} */
export function cardsOf(word) {
  const holdings = word.split(".");
  if (holdings.length === 4) {
    if (holdings.some((holding) => !/^([AKQJT2-9]*|-)$/.test(holding))) return null;
    return holdings.flatMap((holding, suit) => [...holding.replace("-", "")].map((rank) => SUITS[suit][0] + rank));
  }
  if (/^([SHDC][AKQJT2-9]+)+$/.test(word)) {
    return [...word.matchAll(/([SHDC])([AKQJT2-9]+)/g)].flatMap(([, suit, ranks]) => [...ranks].map((rank) => suit + rank));
  }
  return /^([AKQJT2-9][SHDC])+$/.test(word) ? (word.match(/../g) ?? []).map((card) => card[1] + card[0]) : null;
}

/**
 * Return the text of fixed cards, which fixedCards reads.
 * @param {Map<string, string>} cards
 */
export function fixedText(cards) {
  const hands = SEATS.map((seat) => {
    const suits = SUITS.map(([suit]) => {
      const ranks = [...RANKS].filter((rank) => cards.get(suit + rank) === seat).join("");
      return ranks && suit + ranks;
    });
    return [seat, ...suits.filter(Boolean)];
  });
  return hands.filter((words) => words.length > 1).map((words) => words.join(" ")).join(", ");
}

/** Return the whole hands among fixed cards, by seat, each four holdings. @param {Map<string, string> | null} cards @returns {Record<string, string[]>} */
export function wholeHands(cards) {
  return Object.fromEntries(SEATS.flatMap((seat) => {
    const hand = SUITS.map(([suit]) => [...RANKS].filter((rank) => cards?.get(suit + rank) === seat).join(""));
    return hand.join("").length === 13 ? [[seat, hand]] : [];
  }));
}

/** Return the name of a card. @param {string} card  as SA */
export const cardName = (card) => t`${NAMES[/** @type {"A"} */ (card[1])] ?? card[1]} of ${SUIT_NAMES["SHDC".indexOf(card[0])]}`;

/** Return the face of a card; without a suit only its rank. @param {string} rank @param {number} [suit]  from spades, 0 */
export function faceOf(rank, suit) {
  const [, symbol, name] = suit === undefined ? ["", "", ""] : SUITS[suit];
  return element("i", `face ${name}`.trim(), rank.replace("T", "10"), symbol && element("span", "", symbol));
}

/** Return a hand as the faces of its cards, the suits in alternating colours. @param {string} name  whose it is @param {string[]} hand  four holdings */
export function fanOf(name, hand) {
  const order = [0, 1, 3, 2]; // spades, hearts, clubs, diamonds
  const fan = element("div", "fan", ...order.flatMap((suit) => [...hand[suit]].map((rank) => faceOf(rank, suit))));
  fan.setAttribute("role", "img");
  fan.setAttribute("aria-label", `${name}: ${hand.map((ranks, at) => `${SUIT_NAMES[at]} ${[...ranks].join(" ").replace("T", "10") || t`none`}`).join(", ")}`);
  return fan;
}

/** The cards as buttons. The arrow keys go from card to card; Tab leaves them. */
export class CardGrid {
  /** @param {HTMLElement} box @param {(card: string) => void} pick  called with a card that is clicked */
  constructor(box, pick) {
    /** @type {Map<string, HTMLElement>} */
    this.buttons = new Map();
    for (const [suit, symbol, name] of SUITS) {
      const mark = box.appendChild(element("span", name, symbol));
      mark.setAttribute("aria-hidden", "true");
      for (const rank of RANKS) {
        const button = box.appendChild(element("button", "card"));
        button.setAttribute("type", "button");
        button.append(element("b", "", rank === "T" ? "10" : rank), element("small"));
        button.tabIndex = -1;
        button.addEventListener("click", () => {
          this.focus(suit + rank);
          pick(suit + rank);
        });
        this.buttons.set(suit + rank, button);
      }
    }
    this.focus("SA", false);
    box.addEventListener("keydown", (event) => this.move(event));
  }

  /** Make a card the one that Tab comes to. @param {string} card @param {boolean} [now] */
  focus(card, now = true) {
    for (const [other, button] of this.buttons) button.tabIndex = other === card ? 0 : -1;
    if (now) this.buttons.get(card)?.focus();
  }

  /** @param {KeyboardEvent} event */
  move(event) {
    const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 });
    const cards = [...this.buttons.keys()];
    const from = cards.findIndex((card) => this.buttons.get(card) === document.activeElement);
    const to = cards[from + steps[event.key]];
    if (from < 0 || !to) return;
    event.preventDefault();
    this.focus(to);
  }

  /**
   * Show which cards are fixed, and the chances of a seat; without a table only the former.
   * @param {Map<string, string>} fixed
   * @param {string} seat
   * @param {any} [table]
   */
  show(fixed, seat, table) {
    for (const [card, button] of this.buttons) {
      const holder = fixed.get(card);
      const share = table ? Number(table.cards[card][seat]) / Number(table.count) : NaN;
      const text = holder ? holder[0].toUpperCase() : table ? percentOf(share) : "";
      button.querySelector("small")?.replaceChildren(text);
      button.classList.toggle("fixed", Boolean(holder));
      button.style.setProperty("--share", String(holder || !table ? 0 : share));
      const name = cardName(card);
      const chance = table ? t`, ${(100 * share).toFixed(1)} % with ${seatName(seat)}` : "";
      button.setAttribute("aria-label", holder ? t`${name}, fixed with ${seatName(holder)}` : name + chance);
      button.setAttribute("aria-pressed", String(Boolean(holder)));
      button.title = holder ? "" : chance.slice(2);
    }
  }
}

/** @param {number} share */
function percentOf(share) {
  if (share > 0 && share < 0.005) return "<1";
  if (share < 1 && share > 0.995) return ">99";
  return String(Math.round(100 * share));
}
