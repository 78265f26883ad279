// @ts-check
// The page of poker: equities of ranges, the grid of a range, and what a hand becomes.
import { faceOf } from "./cards.js";
import { barOf, element, intervalAcross } from "./elements.js";
import { Live, at, keepFields, problemText, readFields, showProblem } from "./live.js";
import { linkPages } from "./pages.js";
import { Refused, ask, watch } from "./protocol.js";
import { RangeGrid } from "./range_grid.js";
import { barTable, chanceElement, grouped, percent, tagOf } from "./statistics.js";
import { figureTable } from "./tables.js";
import { t } from "./words.js";

/** The games, and what each has: ranges of two cards, a board, odds of one hand. */
const GAMES = /** @type {Record<string, string>} */ ({
  "holdem": "ranges board odds", "short-deck": "ranges board odds", "short-deck-trips": "ranges board odds",
  "holdem-hilo": "ranges board",
  "omaha": "board odds", "omaha-hilo": "board", "omaha5": "board odds", "omaha5-hilo": "board", "omaha6": "board odds",
  "omaha6-hilo": "board", "stud": "odds", "stud-hilo": "", "razz": "", "deuce-to-seven": "", "badugi": "",
});
const MOST_PLAYERS = 10;
const FIELDS = ["game", "board", "dead", "hand"];

/** @param {string} what */
const has = (what) => GAMES[at("game").value].includes(what);
const inputs = () => /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("#players input")]);
const known = () => ({ game: at("game").value, dead: at("dead").value, ...(has("board") ? { board: at("board").value } : {}) });

/** @param {string[]} texts */
function buildPlayers(texts) {
  at("players").replaceChildren(...texts.map((text, place) => {
    const line = element("p", "player");
    const label = line.appendChild(element("label", "", t`Player ${place + 1}`));
    const input = line.appendChild(document.createElement("input"));
    input.id = `player.${place + 1}`;
    input.maxLength = 1000;
    input.spellcheck = false;
    input.value = text;
    input.addEventListener("focus", () => edit(place));
    label.setAttribute("for", input.id);
    return line;
  }));
  const chosen = Number(at("edited").value);
  at("edited").replaceChildren(...texts.map((_, place) => new Option(t`player ${place + 1}`, String(place))));
  at("edited").value = String(Math.min(chosen, texts.length - 1));
  at("more").hidden = texts.length === MOST_PLAYERS;
}

const equity = new Live(at("problem"), async (signal) => {
  const places = inputs().map((input, place) => place).filter((place) => inputs()[place].value.trim());
  if (places.length < 2) {
    at("equity").replaceChildren(element("p", "note", t`Enter the hands of two or more players.`));
    return;
  }
  at("equity").classList.add("old");
  const players = places.map((place) => inputs()[place].value);
  await watch("poker", { ...known(), players }, (found, ended) => showEquity(found, places, ended), signal);
});

/** @param {any} found @param {number[]} places @param {boolean} ended */
function showEquity(found, places, ended) {
  at("equity").classList.remove("old");
  const total = Number(found.total);
  const rows = found.players.map((/** @type {any} */ player, /** @type {number} */ at) => {
    const bar = barOf(player.equity);
    if (!found.exact) bar.append(intervalAcross(player.interval));
    const pots = t`${player.range} · wins ${percent(Number(player.wins) / total)}, ties ${percent(Number(player.ties) / total)}`;
    return element("li", "", element("span", "faces", t`Player ${places[at] + 1}`), bar,
      chanceElement({ value: player.equity, interval: player.interval, exact: found.exact }), element("small", "told", pots));
  });
  const showdowns = t`${grouped(String(found.total))} showdowns`;
  at("equity").replaceChildren(element("ol", "ranked compared shares", ...rows), element("p", "", `${found.exact ? showdowns : ended ? t`${showdowns}, 95 % intervals` : t`${showdowns} so far, 95 % intervals`} `,
    tagOf(found.exact)));
}

/** Streets of the hand, of which one is shown. @type {any[]} */
let streets = [];

