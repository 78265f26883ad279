// @ts-check
// The page of the odds at the table: cards, breaks, hands and events, with the auction and without it.
import { SUITS, element } from "./elements.js";
import { SEATS, partnerOf, seatName } from "./limits.js";
import { Live, at, keepFields, readFields } from "./live.js";
import { linkPages } from "./pages.js";
import { ask } from "./protocol.js";
import { around, barTable, chanceWithInterval, figureTable, grouped, numberOf, percent, rangeAndMean } from "./statistics.js";
import { SystemTexts } from "./system_texts.js";

const FIELDS = [
  "seat", "hand", "dummy-seat", "dummy", "condition", "auction", "system", "first", "play", "leader", "trump", "predeal", "events",
  "lines", "choice", "likely",
];
const EXAMPLE = "hand=AQ542.KJ87.32.K3&dummy=K63.AQ4.J854.542&condition=hcp(west)+in+15..17+%26%26+balanced(west)"
  + "&events=spades+3-2%0Awest+QD";
const RANKS = "AKQJT98765432";
const NUMBERS = [["hcp", "points"], ...SUITS.map(([suit, symbol]) => [suit, symbol])];

const texts = new SystemTexts();
const system = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (at("system")));

const odds = new Live(at("problem"), async (signal) => {
  if (!at("hand").value.trim()) {
    at("about").replaceChildren(element("p", "note", "Enter your hand."));
    for (const id of ["chances", "unseen"]) at(id).replaceChildren();
    for (const id of ["apart", "more"]) at(id).hidden = true;
    return;
  }
  for (const id of ["found", "more"]) at(id).classList.add("old");
  show(await ask("odds_at_table", asked(), signal));
  for (const id of ["found", "more"]) at(id).classList.remove("old");
});

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
  const other = found.without_auction;
  const seats = Object.keys(found.hands);
  const weighed = found.model.length > 0;
  const deals = weighed ? "Weighted deals" : `${grouped(found.count)} deals`;
  const exact = found.exact ? `, exact${weighed ? " under the model" : ""}` : `; estimated from a sample, ${around(found.half_width)} on a chance of 50 %`;
  const lines = [element("p", "number", deals + exact)];
  if (other && weighed) lines.push(element("p", "", `The auction leaves ${shareOf(found, other)}`));
  else if (other) lines.push(element("p", "", `${grouped(other.count)} without the auction, which leaves ${shareOf(found, other)}`));
  for (const sentence of found.model) lines.push(element("p", "", sentence));
  for (const [seat, suits] of Object.entries(found.voids)) lines.push(element("p", "", `${seatName(seat)} has shown out of ${suits.join(" and ")}`));
  lines.push(element("p", "", `Vacant places from the cards and the play: ${vacantPlaces(other ?? found, seats)}`));
  at("about").replaceChildren(...lines);
  at("chances").replaceChildren(...eventTable("Events", "event", found.events), ...eventTable("Lines of play", "line", found.lines));
  at("apart").replaceChildren(...apartTable(found.apart));
  at("apart").hidden = !found.apart.length;
  at("unseen").replaceChildren(cardTable(found, other, seats));
  at("breaks").replaceChildren(...(seats.length === 2 ? breakTables(found, other, seats) : []));
  at("hands").replaceChildren(...seats.map((seat) => handTable(found, other, seat)));
  at("points").replaceChildren(...seats.map((seat) => barTable(
    `${seatName(seat)}'s points`, compared(found.hands[seat].hcp, other?.hands[seat].hcp, String), heads("points", other),
  )));
  at("more").hidden = false;
}

/** @param {string} name @param {any} other */
const heads = (name, other) => [name, "chance", ...(other ? ["no auction"] : [])];

/** @param {any} found @param {any} other */
function shareOf(found, other) {
  return found.exact && other.exact ? percent(Number(found.count) / Number(other.count)) : "fewer";
}

/** Return how many cards of each unseen hand are not known. @param {any} table @param {string[]} seats */
function vacantPlaces(table, seats) {
  return seats.map((seat) => {
    const known = Object.values(table.cards).filter((counts) => counts[seat] === table.count).length;
    return `${seatName(seat)} ${13 - known}`;
  }).join(", ");
}

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

/** @param {string} title @param {string} head @param {any[]} events */
function eventTable(title, head, events) {
  if (!events.length) return [];
  const chance = (/** @type {any} */ value) => numberOf(value?.value ?? value);
  const both = events[0].without_auction !== null;
  const table = barTable(title, events.map((each) => (
    [each.event, chance(each.probability), chanceText(each.probability), both ? chance(each.without_auction) : undefined]
  )), heads(head, both));
  table.classList.add("events");
  const names = table.querySelectorAll("tbody th[scope]");
  events.forEach((each, row) => {
    if (each.event === each.condition || each.event === "all together") return;
    names[row].append(element("code", "note", each.condition));
  });
  return [table];
}

/** Return the layouts in which some lines succeed and others do not. @param {any[]} apart */
function apartTable(apart) {
  if (!apart.length) return [];
  const lines = apart[0].wins.map((/** @type {boolean} */ _, /** @type {number} */ place) => `line ${place + 1}`);
  const table = figureTable("Layouts where the lines differ, west and east", ["layout", "chance", ...lines], apart.map((each) => (
    [each.layout, chanceText(each.probability), ...each.wins.map((/** @type {boolean} */ wins) => (wins ? "wins" : "loses"))]
  )));
  table.classList.add("layouts");
  for (const cell of table.querySelectorAll("td")) if (/^(wins|loses)$/.test(cell.textContent)) cell.className = cell.textContent;
  return [table];
}

