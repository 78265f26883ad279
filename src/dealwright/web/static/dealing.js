// @ts-check
// The deals of the limits: dealt, shown as boards, edited, solved, printed and saved.
import { aboutDecisions, aboutOf, boardsOf, dealtOf, exchangeOf, newSeed, openerOf, quietOf } from "./address.js";
import { boardElement, oddsAddress, solvedElement } from "./boards.js";
import { editBoard } from "./edit.js";
import { element, save } from "./elements.js";
import { at } from "./live.js";
import { Refused, ask } from "./protocol.js";
import { pagesOf, printSheets, today } from "./sheets.js";
import { addressOf, clearProblem, explainProblem, given, keepAddress, script, shown } from "./state.js";
import { answerElements, grouped, lawElements } from "./statistics.js";
import { contractOf, themeNamed, themedElement } from "./themes.js";
import { STRAINS } from "./tricks.js";
import { t } from "./words.js";

/** @typedef {import("./address.js").About} About */
/** @typedef {import("./address.js").Board} Board */

let dealing = new AbortController();
/** @type {string[]} */
let deals = [];
/** @type {Board[]} */
let boards = [];
/** @type {About} */
let about = {};
/** The seed that gave these deals. */
let dealtBy = "";
/** What is known of the boards of a theme; empty for others. @type {any[]} */
let themed = [];
/** The decisions of a search, with how many hands were tried; undefined if these boards are others. @type {any} */
let sought;
/** Why a search is aborted that keeps its boards. */
const STOPPED = "stopped";
/** Whether a board was changed, so that the seed no longer says which deals these are. */
let edited = false;

/** What a board can do: a name, what it is called aloud, the act. @typedef {[string, (number: number) => string, (board: HTMLElement, place: number) => void]} Act */
/** What changes the cards, which those of a theme must keep. @type {Act} */
const EDIT = [t`Edit`, (board) => t`Edit board ${board}`, (board, place) => (
  editBoard(board, deals[place], (other) => replaceDeal(place, other), (kept) => redeal(place, kept))
)];
const TOOLS = /** @type {Act[]} */ ([
  [t`Tricks`, (board) => t`Double-dummy tricks of board ${board}`, solveBoard],
  [t`Play`, (board) => t`Play board ${board}`, playBoard],
  EDIT,
  [t`Odds`, (board) => t`Odds at the table of board ${board}`, (_, place) => location.assign(oddsAddress(deals[place]))],
  [t`Link`, (board) => t`Links of board ${board}`, linkBoard],
]);

/** Show the deals of the address, and tell whether there are any. @param {URLSearchParams} [address]  the form's, with a new seed if it has none */
export async function deal(address) {
  dealing.abort();
  const { signal } = (dealing = new AbortController());
  if (!address && !at("seed").value.trim()) at("seed").value = newSeed();
  const searching = Boolean(themeNamed(at("theme").value)?.asks);
  if (searching) clearBoards();
  at("stop").hidden = !searching;
  at("dealt").textContent = searching ? t`Looking` : t`Dealing`;
  at("dealt.seed").textContent = "";
  showParts();
  try {
    script(); // refused beside limits
    const found = await dealtOf(address ?? addressOf(), signal, showSought);
    ({ deals, boards, about } = found);
    if (!sought) themed = found.answer?.kind === "themed_boards" ? found.answer.boards : [];
    edited = Boolean(address?.has("deals"));
    at("board").value = String(found.board);
    showAnswers(found.answer);
    dealtBy = at("seed").value.trim();
    showHead(t`No boards`);
    clearProblem();
    if (!sought) showBoards(); // those of a search are shown, and parts of them may be open
    keepAddress(address?.get("deals")?.split("."));
    return true;
  } catch (error) {
    if (signal.aborted && signal.reason !== STOPPED) return false;
    showHead(signal.aborted ? t`No boards` : ""); // the deals from before are still there
    if (!signal.aborted) explainProblem(error);
    return signal.aborted;
  } finally {
    if (dealing.signal === signal) at("stop").hidden = true;
  }
}

/** Stop a search; the boards so far stay. */
export const stopSearch = () => dealing.abort(STOPPED);

