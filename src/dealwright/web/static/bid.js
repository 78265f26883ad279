// @ts-check
// The page of bidding practice: the boards of the address alone, or a seat in a room.
import { aboutOf, askedOf, dealtOf, readAddress } from "./address.js";
import { Alone } from "./alone.js";
import { auctionTable, awardElement, contractText } from "./auction_table.js";
import { BiddingBox, callName } from "./bidding_box.js";
import { boardElement, solvedElement } from "./boards.js";
import { element } from "./elements.js";
import { SEATS } from "./limits.js";
import { linkPages } from "./pages.js";
import { ask, askRoom, watch } from "./protocol.js";
import { follow, forgetToken, keptSeats, leaveSeat, roomView, takeSeat } from "./room.js";

/** @typedef {import("./alone.js").View} View */

/** @param {string} id */
const at = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
let running = new AbortController(); // what the address asked for
let judging = new AbortController(); // the result of an auction
let judged = "";
/** @type {Alone | undefined} */
let alone;
/** A room's name, the token of the seat, and what was last seen of it. @type {{name: string, token: string, state: any}} */
let room = { name: "", token: "", state: null };

/** @param {string} text */
function tell(text) {
  at("problem").hidden = !text;
  at("problem").textContent = text;
}

/** Do something that may be refused. @param {() => Promise<unknown>} act */
async function trying(act) {
  try {
    tell("");
    await act();
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error));
  }
}

const box = new BiddingBox(at("box"), (call) => {
  if (alone) {
    alone.call(call);
    showAlone();
  } else {
    const { board, calls } = room.state;
    trying(() => askRoom(`rooms/${room.name}/calls`, room.token, { call, board, place: calls.length }));
  }
});

/** Show a board. @param {View} view */
function showTable(view) {
  at("playing").hidden = false;
  at("playing-head").textContent = `Board ${view.board}`;
  const place = (SEATS.indexOf(view.dealer) + view.calls.length - 1) % 4;
  const last = view.calls.at(-1);
  at("note").textContent = (last && view.turn ? `${SEATS[place]}: ${callName(last)}. ` : "") + view.note;
  const { dealer, vulnerable } = view;
  at("boards").replaceChildren(boardElement(view.deal, view.board, new Set(view.shown), [], { dealer, vulnerable }));
  at("auction").replaceChildren(auctionTable(dealer, view.calls, view.turn));
  box.show(view.legal);
  at("box").hidden = at("keys").hidden = Boolean(view.contract);
  judge(view);
}

/** Show what the contract of a finished auction is worth. @param {View} view */
async function judge(view) {
  const key = JSON.stringify([view.board, view.deal, view.calls, view.contract, view.seat]);
  if (key === judged) return;
  judged = key;
  judging.abort();
  judging = new AbortController();
  const { signal } = judging;
  at("result").hidden = !view.contract;
  at("solved").replaceChildren();
  at("award").replaceChildren();
  if (!view.contract) return;
  at("contract").textContent = contractText(view.contract);
  const side = "ns".includes(view.seat[0]) ? "ns" : "ew";
  const vulnerable = ["All", side.toUpperCase()].includes(view.vulnerable);
  const { condition, predeal } = view;
  try {
    const { dealer, vulnerable: sides } = view;
    const found = await ask("solve", { deals: [view.deal], board: view.board, dealer, vulnerable: sides }, signal);
    at("solved").replaceChildren(solvedElement(found.boards[0]));
    at("award").replaceChildren(element("p", "note", "estimating the award"));
    await watch("award", {
      deal: view.deal, contract: view.contract, side, vulnerable, condition, ...(predeal ? { predeal } : {}),
    }, (answer) => at("award").replaceChildren(awardElement(answer)), signal);
  } catch (error) {
    if (signal.aborted) return;
    at("award").replaceChildren(element("p", "note", error instanceof Error ? error.message : String(error)));
  }
}

// ------------------------------------------------------------------------------------------- alone

