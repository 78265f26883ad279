// @ts-check
// Home: three doors, and one sentence whose count is live. Addresses of deals, which used to begin here, go on to Deal.
import { newSeed } from "./address.js";
import { DEALS, firstCount } from "./first_count.js";
import { Live, at } from "./live.js";
import { linkPages } from "./pages.js";
import { Refused, Unreachable, ask, isSaved, library } from "./protocol.js";
import { aboutOf, disagreement, grouped, oneIn, tagText } from "./statistics.js";
import { THEMES } from "./themes.js";
import { t } from "./words.js";

/** The limits that the sentence says. */
function sentence() {
  const found = new URLSearchParams({ "north.hcp": at("points").value.replace("..", "-") });
  if (at("shape").value) found.set("north.shape", at("shape").value);
  found.set(`south.${at("suit").value[0]}`, `${at("length").value}+`);
  return found;
}

const counting = new Live(at("problem"), async (signal) => {
  const limits = [`hcp(north) in ${at("points").value}`, `${at("suit").value}(south) >= ${at("length").value}`];
  if (at("shape").value) limits.push(`${at("shape").value}(north)`);
  at("these").setAttribute("href", `deal.html#${sentence()}&n=8&seed=${newSeed()}`);
  const own = firstCount(Object.fromEntries(sentence()), [])?.count;
  if (own) show({ count: own, deals: DEALS, one_in: Number(DEALS) / Number(own), exact: true }, t`counted by this page`);
  if (own && await isSaved()) return;
  const found = await ask("count", { condition: limits.join(" && ") }, signal).catch((error) => {
    if (own && error instanceof Unreachable) return undefined; // the page's count is right without the program
    throw error;
  });
  if (!found) return;
  show(found, tagText(found.exact));
  if (own && found.exact && BigInt(found.count) !== own) throw new Refused({ message: disagreement(own) });
});

/** @param {{count: string | bigint, deals: string | bigint, one_in: number, exact: boolean}} found @param {string} tag  what the count is */
function show(found, tag) {
  at("answer").textContent = t`1 deal in ${oneIn(found.one_in)}`;
  at("tag").textContent = tag;
  at("whole").textContent = aboutOf(t`${grouped(String(found.count))} of ${grouped(String(found.deals))} deals`, found.exact);
}

if (location.hash.length > 1) location.replace(`deal.html${location.hash}`);
else {
  linkPages();
  for (const name of ["points", "shape", "length", "suit"]) at(name).addEventListener("change", () => counting.now());
  counting.now();
  library().then((scenarios) => {
    for (const total of document.querySelectorAll("[data-scenarios]")) total.textContent = String(scenarios.length + THEMES.length);
  }, () => undefined); // why there is no program is said elsewhere
}
