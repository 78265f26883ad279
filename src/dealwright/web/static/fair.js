// @ts-check
// The page of fair hands: an audit of files of boards, and the check of an event.
import { element } from "./elements.js";
import { FileBox } from "./files.js";
import { Live, at, keepFields, readFields, showProblem } from "./live.js";
import { linkPages } from "./pages.js";
import { ask } from "./protocol.js";
import { grouped, percent } from "./statistics.js";
import { figureTable, tableOf } from "./tables.js";
import { t } from "./words.js";

const FIELDS = ["condition", "level"];
const TRIED = 24; // boards of the deals that can be added
const SHOWN = 4; // standard deviations at the ends of a scale

// ------------------------------------------------------------------------------ the audit

const PARTS = ["verdict", "notes", "repeated", "powers", "test-table"];

const boards = new FileBox(at("box"), () => audit.now());

const audit = new Live(at("problem"), async (signal) => {
  if (!boards.files.length) {
    at("verdict").replaceChildren(element("p", "note", t`Add board files.`));
    for (const id of PARTS.slice(1)) at(id).replaceChildren();
    at("tests").hidden = true;
    return;
  }
  for (const id of PARTS) at(id).classList.add("old");
  const files = boards.files.map(({ name, content }) => ({ name, content }));
  showAudit(await ask("audit", { files, condition: at("condition").value, level: Number(at("level").value) }, signal));
  for (const id of PARTS) at(id).classList.remove("old");
});

/** Deals of this server, to try an audit with. */
const dealing = new Live(at("problem"), async (signal) => {
  const { content } = await ask("export", { n: TRIED, format: "pbn", condition: at("condition").value }, signal);
  const number = boards.files.filter((file) => file.name.startsWith("new-deals")).length + 1;
  boards.add([{ name: `new-deals-${number}.pbn`, content, text: "" }]);
});

/** @param {any} found */
function showAudit(found) {
  const fails = found.tests.some((/** @type {any} */ test) => test.adjusted <= found.level);
  const boards = found.boards === 1 ? t`1 board` : t`${grouped(String(found.boards))} boards`;
  const sessions = found.sessions === 1 ? t`1 session` : t`${found.sessions} sessions`;
  const counted = found.condition ? t`${boards} of ${sessions}, dealt with ${found.condition}` : t`${boards} of ${sessions}`;
  at("verdict").replaceChildren(element("p", fails ? "verdict wrong" : "verdict", found.verdict), element("p", "note", counted));
  at("notes").replaceChildren(...listed(t`What could not be read`, found.notes));
  at("repeated").replaceChildren(
    ...listed(t`Two rooms, or one set dealt twice: tested once`, found.rooms),
    ...listed(t`Boards that appear twice (sessions are the files listed)`, found.repeated),
  );
  at("powers").replaceChildren(...(found.powers.length ? [figureTable(
    t`How often an audit of this many boards catches hands dealt like this`, ["", t`found`],
    found.powers.map((/** @type {any} */ each) => [each.dealer, percentOf(each.chance)]),
  )] : []));
  at("test-table").replaceChildren(testTable(found), ...found.left_out.map((/** @type {string} */ name) => (
    element("p", "note", t`${name}: left out, because it cannot be counted exactly under the condition`)
  )));
  at("tests").hidden = false;
}

/** @param {number} chance */
const percentOf = (chance) => (chance < 0.001 ? t`under 0.1 %` : chance > 0.9995 ? "100 %" : percent(chance));

/** @param {string} title @param {string[]} texts */
function listed(title, texts) {
  if (!texts.length) return [];
  const list = element("ul");
  list.append(...texts.map((text) => element("li", "", text)));
  return [element("h3", "", title), list];
}

/** @param {any} found */
function testTable(found) {
  const rows = found.tests.map((/** @type {any} */ test) => {
    const fails = test.adjusted <= found.level;
    const place = test.deviation ? scale((test.seen - test.expected) / test.deviation) : "";
    const name = fails ? [test.name, t` fails: `, test.words] : test.name;
    return { names: fails ? "fails" : "", cells: [
      { parts: name }, figure(test.seen), figure(test.expected), { parts: place, names: "place" },
      { parts: chance(test.p_value), names: "wide-only" }, chance(test.adjusted),
    ] };
  });
  const table = tableOf("tests", "", [
    t`test`, t`seen`, t`expected`, { parts: t`less – more`, names: "place" }, { parts: t`p-value`, names: "wide-only" }, t`together`,
  ], rows);
  table.setAttribute("aria-labelledby", "tests-head");
  return table;
}

