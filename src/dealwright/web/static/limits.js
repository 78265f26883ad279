// @ts-check
// Limits of hands: what can be limited, how a limit is written and said, and the condition that limits make.
import { joinedOr, t } from "./words.js";

export const SEATS = ["north", "east", "south", "west"];

/** Return the seat across the table. @param {string} seat */
export const partnerOf = (seat) => SEATS[(SEATS.indexOf(seat) + 2) % 4];

/** Return the side of a seat, ns or ew. @param {string} seat */
export const sideOf = (seat) => ("ns".includes(seat[0]) ? "ns" : "ew");

/** Return the seat of a letter, as N; "" of another. @param {string} [letter] */
export const seatOf = (letter) => SEATS.find((seat) => seat[0].toUpperCase() === letter) ?? "";

/** Return the name of a seat. @param {string} seat */
export const seatName = (seat) => NAMES[seat];
const NAMES = /** @type {Record<string, string>} */ ({ north: t`North`, east: t`East`, south: t`South`, west: t`West` });

/**
 * What can be limited of a hand: the key in addresses, the title, what is counted, the most of it, the quantity.
 * @typedef {{key: string, title: string, noun: string, most: number, quantity: (seat: string) => string}} Field
 */

/** What a hand can have so many of. @type {Field[]} */
export const RANGES = [
  { key: "hcp", title: t`HCP`, noun: t`points`, most: 37, quantity: (seat) => `hcp(${seat})` },
  { key: "s", title: "♠", noun: t`spades`, most: 13, quantity: (seat) => `spades(${seat})` },
  { key: "h", title: "♥", noun: t`hearts`, most: 13, quantity: (seat) => `hearts(${seat})` },
  { key: "d", title: "♦", noun: t`diamonds`, most: 13, quantity: (seat) => `diamonds(${seat})` },
  { key: "c", title: "♣", noun: t`clubs`, most: 13, quantity: (seat) => `clubs(${seat})` },
  { key: "controls", title: t`controls`, noun: t`controls`, most: 12, quantity: (seat) => `controls(${seat})` },
  { key: "losers", title: t`losers`, noun: t`losers`, most: 12, quantity: (seat) => `losers(${seat})` },
  { key: "free", title: t`freakness`, noun: t`freakness`, most: 20, quantity: (seat) => `freakness(${seat})` },
];
/** All that can be limited: ranges, a class of shapes, and the hand in words. @type {Field[]} */
export const FIELDS = [
  ...RANGES,
  { key: "shape", title: t`shape`, noun: t`shape`, most: 0, quantity: (seat) => `shape(${seat})` },
  { key: "hand", title: t`in words`, noun: t`in words`, most: 0, quantity: () => "" },
];
const NAMED = /** @type {Record<string, string>} */ ({ balanced: t`balanced`, semibalanced: t`semi-balanced` });
const LEAST = /^(?=.*[+-])(?:[\dxtjqk][+-]?){4}$/i; // a pattern such as 5+xxx, which is written in braces

const PHRASE = /^\s*(north|east|south|west|[nesw]|ns|ew|sn|we)\s*:/i; // hands in words, each with its seat
const WORD = /\b(?!any\b|not\b|[xtjqk]+\b)[a-z]{3,}/i; // no pattern of a shape has one

/** Tell whether a shape is a hand in words, such as 5+ spades, 12+ points: older addresses have them there. @param {string} cell */
export const isHand = (cell) => !Object.hasOwn(NAMED, cell) && WORD.test(cell);

const STATEMENT = /^\s*(produce|generate|predeal|dealer|vulnerable|pointcount|altcount|title|seed|startboard|condition|action)\b/im;
const DEFINITION = /^\s*[a-z_]\w*\s*=[^=]/im;

/** Tell whether words are a whole script of dealer. @param {string} words */
export function isScript(words) {
  return STATEMENT.test(words) || DEFINITION.test(words);
}

/** A limit that cannot be read. */
export class WrongCell extends Error {
  /** @param {string} field @param {string} message */
  constructor(field, message) {
    super(message);
    this.field = field;
  }
}

/**
 * A part of a condition: the field it comes from, its text alone, and where it begins in the condition.
 * @typedef {{field: string, text: string, start: number}} Part
 */

