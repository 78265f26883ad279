// @ts-check
// The cards of a board on the table: the player's are pressed, robots play the others double dummy.
import { cardName, cardsOf, faceOf } from "./cards.js";
import { contractText } from "./auction_table.js";
import { cardsOfHand, handsOf } from "./boards.js";
import { say } from "./dialogs.js";
import { button, element, partBy, signed, suited } from "./elements.js";
import { SEATS, partnerOf, seatName } from "./limits.js";
import { at } from "./live.js";
import { Unreachable, ask } from "./protocol.js";
import { STRAINS, choicesOf, contractFrom, contractName, isPlay, isVulnerable, nextSeat, rankOf, scoreOf, tricksOf } from "./tricks.js";
import { MOST, WhatNow, cardText } from "./what_now.js";
import { t } from "./words.js";

/** What is played: the deal, the contract as 4SX-N, who is vulnerable in PBN's word, whose seat is the player's. @typedef {{board: number, deal: string, contract: string, vulnerable: string, seat: string}} Played */

const PAUSE = 350; // milliseconds before a card that plays itself
const TRICK = 900; // so long a whole trick is seen before the next is led
const TWICE = 300; // so long after a press no other is taken: it may be the same, pressed twice
const RETRY = 2000; // after which a server that did not answer is asked again
const SWITCHES = ["costs", "singles", "every"];
const KEPT = "dealwright.play"; // switches that are off, or on, unlike at first
const PLACES = ["mine", "left", "across", "right"];

/** The cards of one board. The page keeps what was played, and shows what it is told. */
export class CardTable {
  /**
   * @param {{keep: (kept: Record<string, string | undefined>) => void, tell: (error?: unknown) => void}} page
   *   keeps the play in the address, but for what is undefined; says what is wrong, or that nothing is any more
   */
  constructor(page) {
    this.page = page;
    /** @type {Played | undefined} */
    this.of = undefined;
    this.contract = contractFrom("");
    /** @type {string[]} */
    this.played = [];
    /** Who is played by the player: of declarer's side, a defender, or all. */
    this.plays = "";
    /** Declarer's tricks that were claimed, with those won; -1 if none were. */
    this.claimed = -1;
    this.looksBack = false; // at the last trick
    /** What the server says of the next card, by the cards played. @type {Map<string, any>} */
    this.known = new Map();
    this.running = new AbortController();
    this.note = "";
    this.pressed = -TWICE; // when a card was pressed last
    this.whatNow = new WhatNow(at("ending"));
    at("cards-cloth").addEventListener("keydown", (event) => this.move(event));
    at("card-back").addEventListener("click", () => this.takeBack());
    at("last-trick").addEventListener("click", () => {
      this.looksBack = !this.looksBack;
      this.show();
    });
    at("claim").addEventListener("click", () => {
      at("claiming").hidden = !at("claiming").hidden;
      at("claim").setAttribute("aria-expanded", String(!at("claiming").hidden));
      if (!at("claiming").hidden) at("claimed").select();
    });
    at("claiming").addEventListener("submit", (event) => {
      event.preventDefault();
      this.claim(Number(at("claimed").value));
    });
    at("plays").addEventListener("change", () => {
      this.plays = at("plays").value;
      this.keep();
      this.go();
    });
    at("other-contract").addEventListener("submit", (event) => {
      event.preventDefault();
      this.change(at("contract-text").value.trim().toUpperCase());
    });
    const kept = keptSwitches();
    for (const name of SWITCHES) {
      at(name).checked = kept[name] ?? at(name).checked;
      at(name).addEventListener("change", () => {
        keepSwitches(Object.fromEntries(SWITCHES.map((each) => [each, at(each).checked])));
        this.go();
      });
    }
  }

