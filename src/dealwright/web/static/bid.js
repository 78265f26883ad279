// @ts-check
// The page of bidding practice: the boards of the address alone, or a seat in a room.
import { aboutOf, askedOf, dealtOf, newSeed, readAddress } from "./address.js";
import { Alone } from "./alone.js";
import { callerOf } from "./auction.js";
import { auctionTable, awardElement, contractText } from "./auction_table.js";
import { BiddingBox, callElement, callName } from "./bidding_box.js";
import { boardElement, solvedElement } from "./boards.js";
import { linkDialogs } from "./dialogs.js";
import { button as makeButton, element } from "./elements.js";
import { SEATS, seatName } from "./limits.js";
import { linkPages } from "./pages.js";
import { ask, askRoom, watch } from "./protocol.js";
import { follow, forgetToken, keptSeats, leaveSeat, roomView, takeSeat } from "./room.js";
import { SystemTexts, keptName } from "./system_texts.js";

/** @typedef {import("./alone.js").View} View */

const ROBOT = "standard"; // the system of robots, unless another is chosen

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
  const last = view.calls.at(-1);
  at("note").textContent = (last && view.turn ? `${seatName(callerOf(view.dealer, view.calls.length - 1))}: ${callName(last)}. ` : "") + view.note;
  const { dealer, vulnerable } = view;
  at("boards").replaceChildren(boardElement(view.deal, view.board, new Set(view.shown), [], { dealer, vulnerable }));
  at("auction").replaceChildren(auctionTable(dealer, view.calls, view.turn, { who: view.who, vulnerable, explain: (place) => explainer(view, place) }));
  at("meanings").replaceChildren(...view.calls.flatMap((call, place) => (view.meanings?.[place] ? [meaningElement(view, call, place)] : [])));
  box.show(view.legal);
  at("box").hidden = Boolean(view.contract);
  judge(view);
}

/** Return what a call of a system shows, in words. @param {import("./alone.js").Meaning} meaning */
const meaningText = ({ rule, note }) => {
  if (!rule || rule === "no call") return "a guess: the system has no rule for this";
  return note || (rule === "else" ? "any other hand" : rule);
};

/** Return what shows the meaning of a call, if it has one. @param {View} view @param {number} place */
function explainer(view, place) {
  const meaning = view.meanings?.[place];
  if (!meaning) return undefined;
  return () => (at("advice").textContent = `${callerOf(view.dealer, place)}, ${callName(view.calls[place])}: ${meaningText(meaning)}`);
}

/** @param {View} view @param {string} call @param {number} place */
function meaningElement(view, call, place) {
  const meaning = /** @type {import("./alone.js").Meaning} */ (view.meanings?.[place]);
  return element("li", "", element("span", "seat", callerOf(view.dealer, place)), element("b", "", callElement(call)), element("span", "", meaningText(meaning)));
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
    }, (answer) => {
      at("award").replaceChildren(awardElement(answer));
      if (alone && alone.number === view.board) marks[alone.at] = answer.award.value;
      if (alone) showStrip();
    }, signal);
  } catch (error) {
    if (signal.aborted) return;
    at("award").replaceChildren(element("p", "note", error instanceof Error ? error.message : String(error)));
  }
}

// ------------------------------------------------------------------------------------------- alone

/** The marks of the boards that were bid, at their places. @type {number[]} */
let marks = [];
/** The systems that robots follow. */
const texts = new SystemTexts();
let answering = new AbortController(); // of a robot, or the advice of a system

function showAlone() {
  if (!alone) return;
  answering.abort();
  const view = alone.view();
  alone.keep();
  const who = Object.fromEntries(SEATS.map((seat) => [seat, seat === alone?.seat ? "you" : whoText(seat)]));
  showTable({ ...view, who, meanings: alone.meanings[alone.at] });
  showStrip();
  at("advice").textContent = "";
  at("hands").value = alone.hands;
  at("reveal").hidden = alone.hands === "pair" || Boolean(view.contract);
  at("advise").hidden = Boolean(view.turn && view.turn !== view.seat);
  at("undo").hidden = false;
  at("undo").disabled = !view.calls.length;
  at("again").hidden = false;
  at("next").hidden = alone.at === alone.dealt.deals.length - 1;
  const address = readAddress();
  address.set("seat", alone.seat[0]);
  address.set("partner", alone.partner);
  address.set("opponents", alone.opponents);
  address.set("at", String(alone.at + 1));
  history.replaceState(null, "", `#${address}`);
  at("deals").setAttribute("href", `deal.html#${address}`);
  if (alone.robot) answerOfRobot(alone, alone.robot);
}