/**
 * Return the condition of limits (by "north.hcp" and so on) and of words, with its parts.
 * @param {Record<string, string>} cells
 * @param {string} words
 * @returns {{text: string, parts: Part[]}}
 */
export function conditionOf(cells, words) {
  /** @type {Part[]} */
  const parts = [];
  const texts = /** @type {string[]} */ ([]);
  let length = 0;
  /** @param {string} field @param {string} text @param {string} before @param {string} after */
  const add = (field, text, before = "", after = "") => {
    parts.push({ field, text, start: length + before.length });
    texts.push(before + text + after);
    length += before.length + text.length + after.length + " && ".length;
  };
  for (const seat of SEATS) {
    for (const { key, quantity } of FIELDS) {
      const field = `${seat}.${key}`;
      const cell = (cells[field] ?? "").trim();
      if (!cell) continue;
      if (key === "hand") add(field, `hand{${seat}: ${cell}}`);
      else add(field, key === "shape" ? shapeTest(seat, cell) : rangeTest(field, quantity(seat), cell));
    }
  }
  const more = words.trim();
  if (more && !parts.length) add("words", more);
  else if (more) add("words", more, ...(PHRASE.test(more) ? ["hand{", "}"] : ["(", ")"]));
  return { text: texts.join(" && "), parts };
}

/** @param {string} seat @param {string} cell */
function shapeTest(seat, cell) {
  if (Object.hasOwn(NAMED, cell)) return `${cell}(${seat})`;
  if (isHand(cell)) return `hand{${seat}: ${cell}}`;
  return cell.split(/\s+/).some((word) => LEAST.test(word)) ? `shape{${seat}, ${cell}}` : `shape(${seat}, ${cell})`;
}

/** @param {string} field @param {string} quantity @param {string} cell */
function rangeTest(field, quantity, cell) {
  const tests = rangesOf(cell)?.map(([low, high]) => {
    if (low === high) return `${quantity} == ${low}`;
    if (high === Infinity) return `${quantity} >= ${low}`;
    return low === -Infinity ? `${quantity} <= ${high}` : `${quantity} in ${low}..${high}`;
  });
  if (!tests) throw new WrongCell(field, t`'${cell}' is not a range: write 15-17, 5+, -6, 4 or 3,5`);
  return tests.length === 1 ? tests[0] : `(${tests.join(" || ")})`;
}

/** Return the ranges of a limit, their ends included; null if it cannot be read. @param {string} cell */
export function rangesOf(cell) {
  const found = cell.split(",").map((each) => rangeOf(each.trim()));
  return found.some((range) => !range) ? null : /** @type {[number, number][]} */ (found);
}

/** @param {string} text @returns {[number, number] | null} */
function rangeOf(text) {
  const range = /^(\d{1,3})\s*[-–]\s*(\d{1,3})$/.exec(text);
  if (range) return [Number(range[1]), Number(range[2])];
  const least = /^(?:>=\s*)?(\d{1,3})\s*\+?$/.exec(text);
  if (least) return [Number(least[1]), /[+>]/.test(text) ? Infinity : Number(least[1])];
  const most = /^(?:[-–]|<=)\s*(\d{1,3})$/.exec(text);
  return most ? [-Infinity, Number(most[1])] : null;
}

/** Return how a range is written, "" where it allows everything. @param {number} low @param {number} high @param {number} most */
export function rangeText(low, high, most) {
  if (low <= 0 && high >= most) return "";
  if (low === high) return String(low);
  if (high >= most) return `${low}+`;
  return low <= 0 ? `-${high}` : `${low}-${high}`;
}

/** Return a limit as players say it. @param {Field} field @param {string} cell */
export function saidOf(field, cell) {
  if (field.key === "hand") return cell;
  if (field.key === "shape") return shapeSaid(cell);
  const ranges = rangesOf(cell)?.map(([low, high]) => {
    if (low === high) return String(low);
    if (high === Infinity) return `${low}+`;
    return `${Math.max(0, low)}–${high}`;
  });
  return ranges ? `${joinedOr(ranges)} ${field.title}` : `${cell} ${field.title}`;
}

