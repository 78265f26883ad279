// @ts-check
// The page of leads and contracts: a question, its estimate while it runs, and stopping.
import { contractText } from "./auction_table.js";
import { points } from "./boards.js";
import { cardName, faceOf, fanOf, fixedCards, wholeHands } from "./cards.js";
import { SUITS, barOf, element, intervalAcross, suited } from "./elements.js";
import { seatName } from "./limits.js";
import { Live, at, keepFields, readFields } from "./live.js";
import { linkPages } from "./pages.js";
import { watch } from "./protocol.js";
import { chanceElement, chanceWithInterval, crossedTable, grouped, histogramOf, numberOf } from "./statistics.js";
import { figureTable } from "./tables.js";
import { t } from "./words.js";

const FIELDS = [
  "question", "hand", "first", "other", "contract", "contracts", "side", "condition", "predeal", "vulnerable", "beat_only", "make_only",
  "seconds", "within", "seed",
];
const EXAMPLE = "hand=west+QJT95.K4.832.A74&contract=3NT&condition=south:+15-17+balanced";
/** The fields of each request that are sent as they are written. */
const TEXTS = { lead: ["hand", "contract", "predeal", "vulnerable"], contracts: ["contracts", "side", "predeal"], makes: ["contract"] };

const question = () => /** @type {"lead" | "contracts" | "makes"} */ (at("question").value in TEXTS ? at("question").value : "lead");

function asked() {
  const name = question();
  /** @type {Record<string, any>} */
  const found = { seconds: Number(at("seconds").value) };
  for (const field of [...TEXTS[name], "condition", "within", "seed"]) {
    if (at(field).value.trim()) found[field] = at(field).value.trim();
  }
  if (name === "makes") found.hands = [at("first").value, at("other").value];
  if (name === "lead" && at("beat_only").checked) found.beat_only = true;
  if (name === "contracts" && at("make_only").checked) found.make_only = true;
  return found;
}

/** What the status says of the last answer, however the simulation ends. */
let about = "";

const simulation = new Live(at("problem"), async (signal) => {
  const name = question();
  const show = SHOWN[name];
  about = "";
  at("answer").replaceChildren();
  at("status").textContent = t`Dealing and solving.`;
  run(true);
  try {
    await watch(name, asked(), (found, ended) => {
      at("answer").replaceChildren(...show(found));
      about = t`${grouped(String(found.deals ?? found.solved))} deals solved, 95 % intervals, seed ${found.seed}`;
      at("status").textContent = ended ? t`Done: ${about}` : t`So far: ${about}`;
    }, signal);
  } finally {
    if (!signal.aborted) {
      if (!about) at("status").textContent = t`No answer.`;
      run(false);
    }
  }
});

/** @param {boolean} going */
function run(going) {
  at("stop").disabled = !going;
  at("start").textContent = going ? t`Restart` : t`Start`;
}

function stop() {
  simulation.stop();
  run(false);
  at("status").textContent = about ? t`Stopped: ${about}` : t`Stopped before there was an estimate.`;
}

/** Return an estimate as text. @param {any} estimate @param {number} [scale] @param {number} [digits] */
function figure(estimate, scale = 1, digits = 2) {
  if (!estimate) return "";
  const [value, low, high] = [estimate.value, ...estimate.interval].map((each) => scale * numberOf(each));
  const width = high - low;
  const shown = value.toFixed(digits);
  if (estimate.exact || !(width > 0 && width < Infinity)) return shown;
  if (Math.abs(high + low - 2 * value) <= 1e-9 * width) return `${shown} ± ${(width / 2).toFixed(digits)}`;
  return `${shown} (${t`${low.toFixed(digits)} to ${high.toFixed(digits)}`})`;
}

/** Return a chance as per cent with its interval. @param {any} estimate */
function chance(estimate) {
  return chanceWithInterval(estimate, (share) => (100 * share).toFixed(1));
}

