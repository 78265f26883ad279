// @ts-check
// The calls of a bidding system as a tree: each call opens and asks what comes after it.
import { callElement } from "./bidding_box.js";
import { barOf, element, markAt, partBy, refill } from "./elements.js";
import { Refused, ask } from "./protocol.js";
import { grouped, percent } from "./statistics.js";
import { t } from "./words.js";

const NO_CALL = "no call";

/** A call whose share changed. @typedef {{call: string, before: number, share: number}} Change */

/** A tree of calls. Answers of the system before a change stand beside those that differ. */
export class CallTree {
  /**
   * @param {HTMLElement} box
   * @param {{systems: () => {system: string, before: string}, opened: () => void, wanted: (auction: string) => void, changed: (changes: Change[] | null) => void}} given
   *   the system and what it is compared with ("" for nothing); called when a call is opened or closed, when what an
   *   auction shows is wanted, and with the calls of the first position that changed, null if there is nothing to compare
   */
  constructor(box, given) {
    this.box = box;
    this.given = given;
    /** Auctions whose calls are shown. @type {Set<string>} */
    this.open = new Set();
    this.signal = new AbortController().signal;
  }

  /** Show the tree below an auction, and all that is open in it. @param {string} auction @param {AbortSignal} signal */
  async show(auction, signal) {
    this.signal = signal;
    this.box.classList.add("old");
    refill(this.box, "auction", ...await this.table(auction, this.box));
    this.box.classList.remove("old");
  }

  /**
   * Return the elements of a position: how many deals come to it, and its calls. Those that are open show what they
   * showed in a box before until their answers come.
   * @param {string} auction @param {HTMLElement} box
   */
  async table(auction, box) {
    const { system, before } = this.given.systems();
    const [found, earlier] = await Promise.all([
      ask("system_table", { system, auction }, this.signal), before ? this.earlier(before, auction) : null,
    ]);
    const about = element("p", "about-node");
    about.append(element("span", "", auction ? t`${grouped(found.total)} deals, ${percent(shareOfAll(found))} of all` : t`${grouped(found.total)} deals, every deal`));
    if (auction) {
      const show = about.appendChild(element("button", "mini", t`What it shows`));
      show.setAttribute("type", "button");
      show.setAttribute("aria-label", t`What ${auction} shows`);
      show.addEventListener("click", () => this.given.wanted(auction));
    }
    const shares = new Map((earlier?.calls ?? []).map((/** @type {any} */ call) => [call.call, call.probability]));
    const gone = [...shares.keys()].filter((call) => !found.calls.some((/** @type {any} */ each) => each.call === call));
    const calls = [...found.calls, ...gone.map((call) => ({ call, probability: 0, count: "0", caller: {}, note: "" }))];
    const most = Math.max(0, ...calls.flatMap(({ call, probability }) => (call === "Pass" ? [] : [probability, shares.get(call) ?? 0])));
    const list = element("ul", "calls", ...calls.map((call) => {
      const row = rowElement(call, most, earlier ? shares.get(call.call) ?? 0 : undefined);
      return element("li", "", this.entry(`${auction} ${call.call}`.trim(), call, row, box));
    }));
    if (box === this.box) {
      this.given.changed(earlier && calls.map(({ call, probability }) => ({ call, before: shares.get(call) ?? 0, share: probability }))
        .filter(({ before, share }) => percent(before) !== percent(share)));
    }
    return [about, list];
  }

  /** Return the answer of the system before, null if it has none. @param {string} system @param {string} auction */
  async earlier(system, auction) {
    try {
      return await ask("system_table", { system, auction }, this.signal);
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  /**
   * Return the element of a call, which opens unless nothing can come after it.
   * @param {string} auction @param {any} call @param {HTMLElement} row @param {HTMLElement} box
   */
  entry(auction, call, row, box) {
    if (call.call === NO_CALL || call.count === "0") return row;
    const part = document.createElement("details");
    const summary = part.appendChild(element("summary"));
    summary.dataset.auction = auction;
    summary.append(row);
    const inner = part.appendChild(element("div"));
    if (this.open.has(auction)) {
      part.open = true;
      const before = partBy(box, "auction", auction)?.nextElementSibling;
      inner.append(...(before?.childNodes ?? []));
      this.fill(inner, auction);
    }
    part.addEventListener("toggle", () => {
      if (part.open === this.open.has(auction)) return;
      if (part.open) this.open.add(auction);
      else this.open.delete(auction);
      this.given.opened();
      if (part.open) this.fill(inner, auction);
    });
    return part;
  }

  /** @param {HTMLElement} inner @param {string} auction */
  async fill(inner, auction) {
    const { signal } = this;
    inner.classList.add("old");
    if (!inner.hasChildNodes()) inner.append(element("p", "note", t`Counting.`));
    try {
      refill(inner, "auction", ...await this.table(auction, inner));
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Refused)) throw error;
      inner.replaceChildren(element("p", "note", error.message));
    }
    inner.classList.remove("old");
  }
}

/** @param {any} found */
const shareOfAll = (found) => found.calls.reduce((/** @type {number} */ sum, /** @type {any} */ call) => sum + call.of_all, 0);

/** @param {any} call @param {number} most  the share that fills a bar @param {number} [before]  its share in the system before */
function rowElement(call, most, before) {
  const changed = before !== undefined && percent(before) !== percent(call.probability);
  const { hcp } = call.caller;
  const points = hcp ? t`${hcp.low === hcp.high ? hcp.low : `${hcp.low}–${hcp.high}`} HCP` : "";
  const told = element("span", "told", element("span", "", [points, call.note].filter(Boolean).join(" · "), changed
    ? element("span", "tag about", before ? t`was ${percent(before)}` : t`new`) : ""));
  if (call.probability <= most) {
    const bar = told.appendChild(barOf(call.probability / (most || 1)));
    if (changed) bar.append(markAt(before / most));
  }
  const name = call.call === NO_CALL ? element("span", "wrong", t`no call`) : callElement(call.call);
  return element("span", "row", element("b", "name", name), element("span", changed ? "changed" : "", call.probability ? percent(call.probability) : t`never`), told);
}
