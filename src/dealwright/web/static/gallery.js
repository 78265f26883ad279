// @ts-check
// The gallery of scenarios: found by words and groups, each with how often it comes; one's own beside them.
import { closeDialog, openDialog } from "./dialogs.js";
import { barOf, button, element, suited } from "./elements.js";
import { forget, keep, keptEntries } from "./favourites.js";
import { conditionOf, limitsOf } from "./limits.js";
import { at } from "./live.js";
import { library } from "./protocol.js";
import { EVERY_DEAL, oneIn, rarityOf } from "./statistics.js";
import { THEMES } from "./themes.js";
import { t } from "./words.js";

/** @typedef {{name: string, group: string, title: string, about: string, condition: string, count: string, words?: string[]}} Scenario */

const OWN = t`yours`; // the group of what this browser keeps
const SHARED = t`shared with you`; // of what a link brought
const POPULAR = ["transfer-game", "weak-two-hearts", "stayman-fit", "splinter"];

/** @type {Scenario[]} */
let scenarios = [];
/** The scenarios by their conditions, as the limits write them and as the library does. @type {Map<string, Scenario>} */
const byCondition = new Map();
/** What a link brought. @type {import("./favourites.js").Entry[]} */
let shared = [];
let group = "";
let take = (/** @type {Scenario} */ _scenario) => {};
let takeThemed = (/** @type {import("./themes.js").Theme} */ _theme) => {};

/** Return the scenario whose condition this is. @param {string} condition */
export const scenarioOf = (condition) => byCondition.get(condition);

/** Return the scenario of a name. @param {string} name */
export const scenarioNamed = (name) => scenarios.find((each) => each.name === name);

/**
 * Load the library, and build the gallery.
 * @param {typeof take} load  called with a scenario that is chosen
 * @param {typeof takeThemed} loadTheme  called with a theme that is chosen
 */
export async function buildGallery(load, loadTheme) {
  take = load;
  takeThemed = loadTheme;
  at("gallery.words").addEventListener("input", showGallery);
  at("gallery.groups").addEventListener("click", (event) => {
    const chosen = /** @type {HTMLElement} */ (event.target).closest("button");
    if (chosen) chooseGroup(chosen.dataset.group ?? "");
  });
  at("gallery.share").addEventListener("click", share);
  for (const opener of document.querySelectorAll("[data-gallery]")) opener.addEventListener("click", () => openGallery());
  scenarios = await library();
  for (const each of scenarios) {
    const limits = limitsOf(each.condition);
    byCondition.set(each.condition, each);
    byCondition.set(conditionOf(limits, limits.words ?? "").text, each);
  }
  listGroups();
  at("popular").replaceChildren(...scenarios.filter((each) => POPULAR.includes(each.name)).map((each) => (
    button("mini", suited(each.title), () => take(each), { title: each.about })
  )));
  for (const total of document.querySelectorAll("[data-scenarios]")) total.textContent = String(scenarios.length + THEMES.length);
}

function listGroups() {
  const groups = ["", ...new Set([...scenarios, ...THEMES].map((each) => each.group)), OWN, ...(shared.length ? [SHARED] : [])];
  at("gallery.groups").replaceChildren(...groups.map((name) => button("mini on", nameOfGroup(name), () => {}, { "data-group": name })));
  chooseGroup(group);
}

/** Show what a link brings, to be kept or not. @param {import("./favourites.js").Entry[]} entries */
export function offerShared(entries) {
  shared = entries;
  listGroups();
  openGallery(SHARED);
}

/** @param {string} name */
const nameOfGroup = (name) => (name ? (name[0].toUpperCase() + name.slice(1)).replace("-", " ") : t`All`);

/** Open the gallery. @param {string} [of]  a group */
function openGallery(of = group) {
  chooseGroup(of);
  openDialog("gallery");
  at("gallery.words").focus();
}

/** @param {string} name */
function chooseGroup(name) {
  group = name;
  for (const each of at("gallery.groups").children) {
    each.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (each).dataset.group === group));
  }
  showGallery();
}

