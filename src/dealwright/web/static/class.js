// @ts-check
// The teacher's page of a class: all tables at once.
import { readAddress } from "./address.js";
import { auctionTable, contractText } from "./auction_table.js";
import { boardElement } from "./boards.js";
import { element } from "./elements.js";
import { SEATS } from "./limits.js";
import { linkPages } from "./pages.js";
import { askRoom } from "./protocol.js";
import { follow } from "./room.js";

/** @param {string} id */
const at = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
let running = new AbortController();

/** @param {any} state */
function show(state) {
  at("tables").replaceChildren(...state.tables.map((/** @type {any} */ table, /** @type {number} */ place) => {
    const item = element("li");
    item.append(element("h2", "", `Table ${place + 1}`));
    const seats = Object.entries(table.seats).map(([seat, how]) => `${seat} ${how}`);
    item.append(element("p", "note", seats.join(", ")));
    for (const [seat, how] of Object.entries(table.seats)) {
      if (how !== "away") continue;
      const button = item.appendChild(element("button", "", `Free ${seat}`));
      button.setAttribute("aria-label", `Free ${seat} at table ${place + 1}`);
      button.addEventListener("click", () => free(state.class, table.room, seat));
    }
    const list = item.appendChild(element("ul"));
    const { dealer, vulnerable } = table;
    list.append(boardElement(table.deal, table.board, new Set(SEATS), [], { dealer, vulnerable }));
    item.append(auctionTable(dealer, table.calls, table.turn ?? ""));
    const finished = table.finished.map((/** @type {any} */ each) => `board ${each.board}: ${contractText(each.contract)}`);
    item.append(element("p", "", finished.join("; ") || "no auction finished yet"));
    return item;
  }));
}

/** @param {string} text */
function tell(text) {
  at("problem").hidden = !text;
  at("problem").textContent = text;
}

/** Free the seat of a player who has lost the link. @param {string} name @param {string} room @param {string} seat */
async function free(name, room, seat) {
  try {
    await askRoom(`classes/${name}/free`, readAddress().get("token") ?? "", { room, seat });
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error));
  }
}

function start() {
  running.abort();
  running = new AbortController();
  const address = readAddress();
  const name = address.get("class") ?? "";
  at("link").value = new URL(`bid.html#class=${name}`, location.href).href;
  follow(`classes/${name}`, address.get("token") ?? "", show, tell, running.signal);
}

linkPages();
addEventListener("hashchange", start);
start();
