// @ts-check
// A session's summary: every board with its contract, its mark, and the IMPs against the best contract of the two hands.
import { contractText } from "./auction_table.js";
import { button, element } from "./elements.js";

/** A board of a session: the award of its contract, if it is known. @typedef {{board: number, contract: string, award?: any, go?: () => void}} Row */

/** Return the summary of the boards that were bid. @param {Row[]} rows */
export function summaryElement(rows) {
  const known = rows.filter((row) => row.award);
  const mean = (/** @type {(row: Row) => number} */ value) => known.reduce((sum, row) => sum + value(row), 0) / known.length;
  const box = element("div", "summary");
  if (known.length) {
    box.append(element("p", "number", `${mean((row) => row.award.award.value).toFixed(1)} of 10`));
    const lost = known.reduce((sum, row) => sum + (row.award.imps?.value ?? 0), 0);
    box.append(element("p", "note", `on average over ${known.length} board${known.length > 1 ? "s" : ""}; ${imps(lost)} IMPs in all against the best contracts, estimated`));
  }
  const table = box.appendChild(element("table", "tricks"));
  table.append(element("caption", "unseen-head", "Boards of this session"));
  const head = table.appendChild(element("thead")).appendChild(element("tr"));
  for (const name of ["board", "contract", "mark", "IMPs", "best contract"]) head.appendChild(element("th", "", name)).setAttribute("scope", "col");
  const body = table.appendChild(element("tbody"));
  for (const { board, contract, award, go } of rows) {
    const first = element("th", "", go ? button("quiet mini", String(board), go, { "aria-label": `Board ${board} again` }) : String(board));
    first.setAttribute("scope", "row");
    body.append(element("tr", "", first, element("td", "", contractText(contract)), element("td", "", award ? award.award.value.toFixed(1) : ""),
      element("td", "", award?.imps ? imps(award.imps.value) : ""), element("td", "", award ? contractText(award.candidates[0].contract) : "")));
  }
  return box;
}

/** @param {number} value */
const imps = (value) => (Math.abs(value) < 0.05 ? "0" : `${value > 0 ? "+" : "−"}${Math.abs(value).toFixed(1)}`);
