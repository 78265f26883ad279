// @ts-check
// What is asked: limits of hands, words, fixed cards, the boards; the address that holds it; problems.
import { FIELDS, SEATS, WrongCell, conditionOf, isScript } from "./limits.js";
import { at, problemText } from "./live.js";
import { Refused } from "./protocol.js";
import { themeNamed } from "./themes.js";
import { t } from "./words.js";

/** The limits of hands, as they are written, by seat and field as "north.hcp". @type {Map<string, string>} */
export const limits = new Map();
/** The seats whose cards are shown. */
export const shown = new Set(SEATS);

/** Fields of the boards that the address holds as they are. */
const BOARDS = ["dealer", "vulnerable", "law", "exchanges", "quiet"];

/** Set a limit, or take it away. @param {string} field @param {string} cell  "" for none */
export function setLimit(field, cell) {
  if (cell.trim()) limits.set(field, cell.trim());
  else limits.delete(field);
}

/** Take other limits. @param {Record<string, string>} [found]  by their fields; "words", "predeal"; "scenario": what they began with */
export function takeLimits(found = {}) {
  for (const seat of SEATS) for (const { key } of FIELDS) setLimit(`${seat}.${key}`, found[`${seat}.${key}`] ?? "");
  for (const name of ["words", "predeal", "scenario"]) at(name).value = found[name] ?? "";
}

/** Take a theme, or none: at first a player sees what one at the table would. @param {string} [name] */
export function takeTheme(name = "") {
  if (at("theme").value === name) return;
  at("theme").value = name;
  showSeatsOf(usualSeats());
}

/** The seats that are shown if the address does not say. */
const usualSeats = () => themeNamed(at("theme").value)?.shows ?? "nesw";

/** @param {string} letters */
function showSeatsOf(letters) {
  for (const seat of SEATS) {
    if (letters.includes(seat[0])) shown.add(seat);
    else shown.delete(seat);
  }
}

/** The limits as a condition, with the field of each part. */
export const condition = () => conditionOf(Object.fromEntries(limits), at("words").value);

/** The fixed cards, as requests take them. */
export function fixed() {
  const predeal = at("predeal").value.trim();
  return predeal ? { predeal } : {};
}

/** The limits, as requests take them. */
export const given = () => ({ condition: condition().text, ...fixed() });

/** The script in the box of words; "" if there is a condition or nothing. */
export function script() {
  const words = at("words").value;
  if (!isScript(words)) return "";
  const [used] = [...limits.keys(), ...(at("predeal").value.trim() ? ["predeal"] : [])];
  if (used) throw new WrongCell(used, t`A script stands alone: clear the limits and the fixed cards.`);
  return words;
}

/** The condition, "" where a limit cannot be read. */
export function conditionText() {
  try {
    return condition().text;
  } catch (error) {
    if (error instanceof WrongCell) return "";
    throw error;
  }
}

/** The first line of words that says something. */
export const firstLine = () => at("words").value.split("\n").find((line) => /\w/.test(line)) ?? "";

/** The limits in a few words, and their address. */
export function present() {
  const name = themeNamed(at("theme").value)?.title ?? (isScript(at("words").value) ? firstLine() : conditionText() || t`every deal`);
  const predeal = at("predeal").value.trim();
  return { name: predeal ? `${name}, ${predeal}` : name, address: location.hash || "#" };
}

/** The fields that contradict each other, or of which one is wrong. @type {Set<string>} */
export const wrong = new Set();
/** Called when other fields are wrong. @type {(() => void)[]} */
export const watchers = [];
/** Whether the problem shown is of an act, such as dealing: a count that succeeds does not take it away. */
let ofAct = false;

/** @param {string[]} fields @param {string} text */
function mark(fields, text) {
  wrong.clear();
  for (const field of fields) wrong.add(field);
  for (const name of ["words", "predeal"]) {
    if (wrong.has(name)) at(name).setAttribute("aria-invalid", "true");
    else at(name).removeAttribute("aria-invalid");
  }
  for (const line of document.querySelectorAll(".problem")) {
    /** @type {HTMLElement} */ (line).hidden = !text;
    line.textContent = text;
  }
  for (const watcher of watchers) watcher();
}

/** Take the problem away. @param {boolean} [act]  whether an act succeeded, or a new one begins */
export function clearProblem(act = true) {
  if (act) ofAct = false;
  if (!ofAct) mark([], "");
}

/** Say that limits contradict each other. @param {string[]} fields @param {string} reason */
export function showContradiction(fields, reason) {
  if (!ofAct) mark(fields, `${fields.length === 1 ? t`No deal fits: no hand keeps to this limit` : t`No deal fits: these limits contradict each other`}${reason && `: ${reason}`}.`);
}

/** Show a problem, and where it is. @param {unknown} error @param {boolean} [act] */
export function explainProblem(error, act = true) {
  ofAct = act;
  if (error instanceof WrongCell) mark([error.field], error.message);
  else if (error instanceof Refused) {
    const field = fieldOf(error);
    // a limit on the table is marked: its text need not be shown again, nor the place in it
    const message = field.includes(".") ? [error.message, error.hint].filter(Boolean).join("\n") : problemText(error);
    mark(field ? [field] : [], message);
  } else throw error;
}

/** Return the field of a problem: that of the limit, or of the part of the condition, in which it is. @param {Refused} error */
function fieldOf(error) {
  if (error.position < 0) return at("predeal").value ? "predeal" : "";
  const { parts, text } = condition();
  const within = error.text === text ? parts.filter((part) => part.start <= error.position).pop() : undefined;
  return (parts.find((part) => part.text === error.text) ?? within)?.field ?? "";
}

/** Return the address that holds what is asked. @param {string[]} [codes]  deals that no seed gives */
export function addressOf(codes) {
  const found = new URLSearchParams();
  for (const seat of SEATS) {
    for (const { key } of FIELDS) {
      const cell = limits.get(`${seat}.${key}`);
      if (cell) found.set(`${seat}.${key}`, cell);
    }
  }
  for (const name of ["words", "predeal", "scenario", "theme"]) if (at(name).value.trim()) found.set(name, at(name).value.trim());
  if (codes) found.set("deals", codes.join("."));
  else if (at("seed").value) found.set("n", at("n").value);
  if (at("seed").value || codes) for (const name of ["board", "seed"]) found.set(name, at(name).value.trim());
  for (const name of BOARDS) if (at(name).value) found.set(name, at(name).value);
  if (at("law").value) found.set("law.lines", at("law.lines").value);
  const show = SEATS.filter((seat) => shown.has(seat)).map((seat) => seat[0]).join("");
  if (show !== usualSeats()) found.set("show", show);
  return found;
}

/** Keep what is asked in the address. @param {string[]} [codes] */
export function keepAddress(codes) {
  const found = addressOf(codes);
  history.replaceState(null, "", `#${found}`);
  at("bid").setAttribute("href", `bid.html#${found}`);
}

/** Take what an address asks. @param {URLSearchParams} found */
export function takeAddress(found) {
  takeLimits(Object.fromEntries(found));
  for (const name of ["n", "board", "seed"]) if (found.has(name)) at(name).value = found.get(name) ?? "";
  at("theme").value = found.get("theme") ?? "";
  showSeatsOf(found.get("show") ?? usualSeats());
  for (const name of [...BOARDS, "law.lines"]) at(name).value = found.get(name) ?? "";
}
