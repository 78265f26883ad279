// @ts-check
// The table: four seats, and on each the limits that were said, with the share of deals that each alone leaves.
import { aloud, button, chipOf, refill } from "./elements.js";
import { FIELDS, SEATS, saidOf, seatName } from "./limits.js";
import { at } from "./live.js";
import { limits, watchers, wrong } from "./state.js";
import { aboutOf, numberOf, shortPercent } from "./statistics.js";
import { t } from "./words.js";

/** The share that each limit alone leaves, by its field, and the text that it is of. @type {Map<string, {text: string, estimate: any}>} */
const shares = new Map();

/** What is to be done when a limit, or the place for a new one, is pressed. */
let edit = (/** @type {string} */ _seat, /** @type {string} */ _key, /** @type {HTMLElement} */ _from) => {};

/**
 * Build the seats.
 * @param {typeof edit} change  called with the seat, the key of the limit ("" for a new one), and what was pressed
 */
export function buildTable(change) {
  edit = change;
  watchers.push(showTable);
}

/** Take what each limit leaves. @param {import("./limits.js").Part[]} parts @param {any[]} alone  an estimate each */
export function takeShares(parts, alone) {
  shares.clear();
  parts.forEach((part, index) => shares.set(part.field, { text: textOf(part.field), estimate: alone[index] }));
  showTable();
}

/** The text of a limit. @param {string} field */
const textOf = (field) => limits.get(field) ?? at(field)?.value ?? "";

/** Show the limits. */
export function showTable() {
  for (const seat of SEATS) {
    const fields = FIELDS.filter(({ key }) => limits.has(`${seat}.${key}`));
    const add = button("add", fields.length ? "+" : t`+ Add`, () => edit(seat, "", add), {
      "aria-label": t`Add a limit for ${seatName(seat)}`, "aria-haspopup": "dialog", "data-field": `${seat}.`,
    });
    refill(at(`${seat}.chips`), "field", ...fields.map((field) => limitChip(seat, field)), add);
    at(`${seat}.any`).hidden = Boolean(fields.length);
  }
}

/** @param {string} seat @param {import("./limits.js").Field} field */
function limitChip(seat, field) {
  const name = `${seat}.${field.key}`;
  const said = saidOf(field, limits.get(name) ?? "");
  const leaves = shareOf(name);
  const label = `${seatName(seat)}: ${aloud(said)}${wrong.has(name) ? t`, which is wrong here` : ""}`;
  const chip = chipOf(wrong.has(name) ? "wrong" : "", said, leaves, () => edit(seat, field.key, chip), {
    "aria-label": leaves.text ? t`${label}. Alone it leaves ${leaves.text} of all deals. Change` : t`${label}. Change`, "data-field": name,
  });
  return chip;
}

/** Return the share that a limit alone leaves, with its text: "" where it is not known. @param {string} field */
export function shareOf(field) {
  const known = shares.get(field);
  if (!known || known.text !== textOf(field)) return { share: 0, text: "" };
  const share = numberOf(known.estimate.value);
  return { share, text: aboutOf(shortPercent(share), known.estimate.exact) };
}
