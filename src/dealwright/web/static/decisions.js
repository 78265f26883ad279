// @ts-check
// Boards where a decision is close or clear: what is looked for, and the question and the answer of a board.
import { auctionTable, contractText } from "./auction_table.js";
import { element, folded, suited } from "./elements.js";
import { seatName } from "./limits.js";
import { numberOf } from "./statistics.js";
import { cardText } from "./what_now.js";
import { joinedOr, t } from "./words.js";

/** @typedef {import("./themes.js").Theme} Theme */

const CLOSE = 1; // IMPs
const CLEAR = 2;
const SECONDS = 300; // that a search may take
const KIND = { group: t`decisions`, note: t`found one by one, some 20 s each`, shows: "" };
const leads = t`West leads against 3NT after 1NT – 3NT.`;
const contracts = t`South has five or six spades opposite 1NT: 3NT or 4♠.`;
const calls = t`North or South has two calls, and the system bids on.`;
const close = t`One gains less than ${CLOSE} IMP against the other.`;
const clear = t`One gains more than ${CLEAR} IMPs against the other.`;

/** @type {Theme[]} */
export const DECISIONS = [
  { ...KIND, name: "close-lead", title: t`Close lead`, about: `${leads} ${close}`, asks: { decide: "lead", close: CLOSE } },
  { ...KIND, name: "clear-lead", title: t`Clear lead`, about: `${leads} ${clear}`, asks: { decide: "lead", clear: CLEAR } },
  { ...KIND, name: "close-contract", title: t`Close contract`, about: `${contracts} ${close}`, asks: { decide: "contract", close: CLOSE } },
  { ...KIND, name: "clear-contract", title: t`Clear contract`, about: `${contracts} ${clear}`, asks: { decide: "contract", clear: CLEAR } },
  { ...KIND, name: "close-call", title: t`Close call`, about: `${calls} ${close}`, asks: { decide: "call", close: CLOSE } },
  { ...KIND, name: "clear-call", title: t`Clear call`, about: `${calls} ${clear}`, asks: { decide: "call", clear: CLEAR } },
];

/** Return the request for boards. @param {object} asks  of the theme @param {number} n @param {string} seed */
export const decisionsAsked = (asks, n, seed) => ({ ...asks, n, seed, seconds: SECONDS });

/** Return what stands below a board: what is known, the question, and the answer, closed. @param {any} board */
export function decisionElement(board) {
  const { seat, dealer, auction, system, known, contract } = board;
  const either = joinedOr([board.first, board.second].sort().map((each) => choiceText(board, each)));
  const asked = system ? t`${seatName(seat)} calls ${either}?`
    : contract ? t`${seatName(seat)} leads ${either} against ${contractText(contract)}?` : t`${seatName(seat)} chooses ${either}?`;
  const before = system ? [auctionTable(dealer, auction, seat), element("p", "small soft", t`The system is ${system}.`)]
    : [element("p", "small soft", t`Known: ${known}`)];
  return element("div", "themed", ...before, element("p", "", suited(asked)), folded(t`The answer`, ...answerOf(board)));
}

/** Return a choice as people say it. @param {any} board @param {string} choice  a call, a card or a contract */
function choiceText({ system, contract }, choice) {
  if (system) return choice === "Pass" ? t`Pass` : choice;
  return contract ? cardText(choice) : contractText(choice);
}

/** @param {any} board */
function answerOf(board) {
  const { imps, layouts, system, unfinished } = board;
  const [first, second] = [board.first, board.second].map((each) => choiceText(board, each));
  const [gain, low, high] = [imps.value, ...imps.interval].map((each) => numberOf(each).toFixed(2));
  return [
    element("p", "", suited(t`${first} gains ${gain} IMPs a deal against ${second}, ${low} to ${high}.`)),
    element("p", "", t`Over ${layouts} layouts, double dummy, nobody vulnerable, with a 95 % interval.`),
    ...(system ? [element("p", "", t`The rest of the auction is as ${system} bids it.`)] : []),
    ...(unfinished ? [element("p", "", t`${unfinished} layouts count as no difference: the rules do not finish their auctions.`)] : []),
  ];
}