  /**
   * Put a board on the table.
   * @param {Played} of @param {{played?: string, plays?: string, claimed?: string}} [kept]  as the address has them
   */
  open(of, { played = "", plays = "", claimed = "" } = {}) {
    this.running.abort();
    this.contract = contractFrom(of.contract);
    this.of = { ...of, contract: this.contract ? contractName(this.contract) : of.contract };
    const cards = cardsOf(played) ?? [];
    this.played = this.contract && isPlay(of.deal, cards, this.contract) ? cards : [];
    const won = this.declarerWon;
    const isClaim = this.contract && /^\d+$/.test(claimed) && Number(claimed) >= won && Number(claimed) <= won + 13 - this.whole.length;
    this.claimed = isClaim ? Number(claimed) : -1;
    this.looksBack = false;
    this.known = new Map();
    const declarer = this.contract?.declarer ?? "";
    const ours = [of.seat, partnerOf(of.seat)].includes(declarer) || !of.seat;
    this.plays = plays || (ours ? "declarer" : of.seat);
    const defenders = SEATS.filter((seat) => seat !== declarer && seat !== partnerOf(declarer));
    at("plays").replaceChildren(...(this.contract ? [new Option(t`${seatName(declarer)} and dummy`, "declarer"),
      ...defenders.map((seat) => new Option(t`${seatName(seat)}, in defence`, seat)), new Option(t`all four hands`, "all")] : []));
    at("plays").value = this.plays;
    if (!at("plays").value) at("plays").value = this.plays = "declarer";
    at("contract-text").value = this.of.contract;
    this.keep();
    this.go();
    if (!this.contract) this.choose(this.of);
  }

  /** Play another contract, from the first card. @param {string} contract */
  change(contract) {
    if (!this.of) return;
    if (!contractFrom(contract)) {
      this.page.tell(new Error(t`${contract} is no contract with its declarer. Write one such as 3NT-S.`));
      return;
    }
    const before = this.of;
    const kept = { played: this.played.join(""), plays: this.plays, claimed: String(this.claimed) };
    this.page.tell();
    this.open({ ...before, contract }, { plays: this.plays === "all" ? "all" : "" });
    if (kept.played) say(t`The play begins anew.`, t`Undo`, () => this.open(before, kept));
  }

  /** Take the cards off the table; the address keeps them. */
  leave() {
    this.running.abort();
    this.of = undefined;
  }

  /** Keep nothing of the play in the address. */
  forget() {
    this.page.keep({ play: undefined, on: undefined, played: undefined, plays: undefined, claimed: undefined });
  }

  /** Play the contract that makes for the most, double dummy, where no auction says another. @param {Played} of */
  async choose(of) {
    const { signal } = this.running;
    try {
      const solved = await ask("solve", { deals: [of.deal], board: of.board, vulnerable: of.vulnerable }, signal);
      const contract = bestContract(solved.boards[0].tricks, of.vulnerable);
      if (this.of === of && contract && !signal.aborted) this.open({ ...of, contract }, { plays: this.plays });
    } catch (error) {
      if (!signal.aborted) this.page.tell(error);
    }
  }

  keep() {
    if (!this.of) return;
    const { board, contract } = this.of;
    this.page.keep({ play: contract, on: String(board), played: this.played.join("") || undefined, plays: this.plays || undefined, claimed: this.claimed < 0 ? undefined : String(this.claimed) });
  }

  /** Whether the player plays the cards of a seat. @param {string} seat */
  isMine(seat) {
    if (this.plays === "all") return true;
    if (this.plays !== "declarer") return seat === this.plays;
    return Boolean(this.contract && [this.contract.declarer, partnerOf(this.contract.declarer)].includes(seat));
  }

  /** Whether the player is a defender. */
  get defends() {
    return !["declarer", "all"].includes(this.plays);
  }

  get tricks() {
    return this.contract ? tricksOf(this.played, this.contract) : [];
  }

  /** The tricks that are won. */
  get whole() {
    return this.tricks.filter(({ winner }) => winner);
  }

