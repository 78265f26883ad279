// @ts-check
// The editor of a hand's limits: a range with how often each value comes, shapes as pictures, a hand in words.
import { openDialog } from "./dialogs.js";
import { SUITS, button, element, suited } from "./elements.js";
import { FIELDS, RANGES, patternsOf, rangeText, rangesOf, seatName } from "./limits.js";
import { at } from "./live.js";
import { ask, isSaved } from "./protocol.js";
import { PATTERNS, byPattern, patternCode, shapeLengths } from "./shapes.js";
import { fixed, limits, setLimit } from "./state.js";
import { histogramOf, shortPercent } from "./statistics.js";
import { t } from "./words.js";

/** Ranges that players name, by the key of what they limit. @type {Record<string, [string, number, number][]>} */
const PRESETS = {
  hcp: [[t`weak`, 6, 10], ["11–14", 11, 14], ["1NT", 15, 17], ["18–19", 18, 19], ["20–21", 20, 21], [t`opening`, 12, 37]],
  controls: [["4+", 4, 12], [t`at most 2`, 0, 2]],
  losers: [[t`at most 7`, 0, 7], [t`at most 4`, 0, 4]],
  free: [[t`wild: 5+`, 5, 20]],
  suit: [["4+", 4, 13], ["5+", 5, 13], ["6+", 6, 13], [t`exactly 5`, 5, 5], [t`at most 3`, 0, 3], [t`short`, 0, 1]],
};
/** Classes of shapes that players name. @type {[string, (lengths: number[]) => boolean][]} */
const CLASSES = [
  [t`one-suiters`, ([a, b]) => a >= 6 && b <= 4], [t`two-suiters`, ([a, b, c]) => a >= 5 && b >= 4 && c <= 3 && !(a === 5 && b === 4 && c === 2)],
  [t`three-suiters`, ([, , c, d]) => c === 4 && d <= 1],
];
/** What few limit: it stands last. */
const RARE = ["controls", "losers", "free"];
/** Hands in words. */
const EXAMPLES = ["15-17 balanced", "5+ spades, 8+ points", "two of top three hearts", "stopper in hearts", "no void"];
const COMMON = 15; // patterns shown at first
/** The least share of hands for which a value has a bar in the histogram. */
const SEEN = 1e-5;

let seat = "north";
let key = "hcp";
let beside = new DOMRect(); // where the limit is that is edited
let changed = (/** @type {boolean} */ _soon) => {};

/** Build the editor. @param {typeof changed} change  called when a limit was changed; whether by typing, so that more may follow */
export function buildEditor(change) {
  changed = change;
  const usual = FIELDS.filter((field) => !RARE.includes(field.key));
  at("editor.kinds").append(...[...usual, ...FIELDS.filter((field) => RARE.includes(field.key))].map((field) => {
    const suit = SUITS.find(([name]) => name === field.noun);
    const title = field.title[0].toUpperCase() + field.title.slice(1);
    return button("on mini", suit ? suited(suit[1]) : title, () => show(field.key), { "data-key": field.key, "aria-label": suit ? suit[0] : title });
  }));
  new ResizeObserver(place).observe(at("editor"));
  addEventListener("resize", place);
  at("editor.remove").addEventListener("click", () => {
    set("");
    show(key);
  });
}

/** Edit a limit of a seat. @param {string} of @param {string} which  its key; "" for one that is not limited yet @param {HTMLElement} from  beside which the editor opens */
export function editLimit(of, which, from) {
  seat = of;
  at("editor.head").textContent = seatName(seat);
  const free = ["hcp", "shape", "s", "h", "d", "c"].find((each) => !limits.has(`${seat}.${each}`)) ?? "hcp";
  show(which || free);
  beside = from.getBoundingClientRect();
  const dialog = openDialog("editor");
  place();
  dialog.addEventListener("close", () => {
    const chip = document.querySelector(`[data-field="${limits.has(field()) ? field() : `${seat}.`}"]`);
    /** @type {HTMLElement | null} */ (chip)?.focus();
  }, { once: true });
}

/** Put the editor beside what it edits, where there is room; again whenever it or the window has another size. */
function place() {
  const dialog = at("editor");
  const left = Math.max(12, Math.min(beside.left, innerWidth - dialog.offsetWidth - 12));
  const top = Math.max(12, Math.min(beside.bottom + 8, innerHeight - dialog.offsetHeight - 12));
  dialog.style.setProperty("--left", `${left}px`);
  dialog.style.setProperty("--top", `${top}px`);
}

