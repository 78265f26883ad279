// @ts-check
// Bidding alone: one's own hand first, partner's when it is revealed, all four at the end.
import { contractOf, legalCalls, turnOf } from "./auction.js";
import { SEATS } from "./limits.js";

/** @typedef {import("./address.js").Dealt} Dealt */

/**
 * What a page shows of a board: `shown` are the seats whose cards are seen, `contract` is "" before the end.
 * @typedef {{board: number, dealer: string, vulnerable: string, deal: string, shown: string[], seat: string,
 *   calls: string[], turn: string, legal: string[], contract: string, note: string,
 *   condition: string, predeal: string}} View
 */

/** @param {string} seat */
export const partnerOf = (seat) => SEATS[(SEATS.indexOf(seat) + 2) % 4];

const KEPT = "dealwright.auctions"; // in this tab, by their deals
const MOST = 20; // of them

/** What this tab keeps, the latest first: deals and their auctions. @returns {[string, string[][]][]} */
function keptAuctions() {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => Array.isArray(each) && Array.isArray(each[1])) : [];
  } catch {
    return []; // damaged, or the browser keeps nothing
  }
}

export class Alone {
  /** @param {Dealt} dealt @param {{seat: string, opponents: string, at: number}} chosen */
  constructor(dealt, chosen) {
    this.dealt = dealt;
    this.seat = chosen.seat;
    this.opponents = chosen.opponents;
    /** Whose cards are seen: own, turn (of whose turn it is), or pair. */
    this.hands = "own";
    this.at = Math.min(Math.max(0, chosen.at), dealt.deals.length - 1);
    /** What says which auctions are kept of these deals. */
    this.key = dealt.deals.join() + dealt.boards.map(({ dealer }) => dealer[0]).join("");
    const kept = keptAuctions().find(([key]) => key === this.key)?.[1] ?? [];
    /** @type {string[][]} */
    this.auctions = dealt.deals.map((_, place) => (this.isAuction(place, kept[place]) ? kept[place] : []));
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
      sessionStorage.setItem(KEPT, JSON.stringify([[this.key, this.auctions], ...others].slice(0, MOST)));
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

  /** Have the opponents pass, where they are silent. */
  settle() {
    const ours = [this.seat, partnerOf(this.seat)];
    for (;;) {
      const turn = turnOf(this.dealer, this.calls);
      if (this.opponents !== "silent" || !turn || ours.includes(turn)) return turn;
      this.calls.push("Pass");
    }
  }

  /** @returns {View} */
  view() {
    const turn = this.settle();
    const partner = partnerOf(this.seat);
    const see = { own: [this.seat], turn: [turn], pair: [this.seat, partner] }[this.hands] ?? [];
    const may = turn !== partner || this.hands !== "own";
    const who = turn === this.seat ? "Your call." : turn === partner ? "Partner's call." : `A call for ${turn}.`;
    const how = may ? "" : " Reveal partner's hand, or see the hand whose turn it is.";
    return {
      board: this.number, dealer: this.dealer, vulnerable: this.dealt.boards[this.at].vulnerable,
      deal: this.dealt.deals[this.at], shown: turn ? see : SEATS, seat: this.seat, calls: this.calls, turn,
      legal: may ? legalCalls(this.dealer, this.calls) : [],
      contract: turn ? "" : contractOf(this.dealer, this.calls),
      note: turn ? who + how : "",
      condition: this.dealt.condition, predeal: this.dealt.predeal,
    };
  }

  /** @param {string} call */
  call(call) {
    if (this.view().legal.includes(call)) this.calls.push(call);
  }

  /** Take back the last call of the pair, or of anybody where the opponents bid too. */
  undo() {
    const ours = [this.seat, partnerOf(this.seat)];
    const seatOf = (/** @type {number} */ at) => SEATS[(SEATS.indexOf(this.dealer) + at) % 4];
    while (this.calls.length) {
      this.calls.pop();
      if (this.opponents !== "silent" || ours.includes(seatOf(this.calls.length))) return;
    }
  }

  /** Go to another board. @param {number} step */
  go(step) {
    this.at = Math.min(Math.max(0, this.at + step), this.dealt.deals.length - 1);
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