  get declarerWon() {
    const { declarer } = this.contract ?? { declarer: "" };
    return this.whole.filter(({ winner }) => [declarer, partnerOf(declarer)].includes(winner)).length;
  }

  get over() {
    return this.claimed >= 0 || this.played.length === 52;
  }

  /** Return the cards that may be played before a place of the play, and by whom. @param {string[]} played */
  choices(played = this.played) {
    if (!this.of || !this.contract || played.length === 52) return { seat: "", cards: [] };
    const tricks = tricksOf(played, this.contract);
    const seat = nextSeat(tricks, this.contract);
    return { seat, cards: choicesOf(this.of.deal, played, seat, tricks.at(-1)) };
  }

  /** Show the table; then let robots play, and single cards themselves, until a choice of the player. */
  async go() {
    this.running.abort();
    const { signal } = (this.running = new AbortController());
    this.show();
    if (!this.of || !this.contract) return;
    try {
      if (this.over) {
        await this.tellCosts(signal);
        return;
      }
      const { seat, cards } = this.choices();
      const whole = Boolean(this.tricks.at(-1)?.winner);
      const waits = new Promise((done) => setTimeout(done, whole ? TRICK : PAUSE));
      const mine = this.isMine(seat);
      const single = mine && cards.length === 1 && at("singles").checked ? cards[0] : "";
      if (mine && !single) {
        if (at("costs").checked) {
          await this.solved(this.played, signal);
          if (!signal.aborted) this.showCosts();
        }
        return;
      }
      const card = single || robotsCard((await this.solved(this.played, signal)).cards);
      await waits;
      if (!signal.aborted) this.put(card);
    } catch (error) {
      if (signal.aborted) return;
      this.page.tell(error);
      if (error instanceof Unreachable) setTimeout(() => !signal.aborted && this.go(), RETRY);
    }
  }

  /** Return what the server says of the next card. @param {string[]} played @param {AbortSignal} signal */
  async solved(played, signal) {
    const key = played.join(" ");
    const { known } = this; // of this contract
    if (!known.has(key)) {
      const { deal, contract } = /** @type {Played} */ (this.of);
      known.set(key, await ask("play", { deal, contract, played: key }, signal));
      if (!signal.aborted) this.page.tell(); // the server answers
    }
    return known.get(key);
  }

  /** Play a card that is pressed; a press right after another is the same one. @param {string} card */
  press(card) {
    if (performance.now() - this.pressed < TWICE) return;
    this.pressed = performance.now();
    setTimeout(() => {
      for (const each of at("cards-cloth").querySelectorAll("button")) each.removeAttribute("aria-disabled");
    }, TWICE + 20); // later than the last face that is drawn as locked
    this.put(card);
  }

  /** @param {string} card */
  put(card) {
    if (!this.choices().cards.includes(card) || this.over) return;
    this.played.push(card);
    this.looksBack = false;
    this.keep();
    this.go();
  }

  /** Take back a claim, or the last card that the player chose, and what came after it. */
  takeBack() {
    if (this.claimed >= 0) this.claimed = -1;
    else {
      while (this.played.length) {
        this.played.pop();
        const { seat, cards } = this.choices();
        if (this.isMine(seat) && !(cards.length === 1 && at("singles").checked)) break;
      }
    }
    this.looksBack = false;
    this.keep();
    this.go();
  }

  /** Claim tricks of the rest; the defence, or declarer, agrees if no play takes one of them. @param {number} number */
  async claim(number) {
    const { signal } = this.running;
    const left = 13 - this.whole.length;
    if (!this.contract || this.over || !this.isMine(this.choices().seat) || !(number >= 0 && number <= left)) return;
    try {
      const { cards } = await this.solved(this.played, signal);
      if (signal.aborted) return;
      const most = cards[0].tricks; // of declarer, if all play their best
      const taken = this.declarerWon + (this.defends ? left - number : number);
      if (this.defends ? taken < most : taken > most) {
        this.note = at("cards-note").textContent = t`Not agreed: the other side can take more. Play on.`;
        return;
      }
      this.claimed = taken;
      at("claiming").hidden = true;
      this.keep();
      this.go();
      at("cards-head").focus(); // the form is gone
    } catch (error) {
      if (!signal.aborted) this.page.tell(error);
    }
  }

