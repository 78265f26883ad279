// @ts-check
// Sheets to print: boards in a size that is read across a table, a page for each hand, or a record of many boards.
import { element } from "./elements.js";
import { SEATS, seatName } from "./limits.js";
import { t } from "./words.js";

/** How many boards stand on a sheet of a kind. @type {Record<string, number>} */
const MOST = { boards: 4, hands: 12, record: 9 };

/**
 * Return how many pages a kind of sheets has.
 * @param {string} kind  boards, hands or record @param {number} boards
 */
export const pagesOf = (kind, boards) => Math.ceil(boards / MOST[kind]) * (kind === "hands" ? 4 : 1);

/** Return the day as people write it. */
export const today = () => new Intl.DateTimeFormat(document.documentElement.lang || "en", { dateStyle: "long" }).format(new Date());

/**
 * Print sheets.
 * @param {{kind: string, boards: number, title: string, foot: string}} what  kind: boards, hands or record
 * @param {(place: number, shown: Set<string>) => HTMLElement} boardOf  the board with these hands
 */
export function printSheets({ kind, boards, title, foot }, boardOf) {
  document.getElementById("sheets")?.remove();
  const most = MOST[kind];
  const sheets = element("div");
  sheets.id = "sheets";
  for (const shown of kind === "hands" ? SEATS.map((seat) => new Set([seat])) : [new Set(SEATS)]) {
    for (let first = 0; first < boards; first += most) {
      const places = Array.from({ length: Math.min(most, boards - first) }, (_, place) => first + place);
      const [seat] = kind === "hands" ? shown : [""];
      sheets.append(element("section", `sheet of-${kind} of-${Math.min(boards, most)}`,
        element("h2", "", [seat && seatName(seat), title].filter(Boolean).join(" – ") || t`Boards`),
        element("ol", "boards", ...places.map((place) => boardOf(place, shown))), element("p", "foot", foot)));
    }
  }
  document.body.append(sheets);
  document.body.classList.add("sheets");
  addEventListener("afterprint", () => {
    sheets.remove();
    document.body.classList.remove("sheets");
  }, { once: true });
  print();
}
