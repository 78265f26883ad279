// @ts-check
// What the limits leave: the live count, what each limit costs, charts of a hand, where each card is.
import { element } from "./boards.js";
import { CardGrid, fixedCards, fixedText } from "./cards.js";
import { clearProblem, condition, explainProblem, given, script } from "./form.js";
import { FIELDS, SEATS } from "./limits.js";
import { at } from "./live.js";
import { ask, watch } from "./protocol.js";
import { byPattern } from "./shapes.js";
import { around, barTable, chanceWithInterval, grouped, percent } from "./statistics.js";

const SECONDS = 1; // of work for an exact count; then it is estimated
let running = new AbortController();

/** Build the lists of what can be shown. @param {() => void} changed  called when a card is fixed or freed */
export function buildCounts(changed) {
  for (const list of ["chart.seat", "cards.seat"]) for (const seat of SEATS) at(list).append(new Option(seat, seat));
  CHARTS.forEach(([, title], place) => at("chart.of").append(new Option(title, String(place))));
  grid = new CardGrid(at("grid"), (card) => {
    if (pickCard(card)) changed();
  });
  at("cards").addEventListener("toggle", locate);
  at("cards.seat").addEventListener("change", showCards);
  at("chart").addEventListener("toggle", chart);
  at("chart").addEventListener("change", chart);
}

/** Show that the count is no longer of the limits, and stop one that is running. */
export function outdate() {
  running.abort();
  for (const id of ["count", "clauses"]) at(id).classList.add("old");
}

/** Count what the limits leave; a count that is running is cancelled. */
export async function count() {
  /** @type {any} */ (at("words")).rows = Math.min(20, Math.max(2, at("words").value.split("\n").length));
  outdate();
  running = new AbortController();
  const { signal } = running;
  try {
    const whole = script();
    for (const name of ["cards", "chart"]) at(name).hidden = Boolean(whole);
    if (whole) {
      const check = await ask("check", { script: whole }, signal);
      showCheck(check);
      clearProblem(false);
      return;
    }
    const asked = { ...given(), seconds: SECONDS };
    await watch("count", asked, (share, ended) => {
      if (!signal.aborted) showCount(share, ended);
    }, signal);
    clearProblem(false);
    showClauses(await ask("explain", asked, signal));
    await locate();
    if (!signal.aborted) await chart();
  } catch (error) {
    if (!signal.aborted) explainProblem(error, false);
  }
}

/** @param {any} share @param {boolean} ended */
function showCount(share, ended) {
  const box = at("count");
  const number = element("p", "number");
  if (share.exact) number.textContent = `${grouped(share.count)} deals`;
  else number.textContent = `about ${Number(share.count).toPrecision(4)} deals`;
  const lines = [number];
  if (share.one_in) {
    const one = share.one_in < 100 ? share.one_in.toPrecision(4) : grouped(String(Math.round(share.one_in)));
    lines.push(element("p", "", `1 in ${one}, ${percent(share.probability)}`));
  }
  if (share.exact) lines.push(element("p", "", "exact"));
  else {
    const [low, high] = share.interval.map(percent);
    const more = ended ? "" : " and going on";
    lines.push(element("p", "", `estimated from ${grouped(String(share.samples))} deals${more}: ${low} to ${high}`));
  }
  box.replaceChildren(...lines);
  box.classList.remove("old");
}

/** @param {any} found */
function showClauses(found) {
  if (found.impossible) {
    const why = found.impossible.replace(/^'[^]*?': /, "");
    at("count").append(element("p", "why", `These limits contradict each other: ${why}.`));
  }
  listClauses("after those above", found.clauses.map((/** @type {any} */ clause) => (
    { text: clause.text, alone: shareText(clause.estimates.alone), given: shareText(clause.estimates.given) }
  )));
}

/** @param {any} estimate  null where no deal passes the limits above */
function shareText(estimate) {
  return estimate ? chanceWithInterval(estimate, (share) => percent(share).slice(0, -2)) : "–";
}

/** @param {string} head @param {{text: string, alone: string, given: string}[]} clauses */
function listClauses(head, clauses) {
  at("clauses").hidden = clauses.length < 2;
  at("clauses").classList.remove("old");
  at("clauses.given").textContent = head;
  at("clauses").querySelector("tbody")?.replaceChildren(...clauses.map((clause) => {
    const row = element("tr");
    row.appendChild(element("td")).append(element("code", "", clause.text));
    row.append(element("td", "", clause.alone), element("td", "", clause.given));
    return row;
  }));
}

