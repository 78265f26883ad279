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

export class Alone {
  /** @param {Dealt} dealt @param {{seat: string, opponents: string, at: number}} chosen */
  constructor(dealt, chosen) {
    this.dealt = dealt;
    this.seat = chosen.seat;
    this.opponents = chosen.opponents;
    /** Whose cards are seen: own, turn (of whose turn it is), or pair. */
    this.hands = "own";
    this.at = Math.min(Math.max(0, chosen.at), dealt.deals.length - 1);
    /** @type {string[][]} */
    this.auctions = dealt.deals.map(() => []);
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