/** Return a mark on a scale. @param {number} deviations  from what is expected */
function scale(deviations) {
  const found = element("div", "scale");
  found.style.setProperty("--place", String((Math.max(-SHOWN, Math.min(SHOWN, deviations)) + SHOWN) / (2 * SHOWN)));
  found.setAttribute("role", "img");
  found.setAttribute("aria-label", deviations < 0 ? t`${(-deviations).toFixed(1)} standard deviations less` : t`${deviations.toFixed(1)} standard deviations more`);
  return found;
}

/** @param {number} value */
function figure(value) {
  if (Math.abs(value) >= 1000) return value.toLocaleString("en", { maximumFractionDigits: 0 });
  return value && Math.abs(value) < 0.01 ? value.toExponential(0) : String(Number(value.toPrecision(4)));
}

/** @param {number} value  a p-value */
const chance = (value) => (value < 1e-12 ? "< 1e-12" : value >= 0.0001 ? value.toFixed(4) : value.toExponential(1));

// ------------------------------------------------------------------------------ an event

const [PUBLIC, SECRET] = [t`public file`, t`secret file`];
/** What the kinds of JSON files are. @type {Record<string, string>} */
const ROLES = { "dealwright tournament": PUBLIC, "dealwright tournament secret": SECRET, "dealwright tournament record": t`record` };
const ROUND = t`round of drand, taken as the value`;

const event = new FileBox(at("event-box"), changedEvent, roleOf);

/** Return what a file is in an event. @param {import("./files.js").Given} file */
function roleOf(file) {
  if (!file.text) return "";
  try {
    const values = JSON.parse(file.text);
    return values?.signature && values.round ? ROUND : ROLES[values?.kind] ?? "";
  } catch {
    return t`damaged`;
  }
}

const checking = new Live(at("event-problem"), async (signal) => {
  const texts = Object.fromEntries(event.files.map((file) => [roleOf(file), file.text]));
  const own = [PUBLIC, SECRET, ROUND];
  const value = texts[ROUND] ?? at("value").value;
  const files = event.files.filter((file) => !own.includes(roleOf(file))).map(({ name, content }) => ({ name, content }));
  const given = { public: texts[PUBLIC], secret: texts[SECRET], value, ...(files.length ? { files } : {}) };
  at("checked").replaceChildren(element("p", "note", t`Dealing the boards again.`));
  at("findings").replaceChildren();
  try {
    showEvent(await ask("checked_event", given, signal));
  } catch (error) {
    if (!signal.aborted) showUnchecked();
    throw error;
  }
}, { public: "event-files", secret: "event-files", files: "event-files" });

/** Say what is missing, else check. */
function checkEvent() {
  const roles = event.files.map(roleOf);
  const missing = [PUBLIC, SECRET].find((role) => !roles.includes(role));
  if (missing) showProblem(at("event-problem"), t`Give the ${missing} of the event.`, "event-files");
  else if (!at("value").value.trim() && !roles.includes(ROUND)) showProblem(at("event-problem"), t`Give the public value.`, "value");
  else checking.now();
}

/** What was found is no longer of these files and this value. */
function changedEvent() {
  checking.stop();
  showProblem(at("event-problem"), "");
  showUnchecked();
}

function showUnchecked() {
  at("checked").replaceChildren(element("p", "note", event.files.length ? t`Not checked yet.` : t`Add the files of an event.`));
  at("findings").replaceChildren();
}

/** @param {any} found */
function showEvent(found) {
  const wrong = found.findings.filter((/** @type {any} */ each) => !each.holds);
  at("checked").replaceChildren(element("p", found.holds ? "verdict" : "verdict wrong", found.verdict));
  const list = element("ul", "findings");
  for (const each of [...wrong, ...found.findings.filter((/** @type {any} */ other) => other.holds)]) {
    const row = list.appendChild(element("li"));
    row.append(element("b", each.holds ? "" : "wrong", each.holds ? t`ok` : t`WRONG`), each.what);
  }
  for (const what of found.unchecked) {
    const row = list.appendChild(element("li"));
    row.append(element("b", "wrong", t`NOT CHECKED`), what);
  }
  for (const what of found.others) list.appendChild(element("li", "note", what));
  at("findings").replaceChildren(list);
}

// ------------------------------------------------------------------------------ the page

function readAddress() {
  readFields(FIELDS);
  audit.now();
}

linkPages();
for (const id of ["asked", "event"]) at(id).addEventListener("submit", (submitted) => submitted.preventDefault());
for (const id of FIELDS) {
  at(id).addEventListener("input", () => {
    keepFields(FIELDS);
    audit.soon();
  });
}
at("clear").addEventListener("click", () => boards.clear());
at("try").addEventListener("click", () => dealing.now());
at("event").addEventListener("submit", checkEvent);
at("value").addEventListener("input", changedEvent);
at("event-clear").addEventListener("click", () => {
  at("value").value = "";
  event.clear();
});
addEventListener("hashchange", readAddress);
readAddress();
showUnchecked();
