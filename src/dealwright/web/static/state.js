// @ts-check
// The form: limits, fixed cards, words and the boards asked for; the address that holds it; problems marked in it.
import { element } from "./boards.js";
import { FIELDS, SEATS, WrongCell, conditionOf, isScript, seatName } from "./limits.js";
import { at, problemText } from "./live.js";
import { Refused } from "./protocol.js";

/** The cells of the table, by seat and column as "north.hcp". */
export const cells = /** @type {Record<string, HTMLInputElement>} */ ({});
/** The seats whose cards are shown. */
export const shown = new Set(SEATS);

/** Build the table of limits, and the boxes of the seats that are shown. */
export function buildForm() {
  const table = at("table");
  const head = table.appendChild(element("thead")).appendChild(element("tr"));
  head.append(element("td"));
  for (const [, title] of FIELDS) head.appendChild(element("th", "", title)).setAttribute("scope", "col");
  const body = table.appendChild(element("tbody"));
  for (const seat of SEATS) {
    const row = body.appendChild(element("tr"));
    const name = seatName(seat);
    row.appendChild(element("th", "", name)).setAttribute("scope", "row");
    for (const [key, title] of FIELDS) {
      const cell = row.appendChild(element("td", key === "shape" ? "wide" : ""));
      cell.dataset.head = title;
      const input = document.createElement("input");
      input.id = `${seat}.${key}`;
      input.className = key === "shape" ? "shape" : "";
      input.spellcheck = false;
      input.setAttribute("aria-label", `${name} ${title}`);
      cells[input.id] = input;
      cell.append(input);
    }
  }
  for (const seat of SEATS) {
    const label = element("label");
    const box = document.createElement("input");
    box.type = "checkbox";
    box.id = `show.${seat}`;
    box.checked = true;
    label.append(box, ` ${seat}`);
    at("shown").append(label);
  }
}

/** All fields of the limits. */
export function fields() {
  return [...Object.values(cells), at("words"), at("predeal")];
}

/** Take other limits. @param {Record<string, string>} [limits]  by the names of cells; "words", "predeal" */
export function fillLimits(limits = {}) {
  for (const [name, cell] of Object.entries(cells)) cell.value = limits[name] ?? "";
  for (const name of ["words", "predeal"]) at(name).value = limits[name] ?? "";
}

/** The limits as a condition, with the field of each part. */
export function condition() {
  const values = Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cell.value]));
  return conditionOf(values, at("words").value);
}

/** The limits as requests take them. */
export function given() {
  const predeal = at("predeal").value.trim();
  return { condition: condition().text, ...(predeal ? { predeal } : {}) };
}

/** The script in the box of words; "" if there is a condition or nothing. */
export function script() {
  const words = at("words").value;
  if (!isScript(words)) return "";
  const used = fields().find((input) => input !== at("words") && input.value.trim());
  if (used) throw new WrongCell(used.id, "A script stands alone: clear the limits and the fixed cards.");
  return words;
}

/** The limits in a few words, and their address. */
export function present() {
  let name = "every deal";
  try {
    const lines = at("words").value.split("\n");
    name = isScript(at("words").value) ? lines.find((line) => /\w/.test(line)) ?? "" : condition().text || name;
  } catch (error) {
    if (!(error instanceof WrongCell)) throw error;
  }
  const predeal = at("predeal").value.trim();
  return { name: predeal ? `${name}, ${predeal}` : name, address: location.hash || "#" };
}

/** @param {string} field @param {string} text */
function mark(field, text) {
  for (const input of fields()) {
    input.removeAttribute("aria-invalid");
  }
  const line = at("problem");
  line.hidden = !text;
  line.textContent = text;
  if (text && field) at(field).setAttribute("aria-invalid", "true");
}

/** Whether the problem shown is of an act, such as dealing: a count that succeeds does not take it away. */
let ofAct = false;

/** Take the problem away. @param {boolean} [act]  whether an act succeeded, or a new one begins */
export function clearProblem(act = true) {
  if (act) ofAct = false;
  if (!ofAct) mark("", "");
}

/** Show a problem, and where it is. @param {unknown} error @param {boolean} [act] */
export function explainProblem(error, act = true) {
  ofAct = act;
  if (error instanceof WrongCell) mark(error.field, error.message);
  else if (error instanceof Refused) {
    const { parts, text } = condition();
    const here = error.position < 0 || error.text !== text ? undefined
      : parts.filter((part) => part.start <= error.position).pop();
    const inCell = here && here.field !== "words"; // which is marked: no text, no place in it
    const message = inCell ? [error.message, error.hint].filter(Boolean).join("\n") : problemText(error);
    mark(here?.field ?? (error.position < 0 && at("predeal").value ? "predeal" : ""), message);
  } else throw error;
}

/** Return the address that holds the form. @param {string[]} [codes]  deals that no seed gives */
export function addressOf(codes) {
  const found = new URLSearchParams();
  for (const [name, cell] of Object.entries(cells)) if (cell.value.trim()) found.set(name, cell.value.trim());
  for (const name of ["words", "predeal"]) if (at(name).value.trim()) found.set(name, at(name).value.trim());
  if (codes) found.set("deals", codes.join("."));
  else if (at("seed").value) found.set("n", at("n").value);
  if (at("seed").value || codes) for (const name of ["board", "seed"]) found.set(name, at(name).value.trim());
  for (const name of ["dealer", "vulnerable", "law"]) if (at(name).value) found.set(name, at(name).value);
  if (at("law").value) found.set("law.lines", at("law.lines").value);
  if (shown.size < 4) found.set("show", SEATS.filter((seat) => shown.has(seat)).map((seat) => seat[0]).join(""));
  return found;
}

/** Keep the form in the address. @param {string[]} [codes] */
export function keepAddress(codes) {
  const found = addressOf(codes);
  history.replaceState(null, "", `#${found}`);
  at("bid").setAttribute("href", `bid.html#${found}`);
}

/** Fill the form from an address. @param {URLSearchParams} found */
export function fillForm(found) {
  fillLimits(Object.fromEntries(found));
  for (const name of ["n", "board", "seed"]) if (found.has(name)) at(name).value = found.get(name) ?? "";
  const show = found.get("show") ?? "nesw";
  for (const seat of SEATS) {
    at(`show.${seat}`).checked = show.includes(seat[0]);
    if (show.includes(seat[0])) shown.add(seat);
    else shown.delete(seat);
  }
  for (const name of ["dealer", "vulnerable", "law", "law.lines"]) at(name).value = found.get(name) ?? "";
  /** @type {any} */ (at("unequal")).open ||= Boolean(at("law").value);
  showLaw();
}

/** How each law is written, a line each. */
const LAWS = /** @type {Record<string, string>} */ ({
  types: "weak 2: hcp(north) in 12..14\nstrong 1: hcp(north) in 15..17",
  levels: "hcp(north)",
  weights: "hearts(west): 5=3 6=9",
});

/** Show how the chosen law is written. */
export function showLaw() {
  const law = at("law").value;
  at("law.head").hidden = at("law.lines").hidden = !law;
  at("law.lines").placeholder = LAWS[law] ?? "";
}
