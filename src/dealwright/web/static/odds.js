// @ts-check
// The page of the odds at the table: the hands on the felt, what is known as chips, and the chances, with the auction and without it.
import { handLines, points, suitOf } from "./boards.js";
import { fixedCards, wholeHands } from "./cards.js";
import { linkDialogs } from "./dialogs.js";
import { SUITS, barOf, button, chipOf, element, markAt, refill, suited } from "./elements.js";
import { FIELDS as LIMITS, SEATS, limitsOf, partnerOf, saidOf, seatName } from "./limits.js";
import { Live, at, keepFields, readFields } from "./live.js";
import { linkPages } from "./pages.js";
import { linkParts } from "./part_editor.js";
import { ask } from "./protocol.js";
import { around, barTable, chanceElement, chanceWithInterval, grouped, numberOf, percent, rangeAndMean, shortPercent, tagOf } from "./statistics.js";
import { SystemTexts, keptName } from "./system_texts.js";
import { figureTable, outcome, tableOf } from "./tables.js";
import { WhatNow } from "./what_now.js";
import { joinedAnd, t } from "./words.js";

const FIELDS = [
  "seat", "hand", "dummy-seat", "dummy", "condition", "auction", "system", "first", "play", "leader", "trump", "predeal", "events",
  "lines", "choice", "likely",
];
const EXAMPLE = "hand=AQ542.KJ87.32.K3&dummy=K63.AQ4.J854.542&condition=hcp(west)+in+15..17+%26%26+balanced(west)"
  + "&events=spades+3-2%0Awest+QD";
const RANKS = "AKQJT98765432";
const NUMBERS = [["hcp", t`points`], ...SUITS.map(([suit, symbol]) => [suit, symbol])];
const OFTEN = 5; // events that are proposed
/** What can be known: the fields of each part, and what adds it. */
const KNOWN = [
  [["condition", "auction"], t`+ Auction`], [["play"], t`+ Cards played`], [["predeal"], t`+ A known card`], [["choice", "likely"], t`+ What a card tells you`],
];

const texts = new SystemTexts();
const whatNow = new WhatNow(at("ending"));
const system = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (at("system")));
/** The last answer, while it is of what is asked. @type {any} */
let answer = null;

const odds = new Live(at("problem"), async (signal) => {
  answer = null;
  showKnown();
  showHands(handsWritten());
  if (!at("hand").value.trim()) {
    at("about").replaceChildren(element("p", "note", t`Enter your hand.`));
    at("found").hidden = true;
    for (const id of ["rooms", "left"]) at(id).replaceChildren();
    return;
  }
  at("found").classList.add("old");
  show(await ask("odds_at_table", asked(), signal));
  at("found").classList.remove("old");
});

/** Ask again: now, or when nothing more is typed. @param {boolean} [soon] */
function askAgain(soon = false) {
  keepFields(FIELDS);
  if (soon) odds.soon();
  else odds.now();
}

/** The fields as the request takes them; those that are empty are left out. */
function asked() {
  const found = /** @type {Record<string, any>} */ ({ leader: at("leader").value, trump: at("trump").value });
  for (const name of ["condition", "play", "predeal", "choice"]) if (at(name).value.trim()) found[name] = at(name).value;
  for (const name of ["hand", "dummy"]) {
    const cards = at(name).value.trim();
    const seat = at(name === "hand" ? "seat" : "dummy-seat").value;
    if (cards) found[name] = /^(north|east|south|west|[nesw])\b/i.test(cards) ? cards : `${seat} ${cards}`;
  }
  if (at("auction").value.trim()) {
    Object.assign(found, { auction: at("auction").value, system: texts.asked(system.value), first: at("first").value });
  }
  for (const name of ["events", "lines", "likely"]) {
    const texts = at(name).value.split("\n").map((line) => line.trim()).filter(Boolean);
    if (texts.length) found[name] = texts;
  }
  return found;
}

/** @param {any} found */
function show(found) {
  answer = found;
  const other = found.without_auction;
  const seats = Object.keys(found.hands);
  at("found").hidden = false;
  showHands(found.seen);
  showRooms(other ?? found, seats);
  showKnown();
  showCount(found, other);
  showChances(found.events);
  showOften(found, seats);
  showLines(found);
  offerEnding(found);
  at("unseen").replaceChildren(...cardTable(found, other, seats));
  at("breaks").replaceChildren(...(seats.length === 2 ? breakTables(found, other, seats) : []));
  at("hands").replaceChildren(...seats.map((seat) => handTable(found, other, seat)));
  at("points").replaceChildren(...seats.map((seat) => barTable(
    t`${seatName(seat)}'s points`, compared(found.hands[seat].hcp, other?.hands[seat].hcp, String), heads(t`points`, other),
  )));
}

