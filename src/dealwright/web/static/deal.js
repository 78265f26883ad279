// @ts-check
// The page Deal: what happens when something is said, chosen or pressed.
import { quietOf, readAddress, unknownLimits } from "./address.js";
import { buildAdvanced } from "./advanced.js";
import { complete } from "./complete.js";
import { clearDeals, deal, download, keepDeals, linkPrinting, numberBoards, showBoards, showCompact, solveAll, stopSearch } from "./dealing.js";
import { linkDialogs, openDialog, say } from "./dialogs.js";
import { compareCounts, countAgain } from "./live_count.js";
import { buildEditor, editLimit } from "./editor.js";
import { suited } from "./elements.js";
import { EXCHANGES, exchange } from "./exchange.js";
import { buildGallery, offerShared, scenarioNamed, scenarioOf, sharedOf } from "./gallery.js";
import { remember, showKept } from "./favourites.js";
import { SEATS, isScript, limitsOf } from "./limits.js";
import { at } from "./live.js";
import { linkPages } from "./pages.js";
import { Past } from "./undo.js";
import { functions } from "./protocol.js";
import { addressOf, clearProblem, conditionText, firstLine, keepAddress, limits, present, shown, takeAddress, takeLimits, takeTheme } from "./state.js";
import { buildTable, showTable } from "./table.js";
import { themeNamed } from "./themes.js";
import { t } from "./words.js";

const past = new Past(openAddress);

/** Note that the limits rest where they are. */
function settle() {
  past.settle();
  at("undo").disabled = !past.earlier.length;
  at("redo").disabled = !past.undone.length;
}

/** Count again; the deals are no longer those of the limits. @param {boolean} soon  whether more may be typed @param {string} [theme]  what the boards are of, instead of limits */
function changed(soon, theme = "") {
  clearProblem();
  takeTheme(theme);
  showSeats();
  at("seed").value = "";
  clearDeals();
  keepAddress();
  showTable();
  showMiddle();
  if (!soon) settleUnlessEdited();
  countAgain(soon);
}

/** What the editor changes is one step to undo. */
function settleUnlessEdited() {
  if (!document.querySelector("dialog[open]")) settle();
}

