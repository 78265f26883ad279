// @ts-check
// The page: limits, the live count, deals, and the address that holds all of it.
import { drawnBoards, lawRequest } from "./address.js";
import { boardElement, element, solvedElement } from "./boards.js";
import { CardGrid, fixedCards, fixedText } from "./cards.js";
import { complete } from "./complete.js";
import { editBoard } from "./edit.js";
import { remember, showKept } from "./kept.js";
import { FIELDS, SEATS, WrongCell, conditionOf, isScript } from "./limits.js";
import { at, problemText } from "./live.js";
import { linkPages } from "./pages.js";
import { Play } from "./play.js";
import { Refused, ask, functions, library, watch } from "./protocol.js";
import { byPattern, shapePicker } from "./shapes.js";
import { printHands } from "./sheets.js";
import { answerElements, barTable, grouped, lawElements, percent } from "./statistics.js";

const PAUSE = 200; // milliseconds without a key before a count is asked for
const SECONDS = 1; // of work for an exact count; then it is estimated
const EXAMPLE = { "west.hcp": "11-15", "west.s": "5-6", "west.h": "4", "east.hcp": "10", "east.d": "4+" };

const cells = /** @type {Record<string, HTMLInputElement>} */ ({});
const shown = new Set(SEATS);
let running = new AbortController();
let dealing = new AbortController();
/** @type {string[]} */
let deals = [];
/** Dealer and vulnerability where a script fixes them. @type {{dealer?: string, vulnerable?: string}} */
let fixed = {};
/** The same of each board where they are drawn at random. @type {{dealer?: string, vulnerable?: string}[]} */
let ownBoards = [];
/** Whether a board was changed, so that the seed no longer says which deals these are. */
let edited = false;

function buildTable() {
  const table = at("table");
  const head = table.appendChild(element("thead")).appendChild(element("tr"));
  head.append(element("td"));
  for (const [, title] of FIELDS) head.appendChild(element("th", "", title)).setAttribute("scope", "col");
  const body = table.appendChild(element("tbody"));
  for (const seat of SEATS) {
    const row = body.appendChild(element("tr"));
    const name = seat[0].toUpperCase() + seat.slice(1);
    row.appendChild(element("th", "", name)).setAttribute("scope", "row");
    for (const [key, title] of FIELDS) {
      const cell = row.appendChild(element("td", key === "shape" ? "wide" : ""));
      cell.dataset.head = title;
      const input = document.createElement("input");
      input.id = `${seat}.${key}`;
      input.className = key === "shape" ? "shape" : "";
      input.spellcheck = false;
      input.setAttribute("aria-label", `${name} ${title}`);
      cells[input.id] = input;
      cell.append(input);
    }
  }
  for (const seat of SEATS) {
    const label = element("label");
    const box = document.createElement("input");
    box.type = "checkbox";
    box.id = `show.${seat}`;
    box.checked = true;
    label.append(box, ` ${seat}`);
    at("shown").append(label);
    for (const list of ["chart.seat", "cards.seat"]) at(list).append(new Option(seat, seat));
  }
  CHARTS.forEach(([, title], place) => at("chart.of").append(new Option(title, String(place))));
}

function condition() {
  const values = Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cell.value]));
  return conditionOf(values, at("words").value);
}

function given() {
  const predeal = at("predeal").value.trim();
  return { condition: condition().text, ...(predeal ? { predeal } : {}) };
}

/** @param {string} field @param {string} text */
function showProblem(field, text) {
  for (const input of [...Object.values(cells), at("words"), at("predeal")]) {
    input.removeAttribute("aria-invalid");
  }
  const line = at("problem");
  line.hidden = !text;
  line.textContent = text;
  if (text && field) at(field).setAttribute("aria-invalid", "true");
}

/** Whether the problem shown is of an act, such as dealing: a count that succeeds does not take it away. */
let ofAct = false;

/** @param {unknown} error @param {boolean} [act] */
function explainProblem(error, act = true) {
  ofAct = act;
  if (error instanceof WrongCell) showProblem(error.field, error.message);
  else if (error instanceof Refused) {
    const { parts, text } = condition();
    const here = error.position < 0 || error.text !== text ? undefined
      : parts.filter((part) => part.start <= error.position).pop();
    const inCell = here && here.field !== "words"; // which is marked: no text, no place in it
    const message = inCell ? [error.message, error.hint].filter(Boolean).join("\n") : problemText(error);
    showProblem(here?.field ?? (error.position < 0 && at("predeal").value ? "predeal" : ""), message);
  } else throw error;
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
}

