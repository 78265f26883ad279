// @ts-check
// Hands and suits exchanged everywhere: in the table, in the words, among the fixed cards.
import { fixedCards, fixedText } from "./cards.js";
import { SEATS, WrongCell, isHand } from "./limits.js";
import { at } from "./live.js";
import { ask } from "./protocol.js";
import { explainProblem, limits, script, takeLimits } from "./state.js";
import { t } from "./words.js";

/** What can be exchanged: the seats that stand for NESW and the suits for CDHS, and a name. */
export const EXCHANGES = [
  ["SENW CDHS", t`North and South`], ["NWSE CDHS", t`East and West`], ["ENWS CDHS", t`North and East, South and West`],
  ["NESW CDSH", t`♠ and ♥`], ["NESW CSHD", t`♠ and ♦`], ["NESW SDHC", t`♠ and ♣`],
  ["NESW CHDS", t`♥ and ♦`], ["NESW HDCS", t`♥ and ♣`], ["NESW DCHS", t`♦ and ♣`],
];

/** Exchange hands and suits everywhere; tell whether it could be done. @param {string} seats @param {string} suits */
export async function exchange(seats, suits) {
  try {
    if (script()) throw new WrongCell("words", t`The hands of a script cannot be exchanged here.`);
    const cards = fixedCards(at("predeal").value);
    if (!cards) throw new WrongCell("predeal", t`The fixed cards cannot be exchanged as they are written; write north SAKQ.`);
    const seatOf = (/** @type {string} */ seat) => SEATS.find((name) => name[0] === seats["nesw".indexOf(seat[0])].toLowerCase()) ?? seat;
    const suitOf = (/** @type {string} */ suit) => suits["CDHS".indexOf(suit.toUpperCase())];
    const asked = { seats, suits };
    const words = at("words").value.trim();
    const others = words ? [(await ask("exchange", { condition: words, ...asked })).text] : [];
    /** @type {Record<string, string>} */
    const found = {};
    for (const [field, value] of limits) {
      const [seat, key] = field.split(".");
      const turned = suits !== "CDHS";
      if (turned && (key === "hand" || (key === "shape" && isHand(value)))) {
        others.push((await ask("exchange", { condition: `hand{${seat}: ${value}}`, ...asked })).text);
      } else if (turned && key === "shape" && !/^(semi)?balanced$/.test(value)) {
        const { text } = await ask("exchange", { condition: `shape(${seat}, ${value})`, ...asked });
        found[`${seatOf(seat)}.shape`] = text.replace(/^shape\(\w+, /, "").slice(0, -1);
      } else found[`${seatOf(seat)}.${key.length === 1 ? suitOf(key).toLowerCase() : key}`] = value;
    }
    found.words = others.length > 1 ? others.map((text) => `(${text})`).join(" && ") : others.join("");
    found.predeal = fixedText(new Map([...cards].map(([card, seat]) => [suitOf(card[0]) + card[1], seatOf(seat)])));
    found.scenario = at("scenario").value;
    takeLimits(found);
    return true;
  } catch (error) {
    explainProblem(error);
    return false;
  }
}
