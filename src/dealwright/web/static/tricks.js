// @ts-check
// The rules of play: who plays next, which cards may be played, and who wins a trick; and the score of a contract.
// The program has them in double_dummy/play.py and cards/bridge/; this serves one who plays cards on the page.
import { SEATS, sideOf } from "./limits.js";
import { cardsOfHand, handsOf } from "./boards.js";

const RANKS = "23456789TJQKA";

/** The names of strains in answers, by their letters. @type {Record<string, string>} */
export const STRAINS = { NT: "notrump", S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

/** Return the rank of a card, 0 for a two. @param {string} card */
export const rankOf = (card) => RANKS.indexOf(card[1]);

/** Return whether the side of a seat is vulnerable. @param {string} seat @param {string} sides  in PBN's word */
export const isVulnerable = (seat, sides) => [sideOf(seat).toUpperCase(), "All"].includes(sides);

/** A contract with its declarer. @typedef {{level: number, strain: string, risk: number, declarer: string, leader: string}} Contract */
/** A trick: its cards in the order of play, and who won it, "" while it is open. @typedef {{cards: {card: string, seat: string}[], winner: string}} Trick */

/** Return a contract from its text, as 4SX-N; undefined if it is none. @param {string} text @returns {Contract | undefined} */
export function contractFrom(text) {
  const [, level, strain, risk, letter] = /^\s*([1-7])\s*(NT?|[SHDC])(X{0,2})[\s-]*([NESW])\s*$/i.exec(text) ?? [];
  if (!level) return undefined;
  const declarer = SEATS.find((seat) => seat[0] === letter.toLowerCase()) ?? "";
  return { level: Number(level), strain: strain[0].toUpperCase().replace("N", "NT"), risk: risk.length, declarer, leader: after(declarer) };
}

/** Return whether a contract is not one of the other side's; a hand passed out is everybody's. @param {string} contract @param {string} seat */
export function isOurs(contract, seat) {
  const found = contractFrom(contract);
  return !found || sideOf(found.declarer) === sideOf(seat);
}

/** Return how many tricks a contract takes, double dummy. @param {Contract} contract @param {any} tricks  of a solved board, by declarer and strain */
export const takenOf = ({ declarer, strain }, tricks) => tricks[declarer][STRAINS[strain]];

/** Return the text of a contract, as 4SX-N. @param {Contract} contract */
export const contractName = ({ level, strain, risk, declarer }) => `${level}${strain}${"X".repeat(risk)}-${declarer[0].toUpperCase()}`;

/** Return the seat that plays after another. @param {string} seat */
const after = (seat) => SEATS[(SEATS.indexOf(seat) + 1) % 4];

/** Return the tricks of cards in the order of play; the winner of a trick leads to the next. @param {string[]} cards @param {Contract} contract @returns {Trick[]} */
export function tricksOf(cards, { leader, strain }) {
  /** @type {Trick[]} */
  const tricks = [];
  let seat = leader;
  for (const card of cards) {
    let trick = tricks.at(-1);
    if (!trick || trick.winner) tricks.push((trick = { cards: [], winner: "" }));
    trick.cards.push({ card, seat });
    if (trick.cards.length === 4) {
      const led = trick.cards[0].card[0];
      const strength = (/** @type {string} */ each) => rankOf(each) + (each[0] === strain ? 200 : each[0] === led ? 100 : 0);
      trick.winner = trick.cards.reduce((best, each) => (strength(each.card) > strength(best.card) ? each : best)).seat;
    }
    seat = trick.winner || after(seat);
  }
  return tricks;
}

/** Return who plays next. @param {Trick[]} tricks @param {Contract} contract */
export function nextSeat(tricks, { leader }) {
  const last = tricks.at(-1);
  if (!last) return leader;
  return last.winner || after(last.cards[last.cards.length - 1].seat);
}

/** Return the cards that a seat may play: who has a card of the suit led plays one. @param {string} deal @param {string[]} played @param {string} seat @param {Trick | undefined} trick  the last one */
export function choicesOf(deal, played, seat, trick) {
  const left = cardsOfHand(handsOf(deal)[seat]).filter((card) => !played.includes(card));
  const led = trick && !trick.winner ? trick.cards[0].card[0] : "";
  const following = left.filter((card) => card[0] === led);
  return following.length ? following : left;
}

/** Return whether cards can have been played so. @param {string} deal @param {string[]} cards @param {Contract} contract */
export function isPlay(deal, cards, contract) {
  return cards.every((card, place) => {
    const tricks = tricksOf(cards.slice(0, place), contract);
    return choicesOf(deal, cards.slice(0, place), nextSeat(tricks, contract), tricks.at(-1)).includes(card);
  });
}

/**
 * Return declarer's score in duplicate bridge.
 * @param {Contract} contract @param {number} tricks  that declarer took @param {boolean} vulnerable
 */
export function scoreOf({ level, strain, risk }, tricks, vulnerable) {
  const over = tricks - 6 - level;
  if (over < 0) {
    if (!risk) return over * (vulnerable ? 100 : 50);
    const doubled = vulnerable ? 300 * -over - 100 : -over <= 3 ? 200 * -over - 100 : 300 * -over - 400;
    return -doubled * risk;
  }
  const each = "CD".includes(strain) ? 20 : 30;
  const bid = (level * each + (strain === "NT" ? 10 : 0)) * 2 ** risk;
  const game = bid >= 100 ? (vulnerable ? 500 : 300) : 50;
  const slam = level < 6 ? 0 : (level === 6 ? 500 : 1000) * (vulnerable ? 1.5 : 1);
  const more = over * (risk ? 100 * risk * (vulnerable ? 2 : 1) : each);
  return bid + game + slam + more + 50 * risk;
}