const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Return a text as it is searched, as the program's plain_words does: small letters, digits for numbers, no hyphens. @param {string} text */
function plainWords(text) {
  const words = text.toLowerCase().replace(/[^a-z0-9/]+/g, " ").trim().split(" ").filter(Boolean);
  return words.map((word) => (NUMBERS.includes(word) ? String(NUMBERS.indexOf(word) + 1) : word));
}

/** Return whether a text has all words. @param {string[]} words @param {string} text */
function hasAll(words, text) {
  const said = plainWords(text);
  const whole = said.join(" ");
  const pairs = said.map((word, place) => word + said[place + 1]);
  return words.every((word) => (/^\d+$/.test(word) ? said.includes(word) : whole.includes(word.replace(/s$/, "")) || pairs.includes(word)));
}

function showGallery() {
  const words = plainWords(at("gallery.words").value);
  const own = group === OWN ? keptEntries() : group === SHARED ? shared : !group && words.length ? keptEntries() : [];
  const cards = own.filter((each) => hasAll(words, each.name)).map(ownCard);
  if (group !== OWN && group !== SHARED) {
    // what has the words in its title comes first
    const found = [...scenarios, ...THEMES].filter((each) => (!group || each.group === group)
      && hasAll(words, [each.title, each.about, each.group, each.name, ...("words" in each ? each.words ?? [] : [])].join(" ")));
    const titled = found.filter((each) => hasAll(words, each.title));
    for (const each of words.length ? [...titled, ...found.filter((one) => !titled.includes(one))] : found) cards.push("note" in each ? themeCard(each) : cardOf(each));
  }
  const nothing = [OWN, SHARED].includes(group) && !words.length
    ? t`Nothing is kept here yet. Say what the hands hold, then keep it in Advanced.`
    : t`No scenario matches. Try a convention, a call such as 1NT, or a suit.`;
  at("gallery.found").textContent = cards.length ? t`${cards.length} shown` : nothing;
  at("gallery.cards").replaceChildren(...cards);
  at("gallery.share").hidden = !own.length || !group;
  at("gallery.share").textContent = group === SHARED ? t`Keep these` : t`Copy a link to these`;
}

/** Copy the link of what is kept, or keep what a link brought. */
async function share() {
  if (group === SHARED) {
    shared.forEach(keep);
    shared = [];
    group = OWN;
    listGroups();
    history.replaceState(null, "", "#");
    return;
  }
  const found = new URLSearchParams(keptEntries().map((each) => ["own", `${each.name} ${each.address}`]));
  await navigator.clipboard.writeText(`${location.href.split("#")[0]}#${found}`);
  at("gallery.share").textContent = t`Copied`;
}

/** Return what the link of a collection brings. @param {URLSearchParams} address @returns {import("./favourites.js").Entry[]} */
export function sharedOf(address) {
  return address.getAll("own").flatMap((text) => {
    const [, name, limits] = /^(.{1,80}) (#.*)$/s.exec(text) ?? [];
    return name ? [{ name, address: limits }] : [];
  });
}

/** @param {Scenario} scenario */
function cardOf(scenario) {
  const rarity = EVERY_DEAL / Number(scenario.count);
  const rare = element("small", "last", barOf(rarityOf(1 / rarity)), t`1 in ${oneIn(rarity)}`);
  return element("li", "", button("card-button", [element("b", "", suited(scenario.title)), element("span", "", scenario.about), rare], () => {
    closeDialog("gallery");
    take(scenario);
  }));
}

/** @param {import("./themes.js").Theme} theme */
function themeCard(theme) {
  const parts = [element("b", "", theme.title), element("span", "", suited(theme.about)), element("small", "last", theme.note)];
  return element("li", "", button("card-button", parts, () => {
    closeDialog("gallery");
    takeThemed(theme);
  }));
}

/** @param {import("./favourites.js").Entry} entry */
function ownCard(entry) {
  const link = element("a", "card-button", element("b", "", entry.name));
  link.setAttribute("href", entry.address);
  link.addEventListener("click", () => closeDialog("gallery"));
  const drop = button("mini", t`Forget`, () => {
    forget(entry);
    showGallery();
  }, { "aria-label": t`Forget ${entry.name}` });
  return element("li", "", link, drop);
}