/** Return who bids a hand, in a word or two. @param {string} seat */
function whoText(seat) {
  const bidder = alone?.bidderOf(seat);
  return bidder === "silent" ? "passes" : bidder ? keptName(bidder) || bidder : "you too";
}

/** Ask a system for the call of the hand whose turn it is. @param {Alone} of @param {string} system */
async function answerOfRobot(of, system) {
  const { signal } = (answering = new AbortController());
  try {
    const call = await callBy(system, of, of.calls, signal);
    if (signal.aborted) return; // another board is shown
    of.answer(call.call, call);
    showAlone();
  } catch (error) {
    if (!signal.aborted) tell(error instanceof Error ? error.message : String(error));
  }
}

/** Return the call of a system after some calls. @param {string} system @param {Alone} of @param {string[]} calls @param {AbortSignal} signal */
async function callBy(system, of, calls, signal) {
  const side = "ns".includes(callerOf(of.dealer, calls.length)[0]) ? "ns" : "ew";
  const before = calls.length ? { calls } : {};
  const asked = { system: texts.asked(system), deal: of.dealt.deals[of.at], dealer: of.dealer, side, ...before };
  return (await ask("system_bid", asked, signal)).calls[calls.length];
}

/** Say what the system would bid with the player's hand: now, or where the player called last. */
async function advise() {
  if (!alone) return;
  const of = alone;
  const { calls, turn, seat } = of.view();
  const place = turn === seat ? calls.length : calls.findLastIndex((_, at) => callerOf(of.dealer, at) === seat);
  const system = ["hand", "silent"].includes(of.partner) ? ROBOT : of.partner;
  const { signal } = (answering = new AbortController());
  try {
    const call = await callBy(system, of, calls.slice(0, Math.max(0, place)), signal);
    at("advice").replaceChildren(`${keptName(system) || system} bids `, callElement(call.call), `: ${meaningText(call)}`);
  } catch (error) {
    if (!signal.aborted) tell(error instanceof Error ? error.message : String(error));
  }
}

/** Show the boards of the session, with the marks of those that were bid. */
function showStrip() {
  if (!alone) return;
  const { dealt, at: here } = alone;
  const bid = marks.filter((mark) => mark !== undefined);
  const mean = bid.length ? bid.reduce((sum, mark) => sum + mark, 0) / bid.length : 0;
  at("strip").replaceChildren(...dealt.deals.map((_, place) => {
    const mark = marks[place] === undefined ? "·" : marks[place].toFixed(1);
    const to = makeButton("", [element("b", "", String(dealt.board + place)), element("small", "", mark)], () => {
      alone?.go(place);
      showAlone();
    }, { "aria-label": `Board ${dealt.board + place}${marks[place] === undefined ? "" : `, ${mark} of 10`}` });
    if (place === here) to.setAttribute("aria-current", "true");
    return element("li", "", to);
  }), element("li", "total", bid.length ? `${bid.length} of ${dealt.deals.length} bid, ${mean.toFixed(1)} of 10 on average` : `${dealt.deals.length} boards`));
}

/** Fill the lists of who may bid a hand. @param {string} partner @param {string} opponents */
function listPlayers(partner, opponents) {
  for (const [id, first, chosen] of [["partner", "", partner], ["opponents", "silent", opponents]]) {
    const list = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (at(id)));
    texts.fill(list);
    for (const group of list.querySelectorAll("optgroup")) group.label = `Robots: ${group.label.toLowerCase()}`;
    list.prepend(...(first ? [new Option("pass", "silent")] : []), new Option("bid by hand", "hand"));
    list.value = chosen;
  }
}

