// @ts-check
// The page's side of the program in this browser: workers, what is loading, new versions, and the server that rooms need.

const GRACE = 100; // milliseconds that a request may still take when nobody waits for it
const WAIT = 4000; // milliseconds in which the first question may come, before anything else is loaded
const FULL = 300 << 20; // bytes of a worker above which the next request gets a new one
const LISTS = ["scenarios", "functions", "systems"];
const LATE = matchMedia("(pointer: coarse)").matches; // a phone starts the second worker when it is needed
const PATIENCE = 9000; // milliseconds without progress of a program that loads, until the page says so
const MODULES = ["worker.js", "runtime.js", "start.js", "get.js"]; // of the program
const PYODIDE = ["pyodide.js", "pyodide.asm.js"];
const ANEW = 5000; // milliseconds in which these may be fetched again
const HIDDEN = 1000; // milliseconds after which a page that is not in sight counts as drawn
/** What Chromium knows of the network. @type {{saveData?: boolean, downlink?: number, rtt?: number}} */
const network = /** @type {any} */ (navigator).connection ?? {};
const EAGER = !network.saveData; // otherwise nothing is loaded before it is asked for

/**
 * @typedef {{id: number, name: string, given: string, take: (kind: string, values: any) => void,
 *   resolve: (last: {kind: string, values: any}) => void, reject: (error: unknown) => void, left: boolean, last?: {kind: string, values: any}}} Asked
 */

/** @type {Asked[]} */
const waiting = [];
/** @type {Set<Program>} */
const programs = new Set();
/** @type {WebAssembly.Module | undefined} */
let compiled;
const AGAIN = "dealwright.again";
const isAgain = takeAgain();
let most = 2; // workers: while one is busy for long, the other answers
let drawn = false;
let asked = 0;
let settled = false;
/** Why the program cannot start, if it cannot. */
let failure = "";
/** What says that a program ended. @type {HTMLElement | undefined} */
let ending;
/** What keeps the folder, where a page may have it. */
const keeper = keeperOf();

/** A worker: it is `ready` when it has loaded, and `busy` with one request at a time. */
class Program {
  constructor() {
    programs.add(this);
    this.ready = false;
    /** @type {Asked | undefined} */
    this.busy = undefined;
    const kept = Boolean(keeper?.controller);
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.take(data);
    this.worker.onerror = (event) => this.fail(event.message ?? "it could not be started");
    this.worker.postMessage({ compiled, kept, again: isAgain, memory: kept || quick() });
    this.timer = 0;
    this.await();
  }

  /** Wait for the next sign of progress; if none comes and somebody waits, say so. */
  await() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.busy || isFirst()) bar.stall();
      this.await();
    }, PATIENCE);
  }

  /** @param {{id?: number, kind: string, text: string, size: number, bytes: number, compiled?: WebAssembly.Module}} message */
  take({ kind, text, size, bytes, compiled: module }) {
    if (!this.ready || kind === "fetching") this.await();
    else clearTimeout(this.timer);
    if (kind === "expected" && isFirst()) bar.show(size);
    else if (kind === "loaded" || kind === "fetching") bar.move(size);
    else if (kind === "failed") this.fail(text);
    else if (kind === "ready") {
      this.ready = true;
      clearTimeout(this.timer);
      compiled ??= module;
      bar.hide();
      setTimeout(settle, WAIT);
      next();
    } else if (this.busy) {
      const request = this.busy;
      if (kind !== "done") {
        request.last = { kind, values: JSON.parse(text) };
        if (!request.left) request.take(kind, request.last.values);
        return;
      }
      this.busy = undefined;
      if (request.last) request.resolve(request.last);
      if (bytes > FULL) this.end();
      if (waiting.length) next();
      else settle();
    }
  }

  /** @param {Asked} request */
  give(request) {
    this.busy = request;
    this.worker.postMessage({ id: request.id, name: request.name, given: request.given });
  }

  /** @param {string} reason */
  fail(reason) {
    this.end();
    const lost = this.busy ? [this.busy] : [];
    if (!this.ready && !isFirst()) most = 1; // the other one goes on
    else if (!this.ready) {
      failure = `The program could not be loaded: ${reason}.`;
      bar.hide();
      line(failure, again());
      lost.push(...waiting.splice(0));
    }
    if (this.ready) {
      ending?.remove();
      ending = line(`The program ended: ${reason}. `, again());
    }
    for (const request of lost) request.reject(new Error(failure || `The program ended: ${reason}.`));
    next();
  }

  end() {
    clearTimeout(this.timer);
    this.worker.terminate();
    programs.delete(this);
    bar.hide();
  }
}

