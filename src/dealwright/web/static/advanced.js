// @ts-check
// What is asked one level down: what each limit costs after the others, where each card is, charts of a hand.
import { CardGrid, fixedCards, fixedText } from "./cards.js";
import { SECONDS, counted } from "./live_count.js";
import { element } from "./elements.js";
import { FIELDS, SEATS, isScript, seatName } from "./limits.js";
import { at, messageOf } from "./live.js";
import { ask, watch } from "./protocol.js";
import { byPattern, shapeLengths } from "./shapes.js";
import { given } from "./state.js";
import { aboutOf, around, barTable, chanceWithInterval, grouped, percent } from "./statistics.js";
import { tableOf } from "./tables.js";
import { t } from "./words.js";

/** Build the lists of what can be shown. @param {() => void} changed  called when a card is fixed or freed */
export function buildAdvanced(changed) {
  for (const list of ["chart.seat", "cards.seat"]) for (const seat of SEATS) at(list).append(new Option(seatName(seat), seat));
  CHARTS.forEach(({ title }, place) => at("chart.of").append(new Option(title, String(place))));
  grid = new CardGrid(at("grid"), (card) => {
    if (pickCard(card)) changed();
  });
  at("costs").addEventListener("toggle", () => explain());
  at("cards").addEventListener("toggle", locate);
  at("cards.seat").addEventListener("change", showCards);
  at("chart").addEventListener("toggle", chart);
  at("chart").addEventListener("change", chart);
  counted.push(askAgain);
}

/** Ask again what is open, of the limits as they are. @param {any} [check]  of a script */
async function askAgain(check) {
  const script = isScript(at("words").value);
  for (const name of ["cards", "chart"]) at(name).hidden = script;
  await explain(check);
  if (script) return;
  await locate();
  await chart();
}

// ------------------------------------------------------------------------ what each limit costs

let explaining = new AbortController();

/** @param {any} [check]  of a script */
async function explain(check) {
  explaining.abort();
  if (!(/** @type {any} */ (at("costs"))).open) return;
  const { signal } = (explaining = new AbortController());
  at("clauses").classList.add("old");
  try {
    if (check || isScript(at("words").value)) {
      showChecked(check ?? await ask("check", { script: at("words").value }, signal));
      return;
    }
    const found = await ask("explain", { ...given(), seconds: SECONDS }, signal);
    listClauses(t`after those above`, found.clauses.map((/** @type {any} */ clause) => (
      { text: clause.text, alone: shareText(clause.estimates.alone), given: shareText(clause.estimates.given) }
    )));
  } catch (error) {
    if (!signal.aborted) at("clauses").hidden = true;
  }
}

/** Show what each clause of a script costs. @param {any} check */
function showChecked(check) {
  listClauses(t`of what the others leave`, check.clauses.map((/** @type {any} */ clause) => {
    const [alone, given] = [clause.alone, clause.given_others].map(
      (share) => (share === null ? "–" : aboutOf(percent(share), clause.exact)),
    );
    return { text: clause.text, alone, given };
  }));
}

/** @param {any} estimate  null where no deal passes the limits above */
function shareText(estimate) {
  return estimate ? chanceWithInterval(estimate, (share) => percent(share).slice(0, -2)) : "–";
}

/** @param {string} head @param {{text: string, alone: string, given: string}[]} clauses */
function listClauses(head, clauses) {
  at("clauses").hidden = !clauses.length;
  at("clauses").classList.remove("old");
  at("clauses").replaceChildren(tableOf("clauses", t`What share of deals each limit leaves`, [t`limit`, t`alone`, head], clauses.map((clause) => (
    [{ parts: element("code", "", clause.text), head: false }, clause.alone, clause.given]
  ))));
}

// ------------------------------------------------------------------------------- charts

/** What charts can show. */
const CHARTS = FIELDS.filter(({ key }) => key !== "hand");
let charting = new AbortController();

async function chart() {
  charting.abort();
  if (!(/** @type {any} */ (at("chart"))).open) return;
  charting = new AbortController();
  const { signal } = charting;
  const seat = at("chart.seat").value;
  const { key, title, quantity } = CHARTS[Number(at("chart.of").value)];
  at("chart.about").textContent = t`counting`;
  try {
    const lengths = key === "shape" && await shapeLengths();
    await watch("distribution", { ...given(), quantities: [quantity(seat)] }, (found) => {
      if (signal.aborted) return;
      if (lengths) showShapes(found, lengths, t`${title} of ${seatName(seat)}`);
      else showBars(found, t`${title} of ${seatName(seat)}`);
    }, signal);
  } catch (error) {
    if (signal.aborted) return;
    at("bars").replaceChildren();
    at("chart.about").textContent = messageOf(error);
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
  return found.exact ? t`exact` : t`estimated from ${grouped(String(found.total))} deals`;
}

/** @param {any} found @param {string} title */
function showBars(found, title) {
  const rows = found.counts.map((/** @type {any} */ row) => [String(row.values[0]), row.probability]);
  at("bars").replaceChildren(barTable(title, rows));
  const mean = found.counts.reduce(
    (/** @type {number} */ sum, /** @type {any} */ row) => sum + row.values[0] * row.probability, 0,
  );
  at("chart.about").textContent = t`mean ${mean.toFixed(3)}, ${certainty(found)}`;
}

// -------------------------------------------------------------------------- where each card is

/** @type {CardGrid} */
let grid;
/** Where each card is, by the limits as they are. @type {any} */
let located;
let locating = new AbortController();

function showCards() {
  const fixed = fixedCards(at("predeal").value);
  grid.show(fixed ?? new Map(), at("cards.seat").value, located);
  const about = located?.exact ? t`exact` : t`estimated, ${around(located?.half_width)} on a chance of 50 %`;
  const lines = located ? [about] : [];
  if (!fixed) lines.push(t`The grid cannot read the fixed cards; clear their text to fix cards here.`);
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
  at("cards.about").textContent = t`counting`;
  try {
    await watch("cards", { ...given(), seconds: SECONDS }, (table) => {
      located = table;
      showCards();
    }, signal);
  } catch (error) {
    if (signal.aborted) return;
    at("cards.about").textContent = messageOf(error);
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