  // ----------------------------------------------------------------------------------- what is seen

  show() {
    if (!this.of) return;
    const { board, deal, seat, vulnerable } = this.of;
    const { contract } = this;
    const declarer = contract?.declarer ?? (seat || "south");
    at("cards-head").replaceChildren(t`Board ${board}`, ...(contract ? [" · ", suited(contractText(this.of.contract))] : []));
    const won = this.declarerWon;
    const lost = this.whole.length - won;
    at("cards-won").textContent = contract ? t`declarer ${won}, defence ${lost}` : "";
    const next = this.over ? { seat: "", cards: [] } : this.choices();
    const cloth = at("cards-cloth");
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    const focused = active && cloth.contains(active) ? active.dataset.card ?? "" : undefined;
    const first = this.defends ? this.plays : declarer;
    const seats = PLACES.map((_, k) => SEATS[(SEATS.indexOf(first) + k) % 4]);
    cloth.replaceChildren(...seats.map((each, k) => this.hand(each, PLACES[k], next)), this.trick(seats));
    if (focused !== undefined) (partBy(cloth, "card", focused) ?? /** @type {HTMLElement | null} */ (cloth.querySelector("button")) ?? cloth).focus();
    this.showCosts();
    this.showNote(next.seat, won);
    at("card-back").disabled = !this.played.length && this.claimed < 0;
    at("last-trick").hidden = !this.whole.length;
    at("last-trick").setAttribute("aria-pressed", String(this.looksBack));
    at("claim").hidden = this.over || !contract;
    at("claim-send").disabled = !this.isMine(next.seat);
    at("claim-label").textContent = this.plays === "all" ? t`Of the rest declarer takes` : t`Of the rest you take`;
    if (at("claim").hidden) at("claiming").hidden = true;
    at("claimed").max = String(13 - won - lost);
    if (at("claiming").hidden) at("claimed").value = at("claimed").max;
    this.showEnd(vulnerable);
    this.offerEnding(deal, won);
  }

  /** Return a hand: cards that are seen, those that may be played as buttons. @param {string} seat @param {string} place @param {{seat: string, cards: string[]}} next */
  hand(seat, place, next) {
    const { deal } = /** @type {Played} */ (this.of);
    const left = cardsOfHand(handsOf(deal)[seat]).filter((card) => !this.played.includes(card));
    const dummy = this.contract && partnerOf(this.contract.declarer);
    const seen = at("every").checked || this.plays === "all" || this.over || (!this.contract && seat === this.of?.seat) || (seat === dummy ? this.played.length > 0 : this.isMine(seat));
    const turn = seat === next.seat;
    const role = !this.contract ? "" : seat === dummy ? t`dummy` : seat === this.contract.declarer ? t`declarer` : this.isMine(seat) ? t`you` : t`robot`;
    const head = element("p", "place", element("b", "", seatName(seat)), element("small", "", seen ? role : t`${role}, ${left.length} cards`));
    if (turn) head.setAttribute("aria-current", "true");
    const suits = ["S", "H", "C", "D"].map((suit) => element("span", "suit-cards", ...left.filter((card) => card[0] === suit).map((card) => {
      const face = faceElement(card, cardName(card));
      if (!turn || !this.isMine(seat) || !next.cards.includes(card)) {
        face.classList.toggle("held", turn && this.isMine(seat));
        return face;
      }
      const locked = performance.now() - this.pressed < TWICE;
      return button(face.className, [...face.childNodes], () => this.press(card), { "data-card": card, "aria-label": cardName(card), ...(locked ? { "aria-disabled": "true" } : {}) });
    })));
    const box = element("div", `held-by ${place}${seen ? "" : " unseen"}`, head, ...(seen ? [element("div", "hand-cards", ...suits)] : []));
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", [seatName(seat), role].filter(Boolean).join(", "));
    return box;
  }