/** @param {any} value  a fraction, or an estimate with its interval */
function chanceText(value) {
  if (typeof value === "string") return percent(numberOf(value));
  return chanceWithInterval(value);
}

/** Return the unseen cards; those of a suit with the same chances share a row. @param {any} found @param {any} other @param {string[]} seats */
function cardTable(found, other, seats) {
  const gone = new Set([...found.play, ...Object.values(found.seen).flatMap((hand) => (
    hand.split(".").flatMap((/** @type {string} */ ranks, /** @type {number} */ suit) => [...ranks].map((rank) => "SHDC"[suit] + rank))
  ))]);
  const tables = other ? [found, other] : [found];
  const table = element("table", "unseen");
  table.append(element("caption", "", "Each unseen card, per cent"));
  const head = table.appendChild(element("thead"));
  if (other) {
    const above = head.appendChild(element("tr"));
    above.append(element("td"));
    for (const name of ["with the auction", "without"]) {
      const cell = above.appendChild(element("th", "", name));
      cell.setAttribute("colspan", String(seats.length + (seats.length === 2 && name !== "without" ? 1 : 0)));
      cell.setAttribute("scope", "colgroup");
    }
  }
  const names = head.appendChild(element("tr"));
  names.append(element("td"));
  tables.forEach((_, which) => seats.forEach((seat, place) => {
    if (seats.length === 2 && place === 1 && which === 0) names.append(element("td"));
    names.appendChild(element("th", "", seatName(seat))).setAttribute("scope", "col");
  }));
  for (const [suit, symbol] of SUITS) {
    const body = table.appendChild(element("tbody"));
    let before = "";
    for (const rank of RANKS) {
      const card = suit[0].toUpperCase() + rank;
      if (gone.has(card)) continue;
      const shares = tables.map((each) => seats.map((seat) => Number(each.cards[card][seat]) / Number(each.count)));
      const key = String(shares);
      if (key === before) {
        body.lastElementChild?.firstElementChild?.append(` ${rank === "T" ? "10" : rank}`);
        continue;
      }
      before = key;
      const row = body.appendChild(element("tr"));
      const name = row.appendChild(element("th"));
      name.setAttribute("scope", "row");
      const mark = name.appendChild(element("b", suit, symbol));
      mark.setAttribute("role", "img");
      mark.setAttribute("aria-label", suit);
      name.append(` ${rank === "T" ? "10" : rank}`);
      shares.forEach((each, which) => each.forEach((share, place) => {
        if (seats.length === 2 && place === 1 && which === 0) {
          row.appendChild(element("td", "split")).appendChild(element("div")).style.setProperty("--share", String(each[0]));
        }
        row.append(element("td", which ? "compared" : "", (100 * share).toFixed(2)));
      }));
    }
  }
  return table;
}

/** @param {any} found @param {any} other @param {string[]} seats */
function breakTables(found, other, [first, second]) {
  return SUITS.map(([suit, symbol], place) => {
    const out = Object.values(found.seen).reduce((left, hand) => left - hand.split(".")[place].length, 13);
    const rows = compared(found.hands[first][suit], other?.hands[first][suit], (own) => `${own}-${out - own}`);
    return barTable(`${symbol} ${seatName(first)}-${seatName(second)}`, rows.reverse(), heads("break", other));
  });
}

/** @param {any} found @param {any} other @param {string} seat */
function handTable(found, other, seat) {
  const known = other ? [found, other] : [found];
  const rows = NUMBERS.map(([name, title]) => [title, ...known.flatMap((each) => rangeAndMean(each.hands[seat][name]))]);
  return figureTable(`${seatName(seat)} was dealt`, ["", "range", "mean", ...(other ? ["no auction", "mean"] : [])], rows);
}

// ------------------------------------------------------------------------------ the page

function readAddress() {
  if (location.hash.length < 2) history.replaceState(null, "", `#${EXAMPLE}`);
  const wanted = new URLSearchParams(location.hash.slice(1)).get("system") ?? "natural";
  if (![...system.options].some((option) => option.value === wanted)) system.append(new Option(wanted, wanted));
  readFields(FIELDS);
  if (at("choice").value || at("likely").value) at("model").setAttribute("open", "");
  odds.now();
}

linkPages();
for (const [id, chosen] of [["seat", "south"], ["dummy-seat", "north"], ["first", "west"], ["leader", "west"]]) {
  at(id).append(...SEATS.map((seat) => new Option(seatName(seat), seat, seat === chosen)));
}
at("asked").addEventListener("submit", (event) => event.preventDefault());
at("asked").addEventListener("input", (event) => {
  if (/** @type {HTMLElement} */ (event.target).id === "seat") {
    at("dummy-seat").value = partnerOf(at("seat").value);
  }
  keepFields(FIELDS);
  odds.soon();
});
addEventListener("hashchange", readAddress);
readAddress();
texts.load().then(() => {
  const asked = system.value;
  texts.fill(system);
  if (system.value !== asked) odds.now();
});
