// @ts-check
// The page of suit combinations: the best line for a number of tricks, and which layouts it wins against.
import { faceOf } from "./cards.js";
import { button, element } from "./elements.js";
import { Live, at, keepFields, readFields } from "./live.js";
import { linkPages } from "./pages.js";
import { ask } from "./protocol.js";
import { numberOf, percent, tagOf } from "./statistics.js";
import { outcome, tableOf } from "./tables.js";
import { joinedAnd, t } from "./words.js";

const FIELDS = ["dummy", "declarer", "entries", "west", "east"];
const HANDS = ["dummy", "declarer"];
const EXAMPLE = "dummy=AQT9&declarer=432";

/** The last answer. @type {any} */
let answer = null;
/** How many tricks are needed, as the player chose; 0 for the most that are not certain. */
let needed = 0;

const suit = new Live(at("problem"), async (signal) => {
  const given = /** @type {Record<string, any>} */ ({ dummy: at("dummy").value.trim(), declarer: at("declarer").value.trim() });
  for (const hand of HANDS) showCards(hand, given[hand].toUpperCase().replaceAll("10", "T"));
  if (!given.dummy && !given.declarer) {
    at("about").textContent = t`Enter dummy's and declarer's cards.`;
    at("answer").hidden = true;
    return;
  }
  for (const id of ["entries", "west", "east"]) if (at(id).value) given[id] = Number(at(id).value);
  at("answer").classList.add("old");
  answer = await ask("suit", given, signal);
  show();
  at("answer").classList.remove("old");
});

/** Show cards that are written as ranks. @param {string} hand @param {string} ranks */
function showCards(hand, ranks) {
  const known = /^[AKQJT2-9X]*$/.test(ranks);
  at(`${hand}-cards`).replaceChildren(...(known ? [...ranks].map((rank) => faceOf(rank.replace("X", "x"))) : []));
}

function show() {
  const { entries, vacant, tricks, missing } = answer;
  const limit = entries === null ? "" : ` · ${entries === 1 ? t`1 entry to dummy` : t`${entries} entries to dummy`}`;
  at("about").textContent = t`Missing ${spaced(missing)} · room for ${joinedAnd(vacant)}${limit}`;
  for (const hand of HANDS) showCards(hand, answer[hand]);
  const open = tricks.filter((/** @type {any} */ each) => each.probability.includes("/"));
  const usual = open[0] ?? tricks.findLast((/** @type {any} */ each) => each.probability === "1") ?? tricks[0];
  const target = tricks.find((/** @type {any} */ each) => each.target === needed) ?? usual;
  at("targets").replaceChildren(...tricks.map((/** @type {any} */ each) => button("", `${each.target} · ${chanceText(each)}`, () => {
    needed = each.target;
    keep();
    show();
    /** @type {HTMLElement | null} */ (at("targets").querySelector('[aria-pressed="true"]'))?.focus();
  }, { "aria-pressed": String(each === target), "aria-label": `${tricksText(each.target)}: ${chanceText(each)}` })));
  if (target) showLine(target);
  at("where").hidden = !open.length;
  const layouts = layoutsOf(tricks);
  showWeights(layouts, target);
  at("layouts").replaceChildren(...layoutTable(layouts, open));
  at("all-head").textContent = t`All ${layouts.length} layouts that a line wins`;
  at("answer").hidden = false;
}

/** @param {number} number */
const tricksText = (number) => (number === 1 ? t`1 trick` : t`${number} tricks`);

/** @param {string} ranks */
const spaced = (ranks) => [...ranks].join(" ").replace("T", "10") || t`nothing`;

/** @param {any} target */
function chanceText({ probability }) {
  return probability === "0" ? "–" : probability === "1" ? "100 %" : percent(numberOf(probability));
}

/** Show the chance of a number of tricks, and the line for it. @param {any} target */
function showLine(target) {
  const { probability } = target;
  at("share").textContent = probability === "0" ? "0 %" : chanceText(target);
  at("exactly").replaceChildren(probability === "1" ? t`in every layout` : probability === "0" ? t`no line wins that many`
    : t`exactly ${probability}, the best that any line has against best defence`, " ", tagOf(true));
  at("line-head").textContent = t`The line for ${tricksText(target.target)}`;
  showAverage(answer.average);
  at("best").replaceChildren(target.outline.length ? planElement(target.outline) : element("p", "", t`No line wins that many.`));
}

/** Show the line with the most tricks on average. @param {any} average */
function showAverage(average) {
  at("average").hidden = !average;
  if (!average) return;
  at("average-head").textContent = t`Most tricks on average: ${numberOf(average.tricks).toFixed(2)}`;
  const chances = average.chances.filter((/** @type {any} */ each) => each.probability !== "0");
  at("average-line").replaceChildren(planElement(average.outline), element("p", "small soft",
    chances.map((/** @type {any} */ each) => t`${tricksText(each.target)} or more: ${chanceText(each)}`).join(", ")));
}

