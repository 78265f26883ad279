// @ts-check
// Boards that a theme of play decides: the themes, and the ending and the answer of a board, hidden until asked for.
import { SUITS, SUIT_NAMES, element, suited } from "./elements.js";
import { seatName } from "./limits.js";
import { numberOf, percent } from "./statistics.js";
import { cardText, handText } from "./what_now.js";
import { joinedAnd, joinedOr, t } from "./words.js";

/** A theme: its name in requests and addresses, its title, a sentence. @typedef {{name: string, title: string, about: string}} Theme */

/** @type {Theme[]} */
export const THEMES = [
  { name: "squeeze", title: t`Squeeze`, about: t`South plays 6NT, which makes only by a squeeze.` },
  { name: "throw-in", title: t`Throw-in`, about: t`South plays 6NT, which makes only if a defender is thrown in.` },
  { name: "finesse-or-drop", title: t`Finesse or drop`, about: t`South plays 6NT; once a finesse and a drop are rivals, and the wrong one loses.` },
  { name: "ending", title: t`Ending`, about: t`South plays 6NT; the best line of the ending beats a player who samples double dummy.` },
];

/** Return the theme of a name. @param {string} name */
export const themeNamed = (name) => THEMES.find((each) => each.name === name);

/** Return the contract of a board as Play takes it: 6NT-S. @param {any} board */
export const contractOf = ({ contract, declarer }) => `${contract}-${declarer[0].toUpperCase()}`;

/** Return what stands below a board: the lead, then the ending and the answer, each closed. @param {any} board */
export function themedElement(board) {
  const { contract, declarer, play } = board;
  const lead = suited(t`${contract} by ${seatName(declarer)}; the lead is ${cardText(play[0])}.`);
  return element("div", "themed", element("p", "", lead), folded(t`The ending`, endingOf(board)), folded(t`The answer`, answerOf(board)));
}

/** @param {string} head @param {HTMLElement[]} parts */
const folded = (head, parts) => element("details", "more", element("summary", "", head), element("div", "stack", ...parts));

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
function answerOf({ theme, card, seat, chance, rival, rival_card: other, victims, ending, play }) {
  const chanceLine = (/** @type {string} */ name, /** @type {string} */ value) => element("li", "", suited(name), element("b", "", percent(numberOf(value))));
  const seats = joinedAnd(victims.map(seatName));
  const victim = theme === "squeeze" ? t`Squeezed: ${seats}.` : theme === "throw-in" ? t`Thrown in: ${seats}.` : "";
  const rivals = /** @type {Record<string, string>} */ ({ squeeze: t`Without a squeeze`, "throw-in": t`Without a throw-in`, ending: t`By sampling` });
  const tricks = Array.from({ length: Math.ceil(play.length / 4) }, (_, at) => play.slice(4 * at, 4 * at + 4).map(cardText).join(" "));
  return [
    element("p", "", suited(t`The key card is ${cardText(card)}, played by ${seatName(seat)}.`), victim && ` ${victim}`),
    element("ul", "chances", chanceLine(t`Best line`, chance), chanceLine(rivals[theme] ?? t`After ${cardText(other)}`, rival)),
    ...(theme === "ending" ? [element("p", "", suited(t`The player who samples plays ${cardText(other)}.`))] : []),
    element("ul", "hands-left", handLine(seatName("west"), ending.hands.west), handLine(seatName("east"), ending.hands.east)),
    element("p", "", suited(t`Play to the ending: ${tricks.join(", ")}`)),
  ];
}
