// @ts-check
// The page of bidding systems: rules to edit, the table of calls, checks, what auctions show, deals bid by the rules.
import { auctionTable } from "./auction_table.js";
import { callElement } from "./bidding_box.js";
import { boardElement, handsOf, suitOf } from "./boards.js";
import { CallTree } from "./call_tree.js";
import { closeDialog, linkDialogs } from "./dialogs.js";
import { button, element } from "./elements.js";
import { SEATS, seatName } from "./limits.js";
import { Live, at, keepFields, readFields, showProblem } from "./live.js";
import { linkPages } from "./pages.js";
import { Refused, ask, watch } from "./protocol.js";
import { barTable, grouped, numberOf, percent, rangeAndMean } from "./statistics.js";
import { SystemTexts, keepText, keptChoice, keptName } from "./system_texts.js";
import { figureTable } from "./tables.js";
import { t } from "./words.js";

const VIEWS = ["tables", "showing", "bidding"]; // of which one is shown
const TOLD = 4; // changes that are told above the rules
const FIELDS = ["choice", "after", "auction", "predeal", "n", "dealer", "seed", "only", "deal"];
const LONGEST = 8000; // characters of a text that the address holds
const UNNAMED = "unnamed"; // the name of a longer text that nobody named

const texts = new SystemTexts();
const choice = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (at("choice")));

/** The text of the chosen system, as it was before it was edited. */
const original = () => texts.text(choice.value) ?? "";
const isEdited = () => at("system").value !== original();
/** What requests take: a name of the package, or the text. */
const asked = () => (isEdited() ? `${at("system").value}\n` : texts.asked(choice.value));

// ------------------------------------------------------------------------------ the table

const tree = new CallTree(at("tree"), {
  systems: () => ({ system: asked(), before: isEdited() ? texts.asked(choice.value) : "" }),
  opened: keepAddress,
  wanted(auction) {
    at("auction").value = auction;
    keepAddress();
    showing.now();
    showView("showing");
    at("auction").focus();
  },
  changed: showEffect,
});

/** Which of the views is shown. */
let view = VIEWS[0];

/** @param {string} name */
function showView(name) {
  view = name;
  for (const each of VIEWS) at(each).hidden = each !== view;
  for (const each of at("views").children) each.setAttribute("aria-pressed", String(/** @type {HTMLButtonElement} */ (each).value === view));
  keepAddress();
}

/** Tell what an edited text changes. @param {import("./call_tree.js").Change[] | null} changes */
function showEffect(changes) {
  at("lines-told").hidden = !changes?.length;
  at("effect").hidden = !changes;
  if (!changes) return;
  const largest = changes.toSorted((a, b) => Math.abs(b.share - b.before) - Math.abs(a.share - a.before));
  const told = largest.slice(0, TOLD).flatMap(({ call, before, share }, place) => [
    place ? ", " : "", call === "no call" ? t`no call` : callElement(call), ` ${before ? percent(before) : t`never`} → `, element("b", "", share ? percent(share) : t`never`),
  ]);
  const more = largest.length > TOLD ? t` and ${largest.length - TOLD} more` : "";
  at("effect").replaceChildren(element("p", "", ...(told.length ? [...told, more] : [t`No call of this position changes.`])),
    button("mini", t`Undo`, () => {
      at("system").value = original();
      changedText();
      at("system").focus();
    }, { "aria-label": t`Undo all changes of the rules` }));
}

const table = new Live(at("table-problem"), (signal) => tree.show(at("after").value.trim(), signal), { auction: "after" });

// ------------------------------------------------------------------------------ the check

const CHECKED = ["checked", "faults", "every"];

const checking = new Live(at("check-problem"), async (signal) => {
  at("checked").textContent = t`Counting.`;
  at("check-tag").textContent = "";
  for (const id of CHECKED) at(id).classList.remove("old");
  for (const id of ["faults", "overlaps"]) at(id).replaceChildren();
  at("every").hidden = true;
  let done = false;
  try {
    await watch("system_check", { system: asked() }, (found, ended) => {
      done = ended;
      showCheck(found, ended);
    }, signal);
  } finally {
    if (!done && !signal.aborted) at("checked").textContent = t`Not checked.`;
  }
});

