// @ts-check
// The teacher's page of a class: all tables at once, what their contracts are worth, and the boards as files.
import { readAddress } from "./address.js";
import { auctionTable, contractText } from "./auction_table.js";
import { boardElement } from "./boards.js";
import { button, element, save } from "./elements.js";
import { SEATS, seatWord } from "./limits.js";
import { at } from "./live.js";
import { linkPages } from "./pages.js";
import { ask, askRoom, watch } from "./protocol.js";
import { follow } from "./room.js";
import { figureTable } from "./statistics.js";
import { imps } from "./summary.js";
import { t } from "./words.js";

/** How a seat is, in words. @type {Record<string, string>} */
const HOW = { free: t`free`, here: t`here`, away: t`away` };

let running = new AbortController();
/** What was last seen of the class. @type {any} */
let seen = null;
/** Par of the boards that were bid, and awards of their contracts, as far as they are known. @type {Map<string, any>} */
let known = new Map();
let judging = false;

/** A table that has bid a board. @typedef {{table: number, side: string, bid: any, condition: string, predeal: string}} Result */

/** The boards that were bid, each with the tables that have bid it. @returns {Map<number, Result[]>} */
function results() {
  const found = /** @type {Map<number, Result[]>} */ (new Map());
  for (const [place, table] of seen.tables.entries()) {
    for (const bid of table.finished) {
      const side = "north" in table.seats && "south" in table.seats ? "ns" : "ew";
      found.set(bid.board, [...(found.get(bid.board) ?? []), { table: place + 1, side, bid, condition: table.condition, predeal: table.predeal }]);
    }
  }
  return found;
}

/** @param {any} state */
function show(state) {
  seen = state;
  at("tables").replaceChildren(...state.tables.map((/** @type {any} */ table, /** @type {number} */ place) => {
    const seats = Object.entries(table.seats).map(([seat, how]) => `${seatWord(seat)} ${table.systems[seat] ?? HOW[how] ?? how}`);
    const item = element("li", "", element("h2", "", t`Table ${place + 1}`), element("p", "note", seats.join(", ") + (table.waits ? t`; the boards are not open yet` : "")));
    for (const [seat, how] of Object.entries(table.seats)) {
      if (how === "away") item.append(button("", t`Free ${seatWord(seat)}`, () => free(state.class, table.room, seat), { "aria-label": t`Free ${seatWord(seat)} at table ${place + 1}` }));
    }
    const { dealer, vulnerable } = table;
    item.append(element("ul", "", boardElement(table.deal, table.board, new Set(SEATS), [], { dealer, vulnerable })));
    item.append(auctionTable(dealer, table.calls, table.turn ?? ""));
    return item;
  }));
  showResults();
  judge();
}

/** Show what each table reached on each board. */
function showResults() {
  const boards = [...results()].sort(([one], [other]) => one - other);
  at("none").hidden = boards.length > 0;
  for (const id of ["pbn", "csv"]) at(id).disabled = !boards.length;
  at("results").replaceChildren(...boards.map(([board, rows]) => {
    const par = known.get(`par ${board}`);
    const title = par === undefined ? t`Board ${board}` : t`Board ${board}, par ${parText(par)}`;
    return element("div", "award", figureTable(title, [t`table`, t`contract`, t`mark`, t`IMPs against the best`], rows.map(({ table, bid }) => {
      const award = known.get(keyOf(bid));
      return [String(table), contractText(bid.contract), award ? award.award.value.toFixed(1) : "", award?.imps ? imps(award.imps.value) : ""];
    })));
  }));
}

/** @param {any} bid */
const keyOf = ({ board, contract }) => `${board} ${contract}`;

/** @param {number} score  for north and south */
const parText = (score) => (score ? `${score > 0 ? "N-S" : "E-W"} +${Math.abs(score)}` : "0");

/** Ask for par and awards that are not known, one after the other: they are the same at all tables with one contract. */
async function judge() {
  if (judging) return;
  judging = true;
  const { signal } = running;
  try {
    for (;;) {
      const [next] = [...results().values()].flat().filter(({ bid }) => !known.has(keyOf(bid)));
      if (!next || signal.aborted) break;
      const { bid, side, condition, predeal } = next;
      const { board, dealer, vulnerable } = bid;
      if (!known.has(`par ${board}`)) {
        known.set(`par ${board}`, (await ask("solve", { deals: [bid.deal], board, dealer, vulnerable }, signal)).boards[0].par.score);
      }
      const isVulnerable = ["All", side.toUpperCase()].includes(vulnerable);
      await watch("award", { deal: bid.deal, contract: bid.contract, side, vulnerable: isVulnerable, condition, ...(predeal ? { predeal } : {}) }, (answer) => {
        known.set(keyOf(bid), answer);
        showResults();
      }, signal);
    }
  } catch (error) {
    if (!signal.aborted) tell(error instanceof Error ? error.message : String(error));
  } finally {
    judging = false;
  }
}

at("pbn").addEventListener("click", async () => {
  try {
    const { name, text } = await askRoom(`classes/${seen.class}/file`, readAddress().get("token") ?? "", {});
    save(name, new Blob([text]));
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error));
  }
});
at("csv").addEventListener("click", () => {
  const rows = [...results().values()].flat().map(({ table, bid }) => {
    const award = known.get(keyOf(bid));
    return [bid.board, table, bid.dealer, bid.vulnerable, bid.contract, bid.calls.join(" "), known.get(`par ${bid.board}`) ?? "",
      award?.award.value.toFixed(1) ?? "", award?.imps?.value.toFixed(1) ?? ""].join(",");
  });
  save("class.csv", new Blob([`${["board,table,dealer,vulnerable,contract,calls,par_ns,mark,imps_against_best", ...rows].join("\r\n")}\r\n`]));
});

/** @param {string} text */
function tell(text) {
  at("problem").hidden = !text;
  at("problem").textContent = text;
}

/** Free the seat of a player who has lost the link. @param {string} name @param {string} room @param {string} seat */
async function free(name, room, seat) {
  try {
    await askRoom(`classes/${name}/free`, readAddress().get("token") ?? "", { room, seat });
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error));
  }
}

function start() {
  running.abort();
  running = new AbortController();
  known = new Map();
  judging = false;
  const address = readAddress();
  const name = address.get("class") ?? "";
  at("link").value = new URL(`bid.html#class=${name}`, location.href).href;
  follow(`classes/${name}`, address.get("token") ?? "", show, tell, running.signal);
}

linkPages();
addEventListener("hashchange", start);
start();