/** The field that is edited. */
const field = () => `${seat}.${key}`;

/** Change the limit. @param {string} cell @param {boolean} [typed] */
function set(cell, typed = false) {
  setLimit(field(), cell);
  at("editor.remove").disabled = !limits.has(field());
  changed(typed);
}

/** Show what is edited of the seat. @param {string} which */
function show(which) {
  key = which;
  for (const kind of at("editor.kinds").children) kind.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (kind).dataset.key === key));
  const range = RANGES.find((each) => each.key === key);
  const parts = range ? rangeParts(range) : key === "shape" ? shapeParts() : wordsParts();
  at("editor.body").replaceChildren(...parts);
  at("editor.remove").disabled = !limits.has(field());
}

/** @param {string} label @param {string} placeholder @param {(text: string) => void} take @param {string} value */
function typedField(label, placeholder, take, value) {
  const input = document.createElement("input");
  input.id = "editor.typed";
  input.value = value;
  input.placeholder = placeholder;
  input.spellcheck = false;
  input.autocomplete = "off";
  input.addEventListener("input", () => take(input.value));
  const head = element("label", "small", label);
  head.setAttribute("for", input.id);
  return { input, box: element("div", "field", head, input) };
}

// ------------------------------------------------------------------------------------ ranges

/** @param {import("./limits.js").Field} range */
function rangeParts(range) {
  const [least, most] = [0, 1].map((end) => stepper(["least", "most"][end], [t`At least`, t`At most`][end], range.most, (value, typed) => {
    const [low, high] = ends();
    put(end ? Math.min(low, value) : value, end ? value : Math.max(high, value), typed);
  }));
  const { input, box } = typedField(t`or type it`, range.key === "hcp" ? t`15-17, 12+, -9 or 0,10+` : t`5+, 4, -2 or 4,6`, (text) => {
    set(text, true);
    paint();
  }, limits.get(field()) ?? "");
  const bars = element("div", "histogram");
  bars.setAttribute("aria-hidden", "true");
  const about = element("p", "ticks", element("span"), element("span", "", range.key === "free" ? t`how often a hand has this much freakness` : t`how often a hand has this many ${range.noun}`), element("span"));

  /** The ends of the limit; of several ranges the outermost. */
  function ends() {
    const ranges = rangesOf(limits.get(field()) ?? "") ?? [[0, range.most]];
    return [Math.max(0, Math.min(...ranges.map(([low]) => low))), Math.min(range.most, Math.max(...ranges.map(([, high]) => high)))];
  }

  /** @param {number} low @param {number} high @param {boolean} typed */
  function put(low, high, typed = false) {
    const [a, b] = [low, high].map((value) => Math.max(0, Math.min(range.most, value)));
    set(rangeText(a, Math.max(a, b), range.most), typed);
    input.value = limits.get(field()) ?? "";
    paint();
  }

  function paint() {
    const ranges = rangesOf(limits.get(field()) ?? "") ?? [];
    for (const [value, bar] of [...bars.children].entries()) bar.classList.toggle("in", ranges.some(([low, high]) => low <= value && value <= high));
    const [low, high] = ends();
    least.show(low);
    most.show(high);
  }

  sharesOf(range.quantity(seat)).then((found) => {
    const values = [...found.keys()].filter((value) => (found.get(value) ?? 0) >= SEEN);
    const most = Math.max(...values);
    bars.replaceChildren(...histogramOf(Array.from({ length: most + 1 }, (_, value) => found.get(value) ?? 0), () => false).children);
    [about.children[0].textContent, about.children[2].textContent] = ["0", String(most)];
    paint();
  }, () => bars.remove());
  paint();
  const presets = (PRESETS[range.key] ?? PRESETS.suit).map(([name, low, high]) => button("mini", name, () => put(low, high)));
  return [element("div", "buttons", ...presets), bars, about, element("div", "steppers", least.box, most.box), box];
}

/** @param {string} id @param {string} name @param {number} most @param {(value: number, typed: boolean) => void} take */
function stepper(id, name, most, take) {
  const input = document.createElement("input");
  Object.assign(input, { type: "number", id: `editor.${id}`, min: "0", max: String(most) });
  input.addEventListener("input", () => {
    if (input.value !== "") take(Number(input.value), true);
  });
  /** @param {number} by */
  const step = (by) => () => take(Number(input.value) + by, false);
  const head = element("label", "small", name);
  head.setAttribute("for", input.id);
  const box = element("div", "field", head, element("div", "stepper",
    button("", "−", step(-1), { "aria-label": t`${name}: one less` }), input, button("", "+", step(1), { "aria-label": t`${name}: one more` })));
  return {
    box,
    show: (/** @type {number} */ value) => {
      if (document.activeElement !== input || Number(input.value) !== value) input.value = String(value);
    },
  };
}

