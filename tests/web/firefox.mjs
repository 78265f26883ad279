// Drives Firefox through the steps of pages: node firefox.mjs FOLDER-OF-PUPPETEER FIREFOX PATIENCE [ANSWERS] < PAGES
// PAGES is JSON: for each address a list of steps, ["says", selector, text], ["has", selector, n], ["click", selector],
// ["kept"]: a service worker keeps the page, ["fetch", url]: it is asked for here, ["open", url], ["holds", function]: it
// returns true, ["wait", milliseconds], ["troubled"]: complaints are expected, or ["ask", function, values]: the function is
// called with each.
// It prints JSON: for each address what failed, and what the page wrote to the console as an error; what the functions
// returned is in the file ANSWERS, if that is given.
import { createRequire } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";

const [folder, firefox, patience, file] = process.argv.slice(2);
const puppeteer = createRequire(`${folder}/`)("puppeteer-core");
const pages = JSON.parse(readFileSync(0, "utf-8"));
const browser = await puppeteer.launch({ browser: "firefox", executablePath: firefox, headless: true });
// Firefox says so, without an address, of a body that nobody reads to its end: of a page that is left, of a request that is made again.
const LEFT = /Failed to load ‘’\. A ServiceWorker intercepted the request/;
const found = {};
const answers = [];
for (const [address, steps] of Object.entries(pages)) {
  const errors = [];
  const page = await browser.newPage();
  let note = (/** @type {string} */ text) => { if (!LEFT.test(text)) errors.push(text); };
  page.on("pageerror", (error) => note(String(error)));
  page.on("console", (message) => { if (message.type() === "error") note(message.text()); });
  await page.setViewport({ width: 390, height: 667 });
  let step = "open", visits = 1;
  try {
    await page.goto(address);
    for (const [act, selector, value] of steps) {
      step = `${act} ${act === "ask" ? "" : selector}`;
      const timeout = 1000 * Number(patience);
      if (act === "ask") for (const each of value) answers.push(await page.evaluate(`(${selector})(${JSON.stringify(each)})`));
      else if (act === "fetch") await fetch(selector);
      else if (act === "troubled") {
        errors.length = 0;
        note = () => undefined;
      }
      else if (act === "wait") await new Promise((resolve) => setTimeout(resolve, selector));
      else if (act === "open") await page.goto(selector.replace("#", `?${visits += 1}#`)); // only another fragment were no visit
      else if (act === "click") await (await page.waitForSelector(selector, { timeout })).click();
      else {
        const holds = () => act === "holds" ? page.evaluate(`(${selector})()`) : page.evaluate((act, selector, value) => {
          if (act === "kept") return navigator.serviceWorker.controller !== null;
          const elements = [...document.querySelectorAll(selector)];
          return act === "has" ? elements.length === value : elements.some((each) => each.textContent.replace(/\s+/g, " ").includes(value));
        }, act, selector, value);
        const ends = Date.now() + timeout;
        while (!await holds().catch(() => false)) { // a page that is just replaced answers nothing
          if (Date.now() > ends) throw new Error(`${act} ${selector} ${value}: not after ${patience} s`);
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) errors.push(`${wide} pixels too wide`);
  } catch (error) {
    errors.push(`${step}: ${error}; ${page.url()} shows: ${await page.evaluate(() => document.body.innerText.replace(/\s+/g, " ")).catch(String)}`);
  }
  found[address] = errors;
  await page.close();
}
await browser.close();
if (file) writeFileSync(file, JSON.stringify(answers));
console.log(JSON.stringify(found));