/** Show what the address holds. */
function openAddress() {
  const address = readAddress();
  const shared = sharedOf(address);
  if (shared.length) offerShared(shared);
  takeAddress(address);
  const unknown = unknownLimits(address);
  if (unknown.length) say(t`The address has no limit of a hand in ${unknown.join(", ")}: left out`, t`Close`, () => undefined);
  clearDeals();
  showLaw();
  showSeats();
  settle();
  showTable();
  showMiddle();
  countAgain(false);
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

/** Show what is said of the whole table: the scenario, other conditions, fixed cards. */
function showMiddle() {
  const words = at("words").value.trim();
  const script = isScript(words);
  at("rotate").disabled = at("exchange").disabled = Boolean(at("theme").value);
  at("quiet").disabled = Boolean(at("theme").value) || script || Boolean(at("law").value);
  at("exchanges").disabled = Boolean(at("theme").value) || script || at("law").value === "weights"; // these say where cards are
  const scenario = script ? undefined : scenarioOf(conditionText());
  const begun = scenarioNamed(at("scenario").value);
  const theme = themeNamed(at("theme").value);
  const nothing = !limits.size && !words && !at("predeal").value.trim();
  const head = theme?.title ?? scenario?.title ?? (script ? t`A script` : nothing ? t`Any deal` : begun ? t`${begun.title}, changed` : "");
  at("middle.title").replaceChildren(suited(head));
  at("middle.about").textContent = theme?.about ?? scenario?.about ?? (nothing ? t`Pick a seat, or start from a scenario.` : "");
  const more = script ? firstLine() : scenario && scenarioOf(words) ? "" : words;
  for (const [id, text] of [["more.words", more], ["more.predeal", at("predeal").value.trim()]]) {
    at(id).hidden = !text;
    at(id).textContent = `${id === "more.words" ? text : t`fixed: ${text}`}`;
  }
}

/** Take the limits of a scenario, with the old ones to go back to. @param {import("./gallery.js").Scenario} scenario */
function takeScenario(scenario) {
  takeLimits({ ...limitsOf(scenario.condition), scenario: scenario.name });
  changed(false);
  say(t`Loaded: ${scenario.title}`, t`Undo`, () => past.undo());
}

/** Take a theme instead of limits, with the old ones to go back to. @param {import("./themes.js").Theme} theme */
function takeThemed(theme) {
  takeLimits();
  at("law").value = "";
  showLaw();
  changed(false, theme.name);
  say(t`Loaded: ${theme.title}`, t`Undo`, () => past.undo());
}

/** How other shares are written, a line each. */
const LAWS = /** @type {Record<string, string>} */ ({
  types: "weak 2: hcp(north) in 12..14\nstrong 1: hcp(north) in 15..17",
  levels: "hcp(north)",
  weights: "hearts(west): 5=3 6=9",
});

function showLaw() {
  const law = at("law").value;
  at("law.head").hidden = at("law.lines").hidden = !law;
  at("law.lines").placeholder = LAWS[law] ?? "";
}

/** Show which seats have their cards shown. */
function showSeats() {
  for (const seat of SEATS) at(`show.${seat}`).setAttribute("aria-pressed", String(shown.has(seat)));
}

linkPages();
linkDialogs();
buildTable((seat, key, from) => {
  compareCounts(true);
  editLimit(seat, key, from);
});
buildEditor(changed);
buildAdvanced(() => changed(false));
buildGallery(takeScenario, takeThemed).then(showMiddle);
for (const name of ["editor", "advanced"]) {
  at(name).addEventListener("close", () => {
    compareCounts(false);
    settle();
  });
}
complete(/** @type {any} */ (at("words")), at("offers"), functions);
for (const name of ["words", "predeal"]) at(name).addEventListener("input", () => changed(true));
for (const name of ["words", "predeal"]) {
  at(`more.${name}`).addEventListener("click", () => {
    openDialog("advanced");
    at(name).focus();
  });
}
at("deal").addEventListener("click", async () => {
  await dealNew();
  if (!matchMedia("(min-width: 70rem)").matches) at("boards").scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
});
at("stop").addEventListener("click", stopSearch);
at("seed").addEventListener("change", () => dealNew());
at("board").addEventListener("input", numberBoards);
at("vulnerable").addEventListener("change", numberBoards);
at("dealer").addEventListener("change", () => {
  if (at("seed").value && "quiet_opponents" in quietOf(addressOf())) dealNew(); // who deals decides who may bid
  else numberBoards();
});
for (const name of ["exchanges", "quiet"]) {
  at(name).addEventListener("change", () => {
    if (at("seed").value) dealNew();
    else keepAddress();
  });
}
for (const seat of SEATS) {
  at(`show.${seat}`).addEventListener("click", () => {
    if (!shown.delete(seat)) shown.add(seat);
    showSeats();
    keepDeals();
    showBoards();
  });
}
for (const view of at("views").children) {
  view.addEventListener("click", () => {
    showCompact(/** @type {HTMLButtonElement} */ (view).value === "compact");
    try {
      localStorage.setItem("dealwright.boards", /** @type {HTMLButtonElement} */ (view).value);
    } catch {
      // a browser that keeps nothing
    }
  });
}
try {
  showCompact(localStorage.getItem("dealwright.boards") !== "large");
} catch {
  // a browser that keeps nothing
}
for (const kind of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-format]"))) {
  kind.addEventListener("click", async () => {
    const line = kind.querySelector("span");
    const said = line?.textContent ?? "";
    kind.disabled = true;
    await download(kind.dataset.format ?? "", (text) => line?.replaceChildren(text || said));
    kind.disabled = false;
  });
}
linkPrinting(() => at("middle.title").textContent ?? "");
at("copy-link").addEventListener("click", async () => {
  await navigator.clipboard.writeText(location.href);
  at("copy-link").querySelector("span")?.replaceChildren(t`Copied: the same boards on any machine`);
});
at("solve-all").addEventListener("click", solveAll);
at("unequal").addEventListener("input", () => {
  showLaw();
  changed(true);
});
at("undo").addEventListener("click", () => past.undo());
at("redo").addEventListener("click", () => past.redo());
at("kept").addEventListener("toggle", () => showKept(at("kept.lists"), present));
at("clear").addEventListener("click", () => {
  takeLimits();
  changed(false);
  say(t`All limits cleared`, t`Undo`, () => past.undo());
});
for (const [value, name] of EXCHANGES) at("exchange").append(new Option(name, value));
at("exchange").addEventListener("change", async () => {
  const [seats, suits] = at("exchange").value.split(" ");
  at("exchange").value = "";
  if (await exchange(seats, suits)) changed(false);
});
at("rotate").addEventListener("click", async () => {
  if (await exchange("ESWN", "CDHS")) changed(false);
});
addEventListener("hashchange", openAddress);
openAddress();
