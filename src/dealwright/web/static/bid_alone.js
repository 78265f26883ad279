// @ts-check
// Bidding alone: one's own hand first; partner and opponents are robots, silent, or bid by hand; all four hands at the end.
import { callerOf, contractOf, legalCalls, turnOf } from "./auction.js";
import { SEATS, partnerOf, seatName } from "./limits.js";
import { t } from "./words.js";

/** @typedef {import("./address.js").Dealt} Dealt */

/**
 * What a page shows of a board: `shown` are the seats whose cards are seen, `contract` is "" before the end.
 * @typedef {{board: number, dealer: string, vulnerable: string, deal: string, shown: string[], seat: string,
 *   calls: string[], turn: string, legal: string[], contract: string, note: string,
 *   condition: string, predeal: string, who?: Record<string, string>, meanings?: Meaning[]}} View
 */

const KEPT = "dealwright.auctions"; // in this tab, by their deals
const MOST = 20; // of them

/** Why a system made a call. @typedef {{rule: string, note: string}} Meaning */

/** What this tab keeps, the latest first: deals, their auctions, and why systems made calls. @returns {[string, string[][], Meaning[][]?][]} */
function keptAuctions() {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => Array.isArray(each) && Array.isArray(each[1])) : [];
  } catch {
    return []; // damaged, or the browser keeps nothing
  }
}

export class Alone {
  /** @param {Dealt} dealt @param {{seat: string, partner: string, opponents: string, at: number}} chosen */
  constructor(dealt, chosen) {
    this.dealt = dealt;
    this.seat = chosen.seat;
    /** Who bids partner's hand, and the opponents': hand (you do), silent (they pass), or a system. */
    this.partner = chosen.partner;
    this.opponents = chosen.opponents;
    /** Whose cards are seen: own, turn (of whose turn it is), or pair. */
    this.hands = "own";
    this.at = Math.min(Math.max(0, chosen.at), dealt.deals.length - 1);
    /** What says which auctions are kept of these deals. */
    this.key = dealt.deals.join() + dealt.boards.map(({ dealer }) => dealer[0]).join("");
    const [, kept = [], meanings = []] = keptAuctions().find(([key]) => key === this.key) ?? [];
    /** @type {string[][]} */
    this.auctions = dealt.deals.map((_, place) => (this.isAuction(place, kept[place]) ? kept[place] : []));
    /** Why systems made their calls, at the places of the calls. @type {Meaning[][]} */
    this.meanings = dealt.deals.map((_, place) => (Array.isArray(meanings?.[place]) ? meanings[place] : []));
  }

  /** Whether something is an auction of a board. @param {number} place @param {unknown} calls */
  isAuction(place, calls) {
    const { dealer } = this.dealt.boards[place];
    return Array.isArray(calls) && calls.every((call, k) => legalCalls(dealer, calls.slice(0, k)).includes(call));
  }

  /** Keep the auctions, for a page that is loaded again. */
  keep() {
    const others = keptAuctions().filter(([key]) => key !== this.key);
    try {
      sessionStorage.setItem(KEPT, JSON.stringify([[this.key, this.auctions, this.meanings], ...others].slice(0, MOST)));
    } catch {
      // a browser that keeps nothing: the auctions begin anew next time
    }
  }

  get calls() {
    return this.auctions[this.at];
  }

  get number() {
    return this.dealt.board + this.at;
  }

  get dealer() {
    return this.dealt.boards[this.at].dealer;
  }

  /** Return who bids a hand: "" for the player. @param {string} seat */
  bidderOf(seat) {
    const how = seat === this.seat ? "hand" : seat === partnerOf(this.seat) ? this.partner : this.opponents;
    return how === "hand" ? "" : how;
  }

  /** Have silent hands pass; return whose turn it is. */
  settle() {
    for (;;) {
      const turn = turnOf(this.dealer, this.calls);
      if (!turn || this.bidderOf(turn) !== "silent") return turn;
      this.calls.push("Pass");
    }
  }

  /** Return the system that is to call now; "" if a player is, or nobody. */
  get robot() {
    const turn = this.settle();
    return turn ? this.bidderOf(turn) : "";
  }

  /** @returns {View} */
  view() {
    const turn = this.settle();
    const partner = partnerOf(this.seat);
    const see = { own: [this.seat], turn: [turn], pair: [this.seat, partner] }[this.hands] ?? [];
    const robot = Boolean(turn && this.bidderOf(turn));
    const may = !robot && (turn !== partner || this.hands !== "own");
    const who = turn === this.seat ? t`Your call.` : turn === partner ? t`Partner's call.` : t`${turn && seatName(turn)} to call.`;
    const how = may || robot ? "" : t` Reveal partner's hand, or choose to see the hand to bid.`;
    return {
      board: this.number, dealer: this.dealer, vulnerable: this.dealt.boards[this.at].vulnerable,
      deal: this.dealt.deals[this.at], shown: turn ? see : SEATS, seat: this.seat, calls: this.calls, turn,
      legal: may ? legalCalls(this.dealer, this.calls) : [],
      contract: turn ? "" : contractOf(this.dealer, this.calls),
      note: turn ? who + how : "",
      condition: this.dealt.condition, predeal: this.dealt.predeal,
    };
  }

  /** Make a call of the player. @param {string} call */
  call(call) {
    if (this.view().legal.includes(call)) this.calls.push(call);
  }

  /** Make a call of a system. @param {string} call @param {Meaning} meaning */
  answer(call, meaning) {
    this.meanings[this.at][this.calls.length] = meaning;
    this.calls.push(call);
  }

  /** Begin the auction of this board anew. */
  again() {
    this.auctions[this.at] = [];
    this.meanings[this.at] = [];
  }

  /** Take back the last call that the player made, and what came after it. */
  undo() {
    while (this.calls.length) {
      this.calls.pop();
      this.meanings[this.at].length = Math.min(this.meanings[this.at].length, this.calls.length);
      if (!this.bidderOf(callerOf(this.dealer, this.calls.length))) return;
    }
  }

  /** Go to another board. @param {number} at */
  go(at) {
    this.at = Math.min(Math.max(0, at), this.dealt.deals.length - 1);
    if (this.hands === "pair") this.hands = "own";
  }
}

/**
 * Return a deal as text, of which only some hands are known.
 * @param {Record<string, string>} hands
 */
export function dealText(hands) {
  return `N:${SEATS.map((seat) => hands[seat] ?? "...").join(" ")}`;
}
