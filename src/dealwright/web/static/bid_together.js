// @ts-check
// Bidding with others: the seats of a room, spectators, calls taken back, and the tables of a class.
import { auctionTable, contractText } from "./auction_table.js";
import { boardElement } from "./boards.js";
import { button, element } from "./elements.js";
import { SEATS, seatName } from "./limits.js";
import { at } from "./live.js";
import { askRoom } from "./protocol.js";
import { follow, forgetToken, keptSeats, leaveSeat, roomView, takeSeat, watchHand } from "./room.js";
import { linkSharing } from "./share_link.js";
import { t } from "./words.js";

const ROBOT = "standard"; // the system of a robot in a free seat

/**
 * What a page does for a room: show a board and the strip of boards, say what is wrong, and try what may be refused.
 * @typedef {{showTable: (view: import("./bid_alone.js").View) => void, showStrip: () => void, tell: (text: string) => void,
 *   trying: (act: () => Promise<unknown>) => Promise<void>}} Table
 */

export class Company {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.name = "";
    this.token = "";
    /** What was last seen of the room. @type {any} */
    this.state = null;
    this.refused = false; // to take one's last call back
    linkSharing(table.trying);
  }

  /** Follow a room until the signal. @param {string} name @param {string} token @param {AbortSignal} signal */
  async open(name, token, signal) {
    Object.assign(this, { name, token, state: null });
    const status = await follow(`rooms/${name}`, token, (state) => this.show(state), this.table.tell, signal);
    if (status !== 403) return;
    const why = at("problem").textContent ?? "";  // the token gives no seat any more: which are free?
    forgetToken(name, token);
    Object.assign(this, { token: "", state: null });
    at("playing").hidden = true;
    at("finished").replaceChildren();
    await follow(`rooms/${name}`, "", (state) => this.show(state), (text) => this.table.tell(text || why), signal);
  }

  /** Ask for something of the room, with the token. @param {string} what @param {object} [given] */
  ask(what, given = {}) {
    return this.table.trying(() => askRoom(`rooms/${this.name}/${what}`, this.token, given));
  }

  /** @param {any} state */
  show(state) {
    const { board, calls, undo } = this.state ?? {};
    const same = board === state.board && calls?.length === state.calls?.length;
    this.refused = same && !state.undo && (this.refused || (undo && undo === state.seat)); // nobody took the call back
    this.state = state;
    at("room").hidden = false;
    at("link").value = `${location.href.split("#")[0]}#room=${this.name}`;
    at("reach").hidden = !["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
    const seen = state.seat || state.watched;
    if (seen && !state.contract) at("meanings").before(at("room")); // beside the box: who is waited for
    else at("finished").before(at("room"));
    at("room-head").textContent = state.seat ? t`Room: you are ${seatName(state.seat)}` : state.watched ? t`Room: you see ${seatName(state.watched)}'s hand` : t`Room: take a seat`;
    at("seats").replaceChildren(...Object.entries(state.seats).map(([seat, how]) => this.seat(seat, String(how))));
    at("waiting").hidden = !state.waits;
    this.showRequest();
    if (!seen) return;
    this.table.showTable(roomView(state));
    // what is waited for takes the place of the box
    if (!state.seat || state.waits || ["free", "away"].includes(state.seats[state.turn])) at("box").hidden = true;
    for (const id of ["reveal", "again", "advise", "players"]) at(id).hidden = true;
    at("undo").hidden = !state.seat || Boolean(state.contract) || state.waits;
    at("undo").disabled = state.undo === state.seat || !state.calls.length;
    at("next").hidden = !state.seat || !state.contract;
    this.table.showStrip();
    const finished = state.contract ? state.finished.slice(0, -1) : state.finished;
    at("finished").replaceChildren(...finished.map((/** @type {any} */ board) => {
      const details = element("details", "", element("summary", "", t`Board ${board.board}: ${contractText(board.contract)}`));
      const { dealer, vulnerable } = board;
      details.append(element("ul", "tables", boardElement(board.deal, board.board, new Set(SEATS), [], { dealer, vulnerable })));
      details.append(auctionTable(dealer, board.calls, ""));
      return details;
    }));
  }

  /** Show who asks to take a call back, and let others answer. */
  showRequest() {
    const { undo, seat } = this.state;
    at("request").hidden = !undo && !this.refused;
    if (this.refused) at("request").textContent = t`Your last call was not taken back: the request was refused.`;
    if (!undo) return;
    if (undo === seat) at("request").replaceChildren(t`You asked to take your last call back.`);
    else {
      at("request").replaceChildren(t`${seatName(undo)} asks to take the last call back. `);
      const answer = (/** @type {boolean} */ agree) => () => this.ask("undo/answer", { agree });
      if (seat) at("request").append(button("", t`Agree`, answer(true)), " ", button("", t`Refuse`, answer(false)));
    }
  }

  /** Return the row of a seat: who sits there, and what one may do about it. @param {string} seat @param {string} how */
  seat(seat, how) {
    const { state, name } = this;
    const kept = keptSeats(name)[seat];
    const mine = state.seat === seat;
    const passes = state.passing.includes(seat);
    const system = state.systems[seat];
    const watchers = state.watchers?.[seat];
    const words = mine ? t`you` : passes ? t`free, passes` : system ? t`free, bids ${system}` : how;
    const item = element("li", "", `${seatName(seat)}: ${words}${watchers ? t`, ${watchers} watching` : ""} `);
    const add = (/** @type {string} */ text, /** @type {() => Promise<unknown>} */ act) => {
      item.append(button("", text, () => this.table.trying(act)), " ");
    };
    const sitDown = (/** @type {string} */ token) => {
      location.hash = `room=${name}&token=${token}`;
    };
    if (mine) {
      add(t`Leave the seat`, async () => {
        await leaveSeat(name, seat, this.token);
        location.hash = `room=${name}`;
      });
    } else if (!state.seat) {
      if (kept && how !== "free") add(t`Back to ${seatName(seat)}`, async () => sitDown(kept));
      else if (how === "free") add(t`Sit ${seatName(seat)}`, async () => sitDown(await takeSeat(name, seat)));
      if (!state.watched && !state.waits) add(t`Watch ${seatName(seat)}`, async () => sitDown(await watchHand(name, seat)));
    } else if (how === "free") {
      if (!passes) add(t`Let ${seatName(seat)} pass`, () => askRoom(`rooms/${name}/passes`, this.token, { seat }));
      if (!system) add(t`Let a robot bid for ${seatName(seat)}`, () => askRoom(`rooms/${name}/passes`, this.token, { seat, system: ROBOT }));
    } else if (state.absent?.includes(seat)) {
      add(t`Free ${seatName(seat)}'s seat`, () => askRoom(`rooms/${name}/free`, this.token, { seat }));
    }
    return item;
  }
}

/** Show which tables of a class have free seats. @param {any} state */
export function showClass(state) {
  at("room").hidden = false;
  at("finished").before(at("room"));
  at("room-head").textContent = t`Class: choose a table`;
  at("sharing").hidden = true;
  at("seats").replaceChildren(...state.tables.map((/** @type {any} */ table, /** @type {number} */ place) => {
    const link = element("a", "", table.title || t`Table ${place + 1}`);
    link.setAttribute("href", `#room=${table.room}`);
    const free = Object.keys(table.seats).filter((seat) => table.seats[seat] === "free");
    return element("li", "", link, ": ", free.length ? t`${free.map(seatName).join(", ")} free` : t`full`);
  }));
}