/** @param {any} found */
function showClauses(found) {
  if (found.impossible) {
    const why = found.impossible.replace(/^'[^]*?': /, "");
    at("count").append(element("p", "why", `These limits contradict each other: ${why}.`));
  }
  listClauses("after those above", found.clauses);
}

/** @param {string} head @param {{text: string, alone: number, given: number | null}[]} clauses */
function listClauses(head, clauses) {
  at("clauses").hidden = clauses.length < 2;
  at("clauses.given").textContent = head;
  at("clauses").querySelector("tbody")?.replaceChildren(...clauses.map((clause) => {
    const row = element("tr");
    row.appendChild(element("td")).append(element("code", "", clause.text));
    row.append(element("td", "", percent(clause.alone)));
    row.append(element("td", "", clause.given === null ? "–" : percent(clause.given)));
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
  listClauses("of what the others leave", check.clauses.map((/** @type {any} */ clause) => (
    { text: clause.text, alone: clause.alone, given: clause.given_others }
  )));
}

/** The script in the box of words; "" if there is a condition or nothing. */
function script() {
  const words = at("words").value;
  if (!isScript(words)) return "";
  const used = [...Object.values(cells), at("predeal")].find((input) => input.value.trim());
  if (used) throw new WrongCell(used.id, "A script stands alone: clear the limits and the fixed cards.");
  return words;
}

async function count() {
  /** @type {any} */ (at("words")).rows = Math.min(20, Math.max(2, at("words").value.split("\n").length));
  running.abort();
  running = new AbortController();
  const { signal } = running;
  at("count").querySelector(".number")?.classList.add("old");
  try {
    const whole = script();
    for (const name of ["cards", "chart"]) at(name).hidden = Boolean(whole);
    if (whole) {
      const check = await ask("check", { script: whole }, signal);
      showCheck(check);
      if (!ofAct) showProblem("", "");
      return;
    }
    const asked = { ...given(), seconds: SECONDS };
    await watch("count", asked, (share, ended) => {
      if (!signal.aborted) showCount(share, ended);
    }, signal);
    if (!ofAct) showProblem("", "");
    showClauses(await ask("explain", asked, signal));
    await locate();
    if (!signal.aborted) await chart();
  } catch (error) {
    if (!signal.aborted) explainProblem(error, false);
  }
}

/** How each law is written, a line each. */
const LAWS = /** @type {Record<string, string>} */ ({
  types: "weak 2: hcp(north) in 12..14\nstrong 1: hcp(north) in 15..17",
  levels: "hcp(north)",
  weights: "hearts(west): 5=3 6=9",
});

/** The request that deals by the law that is chosen. @param {object} asked */
const request = (asked) => lawRequest(at("law").value, at("law.lines").value, asked);

function showLaw() {
  const law = at("law").value;
  at("law.head").hidden = at("law.lines").hidden = !law;
  at("law.lines").placeholder = LAWS[law] ?? "";
}

async function deal() {
  dealing.abort();
  dealing = new AbortController();
  const { signal } = dealing;
  if (!at("seed").value.trim()) at("seed").value = String(crypto.getRandomValues(new Uint32Array(1))[0]);
  at("dealt").textContent = "dealing";
  try {
    const seed = at("seed").value.trim();
    const whole = script();
    fixed = fixedBoards();
    ownBoards = [];
    edited = false;
    if (whole) {
      const found = await ask("run", { script: whole, seed }, signal);
      deals = found.deals;
      fixed = { dealer: found.dealer ?? undefined, vulnerable: found.vulnerable ?? undefined };
      at("board").value = String(found.board);
      showAnswers(answerElements(found));
    } else {
      const found = await ask(...request({ ...given(), n: Number(at("n").value), seed }), signal);
      deals = found.deals;
      showAnswers(at("law").value ? lawElements(found) : []);
      await drawBoards();
    }
    at("dealt").textContent = deals.length ? `${deals.length} deals, seed ${seed}` : `seed ${seed}`;
    showProblem("", "");
    await keepAddress();
    settle();
    remember(present().name, location.hash);
    showKept(at("kept.lists"), present);
    showBoards();
  } catch (error) {
    if (signal.aborted) return;
    at("dealt").textContent = "";
    explainProblem(error);
  }
}

/** Dealer and vulnerability that are the same for all boards. @returns {{dealer?: string, vulnerable?: string}} */
function fixedBoards() {
  const chosen = ["dealer", "vulnerable"].map((name) => [name, at(name).value]);
  return Object.fromEntries(chosen.filter(([, value]) => value && value !== "random"));
}

/** Have the dealers or the vulnerability drawn that are to be random. */
async function drawBoards() {
  if (at("dealer").value !== "random" && at("vulnerable").value !== "random") return;
  ownBoards = await drawnBoards(deals, { seed: at("seed").value.trim(), ...aboutBoards() });
}

/** Board number, dealer and vulnerability, as files take them. */
function aboutBoards() {
  const chosen = ["dealer", "vulnerable"].map((name) => [name, at(name).value]).filter(([, value]) => value);
  return { board: Number(at("board").value) || 1, ...Object.fromEntries(chosen), ...fixed };
}

/** Show what a script answers; wide tables scroll, so keys must reach them. @param {HTMLElement[]} answers */
function showAnswers(answers) {
  at("answers").hidden = !answers.length;
  at("answers").tabIndex = 0;
  at("answers").replaceChildren(...answers);
}

function showBoards() {
  at("save").hidden = !deals.length;
  const first = Number(at("board").value) || 1;
  at("boards").replaceChildren(...deals.map((text, place) => {
    const number = first + place;
    const about = ownBoards[place] ?? fixed;
    return boardElement(text, number, shown, [
      ["Tricks", "Double-dummy tricks of", (board) => solveBoard(board, text, number, about)],
      ["Play", "Play", (board) => playBoard(board, text)],
      ["Edit", "Edit", (board) => editBoard(board, text, (other) => replaceDeal(place, other), (kept) => redeal(place, kept))],
      ["Link", "Links of", (board) => linkBoard(board, text, number, about)],
    ], about);
  }));
}

/** @param {number} place @param {string} text */
function replaceDeal(place, text) {
  deals[place] = text;
  edited = true;
  showBoards();
  keepAddress();
  at("boards").children[place].querySelector("button")?.focus();  // its tools
}

/** Deal the hands again that are not kept, under the limits as they are. @param {number} place @param {string} kept */
async function redeal(place, kept) {
  try {
    const { predeal = "", ...asked } = given();
    const found = await ask("deal", { ...asked, predeal: kept || predeal, n: 1 });
    replaceDeal(place, found.deals[0]);
  } catch (error) {
    explainProblem(error);
  }
}

/** @param {HTMLElement} board @param {string} text */
function playBoard(board, text) {
  if (board.querySelector(".play")) return;
  const par = board.querySelector(".par")?.textContent ?? "";
  const found = /(\d)(NT?|[SHDC])X* by ([NESW])/.exec(par);
  new Play(board, text, found ? `${found[1]}${found[2]}-${found[3]}` : "", explainProblem);
}

/** Show the links of one deal: the page with it alone, and BBO's viewer. @param {HTMLElement} board @param {string} text @param {number} number @param {{dealer?: string, vulnerable?: string}} about */
async function linkBoard(board, text, number, about) {
  if (board.querySelector(".links")) return;
  try {
    const [[found], file] = await Promise.all([
      ask("numbers", { deals: [text] }), ask("export", { deals: [text], format: "handviewer", board: number, ...about }),
    ]);
    const box = board.appendChild(element("p", "links"));
    const own = element("a", "", `this deal: ${found.text}`);
    own.setAttribute("href", `#deals=${found.text}&board=${number}`);
    const viewer = element("a", "", "BBO's handviewer");
    viewer.setAttribute("href", atob(file.content).trim());
    viewer.setAttribute("rel", "noreferrer");
    box.append(own, element("br"), viewer, element("br"), `deal number ${grouped(found.number)}`);
  } catch (error) {
    explainProblem(error);
  }
}

/** Save the deals as a file of a format. */
async function download() {
  try {
    const seed = at("seed").value.trim();
    const asked = script() || edited || at("law").value ? { deals, seed } : { ...given(), n: Number(at("n").value), seed };
    const found = await ask("export", { ...asked, ...aboutBoards(), format: at("format").value });
    const bytes = Uint8Array.from(atob(found.content), (letter) => letter.charCodeAt(0));
    const anchor = document.createElement("a");
    anchor.href = URL.createObjectURL(new Blob([bytes]));
    anchor.download = found.name;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
  } catch (error) {
    explainProblem(error);
  }
}

/** @param {HTMLElement} board @param {string} text @param {number} number @param {{dealer?: string, vulnerable?: string}} about */
async function solveBoard(board, text, number, about) {
  const button = board.querySelector("button[aria-label^='Double']");
  if (!(button instanceof HTMLButtonElement) || button.disabled) return;
  button.disabled = true;
  try {
    const found = await ask("solve", { deals: [text], board: number, ...about });
    board.append(solvedElement(found.boards[0]));
  } catch (error) {
    button.disabled = false;
    explainProblem(error);
  }
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
    const found = await ask("distribution", { ...given(), quantities: [quantity(seat)] }, signal);
    if (key === "shape") {
      shapeLengths ??= ask("shapes", {}).then((all) => all.shapes.map((/** @type {any} */ row) => row.lengths));
      const all = await shapeLengths;
      const rows = found.counts.map((/** @type {any} */ row) => ({ lengths: all[row.values[0]], share: row.probability }));
      at("bars").replaceChildren(barTable(`${title} of ${seat}`, byPattern(rows)));
      at("chart.about").textContent = found.exact ? "exact" : "estimated";
    } else showBars(found, `${title} of ${seat}`);
  } catch (error) {
    if (signal.aborted) return;
    at("bars").replaceChildren();
    at("chart.about").textContent = error instanceof Error ? error.message : String(error);
  }
}

/** @param {any} found @param {string} title */
function showBars(found, title) {
  const rows = found.counts.map((/** @type {any} */ row) => [String(row.values[0]), row.probability]);
  at("bars").replaceChildren(barTable(title, rows));
  const mean = found.counts.reduce(
    (/** @type {number} */ sum, /** @type {any} */ row) => sum + row.values[0] * row.probability, 0,
  );
  at("chart.about").textContent = `mean ${mean.toFixed(3)}, ${found.exact ? "exact" : "estimated"}`;
}

/** @type {CardGrid} */
let grid;
/** Where each card is, by the limits as they are. @type {any} */
let located;
let locating = new AbortController();

function showCards() {
  const fixed = fixedCards(at("predeal").value);
  grid.show(fixed ?? new Map(), at("cards.seat").value, located);
  const about = located?.exact ? "exact" : `estimated, ±${(100 * located?.half_width).toFixed(1)} or less`;
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

/** Fix a card with the hand whose chances are shown, or free it. @param {string} card */
function pickCard(card) {
  const fixed = fixedCards(at("predeal").value);
  if (!fixed) return;
  if (fixed.has(card)) fixed.delete(card);
  else fixed.set(card, at("cards.seat").value);
  at("predeal").value = fixedText(fixed);
  showCards();
  changed();
}

/** The address: limits by their names, words, fixed cards, and with deals what repeats them. */
async function keepAddress() {
  /** @type {string[]} */
  let codes = [];
  if (edited && deals.length) {
    codes = (await ask("numbers", { deals })).map((/** @type {any} */ each) => each.text);
  }
  const found = new URLSearchParams();
  for (const [name, cell] of Object.entries(cells)) if (cell.value.trim()) found.set(name, cell.value.trim());
  for (const name of ["words", "predeal"]) if (at(name).value.trim()) found.set(name, at(name).value.trim());
  if (edited) found.set("deals", codes.join("."));
  else if (at("seed").value) found.set("n", at("n").value);
  if (at("seed").value) for (const name of ["board", "seed"]) found.set(name, at(name).value);
  for (const name of ["dealer", "vulnerable", "law"]) if (at(name).value) found.set(name, at(name).value);
  if (at("law").value) found.set("law.lines", at("law.lines").value);
  if (shown.size < 4) found.set("show", SEATS.filter((seat) => shown.has(seat)).map((seat) => seat[0]).join(""));
  history.replaceState(null, "", `#${found}`);
  at("bid").setAttribute("href", `bid.html#${found}`);
}

function readAddress() {
  const found = new URLSearchParams(location.hash.slice(1));
  for (const [name, cell] of Object.entries(cells)) cell.value = found.get(name) ?? "";
  for (const name of ["words", "predeal"]) at(name).value = found.get(name) ?? "";
  for (const name of ["n", "board", "seed"]) if (found.has(name)) at(name).value = found.get(name) ?? "";
  const show = found.get("show") ?? "nesw";
  for (const seat of SEATS) {
    at(`show.${seat}`).checked = show.includes(seat[0]);
    if (show.includes(seat[0])) shown.add(seat);
    else shown.delete(seat);
  }
  for (const name of ["dealer", "vulnerable", "law", "law.lines"]) at(name).value = found.get(name) ?? "";
  /** @type {any} */ (at("unequal")).open ||= Boolean(at("law").value);
  showLaw();
  deals = [];
  showAnswers([]);
  showBoards();
  count();
  if (found.has("deals")) openDeals((found.get("deals") ?? "").split("."));
  else if (found.has("seed")) deal();
}

/** Show deals that the address holds. @param {string[]} codes */
async function openDeals(codes) {
  try {
    const found = await ask("numbers", { deals: codes });
    deals = found.map((/** @type {any} */ each) => each.deal);
    edited = true;
    fixed = fixedBoards();
    ownBoards = [];
    await drawBoards();
    at("dealt").textContent = `${deals.length} deal${deals.length === 1 ? "" : "s"}`;
    showBoards();
  } catch (error) {
    explainProblem(error);
  }
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
  for (const input of [...Object.values(cells), at("words"), at("predeal")]) input.value = "";
  at("words").value = found?.condition ?? "";
  changed();
}

/** Addresses before this one, and those that were undone. @type {string[]} */
let past = [];
/** @type {string[]} */
let undone = [];
/** The address that counting began with last. */
let settled = location.hash;

/** Note that the limits rest where they are. */
function settle() {
  if (location.hash !== settled) {
    past.push(settled);
    undone = [];
    settled = location.hash;
  }
  at("undo").disabled = !past.length;
  at("redo").disabled = !undone.length;
}

/** Go back to an address, or forward again. @param {string[]} from @param {string[]} to */
function step(from, to) {
  const address = from.pop();
  if (address === undefined) return;
  to.push(settled);
  settled = address;
  history.replaceState(null, "", address || "#");
  readAddress();
  settle();
}

/** The limits in a few words, and their address. */
function present() {
  let name = "every deal";
  try {
    const lines = at("words").value.split("\n");
    name = isScript(at("words").value) ? lines.find((line) => /\w/.test(line)) ?? "" : condition().text || name;
  } catch (error) {
    if (!(error instanceof WrongCell)) throw error;
  }
  const predeal = at("predeal").value.trim();
  return { name: predeal ? `${name}, ${predeal}` : name, address: location.hash || "#" };
}

/** What can be exchanged: the seats that stand for NESW and the suits for CDHS, and a name. */
const EXCHANGES = [
  ["SENW CDHS", "north and south"], ["NWSE CDHS", "east and west"], ["ENWS CDHS", "north and east, south and west"],
  ["NESW CDSH", "♠ and ♥"], ["NESW CSHD", "♠ and ♦"], ["NESW SDHC", "♠ and ♣"],
  ["NESW CHDS", "♥ and ♦"], ["NESW HDCS", "♥ and ♣"], ["NESW DCHS", "♦ and ♣"],
];

/** Exchange hands and suits everywhere: in the table, in the words, among the fixed cards. @param {string} seats @param {string} suits */
async function exchange(seats, suits) {
  try {
    if (script()) throw new WrongCell("words", "The hands of a script cannot be exchanged here.");
    const cards = fixedCards(at("predeal").value);
    if (!cards) throw new WrongCell("predeal", "The fixed cards cannot be exchanged as they are written; write north SAKQ.");
    const seatOf = (/** @type {string} */ seat) => SEATS.find((name) => name[0] === seats["nesw".indexOf(seat[0])].toLowerCase()) ?? seat;
    const suitOf = (/** @type {string} */ suit) => suits["CDHS".indexOf(suit.toUpperCase())];
    const asked = { seats, suits };
    const words = at("words").value.trim();
    const other = words && (await ask("exchange", { condition: words, ...asked })).text;
    /** @type {Record<string, string>} */
    const found = {};
    for (const seat of SEATS) {
      for (const [key] of FIELDS) {
        const value = cells[`${seat}.${key}`].value.trim();
        if (!value) continue;
        if (key === "shape" && suits !== "CDHS" && !/^(semi)?balanced$/.test(value)) {
          const { text } = await ask("exchange", { condition: `shape(${seat}, ${value})`, ...asked });
          found[`${seatOf(seat)}.shape`] = text.replace(/^shape\(\w+, /, "").slice(0, -1);
        } else found[`${seatOf(seat)}.${key.length === 1 ? suitOf(key).toLowerCase() : key}`] = value;
      }
    }
    for (const [name, cell] of Object.entries(cells)) cell.value = found[name] ?? "";
    at("words").value = other;
    at("predeal").value = fixedText(new Map([...cards].map(([card, seat]) => [suitOf(card[0]) + card[1], seatOf(seat)])));
    changed();
  } catch (error) {
    explainProblem(error);
  }
}

let timer = 0;
function changed() {
  ofAct = false;
  deals = [];
  edited = false;
  at("seed").value = at("dealt").textContent = "";
  showAnswers([]);
  showBoards();
  keepAddress();
  clearTimeout(timer);
  timer = setTimeout(() => {
    settle();
    count();
  }, PAUSE);
}

linkPages();
try {
  chooseColours(localStorage.getItem("dealwright.colours") === "two" ? "two" : "four");
} catch {
  // a browser that keeps nothing
}
buildTable();
grid = new CardGrid(at("grid"), pickCard);
listScenarios();
const showPicker = shapePicker(at("shapes.picker"), (seat) => cells[`${seat}.shape`], () => changed());
at("shapes").addEventListener("toggle", showPicker);
complete(/** @type {any} */ (at("words")), at("offers"), functions);
at("scenario").addEventListener("change", takeScenario);
at("limits").addEventListener("input", (event) => {
  if (![at("scenario"), at("exchange")].includes(/** @type {any} */ (event.target))) changed();
});
at("limits").addEventListener("submit", (event) => event.preventDefault());
at("deal").addEventListener("submit", (event) => {
  event.preventDefault();
  deal();
});
at("cards").addEventListener("toggle", locate);
at("cards.seat").addEventListener("change", showCards);
at("chart").addEventListener("toggle", chart);
at("chart").addEventListener("change", chart);
at("seed").addEventListener("change", keepAddress);
at("board").addEventListener("input", showBoards);
for (const name of ["dealer", "vulnerable"]) {
  at(name).addEventListener("change", async () => {
    fixed = fixedBoards();
    ownBoards = [];
    if (deals.length) await drawBoards();
    keepAddress();
    showBoards();
  });
}
at("shown").addEventListener("change", () => {
  for (const seat of SEATS) {
    if (at(`show.${seat}`).checked) shown.add(seat);
    else shown.delete(seat);
  }
  keepAddress();
  showBoards();
});
at("download").addEventListener("click", download);
at("print").addEventListener("click", () => print());
at("print-hands").addEventListener("click", () => printHands(deals.length, (place, seats) => (
  boardElement(deals[place], (Number(at("board").value) || 1) + place, seats, [], ownBoards[place] ?? fixed)
)));
at("solve-all").addEventListener("click", async () => {
  const boards = /** @type {HTMLElement[]} */ ([...at("boards").children]);
  for (const [place, board] of boards.entries()) {
    await solveBoard(board, deals[place], (Number(at("board").value) || 1) + place, ownBoards[place] ?? fixed);
  }
});
at("colours").addEventListener("change", () => chooseColours(at("colours").value));
at("unequal").addEventListener("input", () => {
  showLaw();
  changed();
});
at("undo").addEventListener("click", () => step(past, undone));
at("redo").addEventListener("click", () => step(undone, past));
at("kept").addEventListener("toggle", () => showKept(at("kept.lists"), present));
at("clear").addEventListener("click", () => {
  for (const input of [...Object.values(cells), at("words"), at("predeal")]) input.value = "";
  changed();
});
for (const [value, title] of EXCHANGES) at("exchange").append(new Option(title, value));
at("exchange").addEventListener("change", () => {
  const [seats, suits] = at("exchange").value.split(" ");
  at("exchange").value = "";
  exchange(seats, suits);
});
at("rotate").addEventListener("click", () => exchange("ESWN", "CDHS"));
at("example").addEventListener("click", () => {
  for (const [name, cell] of Object.entries(cells)) cell.value = EXAMPLE[/** @type {keyof typeof EXAMPLE} */ (name)] ?? "";
  changed();
});
addEventListener("hashchange", readAddress);
readAddress();
