// @ts-check
// The page of deals: what happens when something is typed, chosen or clicked.
import { complete } from "./complete.js";
import { buildCounts, count, outdate } from "./counts.js";
import { clearDeals, deal, download, keepDeals, numberBoards, printEachHand, showBoards, solveAll } from "./dealing.js";
import { EXCHANGES, exchange } from "./exchange.js";
import { buildForm, cells, clearProblem, fillForm, fillLimits, keepAddress, present, showLaw, shown } from "./form.js";
import { remember, showKept } from "./kept.js";
import { SEATS } from "./limits.js";
import { at } from "./live.js";
import { linkPages } from "./pages.js";
import { Past } from "./past.js";
import { functions, library } from "./protocol.js";
import { shapePicker } from "./shapes.js";

const PAUSE = 200; // milliseconds without a key before a count is asked for
const EXAMPLE = { "west.hcp": "11-15", "west.s": "5-6", "west.h": "4", "east.hcp": "10", "east.d": "4+" };

const past = new Past(openAddress);
let timer = 0;

/** Note that the limits rest where they are. */
function settle() {
  past.settle();
  at("undo").disabled = !past.earlier.length;
  at("redo").disabled = !past.undone.length;
}

/** Count again, when nothing is typed for a moment; the deals are no longer those of the limits. */
function changed() {
  clearProblem();
  outdate();
  at("seed").value = "";
  clearDeals();
  keepAddress();
  clearTimeout(timer);
  timer = setTimeout(() => {
    settle();
    count();
  }, PAUSE);
}

/** Show what the address holds. */
function openAddress() {
  const address = new URLSearchParams(location.hash.slice(1));
  fillForm(address);
  clearDeals();
  settle();
  count();
  if (address.has("deals")) deal(address);
  else if (address.has("seed")) dealNew();
}

/** Deal, and remember it. */
async function dealNew() {
  if (!(await deal())) return;
  settle();
  remember(present().name, location.hash);
  showKept(at("kept.lists"), present);
}

/** @type {Map<string, {title: string, about: string, condition: string}>} */
const scenarios = new Map();

async function listScenarios() {
  /** @type {Map<string, HTMLOptGroupElement>} */
  const groups = new Map();
  for (const each of await library()) {
    scenarios.set(each.name, each);
    let group = groups.get(each.group);
    if (!group) {
      group = document.createElement("optgroup");
      group.label = each.group;
      groups.set(each.group, group);
      at("scenario").append(group);
    }
    group.append(new Option(each.title, each.name));
  }
}

/** Take the condition of a scenario in place of the limits. */
function takeScenario() {
  const found = scenarios.get(at("scenario").value);
  at("scenario.about").textContent = found?.about ?? "";
  fillLimits({ words: found?.condition ?? "" });
  changed();
}

/** Name no scenario, where the limits are no longer those of one. */
function forgetScenario() {
  at("scenario").value = "";
  at("scenario.about").textContent = "";
}

/** Show suits in two or four colours, here and next time. @param {string} colours */
function chooseColours(colours) {
  at("colours").value = colours;
  document.body.dataset.colours = colours;
  try {
    localStorage.setItem("dealwright.colours", colours);
  } catch {
    // a browser that keeps nothing: four colours next time
  }
}

linkPages();
try {
  chooseColours(localStorage.getItem("dealwright.colours") === "two" ? "two" : "four");
} catch {
  // a browser that keeps nothing
}
buildForm();
buildCounts(changed);
listScenarios();
const showPicker = shapePicker(at("shapes.picker"), (seat) => cells[`${seat}.shape`], changed);
at("shapes").addEventListener("toggle", showPicker);
complete(/** @type {any} */ (at("words")), at("offers"), functions);
at("scenario").addEventListener("change", takeScenario);
at("limits").addEventListener("input", (event) => {
  if (![at("scenario"), at("exchange")].includes(/** @type {any} */ (event.target))) changed();
});
at("limits").addEventListener("submit", (event) => event.preventDefault());
at("deal").addEventListener("submit", (event) => {
  event.preventDefault();
  dealNew();
});
at("seed").addEventListener("change", keepDeals);
at("board").addEventListener("input", numberBoards);
for (const name of ["dealer", "vulnerable"]) at(name).addEventListener("change", numberBoards);
at("shown").addEventListener("change", () => {
  for (const seat of SEATS) {
    if (at(`show.${seat}`).checked) shown.add(seat);
    else shown.delete(seat);
  }
  keepDeals();
  showBoards();
});
at("download").addEventListener("click", download);
at("print").addEventListener("click", () => print());
at("print-hands").addEventListener("click", printEachHand);
at("solve-all").addEventListener("click", solveAll);
at("colours").addEventListener("change", () => chooseColours(at("colours").value));
at("unequal").addEventListener("input", () => {
  showLaw();
  changed();
});
at("undo").addEventListener("click", () => past.undo());
at("redo").addEventListener("click", () => past.redo());
at("kept").addEventListener("toggle", () => showKept(at("kept.lists"), present));
at("clear").addEventListener("click", () => {
  fillLimits();
  forgetScenario();
  changed();
});
for (const [value, title] of EXCHANGES) at("exchange").append(new Option(title, value));
at("exchange").addEventListener("change", async () => {
  const [seats, suits] = at("exchange").value.split(" ");
  at("exchange").value = "";
  if (await exchange(seats, suits)) changed();
});
at("rotate").addEventListener("click", async () => {
  if (await exchange("ESWN", "CDHS")) changed();
});
at("example").addEventListener("click", () => {
  fillLimits(EXAMPLE);
  forgetScenario();
  changed();
});
addEventListener("hashchange", openAddress);
openAddress();