function showAlone() {
  if (!alone) return;
  const view = alone.view();
  alone.keep();
  showTable(view);
  at("hands").value = alone.hands;
  const both = alone.hands === "pair" || Boolean(view.contract);
  at("reveal").hidden = both;
  at("undo").hidden = false;
  at("undo").disabled = !view.calls.length;
  at("previous").hidden = false;
  at("previous").disabled = !alone.at;
  at("next").disabled = alone.at === alone.dealt.deals.length - 1;
  const address = readAddress();
  address.set("seat", alone.seat[0]);
  address.set("opponents", alone.opponents);
  address.set("at", String(alone.at + 1));
  history.replaceState(null, "", `#${address}`);
  at("deals").setAttribute("href", `./#${address}`);
}

/** Bid the boards of the address. @param {URLSearchParams} address @param {AbortSignal} signal */
async function startAlone(address, signal) {
  if (!address.get("seed") && !address.get("deals")) {
    address.set("seed", String(crypto.getRandomValues(new Uint32Array(1))[0]));
    history.replaceState(null, "", `#${address}`);
  }
  const seat = SEATS.find((each) => each[0] === address.get("seat")) ?? "south";
  const opponents = address.get("opponents") === "hand" ? "hand" : "silent";
  const dealt = await dealtOf(address, signal);
  if (!dealt.deals.length) throw new Error("This script shows no deals.");
  alone = new Alone(dealt, { seat, opponents, at: Number(address.get("at") || 1) - 1 });
  at("seat").value = seat;
  at("opponents").value = opponents;
  for (const id of ["alone", "company"]) at(id).hidden = false;
  showAlone();
}

at("seat").addEventListener("change", () => {
  if (alone) alone.seat = at("seat").value;
  showAlone();
});
at("opponents").addEventListener("change", () => {
  if (alone) alone.opponents = at("opponents").value;
  showAlone();
});
at("hands").addEventListener("change", () => {
  if (alone) alone.hands = at("hands").value;
  showAlone();
});
at("alone").addEventListener("submit", (event) => event.preventDefault());
at("reveal").addEventListener("click", () => {
  if (alone) alone.hands = "pair";
  showAlone();
});
at("undo").addEventListener("click", () => {
  alone?.undo();
  showAlone();
});
at("previous").addEventListener("click", () => {
  alone?.go(-1);
  showAlone();
});
at("next").addEventListener("click", () => {
  if (!alone) {
    const board = room.state.board + 1;
    trying(() => askRoom(`rooms/${room.name}/boards`, room.token, { board }));
    return;
  }
  alone.go(1);
  showAlone();
});

// ------------------------------------------------------------------------------------- with others

/** @param {any} state */
function showRoom(state) {
  room.state = state;
  at("room").hidden = false;
  at("link").value = `${location.href.split("#")[0]}#room=${room.name}`;
  at("room-head").textContent = state.seat ? `Room: you are ${state.seat}` : "Room: take a seat";
  at("seats").replaceChildren(...Object.entries(state.seats).map(([seat, how]) => seatElement(seat, String(how))));
  if (!state.seat) return;
  showTable(roomView(state));
  for (const id of ["reveal", "undo", "previous"]) at(id).hidden = true;
  const last = state.board === state.first + state.boards - 1;
  at("next").hidden = !state.contract || last;
  const finished = state.contract ? state.finished.slice(0, -1) : state.finished;
  at("finished").replaceChildren(...finished.map((/** @type {any} */ board) => {
    const details = element("details");
    details.append(element("summary", "", `Board ${board.board}: ${contractText(board.contract)}`));
    const { dealer, vulnerable } = board;
    const list = details.appendChild(element("ul", "tables"));
    list.append(boardElement(board.deal, board.board, new Set(SEATS), [], { dealer, vulnerable }));
    details.append(auctionTable(dealer, board.calls, ""));
    return details;
  }));
}

