// @ts-check
// The page of numbers: deals, combinations and shapes.
import { boardElement } from "./boards.js";
import { element } from "./elements.js";
import { Live, at, keepFields, readFields } from "./live.js";
import { SEATS } from "./limits.js";
import { linkPages } from "./pages.js";
import { ask } from "./protocol.js";
import { byPattern } from "./shapes.js";
import { barTable, grouped, percent } from "./statistics.js";
import { figureTable } from "./tables.js";
import { t } from "./words.js";

const FIELDS = ["system", "condition", "n", "k", "order", "shapes"];
/** Of each pair, the field that was typed; the other one follows. */
const given = { deal: "number", combination: "rank" };

const deal = new Live(at("deal-problem"), async (signal) => {
  const text = at(given.deal).value.trim();
  if (!text) {
    at("deal-about").replaceChildren();
    at("boards").replaceChildren();
    return;
  }
  const condition = at("condition").value.trim();
  const asked = { [given.deal]: text, system: at("system").value, ...(condition ? { condition } : {}) };
  const found = await ask("number", asked, signal);
  if (given.deal === "deal") at("number").value = found.number;
  else at("deal").value = found.deal;
  const [number, of] = [grouped(found.number), grouped(found.of)];
  const first = condition ? t`${number} of ${of} deals that satisfy the condition, counted from 0` : t`${number} of ${of} deals, counted from 0`;
  const lines = [first, t`as 16 characters: ${found.text}`];
  if (found.from_one) lines.push(t`counted from 1: ${found.from_one.includes(":") ? found.from_one : grouped(found.from_one)}`);
  at("deal-about").replaceChildren(...lines.map((line) => element("p", "", line)));
  if (!condition && asked.system === "dealwright") {
    const link = element("a", "", t`Open it as a board`);
    link.setAttribute("href", `./#deals=${found.text}`);
    at("deal-about").appendChild(element("p")).append(link);
  }
  at("boards").replaceChildren(boardElement(found.deal, 1, new Set(SEATS), []));
});

const random = new Live(at("deal-problem"), async (signal) => {
  const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
  const found = await ask("deal", { condition: at("condition").value, n: 1, seed }, signal);
  given.deal = "deal";
  at("deal").value = found.deals[0];
  keepAddress();
  await deal.now();
});

const combination = new Live(at("combination-problem"), async (signal) => {
  const text = at(given.combination).value.trim();
  if (!text) {
    at("combination-about").replaceChildren();
    return;
  }
  const asked = { n: Number(at("n").value), k: Number(at("k").value), order: at("order").value };
  const key = given.combination === "rank" ? "number" : "combination";
  const found = await ask("combination", { ...asked, [key]: text }, signal);
  if (key === "combination") at("rank").value = found.number;
  else at("combination").value = found.combination.toReversed().join(" ");
  const line = t`${grouped(found.number)} of ${grouped(found.of)} combinations, counted from 0`;
  at("combination-about").replaceChildren(element("p", "", line));
});

const shapes = new Live(at("shapes-problem"), async (signal) => {
  const found = await ask("shapes", { shapes: at("shapes").value }, signal);
  const share = found.hands / found.of;
  const shares = found.shapes.map((/** @type {any} */ row) => ({ lengths: row.lengths, share: row.hands / found.of }));
  at("shapes-about").replaceChildren(
    element("p", "number", found.shapes.length === 1 ? t`1 shape` : t`${found.shapes.length} shapes`),
    element("p", "", t`${grouped(String(found.hands))} of ${grouped(String(found.of))} hands, exactly ${fraction(found.hands, found.of)}`),
    element("p", "", share ? t`${(100 * share).toFixed(6)} %, 1 in ${Number((1 / share).toPrecision(5))}` : "0 %"),
  );
  at("patterns").replaceChildren(barTable(t`Shares of all hands, by pattern`, byPattern(shares), [t`pattern`, t`share`]));
  at("listed").replaceChildren(figureTable(
    t`The shapes in squashed order: their numbers, the lengths of ♠ ♥ ♦ ♣, hands, shares`, [t`number`, t`shape`, t`hands`, t`share`],
    found.shapes.map((/** @type {any} */ row) => (
      [String(row.index), row.lengths.join(" "), grouped(String(row.hands)), percent(row.hands / found.of)]
    )),
  ));
});

/** Return a share in lowest terms. @param {number} part @param {number} whole */
function fraction(part, whole) {
  let [a, b] = [whole, part];
  while (b) [a, b] = [b, a % b];
  return `${grouped(String(part / a))}/${grouped(String(whole / a))}`;
}

function keepAddress() {
  keepFields([given.deal, given.combination, ...FIELDS]);
}

function readAddress() {
  const found = readFields([...FIELDS, "deal", "number", "combination", "rank"]);
  given.deal = found.has("deal") ? "deal" : "number";
  given.combination = found.has("combination") ? "combination" : "rank";
  for (const each of [deal, combination, shapes]) each.now();
}

linkPages();
for (const form of ["deals", "combinations", "classes"]) at(form).addEventListener("submit", (event) => event.preventDefault());
at("deals").addEventListener("input", (event) => {
  const { id } = /** @type {HTMLElement} */ (event.target);
  if (id === "deal" || id === "number") given.deal = id;
  keepAddress();
  deal.soon();
});
at("combinations").addEventListener("input", (event) => {
  const { id } = /** @type {HTMLElement} */ (event.target);
  if (id === "combination" || id === "rank") given.combination = id;
  keepAddress();
  combination.soon();
});
at("classes").addEventListener("input", () => {
  keepAddress();
  shapes.soon();
});
at("random").addEventListener("click", () => random.now());
addEventListener("hashchange", readAddress);
readAddress();