/** Whether no worker is ready yet. */
const isFirst = () => ![...programs].some(({ ready }) => ready);

/** Nothing is waited for: load what comes after the first answer. */
function settle() {
  settled = true;
  keepOffline();
  next();
}

/** Give requests to workers that are free, and start those that are wanted. */
function next() {
  for (const program of programs) {
    if (!waiting.length) break;
    if (program.ready && !program.busy) program.give(/** @type {Asked} */ (waiting.shift()));
  }
  const starting = [...programs].some((program) => !program.ready);
  if (!drawn || failure || starting || programs.size === most) return;
  if (programs.size ? settled && (waiting.length || !LATE) : EAGER || waiting.some(({ name }) => !LISTS.includes(name))) new Program();
}

/** Whether the program is not loaded before somebody asks for what only it can tell: the connection saves data. */
export const isSaved = () => !EAGER && !programs.size;

/** Whether a few megabytes more cost less than Python's start: of networks that are this quick Chromium tells no more. */
const quick = () => EAGER && (network.downlink ?? 0) >= 10 && (network.rtt ?? Infinity) <= 50;

/**
 * Ask for an answer; a function is called with each message so far. The last is returned.
 * @param {string} name @param {object} given @param {(kind: string, values: any) => void} take @param {AbortSignal} [signal]
 * @returns {Promise<{kind: string, values: any}>}
 */
export function ask(name, given, take, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    if (failure) return reject(new Error(failure));
    asked += 1;
    const request = { id: asked, name, given: JSON.stringify(given), take, resolve, reject, left: false };
    const place = waiting.findIndex((other) => LISTS.includes(other.name)); // answers come before lists
    waiting.splice(place < 0 || LISTS.includes(name) ? waiting.length : place, 0, request);
    signal?.addEventListener("abort", () => leave(request, signal.reason), { once: true });
    next();
  });
}

/** Wait for a request no more: end its worker, if it does not end by itself soon. @param {Asked} request @param {unknown} reason */
function leave(request, reason) {
  request.left = true;
  request.reject(reason);
  const place = waiting.indexOf(request);
  if (place >= 0) waiting.splice(place, 1);
  setTimeout(() => {
    for (const program of programs) {
      if (program.busy === request) program.end();
    }
    next();
  }, GRACE);
}

// ------------------------------------------------------------------------------------ what is loading

const bar = {
  /** @type {HTMLElement | undefined} */
  line: undefined,

  /** Show how much of so many bytes has come. @param {number} bytes */
  show(bytes) {
    this.hide();
    const progress = document.createElement("progress");
    progress.max = bytes;
    progress.value = 0;
    progress.setAttribute("aria-label", "Loading the program");
    this.line = line("Loading the program", progress);
  },

  /** @param {number} [bytes]  that have come */
  move(bytes) {
    const progress = this.line?.querySelector("progress");
    if (!progress) return this.hide(); // a line that only said that nothing came
    if (bytes) progress.value = bytes;
    this.line?.querySelector(".stalled")?.remove();
  },

  /** Say that nothing comes. */
  stall() {
    this.line ??= line();
    const progress = this.line.querySelector("progress"), said = document.createElement("span");
    said.className = "stalled";
    said.append(progress && progress.value >= progress.max
      ? "The program has come, but is slow to start on this device. "
      : "Nothing has come for ten seconds: the network or the memory of this device may not suffice. ", again());
    this.line.querySelector(".stalled")?.remove();
    this.line.append(said);
  },

  hide() {
    this.line?.remove();
    this.line = undefined;
  },
};

