// @ts-check
// The teacher's page of a class: a grid of tables by boards, one board of one table on demand, and the boards as files.
import { readAddress } from "./address.js";
import { auctionTable, contractText } from "./auction_table.js";
import { callElement } from "./bidding_box.js";
import { boardElement } from "./boards.js";
import { linkDialogs } from "./dialogs.js";
import { button, element, refill, save, signed, suited } from "./elements.js";
import { SEATS, seatName } from "./limits.js";
import { at, messageOf } from "./live.js";
import { linkPages } from "./pages.js";
import { ask, askRoom, watch } from "./protocol.js";
import { follow } from "./room.js";
import { linkSharing } from "./share_link.js";
import { imps } from "./summary.js";
import { tableOf } from "./tables.js";
import { contractFrom, isOurs, isVulnerable, scoreOf, takenOf } from "./tricks.js";
import { t } from "./words.js";

/** How a seat is, in words. @type {Record<string, string>} */
const HOW = { free: t`free`, here: t`here`, away: t`away` };

let running = new AbortController();
/** What was last seen of the class. @type {any} */
let seen = null;
/** Solved boards by their numbers, and awards of contracts by boards and sides, as far as they are known. @type {Map<string, any>} */
let known = new Map();
let judging = false;
/** The table and the board that are looked at. @type {{table: number, board: number} | undefined} */
let looked;

/** The tables whose seats are being freed. @type {Set<number>} */
const freeing = new Set();

/** A board at a table, bid or on the table. @typedef {{table: number, side: string, bid: any, condition: string, predeal: string}} Result */

/** Return the name of a table. @param {number} place  from 0 */
const tableName = (place) => seen.tables[place].title || t`Table ${place + 1}`;

/** Return the boards that a table has bid, and the one on it. @param {number} place @returns {Result[]} */
function boardsAt(place) {
  const { seats, finished, condition, predeal, ...now } = seen.tables[place];
  const side = "north" in seats && "south" in seats ? "ns" : "ew";
  const bids = finished.some((/** @type {any} */ each) => each.board === now.board) ? finished : [...finished, now];
  return bids.map((/** @type {any} */ bid) => ({ table: place, side, bid, condition, predeal }));
}

/** @returns {Result[]} */
const allBoards = () => seen.tables.flatMap((/** @type {any} */ _, /** @type {number} */ place) => boardsAt(place));

/** The boards that were bid. */
const results = () => allBoards().filter(({ bid }) => bid.contract);

/** @param {any} state */
function show(state) {
  seen = state;
  at("of-class").hidden = false;
  showGrid();
  showCell();
  for (const id of ["pbn", "csv"]) at(id).disabled = !results().length;
  judge();
}

/** Show what each table reached on each board. */
function showGrid() {
  const boards = [...new Set(seen.tables.flatMap((/** @type {any} */ { first, boards: number }) => Array.from({ length: number }, (_, k) => first + k)))];
  const heads = boards.map((board) => {
    const solved = known.get(`board ${board}`);
    return { parts: [String(board), solved ? element("small", "", t`par ${signed(solved.par.score)}`) : ""] };
  });
  const rows = [...seen.tables.keys()].map((place) => {
    const here = boardsAt(place);
    const marks = here.flatMap((each) => known.get(keyOf(each))?.award.value ?? []);
    const mean = marks.length ? marks.reduce((sum, mark) => sum + mark, 0) / marks.length : NaN;
    const mark = marks.length ? [mean.toFixed(1), element("small", "", marks.length === 1 ? t`1 board` : t`${marks.length} boards`)] : [];
    return [{ parts: headOf(place) }, { parts: mark }, ...boards.map((board) => {
      const found = here.find(({ bid }) => bid.board === board);
      return found ? cellOf(found) : "·";
    })];
  });
  const table = tableOf("class-grid", t`Tables and boards`, [t`table`, t`mark`, ...heads], rows);
  refill(at("class-tables"), "cell", table);
}

