// @ts-check
// Playing the cards of a board: the server is the referee and knows what each card leads to.
import { handsOf, showHands } from "./boards.js";
import { element } from "./elements.js";
import { SEATS, partnerOf, seatName, seatOf } from "./limits.js";
import { ask } from "./protocol.js";
import { MOST, WhatNow, cardText } from "./what_now.js";
import { t } from "./words.js";

/** The play of one contract on a board; it takes the place of what stands below the board. */
export class Play {
  /**
   * @param {HTMLElement} board @param {string} deal
   * @param {string} contract  such as 4S-N, or "" where none is known
   * @param {(error: unknown) => void} refuse
   */
  constructor(board, deal, contract, refuse) {
    this.board = board;
    this.deal = deal;
    this.refuse = refuse;
    /** @type {{card: string, player: string}[]} */
    this.played = [];
    /** What the server says of the next card. @type {any} */
    this.next = null;
    this.made = 0;
    this.box = board.appendChild(element("div", "play"));
    const form = this.box.appendChild(document.createElement("form"));
    const label = form.appendChild(element("label", "", t`Contract `));
    this.contract = document.createElement("input");
    this.contract.value = contract;
    this.contract.placeholder = "3NT-S";
    this.contract.size = 7;
    label.append(this.contract);
    const start = form.appendChild(element("button", "", t`Play`));
    start.setAttribute("type", "submit");
    const see = form.appendChild(element("label"));
    this.results = document.createElement("input");
    this.results.type = "checkbox";
    see.append(this.results, t` results of each card`);
    this.table = this.box.appendChild(element("div"));
    this.table.setAttribute("aria-live", "polite");
    this.ending = this.box.appendChild(element("div", "stack"));
    this.whatNow = new WhatNow(this.ending);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.played = [];
      this.ask();
    });
    this.results.addEventListener("change", () => this.show());
    if (contract) this.ask();
    else this.contract.focus();
  }

  /** Ask for the cards that may be played next. */
  async ask() {
    if (this.played.length === 52) {
      this.next = null;
      this.show();
      return;
    }
    try {
      this.next = await ask("play", { deal: this.deal, contract: this.contract.value.trim(), played: this.playedText() });
      this.show();
    } catch (error) {
      this.refuse(error);
    }
  }

  /** Return the cards that were played, as they were played. */
  playedText() {
    return this.played.map(({ card }) => card).join(" ");
  }

  /** @param {string} card @param {number} tricks */
  put(card, tricks) {
    this.played.push({ card, player: this.next.player });
    this.made = tricks;
    this.ask();
  }

  show() {
    const gone = new Set(this.played.map(({ card }) => card));
    showHands(this.board, this.deal, gone);
    const trick = this.played.slice(this.next ? this.played.length - (this.played.length % 4) : 48);
    const parts = [element("p", "", trick.map(({ card, player }) => `${player} ${cardText(card)}`).join(", ") || t`a new trick`)];
    if (this.next) {
      parts.push(element("p", "", t`${seatName(seatOf(this.next.player))} to play; declarer has ${this.next.won}`));
      const cards = element("p", "buttons");
      for (const group of this.next.cards) {
        for (const card of group.cards) {
          const text = this.results.checked ? `${cardText(card)}: ${group.tricks}` : cardText(card);
          const button = cards.appendChild(element("button", "", text));
          button.setAttribute("type", "button");
          button.addEventListener("click", () => this.put(card, group.tricks));
        }
      }
      parts.push(cards);
    } else parts.push(element("p", "", t`Declarer took ${this.made} tricks.`));
    const back = element("button", "", t`Take back`);
    back.setAttribute("type", "button");
    back.addEventListener("click", () => {
      this.played.pop();
      this.ask();
    });
    if (this.played.length) parts.push(back);
    const focused = this.table.contains(document.activeElement);
    this.table.replaceChildren(...parts);
    if (focused) this.table.querySelector("button")?.focus();
    this.offerEnding();
  }

  /** Offer declarer's best line once few cards are left. */
  offerEnding() {
    const left = 13 - Math.floor(this.played.length / 4);
    const [, level, strain, letter] = /^\s*([1-7])\s*(NT?|[SHDC])[X*]*[\s-]*([NESW])/i.exec(this.contract.value) ?? [];
    this.ending.hidden = !this.next || left > MOST || !level;
    if (this.ending.hidden) return;
    const declarer = seatOf(letter.toUpperCase());
    const hands = handsOf(this.deal);
    const [hand, dummy] = [declarer, partnerOf(declarer)].map((seat) => `${seat} ${hands[seat].join(".")}`);
    const leader = SEATS[(SEATS.indexOf(declarer) + 1) % 4];
    this.whatNow.offer({ hand, dummy, play: this.playedText(), leader, trump: strain[0].toUpperCase() === "N" ? "NT" : strain.toUpperCase() }, left, 6 + Number(level) - this.next.won);
  }
}
