// @ts-check
// The page of simulations: a question, its estimate while it runs, and stopping.
import { Live, at, keepFields, readFields } from "./live.js";
import { linkPages } from "./pages.js";
import { watch } from "./protocol.js";
import { barTable, chanceWithInterval, figureTable, grouped, numberOf } from "./statistics.js";

const FIELDS = [
  "question", "hand", "first", "other", "contract", "contracts", "side", "condition", "predeal", "vulnerable", "beat_only", "make_only",
  "seconds", "within", "seed",
];
/** The fields of each request that are sent as they are written. */
const TEXTS = { lead: ["hand", "contract", "predeal", "vulnerable"], contracts: ["contracts", "side", "predeal"], makes: ["contract"] };

const question = () => /** @type {"lead" | "contracts" | "makes"} */ (at("question").value);

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
  at("status").textContent = "Dealing and solving.";
  run(true);
  try {
    await watch(name, asked(), (found, ended) => {
      at("answer").replaceChildren(...show(found));
      about = `${grouped(String(found.deals ?? found.solved))} deals solved, 95 % intervals, seed ${found.seed}`;
      at("status").textContent = ended ? `Done: ${about}` : `So far: ${about}`;
    }, signal);
  } finally {
    if (!signal.aborted) {
      if (!about) at("status").textContent = "No answer.";
      run(false);
    }
  }
});

/** @param {boolean} going */
function run(going) {
  at("stop").disabled = !going;
  at("start").textContent = going ? "Restart" : "Start";
}

function stop() {
  simulation.stop();
  run(false);
  at("status").textContent = about ? `Stopped: ${about}` : "Stopped before there was an estimate.";
}

/** Return an estimate as text. @param {any} estimate @param {number} [scale] @param {number} [digits] */
function figure(estimate, scale = 1, digits = 2) {
  if (!estimate) return "";
  const [value, low, high] = [estimate.value, ...estimate.interval].map((each) => scale * numberOf(each));
  const width = high - low;
  const shown = value.toFixed(digits);
  if (estimate.exact || !(width > 0 && width < Infinity)) return shown;
  if (Math.abs(high + low - 2 * value) <= 1e-9 * width) return `${shown} ± ${(width / 2).toFixed(digits)}`;
  return `${shown} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
}

/** Return a chance as per cent with its interval. @param {any} estimate */
function chance(estimate) {
  return chanceWithInterval(estimate, (share) => (100 * share).toFixed(1));
}

/** @type {Record<string, (found: any) => HTMLElement[]>} */
const SHOWN = {
  lead(found) {
    const name = (/** @type {any} */ each) => each.cards[0][0].replace("S", "♠").replace("H", "♥").replace("D", "♦").replace("C", "♣")
      + each.cards.map((/** @type {string} */ card) => card[1]).join("").replace("T", "10");
    const leads = found.leads.map((/** @type {any} */ each) => [name(each), numberOf(each.beats.value), chance(each.beats)]);
    const parts = [barTable(`Beats ${found.contract}`, leads, ["lead", "chance"])];
    const { vulnerable } = found;
    if (found.leads[0]?.tricks) {
      parts.push(figureTable("The defenders' tricks, and scores against a field that leads a random card",
        ["lead", "tricks", "IMPs", "matchpoints", "behind the best"], found.leads.map((/** @type {any} */ each) => [
          name(each), figure(each.tricks), figure(each.imps[vulnerable]), chance(each.matchpoints[vulnerable]),
          each === found.leads[0] ? "best" : each.told_apart ? figure(each.behind) : `${figure(each.behind)}, too close to call`,
        ])));
    }
    return parts;
  },
  contracts(found) {
    const rows = found.contracts.map((/** @type {any} */ each) => [each.contract, numberOf(each.makes.value), chance(each.makes)]);
    const parts = [barTable("How often each makes", rows, ["contract", "chance"])];
    if (found.contracts.some((/** @type {any} */ each) => each.scores.none)) {
      parts.push(figureTable("Tricks, and mean scores not vulnerable and vulnerable", ["contract", "tricks", "score", "vulnerable"],
        found.contracts.map((/** @type {any} */ each) => (
          [each.contract, figure(each.tricks), figure(each.scores.none, 1, 0), figure(each.scores.all, 1, 0)]
        ))));
    }
    if (found.pairs.some((/** @type {any} */ each) => each.imps.none)) {
      parts.push(figureTable("The first against the other, in IMPs not vulnerable and vulnerable", ["contracts", "IMPs", "vulnerable"],
        found.pairs.map((/** @type {any} */ each) => [`${each.first}, ${each.other}`, figure(each.imps.none), figure(each.imps.all)])));
    }
    return parts;
  },
  makes(found) {
    const [answer] = found.answers;
    const rows = /** @type {[string, number, string][]} */ ([[found.contract, numberOf(answer.makes.value), chance(answer.makes)]]);
    const layouts = `${grouped(String(answer.layouts))} layouts in ${grouped(String(found.classes))} classes, of which ${grouped(String(found.asked))} were sampled`;
    return [barTable("How often it makes", rows, ["contract", "chance"]), Object.assign(document.createElement("p"), { textContent: layouts })];
  },
};

function showQuestion() {
  for (const part of document.querySelectorAll("[data-for]")) {
    const uses = (/** @type {HTMLElement} */ (part)).dataset.for ?? "";
    part.toggleAttribute("hidden", !uses.split(" ").includes(question()));
  }
}

function readAddress() {
  stop();
  readFields(FIELDS);
  showQuestion();
  at("answer").replaceChildren();
  at("status").textContent = "No question yet.";
}

linkPages();
at("asked").addEventListener("input", () => {
  showQuestion();
  keepFields(FIELDS);
});
at("asked").addEventListener("submit", (event) => {
  event.preventDefault();
  keepFields(FIELDS);
  simulation.now();
});
at("stop").addEventListener("click", stop);
addEventListener("hashchange", readAddress);
readAddress();