const odds = new Live(at("odds-problem"), async (signal) => {
  if (!has("odds")) return;
  at("odds").classList.add("old");
  const found = await ask("odds", { ...known(), hand: at("hand").value }, signal);
  at("odds").classList.remove("old");
  streets = found.streets;
  const wanted = at("street").value;
  at("street").replaceChildren(...streets.map((street) => new Option(street.name, street.name)));
  at("street").value = streets.some((street) => street.name === wanted) ? wanted : streets[streets.length - 1]?.name ?? "";
  const lines = [element("div")];
  lines[0].id = "bars";
  if (found.now) lines.unshift(element("p", "", t`now: ${found.now.name}`));
  const outs = Object.entries(found.outs);
  if (outs.length) {
    lines.push(figureTable(t`${found.number_of_outs} outs: next cards that make a better hand`, [t`makes`, t`cards`, ""],
      outs.map(([kind, cards]) => [kind, String(cards.length), cards.join(" ")])));
  }
  at("odds").replaceChildren(...lines);
  showStreet();
});

function showStreet() {
  const street = streets.find((each) => each.name === at("street").value);
  if (!street) {
    at("bars").replaceChildren(element("p", "note", t`All cards have been dealt.`));
    return;
  }
  const rows = street.categories.map((/** @type {any} */ row) => [row.category, row.share, row.count ? percent(row.share) : "–"]);
  at("bars").replaceChildren(
    barTable(t`By the ${street.name}`, rows, [t`hand`, t`chance`]),
    element("p", "", t`exact: ${grouped(String(street.total))} ways to deal the unknown cards`),
  );
}

// ------------------------------------------------------------------------------ the grid

/** Edits wait for each other, so that each begins with the text of the one before. */
let edits = Promise.resolve();
const grid = new RangeGrid(at("range"), (classes, adding) => {
  edits = edits.then(() => changeRange(classes, adding));
});
/** The input that the grid shows. */
const edited = () => inputs()[Number(at("edited").value)];

const reading = new Live(at("range-problem"), async (signal) => {
  const text = edited().value;
  offerList(text);
  if (!has("ranges") || !text.trim()) showRange(null);
  else showRange(await ask("range", { range: text, game: at("game").value }, signal));
});

/** The equity of each class against the only other player, and what the range makes on the board. */
const detail = new Live(at("detail-problem"), async (signal) => {
  const text = edited().value.trim();
  const others = inputs().filter((input) => input !== edited() && input.value.trim());
  const board = at("board").value.trim();
  /** @param {string} name @param {Record<string, string>} fields */
  const asked = async (name, fields) => {
    try {
      return await ask(name, { ...known(), range: text, ...fields }, signal);
    } catch (error) {
      if (error instanceof Refused) return null; // what is wrong with the hands stands beside them already
      throw error;
    }
  };
  const ranges = has("ranges") && text;
  const found = ranges && others.length === 1 ? await asked("hand_equities", { against: others[0].value }) : null;
  const hits = ranges && board && at("game").value === "holdem" ? await asked("range_hits", { board }) : null;
  grid.showEquities(new Map(found ? found.classes.map((/** @type {any} */ each) => [each.name, each.equity]) : []));
  at("range-equity").textContent = found ? t`Equity of each class in percent against ${found.against}; of the range ${percent(found.equity)}` : "";
  at("hits").replaceChildren(...(hits ? hitTables(hits) : []));
});

/** @param {any} hits */
function hitTables(hits) {
  /** @param {string} title @param {Record<string, any>} counts */
  const table = (title, counts) => figureTable(title, ["", t`share`], Object.entries(counts)
    .filter(([, count]) => Number(count)).map(([kind, count]) => [kind, percent(Number(count) / Number(hits.total))]));
  const draws = Object.keys(hits.draws).length ? [table(t`What it draws to`, hits.draws)] : [];
  return [table(t`What the range makes on ${hits.board}`, hits.made), ...draws];
}

