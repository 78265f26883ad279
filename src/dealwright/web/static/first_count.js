// @ts-check
/**
 * A count of limits in the page itself, before the program has started or the server has answered.
 *
 * What most people ask first, limits of points, lengths and patterns of shapes on a few hands, is counted exactly,
 * suit by suit. The four honours of a suit go to the hands that are limited, or to the others, in every way; then its
 * nine small cards, as often as binomial coefficients say. Two suits make a half of the deals, by the lengths and
 * points of each limited hand. A half needs no more of the lengths than which lengths in the other half go with them:
 * of a hand without limits of suits that is their sum, of a balanced one a few classes. At last each left half is
 * multiplied by the right halves that fit, whose sums over points are known. All numbers of halves are below 4^26, so
 * they are exact as JavaScript has them, and the products are BigInts.
 *
 * It is a second counter on purpose: the tests let it and the program count each other's questions. What it cannot
 * say, other limits, no deal at all, or what would take too long, is undefined and waits for the program.
 */
import { patternsOf, rangesOf, SEATS } from "./limits.js";
import { PATTERNS, patternCode } from "./shapes.js";

const POINTS = [4, 3, 2, 1]; // of ace, king, queen, jack
const SMALL = 9; // other cards of a suit
const MOST_POINTS = 37;
const SUITS = ["s", "h", "d", "c"];
const MOST_PAIRS = 4e6; // rows of two suits that are joined: 50 ms
const MOST_CELLS = 2e6; // numbers of a half: 16 MB
const MOST_CORNERS = 2e6; // places among sums that are added: 50 ms

/**
 * What a hand may be: its shapes, as lengths from spades to clubs, and which points it may have; undefined: any.
 * @typedef {{shapes: number[][], points: boolean[] | undefined}} Hand
 */

/** All 560 shapes, and the numbers of subsets. */
const SHAPES = /** @type {number[][]} */ ([]);
for (let s = 0; s <= 13; s++) for (let h = 0; s + h <= 13; h++) for (let d = 0; s + h + d <= 13; d++) SHAPES.push([s, h, d, 13 - s - h - d]);
/** Each pattern of 13 cards, its signs in one order. */
const KNOWN = new Set(PATTERNS.map((lengths) => sorted(patternCode(lengths))));
const CHOOSE = Array.from({ length: SMALL + 1 }, (_, n) => Array.from({ length: n + 1 }, (_, k) => binomial(n, k)));

/** @param {number} n @param {number} k */
function binomial(n, k) {
  let found = 1;
  for (let i = 0; i < k; i++) found = (found * (n - i)) / (i + 1);
  return found;
}

/** Return in how many ways hands without limits take the other cards. @param {number} limited  hands */
function waysOfOthers(limited) {
  let found = 1n;
  for (let left = 52 - 13 * limited; left > 13; left -= 13) {
    for (let i = 0; i < 13; i++) found = (found * BigInt(left - i)) / BigInt(i + 1);
  }
  return found;
}

/** The number of all deals. */
export const DEALS = waysOfOthers(0);

/**
 * Return how many deals keep to limits, and how many keep to each alone; undefined if this page cannot say.
 * @param {Record<string, string>} cells  by their fields, as "north.hcp"
 * @param {string[]} fields  those of which each is counted alone
 * @returns {{count: bigint, alone: bigint[]} | undefined}
 */
export function firstCount(cells, fields) {
  const count = countOf(cells);
  if (!count) return undefined;
  const alone = fields.map((field) => countOf({ [field]: cells[field] }));
  return alone.every((each) => each !== undefined) ? { count, alone: /** @type {bigint[]} */ (alone) } : undefined;
}

/** @param {Record<string, string>} cells @returns {bigint | undefined} */
function countOf(cells) {
  const hands = /** @type {Hand[]} */ ([]);
  for (const seat of SEATS) {
    const own = Object.entries(cells).filter(([field, cell]) => field.startsWith(`${seat}.`) && cell.trim());
    if (!own.length) continue;
    const hand = handOf(own.map(([field, cell]) => [field.slice(seat.length + 1), cell]));
    if (!hand) return undefined;
    hands.push(hand);
  }
  return countHands(hands);
}

