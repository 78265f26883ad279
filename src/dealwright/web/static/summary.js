// @ts-check
// A session's summary: every board with its contract, its mark, and the IMPs against the best contract of the two hands.
import { contractText } from "./auction_table.js";
import { button, element, suited } from "./elements.js";
import { figureTable } from "./tables.js";
import { t } from "./words.js";

/** A board of a session: the award of its contract, if it is known. @typedef {{board: number, contract: string, award?: any, go?: () => void, lost?: (string | Node)[]}} Row */

/** Return the summary of the boards that were bid, those that lost most first. @param {Row[]} rows */
export function summaryElement(rows) {
  const known = rows.filter((row) => row.award);
  const mean = (/** @type {(row: Row) => number} */ value) => known.reduce((sum, row) => sum + value(row), 0) / known.length;
  const box = element("div", "summary");
  if (known.length) {
    box.append(element("p", "number", t`${mean((row) => row.award.award.value).toFixed(1)} of 10`));
    const lost = known.reduce((sum, row) => sum + (row.award.imps?.value ?? 0), 0);
    box.append(element("p", "note", known.length > 1 ? t`on average over ${known.length} boards; ${imps(lost)} IMPs in all against the best contracts, estimated`
      : t`on 1 board; ${imps(lost)} IMPs against the best contract, estimated`));
  }
  const told = rows.some((row) => row.lost); // in a room nobody asks for lost calls
  box.append(figureTable(t`Boards of this session`, [t`board`, t`contract`, t`mark`, t`IMPs`, t`best contract`, ...(told ? [t`first call that lost`] : [])], [...rows].sort((one, other) => lostOf(one) - lostOf(other)).map(({ board, contract, award, go, lost }) => [
    go ? button("quiet mini", String(board), go, { "aria-label": t`Board ${board} again` }) : String(board),
    suited(contractText(contract)), award ? award.award.value.toFixed(1) : "", award?.imps ? imps(award.imps.value) : "",
    award ? suited(contractText(award.candidates[0].contract)) : "", ...(told ? [element("span", "", ...(lost ?? []))] : []),
  ])));
  return box;
}

/** Return the IMPs of a board, 0 where they are not known. @param {Row} row */
const lostOf = (row) => row.award?.imps?.value ?? 0;

/** Return IMPs with their sign. @param {number} value */
export const imps = (value) => (Math.abs(value) < 0.05 ? "0" : `${value > 0 ? "+" : "−"}${Math.abs(value).toFixed(1)}`);