/** Return the head of a table's row: its name, who sits there, and buttons that free the seats of those who are away. @param {number} place */
function headOf(place) {
  const table = seen.tables[place];
  const seats = Object.entries(table.seats).map(([seat, how]) => `${seatName(seat)} ${table.systems[seat] ?? HOW[how] ?? how}`);
  const head = [tableName(place), element("small", "", seats.join(", ") + (table.waits ? t`; the boards are not open yet` : ""))];
  const away = Object.keys(table.seats).filter((seat) => table.seats[seat] === "away");
  if (!away.length) return head;
  const buttons = away.map((seat) => button("mini", t`Free ${seatName(seat)}`, () => free(seen.class, table.room, seat),
    { "aria-label": t`Free ${seatName(seat)} at ${tableName(place)}`, "data-cell": `${place} ${seat}` }));
  const frees = /** @type {HTMLDetailsElement} */ (element("details", "", element("summary", "", t`Free a seat`), ...buttons));
  frees.querySelector("summary")?.setAttribute("data-cell", `${place} free`);
  frees.open = freeing.has(place);
  frees.addEventListener("toggle", () => (frees.open ? freeing.add(place) : freeing.delete(place)));
  return [...head, frees];
}

/** Return a cell: the contract and its score, or how far the auction is. @param {Result} result */
function cellOf(result) {
  const { table, bid } = result;
  const score = scoreText(result);
  const last = bid.calls.at(-1);
  const label = bid.contract ? [suited(bid.contract === "pass" ? t`Pass` : shortContract(bid.contract)), element("small", "", score)]
    : [element("span", "", last ? callElement(last) : t`to bid`), element("small", "", bid.turn ? seatName(bid.turn) : "")];
  const cell = button("quiet", label, () => {
    looked = { table, board: bid.board };
    showGrid();
    showCell();
    at("cell-head").focus({ preventScroll: true });
    at("cell").scrollIntoView({ block: "nearest" });
  }, {
    "data-cell": `${table} ${bid.board}`,
    "aria-label": t`${tableName(table)}, board ${bid.board}: ${bid.contract ? [contractText(bid.contract), score].filter(Boolean).join(" ") : t`bidding`}`,
  });
  if (looked?.table === table && looked.board === bid.board) cell.setAttribute("aria-pressed", "true");
  return cell;
}

/** Return a contract as a grid has it: 4♠ N. @param {string} contract */
const shortContract = (contract) => contract.replace("-", " ").replace(/^(\d)([SHDC])/, (_, level, suit) => level + { S: "♠", H: "♥", D: "♦", C: "♣" }[/** @type {"S"} */ (suit)]);

/** Return the score of north and south, double dummy; "" where it is not known. @param {Result} result */
function scoreText({ bid }) {
  const solved = known.get(`board ${bid.board}`);
  const contract = contractFrom(bid.contract ?? "");
  if (bid.contract === "pass") return "0";
  if (!solved || !contract) return "";
  const { declarer } = contract;
  const score = scoreOf(contract, takenOf(contract, solved.tricks), isVulnerable(declarer, bid.vulnerable));
  return signed("ns".includes(declarer[0]) ? score : -score);
}

/** Show the board that is looked at. */
function showCell() {
  const found = looked && boardsAt(looked.table).find(({ bid }) => bid.board === looked?.board);
  at("cell").hidden = !found;
  if (!found) return;
  const { bid, table } = found;
  const { board, dealer, vulnerable } = bid;
  at("cell-head").replaceChildren(t`${tableName(table)}, board ${board}`, bid.contract ? ": " : "", bid.contract ? suited(contractText(bid.contract)) : "");
  at("cell-board").replaceChildren(element("ul", "", boardElement(bid.deal, board, new Set(SEATS), [], { dealer, vulnerable })), auctionTable(dealer, bid.calls, bid.turn ?? ""));
  const award = known.get(keyOf(found));
  const solved = known.get(`board ${board}`);
  at("cell-worth").textContent = [
    bid.contract && scoreText(found) ? t`Double dummy ${scoreText(found)} for North and South, par ${signed(solved?.par.score ?? 0)}.` : "",
    award ? t`Mark ${award.award.value.toFixed(1)} of 10; ${imps(award.imps?.value ?? 0)} IMPs against the best contract of the two hands, estimated.` : "",
  ].filter(Boolean).join(" ");
}