// ------------------------------------------------------------------------------ the hands that are seen

/** Return the hands that are written whole, by seat. */
function handsWritten() {
  const written = [["hand", at("seat").value], ["dummy", at("dummy-seat").value]].map(([field, seat]) => wholeHands(fixedCards(`${seat} ${at(field).value}`)));
  return Object.fromEntries(written.flatMap((hands) => Object.entries(hands).map(([seat, hand]) => [seat, hand.join(".")])));
}

/** @param {Record<string, string>} seen  the hands, by seat */
function showHands(seen) {
  const own = ownSeat();
  const dummy = Object.keys(seen).find((seat) => seat !== own) ?? at("dummy-seat").value;
  showHand("own-seen", "hand", t`${seatName(own)}, you`, seen[own]);
  showHand("dummy-seen", "dummy", t`${seatName(dummy)}, dummy`, seen[dummy]);
}

/** @param {string} id @param {string} field  of the hand @param {string} name @param {string} [cards]  four holdings, if it is known */
function showHand(id, field, name, cards) {
  const hand = cards?.split(".");
  const change = button(hand ? "mini" : "add", hand ? t`Change` : `+ ${name}`, () => {}, {
    "data-edit": field, "aria-haspopup": "dialog", ...(hand ? { "aria-label": t`Change the hand of ${name}` } : {}),
  });
  refill(at(id), "edit", ...(hand
    ? [element("div", "hand", ...handLines(hand)), element("div", "aside", element("p", "small soft", name), element("strong", "", t`${points(hand)} HCP`), change)]
    : [change]));
}

/** The seat of the player, which the hand may name itself. */
function ownSeat() {
  const letter = /^([nesw])(?:orth|ast|outh|est)?\b/i.exec(at("hand").value.trim())?.[1].toLowerCase();
  return SEATS.find((seat) => seat[0] === letter) ?? at("seat").value;
}

/** Show how many cards of each unseen hand are not known. @param {any} table @param {string[]} seats */
function showRooms(table, seats) {
  at("rooms").replaceChildren(...seats.map((seat) => {
    const known = Object.values(table.cards).filter((counts) => counts[seat] === table.count).length;
    return element("span", "", t`${seatName(seat)} has room for `, element("b", "", String(13 - known)));
  }));
}

// ------------------------------------------------------------------------------ what is known

/** Show what is known as chips, and what could be said. */
function showKnown() {
  const said = /** @type {Record<string, string>} */ ({
    condition: conditionSaid(at("condition").value.trim()),
    auction: at("auction").value.trim() && `${seatName(at("first").value)}: ${at("auction").value.trim()} (${keptName(system.value) || system.value})`,
    play: eventText(at("play").value.trim()),
    predeal: eventText(at("predeal").value.trim()),
    choice: at("choice").value.trim() && t`equal cards: ${at("choice").value.trim()}`,
    likely: at("likely").value.trim(),
  });
  const auctions = ["condition", "auction"].filter((field) => said[field]);
  const other = answer?.without_auction;
  const share = other && answer.exact && other.exact && auctions.length === 1 ? Number(answer.count) / Number(other.count) : 0;
  refill(at("known"), "edit", ...KNOWN.flatMap(([fields, add]) => {
    const used = /** @type {string[]} */ (fields).filter((field) => said[field]);
    if (!used.length) return [button("add", /** @type {string} */ (add), () => {}, { "data-edit": fields[0], "aria-haspopup": "dialog" })];
    return used.map((field) => chipOf(field === odds.said[1] ? "wrong" : "", said[field],
      auctions.includes(field) && share ? { share, text: shortPercent(share) } : null, () => {}, { "data-edit": field }));
  }));
}

/** Return a condition on one hand as players say it, another one as it is written. @param {string} text */
function conditionSaid(text) {
  const limits = Object.entries(limitsOf(text)).map(([field, cell]) => [...field.split("."), cell]);
  const [seat] = limits[0] ?? [""];
  if (!limits.length || limits.some(([each, key]) => each !== seat || !LIMITS.some((field) => field.key === key))) return text;
  return `${seatName(seat)}: ${limits.map(([, key, cell]) => saidOf(LIMITS.find((field) => field.key === key) ?? LIMITS[0], cell)).join(", ")}`;
}

