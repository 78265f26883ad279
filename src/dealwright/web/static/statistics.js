// @ts-check
// Figures: bars, tables, and what a script answers.
import { element } from "./elements.js";
import { tableOf } from "./tables.js";
import { t } from "./words.js";

export const EVERY_DEAL = 53644737765488792839237440000; // 52! / 13!^4

/** Return a rarity, as in 1 in 2.59 or 1 in 2,030. @param {number} rarity */
export const oneIn = (rarity) => (rarity < 100 ? rarity.toPrecision(3) : grouped(String(Math.round(rarity))));

const RAREST = 1e6; // one deal in so many fills a bar

/** Return how much of a bar a share of deals fills, on a logarithmic scale: the rarer, the more. @param {number} share */
export const rarityOf = (share) => (share ? Math.min(1, -Math.log10(share) / Math.log10(RAREST)) : 1);

/** @param {number} share */
export function percent(share) {
  return `${(100 * share).toPrecision(share < 0.1 ? 3 : 4)} %`;
}

/** Return a share in per cent with three digits. @param {number} share */
export const shortPercent = (share) => `${Number((100 * share).toPrecision(3))} %`;

/**
 * Return a chance with the low and the high end of its interval, if that says anything.
 * @param {any} estimate
 * @param {(share: number) => string} [number]  a share in per cent, without the sign
 */
export function chanceWithInterval(estimate, number = (share) => (100 * share).toFixed(2)) {
  const [value, low, high] = [estimate.value, ...estimate.interval].map(numberOf);
  const known = !estimate.exact && low < high && (low > 0 || high < 1);
  return `${number(value)} %${known ? ` (${t`${number(low)} to ${number(high)}`})` : ""}`;
}

/** Return a chance, and in small its interval if it is an estimate. @param {any} value  a fraction, or an estimate @param {number} [digits] */
export function chanceElement(value, digits = 2) {
  if (typeof value === "string") return element("span", "chance", element("b", "", percent(numberOf(value))));
  const [chance, interval = ""] = chanceWithInterval(value, (share) => (100 * share).toFixed(digits)).split(" (");
  return element("span", "chance", element("b", "", chance), interval && element("small", "", interval.replace(")", " %")));
}

/** Return a text of a number, marked as one that is not exact. @param {string} text @param {boolean} exact */
export const aboutOf = (text, exact) => (exact ? text : t`about ${text}`);

/** Return what a number is, in a word. @param {boolean} exact */
export const tagText = (exact) => (exact ? t`exact` : t`estimate`);

/** Say that the page and the program do not agree. @param {bigint} own  what the page had counted */
export const disagreement = (own) => t`This page had counted ${grouped(String(own))} deals. The two do not agree: please report it.`;

/** Return the mark of what is exact, or of an estimate. @param {boolean} exact */
export const tagOf = (exact) => element("span", exact ? "tag" : "tag about", tagText(exact));

/** Return the interval of a chance of a half. @param {number} half  half its width */
export const around = (half) => t`${percent(0.5 - half)} to ${percent(0.5 + half)}`;

/** @param {string} digits */
export const grouped = (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ",");

/**
 * Return a table of bars.
 * @param {string} title
 * @param {[string, number, string?, number?][]} rows  names, shares, what is written beside a bar if not the share, and
 *   the shares that these are compared with
 * @param {string[]} [heads]  of the names, the shares and those compared with
 */
export function barTable(title, rows, heads = [t`value`, t`chance`]) {
  const most = Math.max(...rows.flatMap(([, share, , other]) => [share, other ?? 0])) || 1;
  const bar = (/** @type {string} */ names, /** @type {number} */ share) => {
    const drawn = element("div", names);
    drawn.style.width = `${(100 * share) / most}%`;
    return drawn;
  };
  return tableOf("bars", title, [...heads, ""], rows.map(([name, share, text, other]) => {
    const before = other === undefined ? "" : other ? percent(other) : "–";
    return [
      name, { parts: text ?? percent(share), head: true },
      ...(heads.length > 2 ? [{ parts: before, names: "compared", head: true }] : []),
      { parts: [bar("bar", share), ...(other === undefined ? [] : [bar("bar compared", other)])] },
    ];
  }));
}