/** Return what limits allow; undefined if they are of another kind. @param {string[][]} limits  keys and cells */
function handOf(limits) {
  let shapes = SHAPES;
  let points = /** @type {boolean[] | undefined} */ (undefined);
  for (const [key, cell] of limits) {
    if (key === "shape") {
      const patterns = patternsOf(cell)?.map(sorted);
      if (!patterns?.every((pattern) => KNOWN.has(pattern))) return undefined;
      shapes = shapes.filter((shape) => patterns.includes(sorted(patternCode(shape))));
      continue;
    }
    const ranges = rangesOf(cell);
    if (!ranges || ranges.some(([low, high]) => low > high)) return undefined;
    const within = (/** @type {number} */ value) => ranges.some(([low, high]) => low <= value && value <= high);
    const suit = SUITS.indexOf(key);
    if (suit >= 0) shapes = shapes.filter((shape) => within(shape[suit]));
    else if (key === "hcp") points = Array.from({ length: MOST_POINTS + 1 }, (_, value) => within(value));
    else return undefined;
  }
  return { shapes, points };
}

/** Return the signs of a pattern in one order. @param {string} pattern */
function sorted(pattern) {
  return [...pattern].sort().join("");
}

/** @param {Hand[]} hands @returns {bigint | undefined} */
function countHands(hands) {
  const fits = hands.map((hand) => new Fit(hand));
  const tracked = hands.flatMap(({ points }, place) => (points ? [place] : []));
  const left = halfOf(hands, tracked, 0, fits.map((fit) => fit.left));
  const right = left && halfOf(hands, tracked, 2, fits.map((fit) => fit.right));
  if (!left || !right) return undefined;
  const ends = tracked.map((place) => endsOf(/** @type {boolean[]} */ (hands[place].points)));
  if (cornersOf([...left.values()], ends) > MOST_CORNERS) return undefined;
  const sums = new Map([...right].map(([key, numbers]) => [key, sumsOf(numbers, tracked.length)]));
  let total = 0n;
  for (const [key, numbers] of left) {
    const others = classesOf(key, fits.length).map((own, hand) => fits[hand].others[own]);
    let fitting = /** @type {Float64Array | undefined} */ (undefined);
    for (const other of keysOf(others)) {
      const found = sums.get(other);
      if (!found) continue;
      if (!fitting) fitting = found.slice();
      else for (let i = 0; i < found.length; i++) fitting[i] += found[i];
    }
    if (fitting) total += productOf(numbers, fitting, ends);
  }
  return total * waysOfOthers(hands.length);
}

/** Return at most how many places among sums are added. @param {Float64Array[]} halves @param {number[][][][]} ends */
function cornersOf(halves, ends) {
  let places = 0;
  for (const numbers of halves) for (const each of numbers) if (each) places += 1;
  return ends.reduce((product, each) => product * Math.max(...each.map(({ length }) => length)), places);
}

/** Which lengths in spades and hearts go with which in diamonds and clubs, by classes of alike ones. */
class Fit {
  /** @param {Hand} hand */
  constructor({ shapes }) {
    const pairs = shapes.map(([s, h, d, c]) => [14 * s + h, 14 * d + c]);
    /** The class of each pair of lengths in spades and hearts. @type {Map<number, number>} */
    this.left = classed(pairs);
    /** The class of each pair of lengths in diamonds and clubs. @type {Map<number, number>} */
    this.right = classed(pairs.map(([one, other]) => [other, one]));
    /** The right classes that go with each left one. @type {number[][]} */
    this.others = [];
    for (const [one, other] of pairs) {
      const found = (this.others[/** @type {number} */ (this.left.get(one))] ??= []);
      const own = /** @type {number} */ (this.right.get(other));
      if (!found.includes(own)) found.push(own);
    }
  }
}