/** @param {any} found @param {boolean} ended */
function showCheck(found, ended) {
  const counted = found.positions.filter((/** @type {any} */ each) => each.counted);
  const others = found.positions.length - counted.length;
  const rules = counted.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.rules.length, 0);
  const problems = found.problems ? (found.problems === 1 ? t`1 problem` : t`${found.problems} problems`) : t`every hand has a call and every rule a hand`;
  const checked = ended ? t`${counted.length} positions, ${rules} rules: ${problems}` : t`${counted.length} positions, ${rules} rules so far: ${problems}`;
  at("checked").textContent = others ? t`${checked}; ${others} positions were not checked` : checked;
  const faults = element("ul");
  for (const position of found.positions) faults.append(...faultsOf(position));
  at("faults").replaceChildren(...(faults.childElementCount ? [faults] : []));
  if (!ended) return;
  at("check-tag").textContent = found.problems ? t`${found.problems} to look at` : others ? "" : t`✓ complete`;
  at("check-tag").classList.toggle("about", found.problems > 0);
  at("every").hidden = false;
  at("overlaps").replaceChildren(...found.positions.filter((/** @type {any} */ each) => each.total !== "0").map(overlapsOf));
}

/** Return the problems of a position. @param {any} position */
function faultsOf(position) {
  const said = position.auction || t`opening`;
  const total = Number(position.total);
  const found = /** @type {HTMLElement[]} */ ([]);
  const fault = (/** @type {(Node | string)[]} */ ...parts) => {
    const row = element("li");
    row.append(`${said}: `, ...parts);
    found.push(row);
  };
  if (!position.counted) fault(t`the rules cannot be counted exactly, so they were not checked`);
  else if (!total) fault(t`no deal reaches this position`);
  if (Number(position.without)) {
    const [low, high] = position.points;
    fault(
      t`${percent(Number(position.without) / total)} of the hands have no call, ${low === high ? low : `${low}–${high}`} points, as `,
      handElement(position.example),
    );
  }
  if (!total) return found;
  for (const rule of position.rules) {
    if (rule.applies !== "0") continue;
    if (rule.fits === "0") fault(ruleElement(rule), t` fits no hand here`);
    else fault(ruleElement(rule), t` never applies: its hands go to `, ...rule.taken.flatMap(
      (/** @type {any} */ each, /** @type {number} */ place) => [place ? ", " : "", ruleElement(position.rules[each.rule])],
    ));
  }
  return found;
}

/** Return every rule of a position with its share, and what it loses to which. @param {any} position */
function overlapsOf(position) {
  const part = element("details");
  part.append(element("summary", "", position.auction || t`opening`));
  const list = part.appendChild(element("ul"));
  const total = Number(position.total);
  for (const rule of position.rules) {
    const row = list.appendChild(element("li"));
    const lost = rule.taken.length ? t`, and loses ${percent((Number(rule.fits) - Number(rule.applies)) / total)} to ` : "";
    row.append(ruleElement(rule), ` ${percent(Number(rule.applies) / total)}${lost}`);
    rule.taken.forEach((/** @type {any} */ each, /** @type {number} */ place) => row.append(
      place ? ", " : "", lineLink(position.rules[each.rule].line), ` ${position.rules[each.rule].call} ${percent(Number(each.count) / total)}`,
    ));
  }
  return part;
}

/** @param {any} rule */
function ruleElement(rule) {
  const found = element("span");
  found.append(`${rule.call} `, lineLink(rule.line), " ", element("code", "", rule.rule));
  return found;
}

/** Return a button that selects a line of the text. @param {number} line */
function lineLink(line) {
  return button("line-link", t`line ${line}`, () => {
    const area = /** @type {any} */ (at("system"));
    const lines = area.value.split("\n");
    const begin = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    area.focus();
    area.setSelectionRange(begin, begin + (lines[line - 1] ?? "").length);
    area.scrollTop = (line - 4) * (area.scrollHeight / lines.length);
  });
}

/** Return a hand with the symbols of its suits. @param {string} hand  as 87.A972.QJ832.96 */
const handElement = (hand) => element("span", "hand", ...hand.split(".").map((ranks, place) => suitOf(place, ranks, "")));

// ------------------------------------------------------------------------------ what an auction shows

/** Return a question that is silent where the rules cannot be read, which the table says. @param {(signal: AbortSignal) => Promise<void>} question */
const ofReadRules = (question) => async (/** @type {AbortSignal} */ signal) => {
  try {
    await question(signal);
  } catch (error) {
    if (!(error instanceof Refused) || error.field !== "system") throw error;
  }
};