/** Return bars side by side for 0 and on; text beside them says what they mean. @param {number[]} shares @param {(value: number) => boolean} isIn  which are marked */
export function histogramOf(shares, isIn) {
  const top = Math.max(...shares) || 1;
  const bars = element("span", "histogram", ...shares.map((share, value) => {
    const bar = element("i", isIn(value) ? "in" : "");
    bar.style.height = `${(100 * share) / top}%`;
    return bar;
  }));
  bars.setAttribute("aria-hidden", "true");
  return bars;
}

/** Return the range and the mean of a histogram of one number, as text. @param {any} found */
export function rangeAndMean(found) {
  const values = found.counts.map((/** @type {any} */ row) => row.values[0]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const mean = found.counts.reduce((/** @type {number} */ sum, /** @type {any} */ row) => sum + row.values[0] * row.probability, 0);
  return [low === high ? String(low) : `${low}–${high}`, mean.toFixed(2)];
}

/** Return the elements of a script's answer. @param {any} answer */
export function answerElements(answer) {
  const found = answer.statistics.map(statisticElement);
  if (answer.printed) found.push(element("pre", "printed", answer.printed));
  for (const note of answer.notes) found.push(element("p", "note", note));
  return found;
}

/** @param {any} found */
function statisticElement(found) {
  if (found.statistic !== "frequency") return element("p", "statistic", found.lines.join("\n"));
  const total = Number(found.histogram.total) || 1;
  const amount = found.histogram.exact ? t`exact` : t`${grouped(String(found.histogram.total))} deals`;
  const title = found.label ? t`Frequency ${found.label}: ${amount}` : t`Frequency: ${amount}`;
  /** @type {number[][]} */
  const shares = found.counts.map((/** @type {string[]} */ row) => row.map((count) => Number(count) / total));
  if (!found.columns.length) {
    return barTable(title, found.rows.map((/** @type {string} */ name, /** @type {number} */ at) => [name, shares[at][0]]));
  }
  return crossedTable(title, found.columns, found.rows, shares);
}

/**
 * Return a table of shares in per cent, the darker the larger.
 * @param {string} title @param {string[]} columns @param {string[]} rows @param {number[][]} shares  by row
 */
export function crossedTable(title, columns, rows, shares) {
  const most = Math.max(...shares.flat()) || 1;
  return tableOf("crossed", t`${title}, per cent`, ["", ...columns], shares.map((row, at) => [
    rows[at], ...row.map((share) => ({ parts: share ? (100 * share).toPrecision(3) : "", names: "shaded", share: share / most })),
  ]));
}

/** Return the mix of deals of types as a table, or the weights. @param {any} found */
export function lawElements(found) {
  if (found.kind === "weighted_sample") return found.law.map((/** @type {string} */ text) => element("p", "note", t`weights ${text}`));
  const dealt = (/** @type {string} */ name) => String(found.types.filter((/** @type {string} */ type) => type === name).length);
  return [tableOf("crossed", t`The mix of these deals`, [t`type`, t`share`, t`natural share`, t`dealt here`], found.law.map(
    (/** @type {any} */ { name, share, natural }) => [name, share, percent(numberOf(natural.value)), dealt(name)],
  ))];
}

/** Return a number of an answer as one of JavaScript. @param {any} value  a number, a fraction as text such as 2/3, or "inf" */
export function numberOf(value) {
  if (/inf$/.test(value)) return value[0] === "-" ? -Infinity : Infinity;
  const [above, below = 1] = String(value).split("/").map(Number);
  return above / below;
}