/** Show the boards of a search as they are found; those that stand there stay as they are. @param {any} answer */
function showSought(answer) {
  sought = answer;
  themed = answer.boards;
  about = aboutDecisions(answer);
  dealtBy = answer.seed;
  const before = deals.length;
  deals = themed.map((each) => each.deal);
  boards = deals.map(() => /** @type {Board} */ (about));
  at("boards").append(...deals.slice(before).map((_, place) => boardOf(before + place)));
  showParts();
  if (deals.length > before) showHead(""); // which is read aloud
  at("dealt.seed").textContent = triedText();
}

const triedText = () => (sought.tried === 1 ? t`1 hand tried` : t`${sought.tried} hands tried`);

function clearBoards() {
  deals = [];
  themed = [];
  sought = undefined;
  edited = false;
  showBoards();
}

/** Say how many boards are shown, and their seed. @param {string} none  what is said of none */
function showHead(none) {
  at("dealt").textContent = deals.length > 1 ? t`${deals.length} boards` : deals.length ? t`1 board` : none;
  const few = deals.length < Number(at("n").value);
  const all = sought ? triedText() : themed.length && few ? t`all that are stored` : "";
  const seed = deals.length && !edited ? t`seed ${dealtBy}` : "";
  at("dealt.seed").textContent = (few && all) || [seed, seed && lessonText()].filter(Boolean).join("; ");
}

/** Say how the auctions begin, where the opponents pass. */
function lessonText() {
  const address = addressOf();
  if (!("quiet_opponents" in quietOf(address))) return "";
  return openerOf(address) ? t`every auction begins as the words say, and the opponents pass` : t`the opponents pass`;
}

/** Take the deals away: they are not those of the limits as they are. */
export function clearDeals() {
  dealing.abort();
  at("stop").hidden = true;
  at("dealt").textContent = "";
  showAnswers(undefined);
  clearBoards();
}

/** Keep the deals in the address: by their seed, or by their codes if they were changed. */
export async function keepDeals() {
  const codes = edited && deals.length ? (await ask("numbers", { deals })).map((/** @type {any} */ each) => each.text) : undefined;
  keepAddress(codes);
}

/** Number the boards again, with the dealers and the vulnerability that are chosen now. */
export async function numberBoards() {
  try {
    if (!sought) about = aboutOf(addressOf());
    boards = await boardsOf(deals, { board: firstBoard(), about, seed: at("seed").value.trim() });
    await keepDeals();
    showBoards();
  } catch (error) {
    explainProblem(error);
  }
}

function firstBoard() {
  return Number(at("board").value) || 1;
}

/** Show what a script or a law answers; wide tables scroll, so keys must reach them. @param {any} answer */
function showAnswers(answer) {
  const elements = answer?.kind === "script_answer" ? answerElements(answer) : answer?.law ? lawElements(answer) : [];
  at("answers").hidden = !elements.length;
  at("answers").tabIndex = 0;
  at("answers").replaceChildren(...elements);
}

/** Whether hands take one line each. */
let compact = true;

/** Show boards with a line for each hand, or as diagrams; here and next time. @param {boolean} lines */
export function showCompact(lines) {
  compact = lines;
  for (const view of at("views").children) view.setAttribute("aria-pressed", String((/** @type {HTMLButtonElement} */ (view).value === "compact") === compact));
  at("boards").classList.toggle("compact", compact);
  showBoards();
}

/** Show the boards. */
export function showBoards() {
  showParts();
  at("boards").replaceChildren(...deals.map((_, place) => boardOf(place)));
}

/** Show what goes with the boards, if there are any. */
function showParts() {
  at("none").hidden = Boolean(deals.length) || Boolean(at("dealt").textContent);
  at("some").hidden = !at("none").hidden;
  for (const name of ["acts", "looks"]) at(name).hidden = !deals.length;
  at("bid").hidden = Boolean(sought);
}