/** A button that loads the page again, and its program anew from the host. */
function again() {
  const found = button("Try again", async () => {
    found.disabled = true;
    try {
      sessionStorage.setItem(AGAIN, "1");
    } catch {
      // a browser that keeps nothing
    }
    await Promise.race([fetchAnew(), new Promise((resolve) => setTimeout(resolve, ANEW))]);
    location.reload();
  });
  return found;
}

/** Fetch the program's modules from the host: the browser may have kept a part of one. */
async function fetchAnew() {
  const fetched = async (/** @type {string} */ path) => (await fetch(new URL(path, import.meta.url), { cache: "reload" })).arrayBuffer();
  await Promise.allSettled(MODULES.map(fetched));
  try {
    // @ts-expect-error the build writes it
    const { default: runtime } = await import("./runtime.js");
    await Promise.allSettled(PYODIDE.map((name) => fetched(runtime.pyodide + name)));
  } catch {
    // the page says what fails when it is loaded again
  }
}

/** Return whether somebody asked to try again, once. */
function takeAgain() {
  try {
    const found = sessionStorage.getItem(AGAIN);
    sessionStorage.removeItem(AGAIN);
    return found !== null;
  } catch {
    return false; // a browser that keeps nothing
  }
}

/** Show a line above the page. @param {(Node | string)[]} parts */
function line(...parts) {
  const found = document.createElement("p");
  found.className = "program";
  found.setAttribute("role", "status");
  found.append(...parts);
  (document.querySelector("[data-program]") ?? document.body).prepend(found); // a cell of the documentation, or a page
  return found;
}

/** @param {string} text @param {() => void} act */
function button(text, act) {
  const found = document.createElement("button");
  found.type = "button";
  found.textContent = text;
  found.addEventListener("click", act);
  return found;
}

// ------------------------------------------------------------------------------------ without network

let keeping = false;

/** Return the browser's service workers; a page in a sandbox has none. @returns {ServiceWorkerContainer | undefined} */
function keeperOf() {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}

/** Tell of each version that comes after this page's own. */
function tellOfVersions() {
  let had = Boolean(keeper?.controller);
  keeper?.addEventListener("controllerchange", () => {
    if (had) line("A new version is here. ", button("Use it", () => location.reload()));
    had = true;
  });
  keeper?.addEventListener("message", ({ data, ports }) => {
    if (data === "version") ports[0].postMessage(new URL(".", import.meta.url).pathname.split("/").at(-2));
  });
  keeper?.startMessages();
  keeper?.controller?.postMessage("tidy");
}

async function keepOffline() {
  if (keeping || !EAGER || !keeper) return;
  keeping = true;
  try {
    await keeper.register(new URL("../sw.js", import.meta.url));
  } catch {
    // a browser that keeps nothing: the page works while there is a network
  }
}

// ------------------------------------------------------------------------------------ rooms

const SERVER = "dealwright.server"; // what the browser keeps

/** Ask for the server at which rooms are, and open its page. */
export function askForServer() {
  if (document.getElementById("server")) return;
  const field = document.createElement("input");
  field.id = "server";
  field.type = "url";
  field.required = true;
  field.placeholder = "https://bridge.example.org/";
  field.setAttribute("aria-label", "Address of the server");
  field.value = kept();
  const open = () => {
    if (!field.reportValidity()) return;
    try {
      localStorage.setItem(SERVER, field.value);
    } catch {
      // a browser that keeps nothing
    }
    location.href = new URL(`bid.html${location.hash}`, field.value.replace(/\/?$/, "/")).href;
  };
  line("Tables for several players are on a server (dealwright serve): ", field, " ", button("Open its page", open));
}

function kept() {
  try {
    return localStorage.getItem(SERVER) ?? "";
  } catch {
    return "";
  }
}

/** The page is drawn: nothing of the program competes with its own modules. */
function begin() {
  drawn = true;
  next();
}

tellOfVersions();
if (document.readyState === "complete") begin(); // a cell of the documentation
else {
  document.addEventListener("DOMContentLoaded", () => {
    requestAnimationFrame(() => setTimeout(begin));
    setTimeout(begin, HIDDEN);
  });
}
