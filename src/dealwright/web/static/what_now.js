// @ts-check
// What now? The best line of an ending: its chance beside others, its cards one after another, and where a card differs from it.
import { cardsOf } from "./cards.js";
import { SUITS, button, element, suited } from "./elements.js";
import { SEATS, seatName } from "./limits.js";
import { Live } from "./live.js";
import { watch } from "./protocol.js";
import { grouped, numberOf, percent, tagOf } from "./statistics.js";
import { figureTable } from "./tables.js";
import { joinedAnd, t } from "./words.js";

export const MOST = 7; // cards of each hand in an ending
const MADE = -1; // in place of a step: the tricks are made

let boxes = 0;

/** The question for the best line, in a box of a page. */
export class WhatNow {
  /** @param {HTMLElement} box */
  constructor(box) {
    /** @type {Record<string, any>} */
    this.given = {};
    this.asked = "";
    this.card = "";
    const label = element("label", "", t`Tricks wanted `);
    this.wanted = document.createElement("input");
    Object.assign(this.wanted, { type: "number", min: 1, max: MOST, required: true });
    label.append(this.wanted);
    const start = element("button", "", t`What now?`);
    start.setAttribute("type", "submit");
    this.form = element("form", "buttons", label, start);
    this.note = element("p", "small soft");
    const problem = element("p", "problem");
    problem.id = `what-now-problem-${++boxes}`;
    problem.setAttribute("role", "alert");
    problem.hidden = true;
    this.found = element("div", "stack");
    this.found.setAttribute("aria-live", "polite");
    box.append(this.form, this.note, problem, this.found);
    this.question = new Live(problem, (signal) => this.ask(signal));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.card = "";
      this.question.now();
    });
    this.wanted.addEventListener("input", () => this.clear());
  }

  /**
   * Offer the question for a position; another position takes the answer away.
   * @param {Record<string, any>} given  the fields of the request without the tricks
   * @param {number} left  cards of each hand
   * @param {number} [wanted]  how many tricks, where a contract says it
   */
  offer(given, left, wanted) {
    const asked = JSON.stringify([given, left, wanted]);
    if (asked === this.asked) return;
    this.asked = asked;
    this.given = given;
    this.clear();
    this.wanted.max = String(left);
    if (wanted !== undefined) this.wanted.value = String(wanted);
    else if (!this.wanted.value || Number(this.wanted.value) > left) this.wanted.value = String(Math.max(1, left - 1));
    const note = left > MOST ? t`The best line is found once ${MOST} cards are left in each hand; there are ${left}.`
      : wanted === undefined ? "" : wanted <= 0 ? t`The contract is made.` : wanted > left ? t`The contract cannot be made any more.` : "";
    this.note.textContent = note;
    this.form.hidden = note !== "";
  }

  clear() {
    this.question.stop();
    this.question.say("");
    this.found.replaceChildren();
  }

  /** @param {AbortSignal} signal */
  async ask(signal) {
    const fields = { ...this.given, tricks: Number(this.wanted.value), ...(this.card ? { card: this.card } : {}) };
    this.found.classList.add("old");
    await watch("best_play", fields, (answer, ended) => this.show(answer, ended), signal);
  }

  /** @param {any} answer @param {boolean} ended */
  show(answer, ended) {
    const { best, plan, apart } = answer;
    const parts = [figuresOf(answer), element("p", "small soft", t`Over ${grouped(String(answer.layouts))} layouts, against defenders who see all cards and know the line.`)];
    if (!best.exact && !ended) parts.push(element("p", "small soft", t`The interval narrows.`));
    if (!best.exact && ended) parts.push(element("p", "small soft", t`It is not narrowed further: the best line so far is below.`));
    if (plan.length) parts.push(element("h3", "", t`The line`), playsFrom(plan, 0));
    else if (ended && best.exact) parts.push(element("p", "", t`No line wins that many.`));
    if (ended) parts.push(this.cards(answer));
    if (apart) parts.push(apartElement(answer.card.card, apart));
    const focused = this.found.contains(document.activeElement);
    this.found.classList.remove("old");
    this.found.replaceChildren(...parts);
    if (focused) /** @type {HTMLElement | null} */ (this.found.querySelector(`[data-card="${this.card}"]`))?.focus();
  }

  /** Return the cards that may be played now, if declarer or dummy plays: each can be compared with the best line. @param {any} answer */
  cards({ hands, leader, trick }) {
    const turn = SEATS[(SEATS.indexOf(leader) + trick.length) % 4];
    /** @type {string[]} */
    const held = (hands[turn] ?? "").split(" ").flatMap((/** @type {string} */ holding) => cardsOf(holding) ?? []);
    const following = held.filter((card) => card[0] === trick[0]?.[0]);
    const cards = following.length ? following : held;
    const box = element("p", "buttons", ...cards.map((card) => button("mini", suited(cardText(card)), () => {
      this.card = card;
      this.question.now();
    }, { "data-card": card, "aria-pressed": String(card === this.card) })));
    if (cards.length) box.prepend(t`${seatName(turn)} plays, compare `);
    return box;
  }
}