/** @param {any} found  null: no hand */
function showRange(found) {
  const size = at("game").value.startsWith("short") ? 9 : 13;
  grid.show(found ? found.classes : Array.from({ length: size }, () => Array(size).fill(0)));
  detail.soon();
  at("range-about").textContent = found ? t`${grouped(String(found.hands))} hands, ${percent(found.hands / found.of)}` : t`no hand`;
}

/** Offers the other list of a text's shares: against three random hands, or against one. @param {string} text */
function offerList(text) {
  const usual = text.replace(/%4h/gi, "%");
  const other = usual === text ? text.replace(/%(2h)?(?=[\s,;:@!-]|$)/g, "%4h") : usual;
  const offered = at("game").value === "holdem" && /^[^@:]*%/.test(text) && other !== text;
  at("usual").hidden = !offered;
  at("usual").textContent = usual === text ? t`Take the usual list: ${other}` : t`Take the list against one hand: ${other}`;
  at("usual").dataset.range = other;
}

/** Add classes to the text of the range or remove them; the server writes it anew. @param {string[]} classes @param {boolean} adding */
async function changeRange(classes, adding) {
  if (!classes.length) return reading.now();
  const input = edited();
  const text = input.value.trim();
  const left = [...grid.buttons].some(([name, button]) => button.classList.contains("in") && !classes.includes(name));
  const parts = adding ? [text, ...classes] : [text, ...classes.map((name) => `!${name}`)];
  try {
    const range = !adding && !left ? "" : parts.filter(Boolean).join(" ");
    const found = range ? await ask("range", { range, game: at("game").value }) : null;
    input.value = found ? found.written : "";
    showRange(found);
    showProblem(at("range-problem"), "");
    keepAddress();
    equity.soon();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showProblem(at("range-problem"), problemText(error));
  }
}

/** @param {number} place */
function edit(place) {
  if (at("edited").value === String(place)) return;
  at("edited").value = String(place);
  reading.now();
}

// ------------------------------------------------------------------------------ the page

function keepAddress() {
  const found = new URLSearchParams();
  for (const input of inputs()) found.append("player", input.value.trim());
  keepFields(FIELDS, found);
}

function showGame() {
  const cards = [...at("board").value.matchAll(/(10|[2-9TJQKA])([shdc])/gi)];
  at("board-cards").replaceChildren(...cards.map(([, rank, suit]) => faceOf(rank.toUpperCase(), "shdc".indexOf(suit.toLowerCase()))));
  at("board-cards").hidden = !has("board");
  at("editor").hidden = !has("ranges");
  at("chances").hidden = !has("odds");
  at("board").closest("p")?.toggleAttribute("hidden", !has("board"));
}

function readAddress() {
  const found = readFields(FIELDS);
  const players = found.getAll("player").slice(0, MOST_PLAYERS);
  buildPlayers(players.length > 1 ? players : ["AA", "KK"]);
  showGame();
  for (const each of [equity, odds, reading]) each.now();
}

linkPages();
at("game").append(...Object.keys(GAMES).map((name) => new Option(name, name, name === "holdem")));
at("hands").addEventListener("submit", (event) => event.preventDefault());
at("hands").addEventListener("input", (event) => {
  keepAddress();
  showGame();
  equity.soon();
  if (event.target instanceof HTMLInputElement && event.target.id.startsWith("player")) reading.soon();
  else for (const each of [odds, reading]) each.soon();
  detail.soon();
});
at("usual").addEventListener("click", () => {
  edited().value = at("usual").dataset.range ?? "";
  edited().dispatchEvent(new Event("input", { bubbles: true }));
});
at("more").addEventListener("click", () => {
  buildPlayers([...inputs().map((input) => input.value), "random"]);
  keepAddress();
  equity.soon();
});
at("hand").addEventListener("input", () => {
  keepAddress();
  odds.soon();
});
at("street").addEventListener("change", showStreet);
at("edited").addEventListener("change", () => reading.now());
addEventListener("hashchange", readAddress);
readAddress();
