// @ts-check
// Tables: every table of an answer is drawn here, from heads and rows of cells.
import { element } from "./elements.js";
import { t } from "./words.js";

/**
 * What a cell shows: with class names, the share of its shade, and whether it tells what its row is (the first does, if nothing is said).
 * @typedef {string | Node} Part
 * @typedef {Part | {parts: Part | Part[], names?: string, share?: number, head?: boolean}} Cell
 * @typedef {Cell[] | {names: string, cells: Cell[]}} Row
 */

/**
 * Return a table; the first cell of each row is its head.
 * @param {string} names  its class names
 * @param {string} title  its caption, "" for none
 * @param {Cell[]} heads  of the columns; "" is no head
 * @param {Row[]} rows
 */
export function tableOf(names, title, heads, rows) {
  const table = element("table", names);
  if (title) table.append(element("caption", "", title));
  const head = table.appendChild(element("thead")).appendChild(element("tr"));
  head.append(...heads.map((cell) => (cell === "" ? element("td") : cellOf(cell, "col"))));
  const body = table.appendChild(element("tbody"));
  for (const each of rows) {
    const [rowNames, cells] = Array.isArray(each) ? ["", each] : [each.names, each.cells];
    body.append(element("tr", rowNames, ...cells.map((cell, place) => cellOf(cell, place ? "" : "row"))));
  }
  return table;
}

/** @param {Cell} cell @param {string} scope  of what it is the head, "" for none */
function cellOf(cell, scope) {
  const { parts, names = "", share = 0, head = Boolean(scope) } = typeof cell === "string" || cell instanceof Node ? { parts: cell } : cell;
  const made = element(head ? "th" : "td", names, ...[parts].flat());
  if (head && scope) made.setAttribute("scope", scope);
  if (share) made.style.setProperty("--share", String(share));
  return made;
}

/** Return a table of figures. @param {string} title  "" for none @param {Cell[]} heads @param {Row[]} rows */
export const figureTable = (title, heads, rows) => tableOf("figures", title, heads, rows);

/** Return a cell that says whether a line wins. @param {boolean} wins */
export const outcome = (wins) => (wins ? { parts: t`wins`, names: "wins" } : { parts: t`loses`, names: "loses" });