/** Return the element of a board; a decision shows the hand that decides. @param {number} place */
function boardOf(place) {
  const tools = TOOLS.filter((each) => each !== EDIT || !themed.length);
  const seats = sought ? new Set([...shown, themed[place].seat]) : shown;
  const board = boardAt(place, seats, tools.map(([name, aloud, act]) => [name, aloud, (each) => act(each, place)]), compact);
  if (themed.length) board.append(themedElement(themed[place]));
  return board;
}

/** @param {number} place @param {Set<string>} seats @param {import("./boards.js").Tool[]} [tools] @param {boolean} [lines] */
function boardAt(place, seats, tools = [], lines = false) {
  return boardElement(deals[place], firstBoard() + place, seats, tools, boards[place], lines);
}

/** @param {number} place @param {string} text */
function replaceDeal(place, text) {
  deals[place] = text;
  edited = true;
  showBoards();
  keepDeals();
  /** @type {HTMLElement | null} */ (at("boards").children[place].querySelector("button"))?.focus(); // its tools
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

/** Go to the table where the cards of a board are played; a theme has its contract, and the table finds that of others. @param {HTMLElement} _ @param {number} place */
async function playBoard(_, place) {
  try {
    const [{ text }] = await ask("numbers", { deals: [deals[place]] });
    const number = String(firstBoard() + place);
    location.href = `bid.html#${new URLSearchParams({ deals: text, board: number, ...boards[place], play: themed.length ? contractOf(themed[place]) : "", plays: "declarer" })}`;
  } catch (error) {
    explainProblem(error);
  }
}

/** Show the links of one deal: the page with it alone, and BBO's viewer. @param {HTMLElement} board @param {number} place */
async function linkBoard(board, place) {
  if (board.querySelector(".links")) return;
  const one = { deals: [deals[place]] };
  const number = firstBoard() + place;
  try {
    const [[found], file] = await Promise.all([
      ask("numbers", one), ask("export", { ...one, format: "handviewer", board: number, ...boards[place] }),
    ]);
    const box = board.appendChild(element("p", "links"));
    const own = element("a", "", t`this deal: ${found.text}`);
    own.setAttribute("href", `#deals=${found.text}&board=${number}`);
    const viewer = element("a", "", t`BBO's handviewer`);
    viewer.setAttribute("href", atob(file.content).trim());
    viewer.setAttribute("rel", "noreferrer");
    box.append(own, element("br"), viewer, element("br"), t`deal number ${grouped(found.number)}`);
  } catch (error) {
    explainProblem(error);
  }
}

/** Return the content of a file. @param {{content: string}} file */
const contentOf = ({ content }) => new Blob([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))]);

/**
 * Save the deals as a file, or what they are dealt by as a script.
 * @param {string} kind  a format, and whether solved
 * @param {(text: string) => void} [tell]  how far it is
 */
export async function download(kind, tell = (/** @type {string} */ _) => {}) {
  const [format, solving] = kind.split(" ");
  try {
    if (format === "script" && themed.length) throw new Refused({ message: t`No script deals these boards.` });
    if (format === "script" && script()) return save("deals.dealer.txt", new Blob([script()]));
    if (format === "script") save("deals.dealer.txt", contentOf(await ask("script", given())));
    else {
      const known = solving ? { tricks: (await solvedOnes(tell)).map(tricksText) } : {};
      const found = await ask("export", { ...exported(), format, ...known });
      save(found.name, contentOf(found));
    }
  } catch (error) {
    explainProblem(error);
  }
}

/** The deals as an export takes them: what repeats them, which their file then says, or themselves. */
function exported() {
  const asked = { board: firstBoard(), ...about, seed: at("seed").value.trim() };
  const themselves = script() || edited || themed.length || at("law").value;
  return themselves ? { ...asked, deals } : { ...asked, ...given(), ...exchangeOf(addressOf()), ...quietOf(addressOf()), n: Number(at("n").value) };
}

/** @param {HTMLElement} board @param {number} place */
async function solveBoard(board, place) {
  const button = board.querySelector("button[aria-label^='Double']");
  if (!(button instanceof HTMLButtonElement) || button.disabled) return;
  button.disabled = true;
  try {
    board.append(solvedElement(await solvedAt(place)));
  } catch (error) {
    button.disabled = false;
    explainProblem(error);
  }
}

