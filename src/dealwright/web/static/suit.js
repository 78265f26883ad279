// @ts-check
// The page of suit combinations: the best line for each number of tricks, and which layouts it wins against.
import { element } from "./elements.js";
import { Live, at, keepFields, readFields } from "./live.js";
import { linkPages } from "./pages.js";
import { ask } from "./protocol.js";
import { barTable, numberOf, percent } from "./statistics.js";

const FIELDS = ["dummy", "declarer", "entries", "west", "east"];
const EXAMPLE = "dummy=AQT9&declarer=432";

const suit = new Live(at("problem"), async (signal) => {
  const given = /** @type {Record<string, any>} */ ({ dummy: at("dummy").value.trim(), declarer: at("declarer").value.trim() });
  if (!given.dummy && !given.declarer) {
    at("about").textContent = "Enter dummy's and declarer's cards.";
    for (const id of ["targets", "best", "layouts"]) at(id).replaceChildren();
    at("lines").hidden = true;
    return;
  }
  for (const id of ["entries", "west", "east"]) if (at(id).value) given[id] = Number(at(id).value);
  for (const id of ["tricks", "lines"]) at(id).classList.add("old");
  show(await ask("suit", given, signal));
  for (const id of ["tricks", "lines"]) at(id).classList.remove("old");
});

/** @param {any} found */
function show(found) {
  const entries = found.entries === null ? "" : `, ${found.entries} ${found.entries === 1 ? "entry" : "entries"} to dummy`;
  at("about").textContent = `${spaced(found.dummy)} opposite ${spaced(found.declarer)}, missing ${spaced(found.missing)}`
    + `; vacant places ${found.vacant.join("-")}${entries}`;
  at("targets").replaceChildren(barTable("At least this many tricks, by the best line for them", found.tricks.map((/** @type {any} */ each) => (
    [String(each.target), numberOf(each.probability), chanceText(each)]
  )), ["tricks", "chance"]));
  at("best").replaceChildren(...lineElements(found.tricks));
  at("layouts").replaceChildren(...layoutTable(found));
  at("lines").hidden = false;
}

/** @param {string} ranks */
const spaced = (ranks) => [...ranks].join(" ").replace("T", "10") || "–";

/** @param {any} target */
function chanceText({ probability }) {
  return probability === "0" ? "–" : probability === "1" ? "100 %" : percent(numberOf(probability));
}

/** Return the lines; targets that one line reaches as often share an element. @param {any[]} targets */
function lineElements(targets) {
  const groups = /** @type {any[][]} */ ([]);
  for (const each of targets) {
    const last = groups.at(-1)?.at(-1);
    if (last && last.line === each.line && last.probability === each.probability) groups.at(-1)?.push(each);
    else groups.push([each]);
  }
  return groups.map((group) => {
    const [first, last] = [group[0], group[group.length - 1]];
    const tricks = first === last ? `${first.target}` : first.target === 1 ? `Up to ${last.target}` : `${first.target} to ${last.target}`;
    const box = element("div", "line");
    const head = box.appendChild(element("h3", "", `${tricks} ${last.target === 1 ? "trick" : "tricks"}: ${chanceText(first)}`));
    if (first.probability.includes("/")) head.append(element("small", "note", ` exactly ${first.probability}`));
    box.append(first.line ? stepList(stepsOf(first.line.replace(/\bT\b/g, "10"))) : element("p", "note", "No line wins that many."));
    return box;
  });
}

/**
 * Return steps of a line as a list; what belongs to one outcome is a list below it.
 * @param {string[]} steps  of a line such as "small to the A; if West plays low, [small to the J; ...]; else play from the top"
 */
function stepList(steps) {
  const list = element("ul");
  for (let at = 0; at < steps.length; ) {
    const step = steps[at];
    const nested = /^(.*?),? \[(.*)\]$/s.exec(step);
    const below = nested ? stepsOf(nested[2]) : [];
    at += 1;
    // all that follows "else" belongs to it, and what follows "if it loses, ..." up to the next outcome
    const belongs = (/** @type {string} */ next) => /^else/.test(step) || (/^if/.test(step) && !nested && !/^(if|else)/.test(next));
    while (at < steps.length && belongs(steps[at])) {
      below.push(steps[at]);
      at += 1;
    }
    const entry = list.appendChild(element("li", "", nested ? `${nested[1]}:` : step));
    if (below.length) entry.append(stepList(below));
  }
  return list;
}

/** Return the steps of a line; semicolons in brackets are of steps within. @param {string} line */
function stepsOf(line) {
  const found = [""];
  let depth = 0;
  for (const part of line.split(/(; |\[|\])/)) {
    depth += part === "[" ? 1 : part === "]" ? -1 : 0;
    if (part === "; " && !depth) found.push("");
    else found[found.length - 1] += part;
  }
  return found;
}

/** Return the table of layouts against which one line wins and another does not. @param {any} found */
function layoutTable(found) {
  const open = found.tricks.filter((/** @type {any} */ each) => each.probability.includes("/"));
  if (!open.length) return [];
  /** Each layout's chance and the targets that win against it. @type {Map<string, {west: string, east: string, chance: number, wins: Set<number>}>} */
  const layouts = new Map();
  for (const each of found.tricks) {
    for (const { west, east, probability } of each.wins) {
      const key = `${west} ${east}`;
      if (!layouts.has(key)) layouts.set(key, { west, east, chance: numberOf(probability), wins: new Set() });
      layouts.get(key)?.wins.add(each.target);
    }
  }
  const rows = [...layouts.values()].sort((a, b) => b.chance - a.chance);
  const table = element("table", "figures layouts");
  table.append(element("caption", "", "Where the missing cards are, and whether the best line for each number of tricks wins there"));
  const head = table.appendChild(element("thead")).appendChild(element("tr"));
  for (const name of ["West", "East", "chance", ...open.map((/** @type {any} */ each) => String(each.target))]) {
    head.appendChild(element("th", "", name)).setAttribute("scope", "col");
  }
  const body = table.appendChild(element("tbody"));
  for (const layout of rows) {
    const row = body.appendChild(element("tr"));
    row.appendChild(element("th", "", layout.west.replaceAll("T", "10") || "–")).setAttribute("scope", "row");
    row.append(element("td", "", layout.east.replaceAll("T", "10") || "–"), element("td", "", percent(layout.chance)));
    for (const each of open) {
      const wins = layout.wins.has(each.target);
      row.append(element("td", wins ? "wins" : "loses", wins ? "wins" : "loses"));
    }
  }
  const all = rows.reduce((sum, layout) => sum + layout.chance, 0);
  const rest = all < 1 - 1e-9 ? [element("p", "note", `In the other layouts, ${percent(1 - all)} in all, no line wins these tricks.`)] : [];
  return [table, ...rest, element("p", "note", "x is any of the lowest missing cards; (Q/J) is either of two equals.")];
}

function readAddress() {
  if (location.hash.length < 2) history.replaceState(null, "", `#${EXAMPLE}`);
  readFields(FIELDS);
  suit.now();
}

linkPages();
at("asked").addEventListener("submit", (event) => event.preventDefault());
at("asked").addEventListener("input", () => {
  keepFields(FIELDS);
  suit.soon();
});
addEventListener("hashchange", readAddress);
readAddress();
