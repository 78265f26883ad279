// @ts-check
// Sheets to print: for each hand its own page, with that hand of every board.
import { element } from "./elements.js";
import { SEATS, seatName } from "./limits.js";

/**
 * Print a page for each hand.
 * @param {number} boards  how many
 * @param {(place: number, shown: Set<string>) => HTMLElement} boardOf  the board with these hands
 */
export function printHands(boards, boardOf) {
  document.getElementById("sheets")?.remove();
  const sheets = element("div");
  sheets.id = "sheets";
  for (const seat of SEATS) {
    const sheet = sheets.appendChild(element("section", "sheet"));
    sheet.append(element("h2", "", seatName(seat)));
    const list = sheet.appendChild(element("ol", "boards"));
    for (let place = 0; place < boards; place += 1) list.append(boardOf(place, new Set([seat])));
  }
  document.body.append(sheets);
  document.body.classList.add("sheets");
  addEventListener("afterprint", () => {
    sheets.remove();
    document.body.classList.remove("sheets");
  }, { once: true });
  print();
}