/** Bid the boards of the address. @param {URLSearchParams} address @param {AbortSignal} signal */
async function startAlone(address, signal) {
  if (!address.get("seed") && !address.get("deals")) {
    address.set("seed", newSeed());
    history.replaceState(null, "", `#${address}`);
  }
  const seat = SEATS.find((each) => each[0] === address.get("seat")) ?? "south";
  // older addresses have a seat, and no partner: the player bids both hands
  const [partner, opponents] = [address.get("partner") ?? (address.has("seat") ? "hand" : ROBOT), address.get("opponents") ?? "silent"];
  const [dealt] = await Promise.all([dealtOf(address, signal), texts.load()]);
  if (!dealt.deals.length) throw new Error("This script shows no deals.");
  const known = (/** @type {string} */ who, /** @type {string} */ other) => (["hand", "silent"].includes(who) || texts.text(who) ? who : other);
  alone = new Alone(dealt, { seat, partner: known(partner, ROBOT), opponents: known(opponents, "silent"), at: Number(address.get("at") || 1) - 1 });
  marks = [];
  at("seat").value = seat;
  listPlayers(alone.partner, alone.opponents);
  for (const id of ["alone", "company"]) at(id).hidden = false;
  showAlone();
}

at("seat").addEventListener("change", () => {
  if (alone) alone.seat = at("seat").value;
  showAlone();
});
for (const who of /** @type {("partner" | "opponents")[]} */ (["partner", "opponents"])) {
  at(who).addEventListener("change", () => {
    if (alone) alone[who] = at(who).value;
    showAlone();
  });
}
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
at("again").addEventListener("click", () => {
  alone?.again();
  showAlone();
});
at("advise").addEventListener("click", advise);
at("next").addEventListener("click", () => {
  if (!alone) {
    const board = room.state.board + 1;
    trying(() => askRoom(`rooms/${room.name}/boards`, room.token, { board }));
    return;
  }
  alone.go(alone.at + 1);
  showAlone();
});

// ------------------------------------------------------------------------------------- with others

/** @param {any} state */
function showRoom(state) {
  room.state = state;
  at("room").hidden = false;
  at("link").value = `${location.href.split("#")[0]}#room=${room.name}`;
  at("reach").hidden = !["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  if (state.seat) at("meanings").before(at("room")); // beside the box: who is waited for
  else at("finished").before(at("room"));
  at("room-head").textContent = state.seat ? `Room: you are ${state.seat}` : "Room: take a seat";
  at("seats").replaceChildren(...Object.entries(state.seats).map(([seat, how]) => seatElement(seat, String(how))));
  if (!state.seat) return;
  showTable(roomView(state));
  if (["free", "away"].includes(state.seats[state.turn])) at("box").hidden = true; // the seats take its place
  for (const id of ["reveal", "undo", "again", "advise", "players"]) at(id).hidden = true;
  const last = state.board === state.first + state.boards - 1;
  at("next").hidden = !state.contract || last;
  at("strip").replaceChildren(...Array.from({ length: state.boards }, (_, place) => {
    const board = state.first + place;
    const item = element("li", "number", element("b", "", `${board}`));
    if (board === state.board) item.setAttribute("aria-current", "true");
    return item;
  }));
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
    if (!system) button(`Let a robot bid for ${seat}`, () => askRoom(path, room.token, { seat, system: ROBOT }));
  } else if (room.state.absent?.includes(seat)) {
    button(`Free ${seat}'s seat`, () => askRoom(`rooms/${room.name}/free`, room.token, { seat }));
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
  answering.abort();
  for (const id of ["alone", "room", "playing", "result", "company"]) at(id).hidden = true;
  at("players").hidden = false;
  at("advice").textContent = "";
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

at("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText(at("link").value);
  at("copy").textContent = "Copied";
});
linkPages();
linkDialogs();
addEventListener("hashchange", () => {
  /** @type {HTMLDialogElement} */ (/** @type {unknown} */ (at("people"))).close();
  start();
});
start();