const showing = new Live(at("show-problem"), ofReadRules(async (signal) => {
  const auction = at("auction").value.trim();
  if (!auction) {
    at("meaning").replaceChildren(element("p", "note", t`Enter an auction, or pick one from the table.`));
    return;
  }
  const predeal = at("predeal").value.trim();
  at("meaning").classList.add("old");
  const found = await ask("system_show", { system: asked(), auction, ...(predeal ? { predeal } : {}) }, signal);
  at("meaning").classList.remove("old");
  const link = element("a", "", t`Deal and count with this condition`);
  link.setAttribute("href", `./#${new URLSearchParams({ words: found.condition, ...(predeal ? { predeal } : {}) })}`);
  const condition = element("p");
  condition.append(element("code", "", found.condition), " ", link);
  at("meaning").replaceChildren(
    element("p", "number", percent(Number(found.total) / Number(found.of))),
    element("p", "", predeal ? t`${grouped(found.total)} deals with the cards that you see, exact` : t`${grouped(found.total)} deals, exact`), condition,
    ...Object.entries(found.hands).map(([seat, numbers]) => numbersTable(seatName(seat), numbers)),
    ...(Object.keys(found.pair).length ? [numbersTable(t`Both together`, found.pair)] : []),
    ...(found.pair.hcp ? [pointsTable(t`Points of both together`, found.pair.hcp)] : Object.entries(found.hands).map(
      ([seat, numbers]) => pointsTable(t`${seatName(seat)}'s points`, numbers.hcp),
    )),
  );
}));

/** @param {string} title @param {any} numbers */
function numbersTable(title, numbers) {
  const rows = Object.entries(numbers).map(([name, found]) => {
    const often = [...found.counts].sort((a, b) => b.probability - a.probability)[0];
    return [name, ...rangeAndMean(found), `${often.values[0]}: ${percent(often.probability)}`];
  });
  return figureTable(title, ["", t`range`, t`mean`, t`most often`], rows);
}

/** @param {string} title @param {any} found */
function pointsTable(title, found) {
  return barTable(title, found.counts.map((/** @type {any} */ row) => [String(row.values[0]), numberOf(row.probability)]), [t`points`, t`chance`]);
}

// ------------------------------------------------------------------------------ deals bid by the rules

const bidding = new Live(at("bid-problem"), ofReadRules(async (signal) => {
  at("boards").classList.add("old");
  const deals = await dealsToBid(signal);
  const dealer = at("only").checked && !at("deal").value.trim() ? "north" : at("dealer").value;
  const bids = await Promise.all(deals.map((deal) => ask("system_bid", { system: asked(), deal, dealer }, signal)));
  at("boards").replaceChildren(...deals.map((deal, place) => bidElement(deal, place + 1, bids[place])));
  at("boards").classList.remove("old");
}));

/** Return the deal that is written, or deals of the seed. @param {AbortSignal} signal @returns {Promise<string[]>} */
async function dealsToBid(signal) {
  const written = at("deal").value.trim();
  if (written) return [(await ask("number", { deal: written }, signal)).deal];
  const seed = at("seed").value.trim();
  if (!seed) return [];
  const auction = at("auction").value.trim();
  const shown = at("only").checked && auction ? await ask("system_show", { system: asked(), auction }, signal) : null;
  const found = await ask("deal", { n: Number(at("n").value) || 1, seed, condition: shown?.condition ?? "" }, signal);
  return found.deals;
}

/** @param {string} deal @param {number} number @param {any} bid */
function bidElement(deal, number, bid) {
  const box = element("li", "bid-board");
  const list = box.appendChild(element("ul", "boards"));
  list.append(boardElement(deal, number, new Set(SEATS), [], { dealer: bid.dealer, vulnerable: "None" }));
  box.append(auctionTable(bid.dealer, bid.calls.map((/** @type {any} */ each) => each.call), ""));
  const reasons = box.appendChild(element("ul", "reasons"));
  for (const each of bid.calls.filter((/** @type {any} */ call) => call.rule)) {
    const row = reasons.appendChild(element("li"));
    row.append(`${seatName(each.seat)} ${each.call} `);
    if (each.line) row.append(lineLink(each.line), " ");
    row.append(element("code", "", each.line ? each.rule : t`no rule fits`), each.note ? ` “${each.note}”` : "");
  }
  return box;
}

// ------------------------------------------------------------------------------ the page

/** Ask everything that follows the rules. */
function askAll(soon = true) {
  for (const each of [table, showing, bidding]) if (soon) each.soon(); else each.now();
  checking.stop();
  if (at("every").hidden || at("checked").classList.contains("old")) return;
  at("checked").textContent += t`. The rules have changed since`;
  at("check-tag").textContent = "";
  for (const id of CHECKED) at(id).classList.add("old");
}

/** Return how many lines of a text another has not. @param {string} text @param {string} other */
function newLines(text, other) {
  const known = other.split("\n");
  return text.split("\n").filter((line) => {
    const place = known.indexOf(line);
    if (place >= 0) known.splice(place, 1);
    return place < 0;
  }).length;
}

