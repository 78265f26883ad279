// @ts-check
// The count, always in sight: how many deals keep to the limits, exact or estimated, while one types.
import { element } from "./elements.js";
import { DEALS, firstCount } from "./first_count.js";
import { isScript } from "./limits.js";
import { at } from "./live.js";
import { Unreachable, ask, isSaved, watch } from "./protocol.js";
import { clearProblem, condition, explainProblem, fixed, limits, script, showContradiction } from "./state.js";
import { aboutOf, disagreement, grouped, oneIn, percent, rarityOf, tagText } from "./statistics.js";
import { takeShares } from "./table.js";
import { themeNamed } from "./themes.js";
import { t } from "./words.js";

export const SECONDS = 1; // of work for an exact count; then it is estimated
const SOON = 200; // milliseconds without a key before a count is asked for
const LONG = 24; // characters of a number that a phone leaves out
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
  let own = /** @type {bigint | undefined} */ (undefined);
  try {
    const theme = themeNamed(at("theme").value);
    if (theme) return showTheme(theme);
    if (isScript(at("words").value)) return await checkScript(script(), signal);
    const { parts } = condition();
    const asked = { limits: parts.map((part) => part.text), ...fixed(), seconds: SECONDS };
    own = showOwn(parts);
    if (own && await isSaved()) {
      if (!signal.aborted) clearProblem(false);
      return;
    }
    await watch("limits", parts.length ? asked : { ...fixed(), seconds: SECONDS }, (found, ended) => {
      if (signal.aborted || (own && !ended)) return; // an estimate so far says less than the page's count
      at("remarks").replaceChildren(...(own && found.exact && BigInt(found.count) !== own ? [element("li", "", disagreement(own))] : []));
      takeShares(parts, found.alone);
      if (!own || found.exact) showCount(found, ended);
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
    if (!own || !(error instanceof Unreachable)) outmoded(); // else the page's count is still right
    explainProblem(error, false);
  }
}

/**
 * Count in the page, before the program answers; undefined where it must be waited for.
 * @param {import("./limits.js").Part[]} parts @returns {bigint | undefined}
 */
function showOwn(parts) {
  if (at("words").value.trim() || at("predeal").value.trim()) return undefined;
  const found = firstCount(Object.fromEntries(limits), parts.map((part) => part.field));
  if (!found) return undefined;
  at("remarks").replaceChildren();
  takeShares(parts, found.alone.map((count) => ({ value: `${count}/${DEALS}`, exact: true })));
  const probability = Number(found.count) / Number(DEALS);
  showCount({ exact: true, probability, one_in: 1 / probability, count: String(found.count) }, true, t`counted by this page`);
  return found.count;
}

/** Say that the count that stands is of other limits: what is written cannot be counted. */
function outmoded() {
  document.body.classList.add("unread");
  for (const place of document.querySelectorAll('[data-count="tag"]')) place.textContent = "";
  clearTimeout(speaking);
}

/** Take a count as that of the limits. */
function settle() {
  document.body.classList.remove("unread");
  document.body.classList.remove("counting");
}

/** @param {any} found @param {boolean} ended @param {string} [tag]  what the count is */
function showCount(found, ended, tag) {
  settle();
  const rarity = found.one_in ?? Infinity;
  const impossible = found.exact && !found.probability;
  if (found.exact) write(impossible ? t`No deal fits` : rarity === 1 ? t`Every deal` : t`1 in ${oneIn(rarity)}`, found.probability, true, t`${grouped(found.count)} deals`, tag);
  else {
    const [low, high] = found.interval.map(percent);
    const about = t`about ${Number(found.count).toPrecision(4)} deals; ${low} to ${high}, from ${grouped(String(found.samples))} deals`;
    const text = ended ? about : t`${about} so far`;
    write(found.probability ? t`about 1 in ${oneIn(rarity)}` : t`none found`, found.probability, false, text);
  }
  at("deal").disabled = impossible;
}

/** Say that the boards are of a theme: there is nothing to count. @param {import("./themes.js").Theme} theme */
function showTheme(theme) {
  settle();
  takeShares([], []);
  at("remarks").replaceChildren();
  write(theme.title, 1, undefined, theme.note);
  at("deal").disabled = false;
  clearProblem(false);
}

/** @param {string} rarity @param {number} share @param {boolean | undefined} exact  undefined: it is no count @param {string} text @param {string} [tag]  what the count is */
function write(rarity, share, exact, text, tag = exact === undefined ? "" : tagText(exact)) {
  for (const [name, said] of Object.entries({ rarity, share: share === 1 ? "" : percent(share), tag, text, was: before && before !== rarity ? t`was ${before}` : text })) {
    for (const place of document.querySelectorAll(`[data-count="${name}"]`)) {
      place.textContent = said;
      if (name === "tag") place.classList.toggle("about", exact === false);
      if (name === "tag") place.classList.toggle("plain", Boolean(tag) && exact && tag !== tagText(true));
      if (name === "text") place.classList.toggle("long", text.length > LONG);
    }
  }
  at("gauge").style.width = `${100 * rarityOf(share)}%`;
  document.body.classList.toggle("uncounted", exact === undefined);
  clearTimeout(speaking);
  speaking = setTimeout(() => (at("said").textContent = [rarity, tag].filter(Boolean).join(", ")), QUIET);
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
  at("remarks").replaceChildren(...check.remarks.map((/** @type {any} */ { line, text: said }) => element("li", "", t`line ${line}: ${said}`)));
  const { probability } = check;
  const rarity = probability === null ? t`Every deal` : probability ? t`1 in ${oneIn(1 / probability)}` : t`no deal found`;
  const [low, high] = probability === null ? ["", ""] : check.interval.map(percent);
  const exact = probability === null || check.exact;
  write(aboutOf(rarity, exact), probability ?? 1, exact, exact ? t`of a script` : t`of a script: ${low} to ${high}`);
  at("deal").disabled = false;
  clearProblem(false);
  for (const each of counted) each(check);
}