  /** Show on the cards that may be played what they cost, if that is known and wanted. */
  showCosts() {
    const costs = at("costs").checked ? this.costs() : new Map();
    for (const face of /** @type {NodeListOf<HTMLElement>} */ (at("cards-cloth").querySelectorAll("button[data-card]"))) {
      const card = face.dataset.card ?? "";
      const cost = costs.get(card);
      if (cost === undefined || face.querySelector(".cost")) continue;
      face.append(element("small", cost ? "cost" : "cost free", cost ? `−${cost}` : "="));
      face.setAttribute("aria-label", `${cardName(card)}, ${cost ? t`costs ${cost}` : t`costs nothing`}`);
    }
  }

  /** Return what the cards that may be played cost, in tricks, as far as it is known. @returns {Map<string, number>} */
  costs(played = this.played) {
    const found = this.known.get(played.join(" "));
    if (!found) return new Map();
    const best = found.cards[0].tricks;
    return new Map(found.cards.flatMap((/** @type {any} */ group) => group.cards.map((/** @type {string} */ card) => [card, Math.abs(best - group.tricks)])));
  }

  /** Return the trick on the table, or the last one. @param {string[]} seats  the player's first */
  trick(seats) {
    const { tricks } = this;
    const trick = (this.looksBack && tricks.at(-2)) || tricks.at(-1);
    const box = element("div", "trick", ...(trick?.cards ?? []).map(({ card, seat }) => {
      const face = faceElement(card, t`${seatName(seat)}: ${cardName(card)}`);
      face.classList.add(PLACES[seats.indexOf(seat)]);
      face.classList.toggle("won", trick?.winner === seat);
      return face;
    }));
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", this.looksBack ? t`Last trick` : t`Trick on the table`);
    return box;
  }

  /** Say what was played last, and who plays now. @param {string} turn @param {number} won */
  showNote(turn, won) {
    const last = this.tricks.at(-1);
    const card = last?.cards.at(-1);
    const parts = [];
    if (card) parts.push(t`${seatName(card.seat)}: ${cardName(card.card)}.`);
    if (last?.winner) parts.push(t`${seatName(last.winner)} wins the trick.`);
    if (this.over) parts.push(t`Declarer took ${this.claimed < 0 ? won : this.claimed} tricks.`);
    else if (turn) parts.push(this.isMine(turn) ? t`${seatName(turn)} to play.` : t`${seatName(turn)} is thinking.`);
    else parts.push(t`Say which contract is played.`);
    if (parts.join(" ") !== this.note) this.note = at("cards-note").textContent = parts.join(" "); // else it is read again
  }

  /** Show the result at the end. @param {string} vulnerable */
  showEnd(vulnerable) {
    at("played-out").hidden = !this.over;
    if (!this.over || !this.contract) return;
    const taken = this.claimed < 0 ? this.declarerWon : this.claimed;
    const over = taken - 6 - this.contract.level;
    const score = scoreOf(this.contract, taken, isVulnerable(this.contract.declarer, vulnerable));
    const made = over < 0 ? t`${-over} down` : over ? t`made with ${over} over` : t`just made`;
    const defends = !["declarer", "all"].includes(this.plays);
    const mine = defends ? -score : score;
    at("played-result").replaceChildren(element("b", mine < 0 ? "number lost" : "number", signed(mine)), " ", element("span", "", t`${taken} tricks, ${made}`), element("small", "", defends ? t` for your side` : t` for declarer's side`));
  }