/** Return a card, or more of its suit, with the symbol of the suit. @param {string} holding  as SA or SAQ2 */
export const cardText = (holding) => SUITS["SHDC".indexOf(holding[0])][1] + holding.slice(1).replace("T", "10");

/** Return the cards of a hand with the symbols of suits. @param {string} hand  as SAQ2 HK */
export const handText = (hand) => hand.split(" ").map(cardText).join(" ");

/** Return the chances, one below the other. @param {any} answer */
function figuresOf({ double_dummy: dummy, best, card, sampling }) {
  const row = (/** @type {string | Node} */ name, /** @type {string} */ least, /** @type {string} */ most, /** @type {boolean} */ exact) => {
    const [low, high] = [least, most].map((chance) => percent(numberOf(chance)));
    return element("li", "", element("span", "", name), element("b", "", least === most ? low : t`${low} to ${high}`), tagOf(exact));
  };
  const rows = [row(t`All cards seen`, dummy.probability, dummy.most, true), row(t`Best line`, best.probability, best.most, best.exact)];
  if (card) rows.push(row(suited(t`${cardText(card.card)} first`), card.probability, card.most, card.exact));
  if (sampling) rows.push(row(t`Sampling double dummy`, sampling.probability, sampling.most, true));
  return element("ul", "chances", ...rows);
}

/**
 * Return the plays from a step on as a list: up to what a defender plays, each case of which opens.
 * @param {any[]} steps @param {number} place @param {number} [before]  the trick of the play before
 * @returns {HTMLElement}
 */
function playsFrom(steps, place, before = 0) {
  const list = element("ul", "plan");
  for (let trick = before; ;) {
    if (place === MADE) {
      list.append(element("li", "", t`The tricks are made.`));
      return list;
    }
    const step = steps[place];
    const head = step.trick === trick ? "" : element("span", "soft", t`Trick ${step.trick}: `);
    trick = step.trick;
    const seat = seatName(step.seat);
    if (step.action === "cash") {
      list.append(element("li", "", head, t`${seat} cashes the rest.`));
      return list;
    }
    if (step.action !== "play") {
      list.append(element("li", "", head, ...step.cases.map((/** @type {any} */ each) => caseElement(steps, step, each))));
      return list;
    }
    list.append(element("li", "", head, suited(t`${seat} plays ${cardText(step.card)}`)));
    place = step.cases[0].next;
  }
}

/** Return a case of a step, which shows what follows when it is opened. @param {any[]} steps @param {any} step @param {any} each */
function caseElement(steps, step, each) {
  const said = step.action === "leader" ? t`if ${seatName(each.leader)} won` : !each.cards.length ? t`otherwise`
    : t`if ${seatName(step.seat)} plays ${joinedAnd(each.cards.map(cardText))}`;
  const box = element("details", "", element("summary", "", suited(said)));
  box.addEventListener("toggle", () => {
    if (box.childElementCount === 1) box.append(playsFrom(steps, each.next, step.trick));
  });
  return box;
}

/** Return the layouts that one of two lines wins alone. @param {string} card @param {any} apart */
function apartElement(card, { best, card: other, layouts }) {
  const name = suited(t`${cardText(card)} first`);
  const seats = Object.keys(layouts[0].hands);
  const rows = layouts.map((/** @type {any} */ each) => [
    ...seats.map((seat) => suited(handText(each.hands[seat]) || "–")), percent(numberOf(each.probability)),
    each.won_by === "best" ? t`best line` : name.cloneNode(true),
  ]);
  const table = element("div", "scroll", figureTable("", [...seats.map(seatName), t`chance`, t`won by`], rows));
  const more = layouts.length < 100 ? "" : t` At most 50 layouts of each are shown.`;
  return element("details", "more", element("summary", "", t`Layouts where the two lines differ`),
    element("p", "small soft", t`${percent(numberOf(best))} are won by the best line alone, ${percent(numberOf(other))} by the other; lines as good may win other layouts.`, more), table);
}