/** Show how rare the condition of a script is, and what is suspicious. @param {any} check */
function showCheck(check) {
  const { probability } = check;
  const first = probability === null ? "every deal" : probability ? `1 in ${(1 / probability).toPrecision(5)}` : "no deal found";
  const lines = [element("p", "number", first)];
  if (probability !== null) {
    const [low, high] = check.interval.map(percent);
    lines.push(element("p", "", check.exact ? `${percent(probability)}, exact` : `estimated: ${low} to ${high}`));
  }
  for (const { line, text } of check.remarks) lines.push(element("p", "why", `line ${line}: ${text}`));
  at("count").replaceChildren(...lines);
  at("count").classList.remove("old");
  listClauses("of what the others leave", check.clauses.map((/** @type {any} */ clause) => {
    const [alone, given] = [clause.alone, clause.given_others].map(
      (share) => (share === null ? "–" : `${clause.exact ? "" : "about "}${percent(share)}`),
    );
    return { text: clause.text, alone, given };
  }));
}

/** What charts can show: a name, and the quantity of a seat. */
const CHARTS = FIELDS.map(([key, title, quantity]) => (
  /** @type {typeof FIELDS[0]} */ ([key, title, key === "shape" ? (seat) => `shape(${seat})` : quantity])
));
/** The lengths of the 560 shapes, once they were asked for. @type {Promise<number[][]> | undefined} */
let shapeLengths;
let charting = new AbortController();

async function chart() {
  charting.abort();
  if (!(/** @type {any} */ (at("chart"))).open) return;
  charting = new AbortController();
  const { signal } = charting;
  const seat = at("chart.seat").value;
  const [key, title, quantity] = CHARTS[Number(at("chart.of").value)];
  at("chart.about").textContent = "counting";
  try {
    if (key === "shape") shapeLengths ??= ask("shapes", {}).then((all) => all.shapes.map((/** @type {any} */ row) => row.lengths));
    const lengths = key === "shape" && await shapeLengths;
    await watch("distribution", { ...given(), quantities: [quantity(seat)] }, (found) => {
      if (signal.aborted) return;
      if (lengths) showShapes(found, lengths, `${title} of ${seat}`);
      else showBars(found, `${title} of ${seat}`);
    }, signal);
  } catch (error) {
    if (signal.aborted) return;
    at("bars").replaceChildren();
    at("chart.about").textContent = error instanceof Error ? error.message : String(error);
  }
}

/** @param {any} found @param {number[][]} lengths  of the 560 shapes @param {string} title */
function showShapes(found, lengths, title) {
  const rows = found.counts.map((/** @type {any} */ row) => ({ lengths: lengths[row.values[0]], share: row.probability }));
  at("bars").replaceChildren(barTable(title, byPattern(rows)));
  at("chart.about").textContent = certainty(found);
}

/** @param {any} found */
function certainty(found) {
  return found.exact ? "exact" : `estimated from ${grouped(String(found.total))} deals`;
}

/** @param {any} found @param {string} title */
function showBars(found, title) {
  const rows = found.counts.map((/** @type {any} */ row) => [String(row.values[0]), row.probability]);
  at("bars").replaceChildren(barTable(title, rows));
  const mean = found.counts.reduce(
    (/** @type {number} */ sum, /** @type {any} */ row) => sum + row.values[0] * row.probability, 0,
  );
  at("chart.about").textContent = `mean ${mean.toFixed(3)}, ${certainty(found)}`;
}

/** @type {CardGrid} */
let grid;
/** Where each card is, by the limits as they are. @type {any} */
let located;
let locating = new AbortController();

function showCards() {
  const fixed = fixedCards(at("predeal").value);
  grid.show(fixed ?? new Map(), at("cards.seat").value, located);
  const about = located?.exact ? "exact" : `estimated; a chance of 50 % is known to be ${around(located?.half_width)}`;
  const lines = located ? [about] : [];
  if (!fixed) lines.push("The grid cannot read the fixed cards; clear their text to fix cards here.");
  at("cards.about").textContent = lines.join(". ");
}

/** Ask where each card is, if anybody looks. */
async function locate() {
  locating.abort();
  located = undefined;
  showCards();
  if (!(/** @type {any} */ (at("cards"))).open) return;
  locating = new AbortController();
  const { signal } = locating;
  at("cards.about").textContent = "counting";
  try {
    await watch("cards", { ...given(), seconds: SECONDS }, (table) => {
      located = table;
      showCards();
    }, signal);
  } catch (error) {
    if (signal.aborted) return;
    at("cards.about").textContent = error instanceof Error ? error.message : String(error);
  }
}

/** Fix a card with the hand whose chances are shown, or free it; tell whether that was possible. @param {string} card */
function pickCard(card) {
  const fixed = fixedCards(at("predeal").value);
  if (!fixed) return false;
  if (fixed.has(card)) fixed.delete(card);
  else fixed.set(card, at("cards.seat").value);
  at("predeal").value = fixedText(fixed);
  showCards();
  return true;
}