/** Return a text with the symbols of its suits: spades 3-2, west QD. @param {string} text */
function eventText(text) {
  const symbol = (/** @type {string} */ letter) => SUITS.find(([suit]) => suit[0] === letter.toLowerCase())?.[1] ?? "";
  return text.replace(/\b(?:([SHDC])(10|[2-9TJQKA])|(10|[2-9TJQKA])([SHDC]))\b/g, (_, suit, rank, before, after) => symbol(suit ?? after) + (rank ?? before).replace("T", "10"))
    .replace(/\b(spades|hearts|diamonds|clubs)(?=\s+\d)/gi, (suit) => symbol(suit[0]))
    .replace(/\b(?:north|east|south|west)(?=\s+[♠♥♦♣])/gi, (seat) => t`${seatName(seat.toLowerCase())} has`);
}

/** @param {any} found @param {any} other */
function showCount(found, other) {
  const weighed = found.model.length > 0;
  const count = weighed ? t`Weighted deals` : t`${grouped(found.count)} deals`;
  const share = other && found.exact && other.exact ? Number(found.count) / Number(other.count) : 0;
  const line = element("p", "", element("b", "", count), weighed ? "" : t` are left`);
  if (other && !weighed) line.append(t` of ${grouped(other.count)}`);
  if (share) line.append(`, ${percent(share)}`);
  line.append(" ", tagOf(found.exact));
  const notes = [...found.model, ...Object.entries(found.voids).map(([seat, suits]) => t`${seatName(seat)} has shown out of ${joinedAnd(suits)}`)];
  if (!found.exact) notes.push(t`From a sample: ${around(found.half_width)} on a chance of 50 %.`);
  at("about").replaceChildren(line, ...notes.map((note) => element("p", "small soft", note)));
  at("left").textContent = count;
  at("left-tag").replaceWith(Object.assign(tagOf(found.exact), { id: "left-tag" }));
}

// ------------------------------------------------------------------------------ chances and lines of play

/** Return the texts of a box with a line each. @param {string} id */
const linesOf = (id) => at(id).value.split("\n").map((line) => line.trim()).filter(Boolean);

/** @param {string} id @param {string[]} lines */
function setLines(id, lines) {
  at(id).value = lines.join("\n");
  askAgain();
}

/** Return a button that takes a line away. @param {string} id @param {string} line */
function removal(id, line) {
  return button("quiet mini", "×", () => {
    setLines(id, linesOf(id).filter((each) => each !== line));
    /** @type {HTMLElement | null} */ (document.querySelector(`main [data-edit="${id}"]`))?.focus();
  }, { "aria-label": t`Remove ${line}` });
}

/** @param {any} value  a fraction, or an estimate with its interval */
const chanceOf = (value) => numberOf(value?.value ?? value);

/** @param {any[]} events */
function showChances(events) {
  at("chances").replaceChildren(...events.map((each) => {
    const together = each.event === "all together";
    const other = each.without_auction === null ? undefined : chanceOf(each.without_auction);
    const about = element("p", "small soft", other === undefined ? "" : t`${percent(other)} before the auction`);
    if (each.event !== each.condition && !together) about.append(other === undefined ? "" : " · ", element("code", "", each.condition));
    return element("li", "", element("div", "", element("h3", "", suited(together ? t`All together` : eventText(each.event))),
      chanceElement(each.probability), together ? "" : removal("events", each.event)), barOf(chanceOf(each.probability), other), about);
  }));
}

/** Propose events: the usual breaks, and who has the missing honours. @param {any} found @param {string[]} seats */
function showOften(found, seats) {
  const seen = Object.values(found.seen).map((hand) => hand.split("."));
  const proposed = SUITS.flatMap(([suit], place) => {
    const cards = seen.map((hand) => hand[place]).join("");
    const out = 13 - cards.length;
    const letter = suit[0].toUpperCase();
    const isOpen = (/** @type {string} */ rank) => ![0, Number(found.count)].includes(Number(found.cards[letter + rank][seats[0]]));
    const honour = [..."AKQ"].find((rank) => !cards.includes(rank) && isOpen(rank)) ?? "";
    return [
      ...(seats.length === 2 && out > 1 && out < 7 ? [`${suit} ${Math.ceil(out / 2)}-${Math.floor(out / 2)}`] : []),
      ...(honour && /[AKQJ]/.test(cards) ? [`${seats[0]} ${honour}${letter}`] : []),
    ];
  });
  const events = linesOf("events");
  refill(at("asked-often"), "event", ...proposed.filter((event) => !events.includes(event)).slice(0, OFTEN).map((event) => (
    button("add", suited(`+ ${eventText(event)}`), () => setLines("events", [...linesOf("events"), event]), { "data-event": event })
  )));
}