/** Return a class for each first number of pairs: alike are those with the same second ones. @param {number[][]} pairs */
function classed(pairs) {
  const seconds = /** @type {Map<number, number[]>} */ (new Map());
  for (const [first, second] of pairs) {
    const found = seconds.get(first);
    if (found) found.push(second);
    else seconds.set(first, [second]);
  }
  const names = /** @type {Map<string, number>} */ (new Map());
  const classes = /** @type {Map<number, number>} */ (new Map());
  for (const [first, found] of seconds) {
    const name = found.sort((a, b) => a - b).join();
    if (!names.has(name)) names.set(name, names.size);
    classes.set(first, /** @type {number} */ (names.get(name)));
  }
  return classes;
}

const CLASSES = 106; // at most, of 105 pairs of lengths

/** Return the classes of all hands in a key. @param {number} key @param {number} hands */
function classesOf(key, hands) {
  const found = [];
  for (let hand = 0; hand < hands; hand++) {
    found.push(key % CLASSES);
    key = Math.floor(key / CLASSES);
  }
  return found;
}

/** Return the keys of all combinations of classes, one of each list. @param {number[][]} lists */
function keysOf(lists) {
  return lists.reduceRight((keys, list) => keys.flatMap((key) => list.map((own) => key * CLASSES + own)), [0]);
}

/**
 * The ways in which a suit goes round, for each combination of lengths: places among the points, and numbers of ways.
 * @typedef {{lengths: number[], places: number[], ways: number[]}[]} SuitRows
 */

/**
 * Return the numbers of ways of two suits, by classes of lengths, and for each by points; undefined if there are too many.
 * @param {Hand[]} hands @param {number[]} tracked  hands whose points count @param {number} first  suit of the two
 * @param {Map<number, number>[]} classes  of pairs of lengths, of each hand
 */
function halfOf(hands, tracked, first, classes) {
  const [ones, others] = [first, first + 1].map((suit) => suitRows(hands, tracked, suit));
  const size = (/** @type {SuitRows} */ rows) => rows.reduce((sum, row) => sum + row.ways.length, 0);
  if (size(ones) * size(others) > MOST_PAIRS) return undefined;
  const cells = 21 ** tracked.length;
  const half = /** @type {Map<number, Float64Array>} */ (new Map());
  for (const one of ones) {
    for (const other of others) {
      let key = 0;
      for (let hand = hands.length - 1; hand >= 0 && key >= 0; hand--) {
        const own = classes[hand].get(14 * one.lengths[hand] + other.lengths[hand]);
        key = own === undefined ? -1 : key * CLASSES + own;
      }
      if (key < 0) continue;
      let numbers = half.get(key);
      if (!numbers) {
        if ((half.size + 1) * cells > MOST_CELLS) return undefined;
        half.set(key, (numbers = new Float64Array(cells)));
      }
      for (let i = 0; i < one.ways.length; i++) {
        for (let j = 0; j < other.ways.length; j++) numbers[one.places[i] + other.places[j]] += one.ways[i] * other.ways[j];
      }
    }
  }
  return half;
}

/** @param {Hand[]} hands @param {number[]} tracked @param {number} suit @returns {SuitRows} */
function suitRows(hands, tracked, suit) {
  const possible = hands.map(({ shapes }) => Array.from({ length: 14 }, (_, length) => shapes.some((shape) => shape[suit] === length)));
  const takers = hands.length + (hands.length < 4 ? 1 : 0); // the last one stands for all others
  const found = /** @type {Map<number, {lengths: number[], ways: Map<number, number>}>} */ (new Map());
  for (const { cards, places } of honoursOf(hands, tracked, takers)) {
    for (const { small, ways } of smallOf(takers)) {
      let key = 0;
      for (let hand = 0; hand < hands.length && key >= 0; hand++) {
        const length = cards[hand] + small[hand];
        key = possible[hand][length] ? 14 * key + length : -1;
      }
      if (key < 0) continue;
      let row = found.get(key);
      if (!row) found.set(key, (row = { lengths: hands.map((_, hand) => cards[hand] + small[hand]), ways: new Map() }));
      for (const [place, times] of places) row.ways.set(place, (row.ways.get(place) ?? 0) + ways * times);
    }
  }
  return [...found.values()].map(({ lengths, ways }) => ({ lengths, places: [...ways.keys()], ways: [...ways.values()] }));
}

/**
 * Return how the honours of a suit can go round: how many each takes, and for that the places among the points and their ways.
 * @param {Hand[]} hands @param {number[]} tracked @param {number} takers
 */