/**
 * Return the tricks of a line as nested lists: below a trick is what to play after each of its outcomes.
 * @param {{depth: number, when: string, play: string}[]} rows
 */
function planElement(rows) {
  const lists = [element("ul", "plan")];
  for (const { depth, when, play } of rows) {
    while (lists.length > depth + 1) lists.pop();
    while (lists.length <= depth) lists.push(lists[lists.length - 1].lastElementChild?.appendChild(element("ul")) ?? element("ul"));
    const [after, said] = [when, play].map((text) => text.replace(/\bT\b/g, "10"));
    lists[depth].append(element("li", "", after && element("span", "soft", `${after}: `), said));
  }
  return lists[0];
}

/** A kind of layout, its chance, and the numbers of tricks that are won against it. @typedef {{west: string, east: string, chance: number, wins: Set<number>}} Layout */

/** Return the layouts that some line wins, the likeliest first. @param {any[]} tricks @returns {Layout[]} */
function layoutsOf(tricks) {
  /** @type {Map<string, Layout>} */
  const layouts = new Map();
  for (const each of tricks) {
    for (const { west, east, probability } of each.wins) {
      const key = `${west} ${east}`;
      if (!layouts.has(key)) layouts.set(key, { west, east, chance: numberOf(probability), wins: new Set() });
      layouts.get(key)?.wins.add(each.target);
    }
  }
  return [...layouts.values()].sort((a, b) => b.chance - a.chance);
}

/** @param {string} ranks */
const cardsText = (ranks) => ranks.replaceAll("T", "10") || "–";

/** Show the layouts side by side, those that the line wins first. @param {Layout[]} layouts @param {any} target */
function showWeights(layouts, target) {
  const won = layouts.filter((each) => each.wins.has(target.target));
  const lost = layouts.filter((each) => !each.wins.has(target.target));
  const rest = 1 - layouts.reduce((sum, each) => sum + each.chance, 0);
  const part = (/** @type {string} */ names, /** @type {number} */ chance, /** @type {string} */ title) => {
    const box = element("i", names);
    box.style.flex = String(chance);
    box.title = title;
    return box;
  };
  const box = at("weights");
  box.setAttribute("role", "img");
  box.setAttribute("aria-label", t`The line wins ${won.length} of ${layouts.length} layouts, ${chanceText(target)} of the weight`);
  box.replaceChildren(
    ...won.map((each) => part("won", each.chance, t`${cardsText(each.west)} with West, ${cardsText(each.east)} with East: ${percent(each.chance)}`)),
    ...lost.map((each) => part("", each.chance, t`${cardsText(each.west)} with West, ${cardsText(each.east)} with East: ${percent(each.chance)}`)),
    ...(rest > 1e-9 ? [part("", rest, t`other layouts: ${percent(rest)}`)] : []),
  );
}

/** Return the table of layouts against which one line wins and another does not. @param {Layout[]} layouts @param {any[]} open */
function layoutTable(layouts, open) {
  const table = tableOf("figures outcomes", t`Where the missing cards are, and whether the best line for each number of tricks wins there`,
    [t`West`, t`East`, t`chance`, ...open.map((each) => String(each.target))], layouts.map((layout) => (
      [cardsText(layout.west), cardsText(layout.east), percent(layout.chance), ...open.map((each) => outcome(layout.wins.has(each.target)))]
    )));
  const all = layouts.reduce((sum, layout) => sum + layout.chance, 0);
  const rest = all < 1 - 1e-9 ? [element("p", "note", t`In the other layouts, ${percent(1 - all)} in all, no line wins these tricks.`)] : [];
  return [table, ...rest, element("p", "note", t`x is any of the lowest missing cards; (Q/J) is either of two equals.`)];
}

/** Keep the question in the address. */
function keep() {
  keepFields(FIELDS, new URLSearchParams(needed ? { tricks: String(needed) } : {}));
}

function readAddress() {
  if (location.hash.length < 2) history.replaceState(null, "", `#${EXAMPLE}`);
  const found = readFields(FIELDS);
  needed = Number(found.get("tricks") ?? 0);
  if (["entries", "west", "east"].some((field) => found.has(field) && at(field).value !== at(field).defaultValue)) at("more").setAttribute("open", "");
  suit.now();
}

linkPages();
at("asked").addEventListener("submit", (event) => event.preventDefault());
at("asked").addEventListener("input", () => {
  keep();
  suit.soon();
});
at("known-suits").addEventListener("click", (event) => {
  const chosen = event.target instanceof Element ? event.target.closest("button") : null;
  if (!chosen) return;
  [at("dummy").value, at("declarer").value] = chosen.value.split(" ");
  needed = 0;
  keep();
  suit.now();
});
addEventListener("hashchange", readAddress);
readAddress();