/**
 * Return a row: its name, the chance as a bar with its interval, what is told beside it, and how often each number of tricks comes.
 * @param {Node} name @param {any} chances  an estimate @param {(string | Node)[]} told
 * @param {{rows: any[], from: number}} [taken]  shares of numbers of tricks, and from which number on it succeeds
 */
function rankedRow(name, chances, told, taken) {
  const bar = barOf(numberOf(chances.value));
  bar.append(intervalAcross(chances.interval.map(numberOf)));
  const row = element("li", "", element("span", "faces", name), bar, chanceElement(chances, 1));
  if (told.some(Boolean)) row.append(element("small", "told", ...told.filter(Boolean).flatMap((part, place) => (place ? [" · ", part] : [part]))));
  if (taken?.rows.length) {
    const shares = Array.from({ length: 14 }, (_, tricks) => numberOf(taken.rows.find((each) => each.tricks === tricks)?.share.value ?? 0));
    row.append(histogramOf(shares, (tricks) => tricks >= taken.from));
  }
  return row;
}

/** @param {HTMLElement[]} rows @param {string} about  what the histograms show, "" for none */
function rankedList(rows, about) {
  rows[0]?.classList.add("best");
  return [element("ol", "ranked compared", ...rows), ...(about ? [element("p", "small soft", about)] : [])];
}

/** Return the shares of numbers of tricks as a table, folded with other figures. @param {HTMLElement[]} tables @param {[string, any[]][]} rows */
function figures(tables, rows) {
  const taken = rows.flatMap(([, shares]) => shares.map((each) => each.tricks));
  const columns = taken.length ? Array.from({ length: Math.max(...taken) - Math.min(...taken) + 1 }, (_, at) => Math.min(...taken) + at) : [];
  const shares = rows.map(([, found]) => columns.map((tricks) => numberOf(found.find((each) => each.tricks === tricks)?.share.value ?? 0)));
  const crossed = columns.length ? [crossedTable(t`Tricks`, columns.map(String), rows.map(([name]) => name), shares)] : [];
  const scrolled = [...tables, ...crossed].map((table) => {
    const box = element("div", "scroll", table);
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", table.querySelector("caption")?.textContent ?? "");
    return box;
  });
  return scrolled.length ? [element("details", "more", element("summary", "", t`All figures`), ...scrolled)] : [];
}