function honoursOf(hands, tracked, takers) {
  const most = hands.map(({ points }) => (points ? points.lastIndexOf(true) : MOST_POINTS));
  const found = /** @type {Map<string, {cards: number[], places: Map<number, number>}>} */ (new Map());
  for (let code = 0; code < takers ** POINTS.length; code++) {
    const [cards, points] = [new Array(takers).fill(0), new Array(takers).fill(0)];
    let rest = code;
    for (const value of POINTS) {
      cards[rest % takers] += 1;
      points[rest % takers] += value;
      rest = Math.floor(rest / takers);
    }
    if (most.some((value, hand) => points[hand] > value)) continue;
    const place = tracked.reduceRight((sum, hand) => 21 * sum + points[hand], 0);
    const same = found.get(cards.join());
    if (same) same.places.set(place, (same.places.get(place) ?? 0) + 1);
    else found.set(cards.join(), { cards, places: new Map([[place, 1]]) });
  }
  return [...found.values()];
}

const SMALLS = /** @type {{small: number[], ways: number}[][]} */ ([]);

/** Return how the small cards of a suit can go round. @param {number} takers */
function smallOf(takers) {
  if (SMALLS[takers]) return SMALLS[takers];
  const found = /** @type {{small: number[], ways: number}[]} */ ([]);
  const take = (/** @type {number[]} */ small, /** @type {number} */ left, /** @type {number} */ ways) => {
    if (small.length === takers - 1) found.push({ small: [...small, left], ways });
    else for (let k = 0; k <= left; k++) take([...small, k], left - k, ways * CHOOSE[left][k]);
  };
  take([], SMALL, 1);
  return (SMALLS[takers] = found);
}

/** Return the sums of numbers over all points up to those of each place. @param {Float64Array} numbers @param {number} dimensions */
function sumsOf(numbers, dimensions) {
  const sums = numbers.slice();
  for (let d = 0, step = 1; d < dimensions; d++, step *= 21) {
    for (let i = 0; i < sums.length; i++) if (Math.floor(i / step) % 21) sums[i] += sums[i - step];
  }
  return sums;
}

/**
 * Return the sum of products of left numbers and of right ones whose points together are allowed.
 * @param {Float64Array} numbers @param {Float64Array} sums  of the right ones @param {number[][][][]} ends  of each hand whose points count
 */
function productOf(numbers, sums, ends) {
  const most = ends.reduce((product, each) => product * Math.max(...each.map(({ length }) => length)), 1);
  const corners = new Int32Array(most), signs = new Int8Array(most);
  let total = 0n;
  for (let place = 0; place < numbers.length; place++) {
    if (!numbers[place]) continue;
    let count = 1;
    let rest = place;
    corners[0] = 0;
    signs[0] = 1;
    for (let d = 0, step = 1; d < ends.length; d++, step *= 21) {
      const own = rest % 21, runs = ends[d][own];
      rest = (rest - own) / 21;
      for (let run = runs.length - 1; run >= 0; run--) { // the first one last: it takes the place of what it is made from
        const [end, plus] = runs[run];
        for (let i = 0; i < count; i++) {
          corners[run * count + i] = corners[i] + step * end;
          signs[run * count + i] = signs[i] * plus;
        }
      }
      count *= runs.length;
    }
    let ways = 0;
    for (let i = 0; i < count; i++) ways += signs[i] * sums[corners[i]];
    if (ways) total += BigInt(numbers[place]) * BigInt(ways);
  }
  return total;
}

/**
 * Return, for own points from 0, the ends of the runs of points of the other half that are allowed beside them: minus before, plus at the last.
 * @param {boolean[]} allowed
 */
function endsOf(allowed) {
  return Array.from({ length: 21 }, (_, own) => {
    const ends = [];
    for (let other = 0; other <= 20; other++) {
      const here = Boolean(allowed[own + other]);
      if (other && here !== Boolean(allowed[own + other - 1])) ends.push([other - 1, here ? -1 : 1]);
    }
    if (allowed[own + 20]) ends.push([20, 1]);
    return ends;
  });
}