/** Show the lines of play, the best first. @param {any} found */
function showLines({ lines, apart }) {
  const ranked = lines.map((/** @type {any} */ line, /** @type {number} */ place) => ({ ...line, place, chance: chanceOf(line.probability) }))
    .sort((/** @type {any} */ a, /** @type {any} */ b) => b.chance - a.chance);
  at("ranked").replaceChildren(...ranked.map((/** @type {any} */ line, /** @type {number} */ rank) => {
    const row = element("li", rank ? "" : "best", element("b", "", String(line.place + 1)), barOf(line.chance), chanceElement(line.probability), removal("lines", line.event));
    row.append(element("small", "", suited(eventText(line.event))));
    return row;
  }));
  const alone = lines.map((/** @type {any} */ _, /** @type {number} */ place) => apart.reduce((/** @type {number} */ sum, /** @type {any} */ each) => (
    sum + (each.wins[place] && each.wins.filter(Boolean).length === 1 ? chanceOf(each.probability) : 0)
  ), 0));
  at("alone").textContent = lines.length ? alone.flatMap((/** @type {number} */ share, /** @type {number} */ place) => (
    share ? [t`Line ${place + 1} alone works in ${percent(share)} of the deals.`] : []
  )).join(" ") : t`Write how you would play, and see how often it works.`;
  at("differing").hidden = !apart.length;
  at("apart").replaceChildren(...apartTable(apart));
}

/** Offer the best line to a declarer. @param {any} found */
function offerEnding({ play, hands }) {
  const seats = Object.keys(hands);
  at("ending").hidden = seats.length !== 2 || partnerOf(seats[0]) !== seats[1];
  if (at("ending").hidden) return;
  const { events, lines, ...given } = asked();
  whatNow.offer(given, 13 - Math.floor(play.length / 4));
}

/** Return the layouts in which some lines succeed and others do not. @param {any[]} apart */
function apartTable(apart) {
  if (!apart.length) return [];
  const lines = apart[0].wins.map((/** @type {boolean} */ _, /** @type {number} */ place) => t`line ${place + 1}`);
  return [tableOf("figures outcomes", t`Layouts where the lines differ, West and East`, [t`layout`, t`chance`, ...lines], apart.map((each) => (
    [each.layout, typeof each.probability === "string" ? percent(numberOf(each.probability)) : chanceWithInterval(each.probability), ...each.wins.map(outcome)]
  )))];
}

// ------------------------------------------------------------------------------ where the cards are

/** Return the table of the unseen cards; those of a suit with the same chances share a row. @param {any} found @param {any} other @param {string[]} seats */
function cardTable(found, other, seats) {
  const gone = new Set([...found.play, ...Object.values(found.seen).flatMap((hand) => (
    hand.split(".").flatMap((/** @type {string} */ ranks, /** @type {number} */ suit) => [...ranks].map((rank) => "SHDC"[suit] + rank))
  ))]);
  const sharesIn = (/** @type {any} */ of, /** @type {string} */ card) => seats.map((seat) => Number(of.cards[card][seat]) / Number(of.count));
  /** @type {{suit: number, ranks: string, shares: number[], before: number[]}[]} */
  const rows = [];
  for (const place of SUITS.keys()) {
    for (const rank of RANKS) {
      const card = "SHDC"[place] + rank;
      if (gone.has(card)) continue;
      const [shares, before] = [sharesIn(found, card), other ? sharesIn(other, card) : []];
      const last = rows.at(-1);
      if (last?.suit === place && String([last.shares, last.before]) === String([shares, before])) last.ranks += rank;
      else rows.push({ suit: place, ranks: rank, shares, before });
    }
  }
  const [pair, alike] = [seats.length === 2, rows.every(({ before }) => String(before) === String(rows[0].before))];
  const inPercent = (/** @type {number} */ share) => `${(100 * share).toFixed(2)} %`;
  const table = tableOf("unseen", "", [t`Card`, ...seats.flatMap((seat, place) => (pair && place ? ["", seatName(seat)] : [seatName(seat)]))], rows.map(({ suit, ranks, shares, before }) => {
    const cells = shares.map((share, place) => {
      const was = before.length && !alike ? element("small", "soft", t` was ${inPercent(before[place])}`) : "";
      return element("span", "", inPercent(share), was);
    });
    const bar = barOf(shares[0]);
    bar.classList.add("split");
    if (before.length) bar.append(markAt(before[0]));
    return [suitOf(suit, ranks, " "), ...(pair ? [cells[0], bar, cells[1]] : cells)];
  }));
  table.setAttribute("aria-labelledby", "unseen-head");
  const note = !other ? "" : alike && rows.length ? (pair ? t`Without the auction each is ${inPercent(rows[0].before[0])} with ${seatName(seats[0])}: the line across a bar.` : t`Without the auction each is ${inPercent(rows[0].before[0])} with ${seatName(seats[0])}.`)
    : pair ? t`The line across a bar is the chance without the auction.` : "";
  return [table, ...(note ? [element("p", "small soft", note)] : [])];
}