  /** Tell which cards of the player cost tricks. @param {AbortSignal} signal */
  async tellCosts(signal) {
    const box = at("played-costs");
    box.replaceChildren(element("p", "note", t`looking for cards that cost tricks`));
    /** @type {Node[]} */
    const lines = [];
    for (let place = 0; place < this.played.length; place += 1) {
      const before = this.played.slice(0, place);
      const { seat, cards } = this.choices(before);
      if (!this.isMine(seat) || cards.length === 1) continue;
      await this.solved(before, signal);
      if (signal.aborted) return;
      const cost = this.costs(before).get(this.played[place]) ?? 0;
      if (cost) lines.push(element("li", "", suited(t`Trick ${Math.floor(place / 4) + 1}: ${seatName(seat)}'s ${cardText(this.played[place])} cost ${cost}`)));
    }
    if (this.claimed >= 0) {
      const most = (await this.solved(this.played, signal)).cards[0].tricks;
      if (signal.aborted) return;
      const gave = this.defends ? this.claimed - most : most - this.claimed;
      if (gave > 0) lines.push(element("li", "", t`The claim gave up ${gave}`));
    }
    box.replaceChildren(...(lines.length ? [element("ul", "", ...lines)] : [element("p", "", t`No card of yours cost a trick, all cards seen.`)]));
  }

  /** Offer declarer's best line once few cards are left. @param {string} deal @param {number} won */
  offerEnding(deal, won) {
    const { contract } = this;
    const left = 13 - Math.floor(this.played.length / 4);
    at("ending").hidden = this.over || !contract || left > MOST || this.defends;
    if (at("ending").hidden || !contract) return;
    const { declarer, leader, strain, level } = contract;
    const hands = handsOf(deal);
    const [hand, dummy] = [declarer, partnerOf(declarer)].map((each) => `${each} ${hands[each].join(".")}`);
    this.whatNow.offer({ hand, dummy, play: this.played.join(" "), leader, trump: strain }, left, 6 + level - won);
  }

  /** Go from card to card with the arrow keys. @param {KeyboardEvent} event */
  move(event) {
    if (event.repeat && ["Enter", " "].includes(event.key)) event.preventDefault(); // a key that is held plays one card
    const step = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 })[event.key];
    const cards = /** @type {HTMLElement[]} */ ([...at("cards-cloth").querySelectorAll("button")]);
    if (!step || !cards.length) return;
    event.preventDefault();
    const from = cards.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    cards[(Math.max(from, step < 0 ? 0 : -1) + step + cards.length) % cards.length].focus();
  }
}

/** Return the face of a card, with what it is called. @param {string} card @param {string} name */
function faceElement(card, name) {
  const face = faceOf(card[1], "SHDC".indexOf(card[0]));
  face.setAttribute("role", "img");
  face.setAttribute("aria-label", name);
  return face;
}

/** Return the lowest of the best cards, as a robot plays. @param {{cards: string[], tricks: number}[]} groups  the best first */
function robotsCard(groups) {
  const best = groups.filter(({ tricks }) => tricks === groups[0].tricks).flatMap(({ cards }) => cards);
  return best.reduce((low, card) => (rankOf(card) < rankOf(low) ? card : low));
}

/** Return the contract that scores most of those that make, "" if none does. @param {Record<string, Record<string, number>>} tricks  by declarer and strain @param {string} vulnerable */
function bestContract(tricks, vulnerable) {
  const made = SEATS.flatMap((seat) => Object.entries(STRAINS).flatMap(([strain, name]) => {
    const level = tricks[seat][name] - 6;
    const contract = contractFrom(`${level}${strain}-${seat[0]}`);
    return contract ? [{ name: contractName(contract), score: scoreOf(contract, level + 6, isVulnerable(seat, vulnerable)) }] : [];
  }));
  return made.sort((one, other) => other.score - one.score)[0]?.name ?? "";
}

/** @returns {Record<string, boolean>} */
function keptSwitches() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") ?? {};
  } catch {
    return {}; // damaged, or a browser that keeps nothing
  }
}

/** @param {Record<string, boolean>} switches */
function keepSwitches(switches) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(switches));
  } catch {
    // a browser that keeps nothing
  }
}