/** @param {string} seat @param {string} how */
function seatElement(seat, how) {
  const item = element("li");
  const kept = keptSeats(room.name)[seat];
  const mine = room.state.seat === seat;
  const passes = room.state.passing.includes(seat);
  const system = room.state.systems[seat];
  const words = mine ? "you" : passes ? "free, passes" : system ? `free, bids ${system}` : how;
  item.append(`${seat}: ${words} `);
  const button = (/** @type {string} */ text, /** @type {() => Promise<unknown>} */ act) => {
    const made = element("button", "", text);
    made.setAttribute("type", "button");
    made.addEventListener("click", () => trying(act));
    item.append(made);
  };
  const sitDown = (/** @type {string} */ token) => {
    location.hash = `room=${room.name}&token=${token}`;
  };
  if (mine) {
    button("Leave the seat", async () => {
      await leaveSeat(room.name, seat, room.token);
      location.hash = `room=${room.name}`;
    });
  } else if (!room.state.seat && kept && how !== "free") button(`Back to ${seat}`, async () => sitDown(kept));
  else if (!room.state.seat && how === "free") button(`Sit ${seat}`, async () => sitDown(await takeSeat(room.name, seat)));
  else if (how === "free") {
    const path = `rooms/${room.name}/passes`;
    if (!passes) button(`Let ${seat} pass`, () => askRoom(path, room.token, { seat }));
    if (!system) button(`Let ${seat} bid natural`, () => askRoom(path, room.token, { seat, system: "natural" }));
  } else if (room.state.absent?.includes(seat)) {
    button(`Free the seat of ${seat}`, () => askRoom(`rooms/${room.name}/free`, room.token, { seat }));
  }
  return item;
}

/** Show which tables of a class have free seats. @param {any} state */
function showClass(state) {
  at("room").hidden = false;
  at("room-head").textContent = "Class: choose a table";
  at("share").hidden = true;
  at("seats").replaceChildren(...state.tables.map((/** @type {any} */ table, /** @type {number} */ place) => {
    const item = element("li");
    const link = element("a", "", `Table ${place + 1}`);
    link.setAttribute("href", `#room=${table.room}`);
    const free = Object.keys(table.seats).filter((seat) => table.seats[seat] === "free");
    item.append(link, `: ${free.length ? `${free.join(", ")} free` : "full"}`);
    return item;
  }));
}

/** What a room or a class is opened with. */
function opening() {
  const address = readAddress();
  const { script, condition, predeal } = askedOf(address);
  const seats = at("bidders").value;
  if (script || address.get("law") || address.get("deals")) {  // only the page knows these deals
    if (!alone) throw new Error("There are no deals to take to a room.");
    const { deals, board, about } = alone.dealt;
    return { deals, board, seats, ...about, ...(address.get("seed") ? { seed: address.get("seed") } : {}) };
  }
  return { condition, ...(predeal ? { predeal } : {}), n: Number(at("n").value), seats, ...aboutOf(address) };
}

at("open").addEventListener("submit", (event) => {
  event.preventDefault();
  trying(async () => {
    location.hash = `room=${(await askRoom("rooms", "", opening())).room}`;
  });
});
at("class").addEventListener("click", () => trying(async () => {
  const made = await askRoom("classes", "", { ...opening(), tables: Number(at("tables").value) });
  location.href = `class.html#class=${made.class}&token=${made.token}`;
}));

// --------------------------------------------------------------------------------------- the address

/** Show which seats of a room are free to one whose token gives no seat any more. @param {string} name @param {AbortSignal} signal */
async function lostSeat(name, signal) {
  const why = at("problem").textContent ?? "";
  forgetToken(name, room.token);
  room = { name, token: "", state: null };
  at("playing").hidden = true;
  at("finished").replaceChildren();
  await follow(`rooms/${name}`, "", showRoom, (text) => tell(text || why), signal);
}

async function start() {
  running.abort();
  judging.abort();
  running = new AbortController();
  const { signal } = running;
  for (const id of ["alone", "room", "playing", "company"]) at(id).hidden = true;
  at("share").hidden = false;
  at("finished").replaceChildren();
  alone = undefined;
  judged = "";
  const address = readAddress();
  const name = address.get("room") ?? "";
  if (name) {
    room = { name, token: address.get("token") ?? "", state: null };
    if ((await follow(`rooms/${name}`, room.token, showRoom, tell, signal)) === 403) await lostSeat(name, signal);
  } else if (address.get("class")) await follow(`classes/${address.get("class")}`, "", showClass, tell, signal);
  else await trying(() => startAlone(address, signal));
}

linkPages();
addEventListener("hashchange", start);
start();