/** Solve all boards, one after another. */
export async function solveAll() {
  showCompact(false);
  for (const [place, board] of [...at("boards").children].entries()) await solveBoard(/** @type {HTMLElement} */ (board), place);
}

/** Boards that were solved, by their deals and what they are. @type {Map<string, any>} */
const solved = new Map();

/** Return a board as it is solved; the same is not solved again. @param {number} place @param {AbortSignal} [signal] */
async function solvedAt(place, signal) {
  const asked = { deals: [deals[place]], board: firstBoard() + place, ...boards[place] };
  const key = JSON.stringify(asked);
  if (!solved.has(key)) solved.set(key, (await ask("solve", asked, signal)).boards[0]);
  return solved.get(key);
}

/** Solve the boards one after the other, so that no request takes long. @param {(text: string) => void} tell  says how far it is @param {AbortSignal} [signal] */
async function solvedOnes(tell, signal) {
  const found = [];
  for (const place of deals.keys()) {
    tell(t`Solving board ${place + 1} of ${deals.length}`);
    found.push(await solvedAt(place, signal));
    signal?.throwIfAborted();
  }
  tell("");
  return found;
}

/** Return the tricks of a solved board as PBN's DoubleDummyTricks. @param {{tricks: Record<string, Record<string, number>>}} board */
const tricksText = ({ tricks }) => ["north", "south", "east", "west"].flatMap((seat) => Object.values(STRAINS).map((strain) => tricks[seat][strain].toString(16))).join("");

/** Let the form of printing print the boards, or save them as PDF. @param {() => string} titleOf  what the sheets are called if nobody says */
export function linkPrinting(titleOf) {
  const chosen = () => ({ kind: at("sheet").value, tricks: at("print-tricks").checked && at("sheet").value !== "hands", title: at("print-title").value.trim() || titleOf() });
  const tell = (/** @type {string} */ text) => (at("print-note").textContent = text);
  const show = () => {
    const { kind } = chosen();
    const pages = pagesOf(kind, deals.length);
    at("print-tricks").disabled = kind === "hands";
    at("print-pdf").hidden = kind === "boards";
    at("print-title").placeholder = titleOf();
    at("print-holds").textContent = [deals.length === 1 ? t`1 board` : t`${deals.length} boards`, pages === 1 ? t`1 page` : t`${pages} pages`, t`with title, date and seed`].join(", ");
  };
  let stopping = new AbortController(); // when the form is closed
  at("save").addEventListener("close", () => stopping.abort());
  const acting = async (/** @type {(signal: AbortSignal) => Promise<void>} */ act) => {
    const { signal } = (stopping = new AbortController());
    const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (at("printing").querySelectorAll("button"));
    for (const each of buttons) each.disabled = true;
    try {
      clearProblem();
      await act(signal);
    } catch (error) {
      if (!signal.aborted) explainProblem(error);
    } finally {
      for (const each of buttons) each.disabled = false;
      tell("");
    }
  };
  at("printing").addEventListener("change", show);
  for (const opener of document.querySelectorAll("[data-open=save]")) opener.addEventListener("click", show);
  at("printing").addEventListener("submit", (event) => {
    event.preventDefault();
    acting(async (signal) => {
      const { kind, tricks, title } = chosen();
      const found = tricks ? await solvedOnes(tell, signal) : [];
      const foot = [today(), edited ? "" : t`seed ${dealtBy}`].filter(Boolean).join(", ");
      printSheets({ kind, boards: deals.length, title, foot }, (place, seats) => {
        const board = boardAt(place, seats);
        if (tricks) board.append(solvedElement(found[place]));
        return board;
      });
    });
  });
  at("print-pdf").addEventListener("click", () => acting(async (signal) => {
    const { kind, tricks, title } = chosen();
    const known = tricks ? { tricks: (await solvedOnes(tell, signal)).map(tricksText) } : {};
    tell(t`Writing the file`);
    const file = await ask("export", { ...exported(), format: kind === "hands" ? "hands" : "pdf", title, date: today(), ...known }, signal);
    save(file.name, contentOf(file));
  }));
}
