// @ts-check
// Keeps the whole folder in the browser, so that it works without network. A version is taken whole or not at all: every
// file must have the digest that is written here. A page that is open goes on with the files of its version; these are
// forgotten when no page of it is open. The build puts `get.js` in the place of its import, because not every browser takes
// modules here.
import { get, made } from "./get.js";
/** @type {any} */
const worker = self;
const VERSION = "@VERSION@";
/** The files and their SHA-256. @type {Record<string, string>} */
const FILES = JSON.parse('@FILES@');
/** The memory of a started program, which not every engine takes. */
const MEMORY = "@MEMORY@";
const HASHED = /^(page-|runtime\/)/; // such a file never changes
const scope = new URL(worker.registration.scope);
const KIND = `dealwright ${scope.pathname} `;
const OWN = KIND + VERSION; // its pages and their modules
const SHARED = `${KIND}runtime`; // what versions have in common
const UNFIT = "/dealwright-unfit"; // the address of a note of the page's worker: this browser does not take the memory
const WAIT = 1000; // milliseconds in which a page says of which version it is

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  event.respondWith(answer(url, event.request));
});
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "tidy") event.waitUntil(tidy());
});

/** Take this version; of an attempt that fails nothing is left. */
async function install() {
  const isNew = !await caches.has(OWN), added = /** @type {string[]} */ ([]);
  const own = await caches.open(OWN), shared = await caches.open(SHARED);
  const unfit = await (await caches.match(UNFIT))?.text() === navigator.userAgent;
  try {
    for (const [path, digest] of Object.entries(FILES)) {
      if (unfit && path === MEMORY) continue;
      const url = new URL(path, scope).href, cache = path.startsWith("runtime/") ? shared : own;
      if (await cache.match(url)) continue;
      await cache.put(url, await checked(url, path, digest));
      if (cache === shared) added.push(url);
    }
  } catch (error) {
    if (isNew) await caches.delete(OWN);
    for (const url of added) await shared.delete(url);
    throw error;
  }
  await worker.skipWaiting();
}

/** Return a file of this version, also where the browser has kept a damaged one. @param {string} url @param {string} path @param {string} digest */
async function checked(url, path, digest) {
  for (const cache of HASHED.test(path) ? ["default", "reload"] : ["no-cache"]) {
    const body = await (await get(url, { cache: /** @type {RequestCache} */ (cache) })).arrayBuffer();
    const found = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
    if ([...found].map((byte) => byte.toString(16).padStart(2, "0")).join("") === digest) return made(url, body);
  }
  throw new Error(`${path} is not of this version`);
}

async function activate() {
  await worker.clients.claim();
  await tidy();
}

/** Forget each version of which no page is open, and what only such versions had; also another memory, which a page can do without. */
async function tidy() {
  const shared = await caches.open(SHARED);
  const forget = async (/** @type {string} */ begin) => {
    for (const { url } of await shared.keys()) {
      const path = url.slice(scope.href.length);
      if (path.startsWith(begin) && !(path in FILES) && !isInstalling()) await shared.delete(url);
    }
  };
  await forget("runtime/memory.");
  const others = (await caches.keys()).filter((name) => name.startsWith(KIND) && name !== OWN && name !== SHARED);
  const pages = (await worker.clients.matchAll({ type: "window", includeUncontrolled: true })).filter((/** @type {any} */ { url }) => url.startsWith(scope.href));
  const shown = others.length ? await Promise.all(pages.map(folderOf)) : [];
  let open = 0; // versions of which there are pages
  for (const name of others) {
    const requests = await (await caches.open(name)).keys();
    const folder = requests.map(({ url }) => /\/(page-[0-9a-f]+)\//.exec(url)?.[1]).find(Boolean);
    if (isInstalling() || shown.includes(folder) || shown.includes("")) open += 1;
    else await caches.delete(name);
  }
  if (!open) await forget("");
}

/** Whether a newer version is being taken: what it has brought is not of this one. */
const isInstalling = () => Boolean(worker.registration.installing ?? worker.registration.waiting);

/** Return the folder of the version that a page shows; "" if it does not say. @param {any} client @returns {Promise<string>} */
function folderOf(client) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(() => resolve(""), WAIT);
    client.postMessage("version", [port2]);
  });
}

/** @param {URL} url @param {Request} request */
async function answer(url, request) {
  const plain = new URL(url.pathname, scope);
  if (plain.pathname === scope.pathname) plain.pathname += "index.html";
  const path = plain.pathname.slice(scope.pathname.length);
  if (`${path}.html` in FILES) plain.pathname += ".html"; // some hosts name pages so
  try {
    const own = await (await caches.open(OWN)).match(plain.href);
    return own ?? await caches.match(plain.href) ?? await fetch(request);
  } catch {
    return fetch(request); // what the browser keeps cannot be read
  }
}