/** @param {Result} result */
const keyOf = ({ side, bid: { board, contract } }) => `${side} ${board} ${contract}`;

/** Ask for solved boards and awards that are not known, one after the other: they are the same at all tables with one contract. */
async function judge() {
  if (judging) return;
  judging = true;
  const { signal } = running;
  const showAgain = () => {
    showGrid();
    showCell();
  };
  try {
    for (;;) {
      const [next] = results().filter((each) => !known.has(keyOf(each)));
      if (!next || signal.aborted) break;
      const { bid, side, condition, predeal } = next;
      const { board, dealer, vulnerable } = bid;
      if (!known.has(`board ${board}`)) {
        known.set(`board ${board}`, (await ask("solve", { deals: [bid.deal], board, dealer, vulnerable }, signal)).boards[0]);
        showAgain();
      }
      if (!isOurs(bid.contract, side)) {
        known.set(keyOf(next), null); // the opponents play: no mark
        continue;
      }
      await watch("award", { deal: bid.deal, contract: bid.contract, side, vulnerable: isVulnerable(side, vulnerable), condition, ...(predeal ? { predeal } : {}) }, (answer) => {
        known.set(keyOf(next), answer);
        showAgain();
      }, signal);
    }
  } catch (error) {
    if (!signal.aborted) tell(messageOf(error));
  } finally {
    judging = false;
  }
}

at("pbn").addEventListener("click", () => trying(async () => {
  const { name, text } = await askRoom(`classes/${seen.class}/file`, readAddress().get("token") ?? "", {});
  save(name, new Blob([text]));
}));
at("csv").addEventListener("click", () => {
  const rows = results().sort((one, other) => one.bid.board - other.bid.board || one.table - other.table).map((result) => {
    const { table, bid } = result;
    const award = known.get(keyOf(result));
    return [bid.board, table + 1, quoted(seen.tables[table].title), bid.dealer, bid.vulnerable, bid.contract, bid.calls.join(" "), scoreText(result).replace("−", "-"),
      known.get(`board ${bid.board}`)?.par.score ?? "", award?.award.value.toFixed(1) ?? "", award?.imps?.value.toFixed(1) ?? ""].join(",");
  });
  save("class.csv", new Blob([`${["board,table,name,dealer,vulnerable,contract,calls,score_ns,par_ns,mark,imps_against_best", ...rows].join("\r\n")}\r\n`]));
});

/** Return a text as a field of CSV. What a spreadsheet would compute stays a text. @param {string} text */
function quoted(text) {
  const safe = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @param {string} text */
function tell(text) {
  at("problem").hidden = !text;
  at("problem").textContent = text;
}

/** Do something that may be refused. @param {() => Promise<unknown>} act */
async function trying(act) {
  try {
    await act();
  } catch (error) {
    tell(messageOf(error));
  }
}

/** Free the seat of a player who has lost the link. @param {string} name @param {string} room @param {string} seat */
const free = (name, room, seat) => trying(() => askRoom(`classes/${name}/free`, readAddress().get("token") ?? "", { room, seat }));

function start() {
  running.abort();
  running = new AbortController();
  [known, judging, looked] = [new Map(), false, undefined];
  const address = readAddress();
  const name = address.get("class") ?? "";
  at("of-class").hidden = true;
  at("no-class").hidden = Boolean(name);
  tell("");
  if (!name) return;
  at("link").value = new URL(`bid.html#class=${name}`, location.href).href;
  const { signal } = running;
  follow(`classes/${name}`, address.get("token") ?? "", show, tell, signal).then((status) => {
    if (!signal.aborted && status) at("no-class").hidden = false; // refused: there is none, or this is not its teacher's link
  });
}

linkPages();
linkDialogs();
linkSharing(trying);
addEventListener("hashchange", start);
start();
