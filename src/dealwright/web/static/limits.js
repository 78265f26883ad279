// @ts-check
// The table of limits as a condition.

export const SEATS = ["north", "east", "south", "west"];

/** Return the name of a seat as a head has it. @param {string} seat */
export const seatName = (seat) => seat[0].toUpperCase() + seat.slice(1);

/** The columns: key, head, and the quantity of a seat. @type {[string, string, (seat: string) => string][]} */
export const FIELDS = [
  ["hcp", "HCP", (seat) => `hcp(${seat})`],
  ["s", "♠", (seat) => `spades(${seat})`],
  ["h", "♥", (seat) => `hearts(${seat})`],
  ["d", "♦", (seat) => `diamonds(${seat})`],
  ["c", "♣", (seat) => `clubs(${seat})`],
  ["controls", "controls", (seat) => `controls(${seat})`],
  ["losers", "losers", (seat) => `losers(${seat})`],
  ["free", "freakness", (seat) => `freakness(${seat})`],
  ["shape", "shape", () => ""],
];
const NAMED = ["balanced", "semibalanced"];
const LEAST = /^(?=.*[+-])(?:[\dxtjqk][+-]?){4}$/i; // a pattern such as 5+xxx, which is written in braces

const PHRASE = /^\s*(north|east|south|west|[nesw]|ns|ew|sn|we)\s*:/i; // hands in words, each with its seat
const WORD = /\b(?!any\b|not\b|[xtjqk]+\b)[a-z]{3,}/i; // no pattern of a shape has one

/** Tell whether the last cell of a seat is a hand in words, such as 5+ spades, 12+ points. @param {string} cell */
export const isHand = (cell) => !NAMED.includes(cell) && WORD.test(cell);

/** A part of a condition, and the field it comes from. @typedef {{text: string, field: string}} Part */

const STATEMENT = /^\s*(produce|generate|predeal|dealer|vulnerable|pointcount|altcount|title|seed|startboard|condition|action)\b/im;
const DEFINITION = /^\s*[a-z_]\w*\s*=[^=]/im;

/** Tell whether words are a whole script of dealer. @param {string} words */
export function isScript(words) {
  return STATEMENT.test(words) || DEFINITION.test(words);
}

/** A cell that is no range. */
export class WrongCell extends Error {
  /** @param {string} field @param {string} message */
  constructor(field, message) {
    super(message);
    this.field = field;
  }
}

/**
 * Return the condition of the cells (by "north.hcp" and so on) and of words, with its parts.
 * @param {Record<string, string>} cells
 * @param {string} words
 * @returns {{text: string, parts: (Part & {start: number})[]}}
 */
export function conditionOf(cells, words) {
  /** @type {Part[]} */
  const found = [];
  for (const seat of SEATS) {
    for (const [key, , quantity] of FIELDS) {
      const field = `${seat}.${key}`;
      const cell = (cells[field] ?? "").trim();
      if (cell) found.push({ field, text: partOf(field, seat, key, quantity(seat), cell) });
    }
  }
  const more = words.trim();
  const opening = found.length ? PHRASE.test(more) ? "hand{" : "(" : "";
  if (more) found.push({ field: "words", text: opening ? `${opening}${more}${opening === "(" ? ")" : "}"}` : more });
  let text = "";
  const parts = found.map((part) => {
    if (text) text += " && ";
    const start = text.length + (part.field === "words" ? opening.length : 0);
    text += part.text;
    return { ...part, start };
  });
  return { text, parts };
}

/** @param {string} field @param {string} seat @param {string} key @param {string} quantity @param {string} cell */
function partOf(field, seat, key, quantity, cell) {
  if (key === "shape") {
    if (NAMED.includes(cell)) return `${cell}(${seat})`;
    if (isHand(cell)) return `hand{${seat}: ${cell}}`;
    return cell.split(/\s+/).some((word) => LEAST.test(word)) ? `shape{${seat}, ${cell}}` : `shape(${seat}, ${cell})`;
  }
  const tests = cell.split(",").map((each) => testOf(quantity, each.trim()));
  if (tests.includes("")) {
    throw new WrongCell(field, `'${cell}' is no range: write 15-17, 5+, -6, 4 or 3,5`);
  }
  return tests.length === 1 ? tests[0] : `(${tests.join(" || ")})`;
}

/** @param {string} quantity @param {string} text */
function testOf(quantity, text) {
  const range = /^(\d{1,3})\s*[-–]\s*(\d{1,3})$/.exec(text);
  if (range) return `${quantity} in ${range[1]}..${range[2]}`;
  const least = /^(?:>=\s*)?(\d{1,3})\s*\+?$/.exec(text);
  if (least && (text.includes("+") || text.includes(">"))) return `${quantity} >= ${least[1]}`;
  if (least) return `${quantity} == ${least[1]}`;
  const most = /^(?:[-–]|<=)\s*(\d{1,3})$/.exec(text);
  return most ? `${quantity} <= ${most[1]}` : "";
}