/** @param {string} name @param {any} other */
const heads = (name, other) => [name, t`chance`, ...(other ? [t`no auction`] : [])];

/**
 * Return rows of a table of bars from a histogram and the one without the auction.
 * @param {any} one @param {any} other
 * @param {(value: number) => string} name
 * @returns {[string, number, string?, number?][]}
 */
function compared(one, other, name) {
  const [shares, others] = [one, other].map((each) => new Map((each?.counts ?? []).map((/** @type {any} */ row) => [row.values[0], row.probability])));
  const values = [...new Set([...shares.keys(), ...others.keys()])].sort((a, b) => a - b);
  return values.map((value) => {
    const share = shares.get(value) ?? 0;
    return [name(value), share, share ? percent(share) : "–", other ? others.get(value) ?? 0 : undefined];
  });
}

/** @param {any} found @param {any} other @param {string[]} seats */
function breakTables(found, other, [first, second]) {
  return SUITS.map(([suit, symbol], place) => {
    const out = Object.values(found.seen).reduce((left, hand) => left - hand.split(".")[place].length, 13);
    const rows = compared(found.hands[first][suit], other?.hands[first][suit], (own) => `${own}-${out - own}`);
    return barTable(`${symbol} ${seatName(first)}-${seatName(second)}`, rows.reverse(), heads(t`break`, other));
  });
}

/** @param {any} found @param {any} other @param {string} seat */
function handTable(found, other, seat) {
  const known = other ? [found, other] : [found];
  const rows = NUMBERS.map(([name, title]) => [title, ...known.flatMap((each) => rangeAndMean(each.hands[seat][name]))]);
  return figureTable(t`${seatName(seat)} was dealt`, ["", t`range`, t`mean`, ...(other ? [t`no auction`, t`mean`] : [])], rows);
}

// ------------------------------------------------------------------------------ the page

let isExample = false; // until somebody writes a hand

/** Take away what belongs to the hands of the example. */
function leaveExample() {
  if (!isExample) return;
  isExample = false;
  for (const name of ["condition", "events"]) at(name).value = "";
}

function readAddress() {
  isExample = location.hash.length < 2;
  if (isExample) history.replaceState(null, "", `#${EXAMPLE}`);
  const wanted = new URLSearchParams(location.hash.slice(1)).get("system") ?? "natural";
  if (![...system.options].some((option) => option.value === wanted)) system.append(new Option(wanted, wanted));
  readFields(FIELDS);
  odds.now();
}

linkPages();
linkDialogs();
linkParts("editor", () => odds.showAgain());
for (const [id, chosen] of [["seat", "south"], ["dummy-seat", "north"], ["first", "west"], ["leader", "west"]]) {
  at(id).append(...SEATS.map((seat) => new Option(seatName(seat), seat, seat === chosen)));
}
at("asked").addEventListener("input", (event) => {
  const { id } = /** @type {HTMLElement} */ (event.target);
  if (id === "seat") at("dummy-seat").value = partnerOf(at("seat").value);
  if (id === "hand" || id === "dummy") leaveExample();
  askAgain(true);
});
addEventListener("hashchange", readAddress);
readAddress();
texts.load().then(() => {
  const asked = system.value;
  texts.fill(system);
  if (system.value !== asked) odds.now();
});
