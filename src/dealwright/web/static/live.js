// @ts-check
// Questions asked while one types, their problems, and fields that the address holds.
import { Refused } from "./protocol.js";
import { t } from "./words.js";

const PAUSE = 200; // milliseconds without a key before a question is asked

/** A question that follows what is typed: a new one cancels the one before, here and on the server. */
export class Live {
  /**
   * @param {HTMLElement} problem  where a refusal is shown
   * @param {(signal: AbortSignal) => Promise<void>} ask  asks and shows the answer
   * @param {Record<string, string>} [fields]  ids of fields by their names in requests, where they differ
   */
  constructor(problem, ask, fields = {}) {
    this.problem = problem;
    this.ask = ask;
    this.fields = fields;
    this.timer = 0;
    this.running = new AbortController();
    /** The problem of the last question, and its field. @type {[string, string]} */
    this.said = ["", ""];
  }

  /** Ask when nothing is typed for a moment. */
  soon() {
    this.stop();
    this.timer = setTimeout(() => this.now(), PAUSE);
  }

  async now() {
    this.stop();
    const { signal } = (this.running = new AbortController());
    try {
      await this.ask(signal);
      if (!signal.aborted) this.say("");
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Refused)) throw error;
      this.say(problemText(error), this.fields[error.field] ?? error.field);
    }
  }

  /** Show a problem. @param {string} text @param {string} [field] */
  say(text, field = "") {
    this.said = [text, field];
    this.showAgain();
  }

  /** Show the problem where its field can be seen now. */
  showAgain() {
    showProblem(this.problem, ...this.said);
  }

  stop() {
    clearTimeout(this.timer);
    this.running.abort();
  }
}

/** Where each line of a problem stands that belongs to no field. @type {WeakMap<HTMLElement, Comment>} */
const homes = new WeakMap();

/**
 * Show a problem below the field that causes it, or where its line stands in the page if that cannot be seen.
 * @param {HTMLElement} line @param {string} text  "" for no problem @param {string} [field]  the id of a field
 */
export function showProblem(line, text, field = "") {
  for (const marked of document.querySelectorAll(`[aria-describedby="${line.id}"]`)) {
    marked.removeAttribute("aria-describedby");
    marked.removeAttribute("aria-invalid");
  }
  const wrong = text && field ? at(field) : null;
  const beside = wrong?.checkVisibility() ? wrong : null;
  if (beside || homes.has(line)) {
    if (!homes.has(line)) homes.set(line, line.parentNode?.insertBefore(new Comment("problem"), line) ?? new Comment());
    const place = beside ? beside.closest("p") ?? beside : homes.get(line);
    if (line.previousSibling !== place) place?.after(line);
  }
  if (wrong) {
    wrong.setAttribute("aria-invalid", "true");
    wrong.setAttribute("aria-describedby", line.id);
  }
  line.hidden = !text;
  line.textContent = text;
}

/** Return a refusal as lines: the message, the line of the text with its place, what to try. @param {Refused} error */
export function problemText(error) {
  const lines = [error.message];
  if (error.position >= 0) {
    if (error.text.trim().includes("\n")) lines[0] += t` (line ${lineOf(error)})`;
    const begin = error.text.lastIndexOf("\n", error.position - 1) + 1;
    lines.push(error.text.slice(begin).split("\n")[0], `${" ".repeat(error.position - begin)}^`);
  }
  if (error.hint) lines.push(error.hint);
  return lines.join("\n");
}

/** Return the line of a refused text in which the place is, from 1. @param {Refused} error */
export const lineOf = (error) => error.text.slice(0, error.position).split("\n").length;

/** Return what is wrong, in words. @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** @param {string} id */
export const at = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

/** Write fields, by their ids, into the address; those that hold nothing are left out. @param {string[]} ids */
export function keepFields(ids, found = new URLSearchParams()) {
  for (const id of ids) {
    const field = at(id);
    const text = field.type === "checkbox" ? (field.checked ? "1" : "") : field.value.trim();
    if (text) found.set(id, text);
  }
  history.replaceState(null, "", `#${found}`);
}

/** Fill fields from the address; what it does not name is as the page begins. @param {string[]} ids */
export function readFields(ids) {
  const found = new URLSearchParams(location.hash.slice(1));
  for (const id of ids) {
    const field = at(id);
    if (field.type === "checkbox") field.checked = found.has(id);
    else if (field instanceof HTMLSelectElement) {
      const wanted = found.get(id);
      const index = [...field.options].findIndex((option) => option.value === wanted);
      field.selectedIndex = index < 0 ? Math.max(0, [...field.options].findIndex((option) => option.defaultSelected)) : index;
    } else field.value = found.get(id) ?? field.defaultValue;
  }
  return found;
}
