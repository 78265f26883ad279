// @ts-check
// A room on the server, as one of its seats sees it: connected again whenever the connection is lost.
import { dealText } from "./bid_alone.js";
import { SEATS, seatName } from "./limits.js";
import { Refused, Unreachable, askRoom, watchRoom } from "./protocol.js";
import { t } from "./words.js";

const KEPT = "dealwright.rooms"; // tokens of this browser's seats, by room
const BROWSER = "dealwright.browser";
const PAUSES = [200, 500, 1000, 2000, 5000]; // milliseconds before connecting again

/** Return this browser's tokens of a room, by seat. @param {string} room @returns {Record<string, string>} */
export function keptSeats(room) {
  return JSON.parse(localStorage.getItem(KEPT) ?? "{}")[room] ?? {};
}

/** Keep the token of a seat, or with "" forget it. @param {string} room @param {string} seat @param {string} token */
function keepSeat(room, seat, token) {
  const all = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  all[room] = { ...all[room], [seat]: token || undefined };
  localStorage.setItem(KEPT, JSON.stringify(all));
}

/** Forget a token that has no seat any more. @param {string} room @param {string} token */
export function forgetToken(room, token) {
  for (const [seat, kept] of Object.entries(keptSeats(room))) if (kept === token) keepSeat(room, seat, "");
}

/**
 * Show a room or a class, now and whenever it changes, until the signal; return the status of a refusal, else 0.
 * @param {string} path  such as "rooms/NAME"
 * @param {string} token
 * @param {(state: any) => void} show
 * @param {(problem: string) => void} tell  called with what is wrong, "" when it is right again
 * @param {AbortSignal} signal
 */
export async function follow(path, token, show, tell, signal) {
  for (let tries = 0; !signal.aborted; tries += 1) {
    let silent = false; // the server says nothing more, which a player cannot know
    try {
      await watchRoom(path, token, (state) => {
        tries = 0;
        tell("");
        show(state);
      }, signal);
    } catch (error) {
      if (signal.aborted) return 0;
      silent = error instanceof Unreachable;
      if (error instanceof Refused && !silent) {
        tell(error.message);
        return error.status;
      }
    }
    if (signal.aborted) return 0;
    if (tries || silent) tell(navigator.onLine ? t`Connection lost. Reconnecting.` : t`There is no network. The table comes back with it.`);
    await pause(PAUSES[Math.min(tries, PAUSES.length - 1)]);
  }
  return 0;
}

/** Wait, but no longer than until the network is back. @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((done) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener("online", go);
      done(undefined);
    };
    const timer = setTimeout(go, milliseconds);
    addEventListener("online", go);
  });
}

/** Take a seat; return its token. @param {string} room @param {string} seat @returns {Promise<string>} */
export async function takeSeat(room, seat) {
  const { token } = await askRoom(`rooms/${room}/seats`, "", { seat, browser: browserName() });
  keepSeat(room, seat, token);
  return token;
}

/** Become a spectator of a hand; return the token. @param {string} room @param {string} seat @returns {Promise<string>} */
export async function watchHand(room, seat) {
  return (await askRoom(`rooms/${room}/spectators`, "", { seat })).token;
}

/** Return a text by which a class knows this browser again, and nobody else does. */
function browserName() {
  const kept = localStorage.getItem(BROWSER);
  if (kept) return kept;
  const made = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  localStorage.setItem(BROWSER, made);
  return made;
}

/** @param {string} room @param {string} seat @param {string} token */
export async function leaveSeat(room, seat, token) {
  await askRoom(`rooms/${room}/leave`, token, {});
  keepSeat(room, seat, "");
}

/**
 * Return what a seat sees as what the page shows of a board.
 * @param {any} state
 * @returns {import("./bid_alone.js").View}
 */
export function roomView(state) {
  const { turn, seats } = state;
  const seat = state.seat ?? state.watched;
  const why = /** @type {Record<string, string>} */ ({ free: t`, whose seat is free`, away: t`, who is away` });
  const waiting = turn ? t`Waiting for ${seatName(turn)}${why[seats[turn]] ?? ""}.` : "";
  return {
    board: state.board, dealer: state.dealer, vulnerable: state.vulnerable,
    deal: dealText(state.hands), shown: Object.keys(state.hands), seat, calls: state.calls, turn: turn ?? "",
    legal: state.legal, contract: state.contract ?? "", note: state.waits ? "" : turn && turn === state.seat ? t`Your call.` : waiting,
    condition: state.condition ?? "", predeal: state.predeal ?? "",
    who: Object.fromEntries(SEATS.map((each) => [each, each === state.seat ? t`you` : state.passing.includes(each) ? t`passes` : state.systems[each] ?? ""])),
  };
}
