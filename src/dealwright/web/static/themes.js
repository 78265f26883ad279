// @ts-check
// Themes, which give boards instead of limits: those of play, with the ending and the answer of a board, and decisions.
import { DECISIONS, decisionElement } from "./decisions.js";
import { SUITS, SUIT_NAMES, element, folded, suited } from "./elements.js";
import { seatName } from "./limits.js";
import { numberOf, percent } from "./statistics.js";
import { cardText, handText } from "./what_now.js";
import { joinedAnd, joinedOr, t } from "./words.js";

/**
 * A theme: its name in addresses, its title, a sentence; its group in the gallery, where its boards come from, the seats
 * that are shown at first; what a request for decisions asks.
 * @typedef {{name: string, title: string, about: string, group: string, note: string, shows: string, asks?: object}} Theme
 */

const PLAY = { group: t`play of the cards`, note: t`stored boards, proved`, shows: "ns" };

/** @type {Theme[]} */
export const THEMES = [
  { ...PLAY, name: "squeeze", title: t`Squeeze`, about: t`South plays 6NT, which makes only by a squeeze.` },
  { ...PLAY, name: "throw-in", title: t`Throw-in`, about: t`South plays 6NT, which makes only if a defender is thrown in.` },
  { ...PLAY, name: "finesse-or-drop", title: t`Finesse or drop`, about: t`South plays 6NT; once a finesse and a drop are rivals, and the wrong one loses.` },
  { ...PLAY, name: "ending", title: t`Ending`, about: t`South plays 6NT; the best line of the ending beats a player who samples double dummy.` },
  ...DECISIONS,
];

/** Return the theme of a name. @param {string} name */
export const themeNamed = (name) => THEMES.find((each) => each.name === name);

/** Return the contract of a board as Play takes it, 6NT-S; "" if it has none. @param {any} board */
export const contractOf = ({ contract, declarer }) => (declarer ? `${contract}-${declarer[0].toUpperCase()}` : contract);

/** Return what stands below a board: the lead, then the ending and the answer, each closed; or a decision. @param {any} board */
export function themedElement(board) {
  if (board.imps) return decisionElement(board);
  const { contract, declarer, play } = board;
  const lead = suited(t`${contract} by ${seatName(declarer)}; the lead is ${cardText(play[0])}.`);
  return element("div", "themed", element("p", "", lead), folded(t`The ending`, ...endingOf(board)), folded(t`The answer`, ...answerOf(board)));
}

/** Return a hand as a line, with its name. @param {string} name @param {string} hand */
const handLine = (name, hand) => element("li", "", element("span", "", name), suited(handText(hand)));

/** @param {any} board */
function endingOf({ ending, tricks }) {
  const { hands, leader, unseen, voids } = ending;
  const left = hands.south.split(" ").reduce((/** @type {number} */ sum, /** @type {string} */ holding) => sum + holding.length - 1, 0);
  const shown = Object.entries(voids).map(([seat, suits]) => element("p", "", t`${seatName(seat)} has no ${joinedOr(suits.map(suitName))}.`));
  return [
    element("ul", "hands-left", handLine(seatName("north"), hands.north), handLine(seatName("south"), hands.south), handLine(t`Unseen`, unseen)),
    element("p", "", t`${seatName(leader)} leads; ${tricks} of the last ${left} tricks are wanted.`),
    ...shown,
  ];
}

/** @param {string} suit */
const suitName = (suit) => SUIT_NAMES[SUITS.findIndex(([name]) => name === suit)];

/** @param {any} board */
function answerOf({ theme, card, seat, best, after, chance, rival, rival_card: other, victims, ending, play }) {
  const chanceLine = (/** @type {string} */ name, /** @type {string} */ value) => element("li", "", suited(name), element("b", "", percent(numberOf(value))));
  const seats = joinedAnd(victims.map(seatName));
  const victim = theme === "squeeze" ? t`Squeezed: ${seats}.` : theme === "throw-in" ? t`Thrown in: ${seats}.` : "";
  const rivals = /** @type {Record<string, string>} */ ({ squeeze: t`Without a squeeze`, "throw-in": t`Without a throw-in`, ending: t`By sampling` });
  const tricks = Array.from({ length: Math.ceil(play.length / 4) }, (_, at) => play.slice(4 * at, 4 * at + 4).map(cardText).join(" "));
  return [
    element("p", "", suited(t`The key card is ${cardText(card)}, played by ${seatName(seat)}.`), victim && ` ${victim}`),
    ...(after.length ? [element("ul", "chances", chanceLine(t`Best line`, best)), element("p", "", suited(t`After ${after.map(cardText).join(" ")}:`))] : []),
    after.length
      ? element("ul", "chances", chanceLine(cardText(card), chance), chanceLine(cardText(other), rival))
      : element("ul", "chances", chanceLine(t`Best line`, chance), chanceLine(rivals[theme] ?? t`After ${cardText(other)}`, rival)),
    ...(theme === "ending" ? [element("p", "", suited(t`The player who samples plays ${cardText(other)}.`))] : []),
    element("ul", "hands-left", handLine(seatName("west"), ending.hands.west), handLine(seatName("east"), ending.hands.east)),
    element("p", "", suited(t`Play to the ending: ${tricks.join(", ")}`)),
  ];
}
