// @ts-check
// The pages, and the line of links to them: a new page is a row here.
import { element } from "./boards.js";

/** Address and name of each page. */
const PAGES = [
  ["./", "Deals"], ["bid.html", "Bidding"], ["poker.html", "Poker"], ["numbers.html", "Numbers"], ["simulate.html", "Simulate"],
  ["odds.html", "Odds"], ["suit.html", "Suits"], ["systems.html", "Systems"], ["fair.html", "Fair hands"],
];

/** Fill the page's <nav id="pages">. */
export function linkPages() {
  const here = location.pathname.split("/").pop() || "./";
  document.getElementById("pages")?.replaceChildren(...PAGES.map(([address, name]) => {
    const link = element("a", "", name);
    link.setAttribute("href", address);
    if (address === here) link.setAttribute("aria-current", "page");
    return link;
  }));
}
