// @ts-check
// The pages, and the head of each: a new page is a row here.
import { button, element } from "./elements.js";
import { t } from "./words.js";

/** Address, name, and of those under More what they are for. */
const PAGES = [
  ["deal.html", t`Deal`], ["bid.html", t`Bid`], ["odds.html", t`Odds`], ["systems.html", t`Systems`],
  ["suit.html", t`One suit`, t`The best way to play a suit`],
  ["simulate.html", t`Leads and contracts`, t`Simulate with a double-dummy solver`],
  ["poker.html", t`Poker`, t`Equity of ranges, odds of a hand`],
  ["numbers.html", t`Numbers`, t`Deal numbers, combinations, hand shapes`],
  ["fair.html", t`Fair hands`, t`Audit boards, check an event`],
];
/** The pages that answer questions of the odds; a row in each leads to the others. */
const FAMILY = ["odds.html", "suit.html", "simulate.html", "poker.html"];
const FIRST = t`At the table`; // the first of them, in their row
const COLOURS = "dealwright.colours"; // what the browser keeps
const TEXTS = /** @type {Record<string, string>} */ ({ four: t`Suits in four colours`, two: t`Suits in two colours` });

/** Fill the page's <nav id="pages">, and where it has one <nav id="family">. */
export function linkPages() {
  const here = location.pathname.split("/").pop() || "./";
  const links = PAGES.map(([address, name, about = ""]) => linkTo(address, here, name, about && element("small", "", about)));
  if (FAMILY.includes(here)) links[PAGES.findIndex(([address]) => address === FAMILY[0])].classList.add("here");
  const family = document.getElementById("family");
  const members = FAMILY.map((address, place) => linkTo(address, here, place ? PAGES.find((row) => row[0] === address)?.[1] ?? "" : FIRST));
  family?.replaceChildren(...members);
  if (family) family.scrollLeft = (members[FAMILY.indexOf(here)]?.offsetLeft ?? 0) - family.clientWidth / 3;
  const brand = element("a", "brand", mark(), element("span", "", "Dealwright"));
  brand.translate = false;
  brand.setAttribute("href", "./");
  brand.setAttribute("aria-label", t`Dealwright, home`);
  const colours = button("", [element("span"), element("small", "", t`Press to change`)], () => choose(colours, kept() === "two" ? "four" : "two"));
  choose(colours, kept());
  const head = element("summary", "", t`More`);
  const more = element("details", "", head, element("div", "menu", ...links.filter((_, at) => PAGES[at].length > 2), colours));
  if (PAGES.some(([address, , about]) => about && address === here && !FAMILY.includes(here))) head.className = "here";
  document.getElementById("pages")?.replaceChildren(brand, ...links.filter((_, at) => PAGES[at].length === 2), more);
  document.addEventListener("click", (event) => {
    if (!more.contains(/** @type {Node} */ (event.target))) more.removeAttribute("open");
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !more.hasAttribute("open")) return;
    more.removeAttribute("open");
    head.focus();
  });
}

/** @param {string} address @param {string} here @param {(string | Node)[]} content */
function linkTo(address, here, ...content) {
  const link = element("a", "", ...content);
  link.setAttribute("href", address);
  if (address === here) link.setAttribute("aria-current", "page");
  return link;
}

/** The picture of the program: two cards. */
function mark() {
  const picture = document.createElement("img");
  picture.src = "icon.svg";
  picture.alt = "";
  return picture;
}

/** The colours of suits that the browser keeps. */
function kept() {
  try {
    return localStorage.getItem(COLOURS) === "two" ? "two" : "four";
  } catch {
    return "four"; // a browser that keeps nothing
  }
}

/** Show suits in two or four colours, here and next time. @param {HTMLElement} from @param {string} colours */
function choose(from, colours) {
  document.documentElement.dataset.colours = colours;
  from.querySelector("span")?.replaceChildren(TEXTS[colours]);
  try {
    localStorage.setItem(COLOURS, colours);
  } catch {
    // a browser that keeps nothing: four colours next time
  }
}