const LISTED = /^any\s+[0-9tjqk]{4}(\s*\+\s*any\s+[0-9tjqk]{4})*$/i;

/** Return the patterns that a class of shapes lists, as "any 4432 + any 5332"; null for another class. @param {string} cell */
export function patternsOf(cell) {
  if (cell === "balanced") return ["4333", "4432", "5332"];
  if (cell === "semibalanced") return ["4333", "4432", "5332", "5422", "6322"];
  return LISTED.test(cell.trim()) ? cell.toLowerCase().match(/[0-9tjqk]{4}/g) ?? [] : null;
}

/** @param {string} cell */
function shapeSaid(cell) {
  if (Object.hasOwn(NAMED, cell)) return NAMED[cell];
  const patterns = patternsOf(cell);
  if (patterns) return patterns.length > 2 ? t`${patterns.length} shapes` : joinedOr(patterns);
  if (isHand(cell) || /[^\w\s<>=&]/.test(cell)) return cell;
  return cell.split("&&").map((test) => {
    const [, suit, sign, length] = /^\s*([shdc])\s*(==|>=|<=)\s*(\d+)\s*$/.exec(test) ?? [];
    if (suit) return `${{ "==": length, ">=": `${length}+`, "<=": `0–${length}` }[sign]} ${symbolOf(suit)}`;
    return test.trim().replace(/\b[shdc]\b/g, symbolOf).replace(">=", "≥").replace("<=", "≤").replace("==", "=");
  }).join(", ");
}

/** @param {string} letter */
const symbolOf = (letter) => "♠♥♦♣"["shdc".indexOf(letter)];

const CLAUSES = /** @type {[RegExp, (...groups: string[]) => [string, string]][]} */ ([
  [/^(\w+\((\w+)\)) in (\d+)\.\.(\d+)$/, (quantity, seat, low, high) => [rangeField(quantity, seat), `${low}-${high}`]],
  [/^(\w+\((\w+)\)) == (\d+)$/, (quantity, seat, value) => [rangeField(quantity, seat), value]],
  [/^(\w+\((\w+)\)) >= (\d+)$/, (quantity, seat, value) => [rangeField(quantity, seat), `${value}+`]],
  [/^(\w+\((\w+)\)) <= (\d+)$/, (quantity, seat, value) => [rangeField(quantity, seat), `-${value}`]],
  [/^(\w+)\((\w+)\)$/, (name, seat) => [`${seat}.shape`, name]],
  [/^shape\((\w+), ([^()]+)\)$/, (seat, shape) => [`${seat}.shape`, shape]],
]);

/** @param {string} quantity @param {string} seat */
const rangeField = (quantity, seat) => `${seat}.${RANGES.find((field) => field.quantity(seat) === quantity)?.key}`;

/**
 * Return limits whose condition is a given one; what is no limit of a hand stays in words.
 * @param {string} condition
 * @returns {Record<string, string>}
 */
export function limitsOf(condition) {
  const found = /** @type {Record<string, string>} */ ({});
  const others = [];
  for (const clause of conjunctsOf(condition.replace(/\s+/g, " ").trim())) {
    const [field, cell] = CLAUSES.flatMap(([pattern, read]) => {
      const match = pattern.exec(clause);
      return match ? [read(...match.slice(1))] : [];
    })[0] ?? ["", ""];
    if (!found[field] && conditionOf({ [field]: cell }, "").text === clause) found[field] = cell;
    else others.push(clause);
  }
  if (others.length) found.words = others.join(" && ");
  return found;
}

/** Return the clauses that && joins outside of brackets; the whole where something else joins them. @param {string} condition */
function conjunctsOf(condition) {
  const clauses = [""];
  let depth = 0;
  for (const part of condition.split(/([([{]|[)\]}]|&&)/)) {
    if (part === "&&" && !depth) clauses.push("");
    else clauses[clauses.length - 1] += part;
    if ("([{".includes(part)) depth += part.length;
    else if (")]}".includes(part)) depth -= part.length;
    else if (!depth && /\|\||[?#=]|\/\/|\b(or|and|if)\b/.test(part.replace(/[=!<>]=/g, ""))) return [condition];
  }
  return clauses.map((clause) => clause.trim());
}