/** How often each value of a quantity comes, by the quantity and the fixed cards. @type {Map<string, Promise<Map<number, number>>>} */
const known = new Map();

/**
 * Return the share of hands with each value of a quantity, beside the fixed cards. It fails where the program would be loaded for that alone.
 * @param {string} quantity @returns {Promise<Map<number, number>>}
 */
async function sharesOf(quantity) {
  if (await isSaved()) throw new Error("data are saved");
  const name = `${quantity} ${JSON.stringify(fixed())}`;
  const found = known.get(name) ?? ask("distribution", { ...fixed(), quantities: [quantity] }).then((histogram) => (
    new Map(histogram.counts.map((/** @type {any} */ row) => [row.values[0], row.probability]))
  ));
  known.set(name, found);
  found.catch(() => known.delete(name));
  return found;
}

// ------------------------------------------------------------------------------------ shapes

function shapeParts() {
  const cell = limits.get(field()) ?? "";
  const { input, box } = typedField(t`or type a class of shapes`, "any 5431, 5+xxx, or s >= 5 && h >= 4", (text) => {
    set(text, true);
    paint();
  }, cell);
  const pictures = PATTERNS.map((lengths) => {
    const code = patternCode(lengths);
    const bars = lengths.map((length) => {
      const bar = element("i");
      bar.style.height = `${12.5 * Math.min(8, length)}%`;
      return bar;
    });
    const name = lengths.join("-");
    return button("pattern on", [element("span", "", ...bars), name, element("small")], () => {
      const picked = new Set(patternsOf(limits.get(field()) ?? "") ?? []);
      if (!picked.delete(code)) picked.add(code);
      take([...picked]);
    }, { "aria-label": name, "data-code": code });
  });
  const common = element("div", "patterns");
  const rare = element("div", "patterns");
  const more = element("details", "", element("summary", "", t`${PATTERNS.length - COMMON} rarer shapes`), rare);

  /** @param {string[]} codes */
  function take(codes) {
    const named = ["balanced", "semibalanced"].find((name) => String(patternsOf(name)?.sort()) === String([...codes].sort()));
    set(named ?? codes.map((code) => `any ${code}`).join(" + "));
    input.value = limits.get(field()) ?? "";
    paint();
  }

  function paint() {
    const picked = patternsOf(limits.get(field()) ?? "") ?? [];
    for (const picture of pictures) picture.setAttribute("aria-pressed", String(picked.includes(picture.dataset.code ?? "")));
  }

  patternShares().then((found) => {
    const order = new Map(found.map(([name], place) => [name, place]));
    for (const picture of pictures) {
      const name = picture.getAttribute("aria-label") ?? "";
      const share = shortPercent(found[order.get(name) ?? 0][1]);
      picture.querySelector("small")?.replaceChildren(share);
      picture.setAttribute("aria-label", t`${name}, ${share} of hands`);
      picture.style.order = String(order.get(name));
      (Number(order.get(name)) < COMMON ? common : rare).append(picture);
    }
  }, () => common.append(...pictures));
  paint();
  const classes = CLASSES.map(([name, test]) => button("mini", name, () => take(PATTERNS.filter(test).map(patternCode))));
  const named = [[t`balanced`, "balanced"], [t`semi-balanced`, "semibalanced"]].map(([name, class_]) => button("mini", name, () => take(patternsOf(class_) ?? [])));
  return [element("div", "buttons", ...named, ...classes), common, more, box];
}

/** Return the patterns with their shares beside the fixed cards, the most frequent first. */
async function patternShares() {
  const shares = await sharesOf(`shape(${seat})`);
  const shapes = await shapeLengths();
  return byPattern(shapes.map((lengths, index) => ({ lengths, share: shares.get(index) ?? 0 })));
}

// ------------------------------------------------------------------------------------- words

function wordsParts() {
  const { input, box } = typedField(t`${seatName(seat)}'s hand, as you would say it`, "15-17 balanced, 5+ spades", (text) => set(text, true), limits.get(field()) ?? "");
  const buttons = EXAMPLES.map((text) => button("mini", text, () => {
    input.value = text;
    set(text);
  }));
  return [box, element("div", "buttons", ...buttons), element("p", "small soft", t`A comma means and.`)];
}
