// @ts-check
// The count, always in sight: how many deals keep to the limits, exact or estimated, while one types.
import { element } from "./elements.js";
import { isScript } from "./limits.js";
import { at } from "./live.js";
import { ask, watch } from "./protocol.js";
import { clearProblem, condition, explainProblem, fixed, script, showContradiction } from "./state.js";
import { grouped, oneIn, percent, rarityOf } from "./statistics.js";
import { takeShares } from "./table.js";

export const SECONDS = 1; // of work for an exact count; then it is estimated
const SOON = 200; // milliseconds without a key before a count is asked for
const QUIET = 500; // milliseconds without a change until a count is read aloud

let running = new AbortController();
let timer = 0;
let speaking = 0;
/** What the count was before the editor was opened. */
let before = "";
/** Called when the limits were counted: they can be dealt. @type {((check?: any) => void)[]} */
export const counted = [];

/** Note that the count is no longer of the limits, and stop one that is running. */
function outdate() {
  running.abort();
  clearTimeout(timer);
  clearTimeout(speaking);
  document.body.classList.add("counting"); // at once: what stands there is no longer of these limits
}

/** Count, now or when nothing is typed for a moment. @param {boolean} soon */
export function countAgain(soon) {
  outdate();
  if (soon) timer = setTimeout(count, SOON);
  else count();
}

async function count() {
  outdate();
  const { signal } = (running = new AbortController());
  try {
    if (isScript(at("words").value)) return await checkScript(script(), signal);
    const { parts } = condition();
    const asked = { limits: parts.map((part) => part.text), ...fixed(), seconds: SECONDS };
    await watch("limits", parts.length ? asked : { ...fixed(), seconds: SECONDS }, (found, ended) => {
      if (signal.aborted) return;
      at("remarks").replaceChildren();
      takeShares(parts, found.alone);
      showCount(found, ended);
      if (!ended) return;
      if (found.exact && !found.probability) {
        const fields = found.contradictory.map((/** @type {number} */ index) => parts[index].field);
        showContradiction(fields, found.reason ?? "");
      } else clearProblem(false);
    }, signal);
    for (const each of counted) each();
  } catch (error) {
    if (signal.aborted) return;
    settle();
    explainProblem(error, false);
  }
}

/** Take a count as that of the limits. */
function settle() {
  document.body.classList.remove("counting");
}

/** @param {any} found @param {boolean} ended */
function showCount(found, ended) {
  settle();
  const rarity = found.one_in ?? Infinity;
  const impossible = found.exact && !found.probability;
  if (found.exact) write(impossible ? "No deal fits" : rarity === 1 ? "Every deal" : `1 in ${oneIn(rarity)}`, found.probability, "exact", `${grouped(found.count)} deals`);
  else {
    const [low, high] = found.interval.map(percent);
    const more = ended ? "" : " so far";
    const text = `about ${Number(found.count).toPrecision(4)} deals; ${low} to ${high}, from ${grouped(String(found.samples))} deals${more}`;
    write(found.probability ? `about 1 in ${oneIn(rarity)}` : "none found", found.probability, "estimate", text);
  }
  at("deal").disabled = impossible;
}

/** @param {string} rarity @param {number} share @param {string} tag @param {string} text */
function write(rarity, share, tag, text) {
  for (const [name, said] of Object.entries({ rarity, share: share === 1 ? "" : percent(share), tag, text, was: before && before !== rarity ? `was ${before}` : text })) {
    for (const place of document.querySelectorAll(`[data-count="${name}"]`)) {
      place.textContent = said;
      if (name === "tag") place.classList.toggle("about", tag !== "exact");
    }
  }
  at("gauge").style.width = `${100 * rarityOf(share)}%`;
  clearTimeout(speaking);
  speaking = setTimeout(() => (at("said").textContent = `${rarity}, ${tag}`), QUIET);
}

/** Remember the count as it is, to show it beside the new one; "" to forget it. @param {boolean} remembered */
export function compareCounts(remembered) {
  before = remembered ? document.querySelector('[data-count="rarity"]')?.textContent ?? "" : "";
}

/** Show how rare the condition of a script is. @param {string} text @param {AbortSignal} signal */
async function checkScript(text, signal) {
  const check = await ask("check", { script: text }, signal);
  settle();
  takeShares([], []);
  at("remarks").replaceChildren(...check.remarks.map((/** @type {any} */ { line, text: said }) => element("li", "", `line ${line}: ${said}`)));
  const { probability } = check;
  const rarity = probability === null ? "Every deal" : probability ? `1 in ${oneIn(1 / probability)}` : "no deal found";
  const [low, high] = probability === null ? ["", ""] : check.interval.map(percent);
  const exact = probability === null || check.exact;
  write(`${exact ? "" : "about "}${rarity}`, probability ?? 1, exact ? "exact" : "estimate", exact ? "of a script" : `of a script: ${low} to ${high}`);
  at("deal").disabled = false;
  clearProblem(false);
  for (const each of counted) each(check);
}