function showEdited() {
  const lines = Math.max(newLines(at("system").value, original()), newLines(original(), at("system").value));
  at("edited").textContent = isEdited() ? (lines === 1 ? t`1 line changed` : lines ? t`${lines} lines changed` : t`order of lines changed`) : "";
  at("forget").hidden = !keptName(choice.value);
}

function keepAddress() {
  const found = new URLSearchParams();
  const text = at("system").value;
  const own = isEdited() || Boolean(keptName(choice.value));
  if (own && text.length <= LONGEST) found.set("text", text);
  else if (isEdited()) keepLong(text);
  for (const auction of tree.open) found.append("open", auction);
  found.set("view", view);
  keepFields(FIELDS, found);
}

/** Keep a text that is too long for an address. @param {string} text */
function keepLong(text) {
  const name = keptName(choice.value) || UNNAMED;
  const kept = keepText(name, text);
  at("kept").textContent = kept ? t`This text is too long for a link; this browser keeps it as '${name}'.` : t`This text is too long for a link, and this browser does not keep it.`;
  if (!kept) return;
  texts.fill(choice);
  choice.value = keptChoice(name);
}

function readAddress() {
  const found = readFields(FIELDS);
  const wanted = found.get("choice") ?? "";
  at("kept").textContent = wanted && choice.value !== wanted && !found.has("text") ? t`This browser has no system '${keptName(wanted) || wanted}'.` : "";
  at("system").value = found.get("text") ?? original();
  tree.open = new Set(found.getAll("open"));
  showEdited();
  for (const id of ["faults", "overlaps"]) at(id).replaceChildren();
  at("checked").textContent = t`Not checked yet: does every hand have a call, and every rule a hand?`;
  at("check-tag").textContent = "";
  at("every").hidden = true;
  showEffect(null);
  const asks = found.get("seed") || found.get("deal") ? "bidding" : found.get("auction") ? "showing" : "tables"; // of addresses without a view
  showView(VIEWS.find((each) => each === found.get("view")) ?? asks);
  askAll(false);
}

/** Ask again after a change of the text. */
function changedText() {
  keepAddress();
  showEdited();
  askAll();
}

linkPages();
linkDialogs();
at("views").addEventListener("click", (event) => {
  const chosen = event.target instanceof Element ? event.target.closest("button") : null;
  if (chosen) showView(chosen.value);
});
for (const id of ["rules", "checks", "keep", ...VIEWS]) at(id).addEventListener("submit", (event) => event.preventDefault());
at("system").addEventListener("input", changedText);
choice.addEventListener("change", () => {
  at("system").value = original();
  at("kept").textContent = "";
  keepAddress();
  showEdited();
  askAll(false);
});
at("checks").addEventListener("submit", () => checking.now());
at("keep").addEventListener("submit", () => {
  const name = at("name").value.trim();
  showProblem(at("name-problem"), name ? "" : t`Give it a name.`, name ? "" : "name");
  if (!name) return;
  closeDialog("keeping");
  at("kept").textContent = keepText(name, at("system").value) ? t`Kept as '${name}'.` : t`This browser does not let pages keep texts.`;
  texts.fill(choice);
  choice.value = keptChoice(name);
  keepAddress();
  showEdited();
  askAll(false);
});
at("forget").addEventListener("click", () => {
  const name = keptName(choice.value);
  closeDialog("keeping");
  keepText(name);
  choice.value = [...texts.package.keys()][0];
  texts.fill(choice);
  at("system").value = original();
  at("kept").textContent = t`Forgotten: '${name}'.`;
  keepAddress();
  showEdited();
  askAll(false);
});
at("tables").addEventListener("input", () => {
  keepAddress();
  table.soon();
});
at("showing").addEventListener("input", () => {
  keepAddress();
  showing.soon();
});
at("bidding").addEventListener("input", () => {
  keepAddress();
  bidding.soon();
});
at("bidding").addEventListener("submit", () => {
  if (!at("seed").value.trim() && !at("deal").value.trim()) at("seed").value = String(crypto.getRandomValues(new Uint32Array(1))[0]);
  keepAddress();
  bidding.now();
});
addEventListener("hashchange", readAddress);
texts.load().then(() => {
  texts.fill(choice);
  choice.options[0].defaultSelected = true;
  document.querySelector("main")?.removeAttribute("hidden");
  readAddress();
}, (error) => {
  if (!(error instanceof Refused)) throw error;
  showProblem(at("unreachable"), error.message);
});