/** @type {Record<string, (found: any) => HTMLElement[]>} */
const SHOWN = {
  lead(found) {
    const name = (/** @type {any} */ each) => SUITS["SHDC".indexOf(each.cards[0][0])][1] + each.cards.map((/** @type {string} */ card) => card[1]).join("").replace("T", "10");
    const { vulnerable, leads } = found;
    const needed = 14 - 6 - Number(found.contract[0]);
    const rows = leads.map((/** @type {any} */ each, /** @type {number} */ place) => {
      const behind = place && leads[0].tricks ? (found.sorted_by === "imps" ? t`${figure(each.behind)} IMPs behind` : t`${figure(each.behind)} behind`) + (each.told_apart ? "" : t`, too close to call`) : "";
      const faces = element("span", "", ...each.cards.map((/** @type {string} */ card) => faceOf(card[1], "SHDC".indexOf(card[0]))));
      faces.setAttribute("role", "img");
      faces.setAttribute("aria-label", each.cards.map(cardName).join(", "));
      return rankedRow(faces, each.beats, [each.tricks ? t`${figure(each.tricks)} tricks` : "", behind], { rows: each.by_tricks, from: needed });
    });
    const table = leads[0]?.tricks ? [figureTable(t`The defenders' tricks, and scores against a field that leads a random card`,
      [t`lead`, t`tricks`, t`IMPs`, t`matchpoints`], leads.map((/** @type {any} */ each) => [
        name(each), figure(each.tricks), figure(each.imps[vulnerable]), chance(each.matchpoints[vulnerable]),
      ]))] : [];
    return [element("h3", "", t`Beats `, suited(contractText(found.contract))),
      ...rankedList(rows, table.length ? t`The small bars: how often the defenders take 0 to 13 tricks; green where the contract is beaten.` : ""),
      ...figures(table, leads.map((/** @type {any} */ each) => [name(each), each.by_tricks]))];
  },
  contracts(found) {
    const rows = found.contracts.map((/** @type {any} */ each) => rankedRow(suited(contractText(each.contract)), each.makes,
      each.contract === "pass" ? [] : [each.tricks ? t`${figure(each.tricks)} tricks` : "", each.scores.none ? t`scores ${figure(each.scores.none, 1, 0)}, vulnerable ${figure(each.scores.all, 1, 0)}` : ""],
      { rows: each.by_tricks, from: 6 + Number(each.contract[0]) }));
    const pairs = found.pairs.filter((/** @type {any} */ each) => each.imps.none);
    const table = pairs.length ? [figureTable(t`The first against the other, in IMPs not vulnerable and vulnerable`, [t`contracts`, t`IMPs`, t`vulnerable`],
      pairs.map((/** @type {any} */ each) => [`${contractText(each.first)}, ${contractText(each.other)}`, figure(each.imps.none), figure(each.imps.all)]))] : [];
    const taken = found.contracts.filter((/** @type {any} */ each) => each.by_tricks.length);
    return [element("h3", "", t`How often each makes`), ...rankedList(rows, taken.length ? t`The small bars: how often it takes 0 to 13 tricks; green where it makes.` : ""),
      ...figures(table, taken.map((/** @type {any} */ each) => [contractText(each.contract), each.by_tricks]))];
  },
  makes(found) {
    const [answer] = found.answers;
    const layouts = t`${grouped(String(answer.layouts))} layouts in ${grouped(String(found.classes))} classes, of which ${grouped(String(found.asked))} were sampled`;
    return [element("h3", "", t`How often it makes`), ...rankedList([rankedRow(suited(contractText(found.contract)), answer.makes, [layouts])], "")];
  },
};

/** Show the hands that are written whole. */
function showHands() {
  const texts = { lead: ["hand", "predeal"], makes: ["first", "other"], contracts: ["predeal"] }[question()];
  const hands = texts.flatMap((field) => Object.entries(wholeHands(fixedCards(at(field).value))));
  at("hands").replaceChildren(...hands.map(([seat, hand]) => (
    element("div", "", element("p", "small", t`${seatName(seat)}, ${points(hand)} HCP`), fanOf(seatName(seat), hand))
  )));
}

function showQuestion() {
  for (const each of at("questions").children) each.setAttribute("aria-pressed", String(/** @type {HTMLButtonElement} */ (each).value === question()));
  showHands();
  for (const part of document.querySelectorAll("[data-for]")) {
    const uses = (/** @type {HTMLElement} */ (part)).dataset.for ?? "";
    part.toggleAttribute("hidden", !uses.split(" ").includes(question()));
  }
}

function readAddress() {
  if (location.hash.length < 2) history.replaceState(null, "", `#${EXAMPLE}`);
  stop();
  readFields(FIELDS);
  showQuestion();
  at("answer").replaceChildren();
  at("status").textContent = t`No question yet.`;
}

linkPages();
at("questions").addEventListener("click", (event) => {
  const chosen = event.target instanceof Element ? event.target.closest("button") : null;
  if (!chosen) return;
  at("question").value = chosen.value;
  showQuestion();
  keepFields(FIELDS);
});
at("asked").addEventListener("input", () => {
  showQuestion();
  keepFields(FIELDS);
});
at("asked").addEventListener("submit", (event) => {
  event.preventDefault();
  keepFields(FIELDS);
  simulation.now();
  at("status").scrollIntoView({ block: "nearest" });
});
at("stop").addEventListener("click", stop);
addEventListener("hashchange", readAddress);
readAddress();
