// @ts-check
// Keeps the whole folder in the browser, so that it works without network. A version is taken whole or not at all: every
// file must have the digest that is written here. A page that is open goes on with the files of its version.
// The build puts `get.js` in the place of its import, because not every browser takes modules here.
import { get } from "./get.js";
/** @type {any} */
const worker = self;
const VERSION = "@VERSION@";
/** The files and their SHA-256. @type {Record<string, string>} */
const FILES = JSON.parse('@FILES@');
const HASHED = /^(page-|runtime\/)/; // such a file never changes
const scope = new URL(worker.registration.scope);
const KIND = `dealwright ${scope.pathname} `;
const OWN = KIND + VERSION;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  event.respondWith(answer(url, event.request));
});

async function install() {
  const cache = await caches.open(OWN);
  for (const [path, digest] of Object.entries(FILES)) {
    const url = new URL(path, scope).href;
    const known = HASHED.test(path) ? await caches.match(url) : undefined;
    await cache.put(url, known ?? await checked(url, path, digest));
  }
  await worker.skipWaiting();
}

/** @param {string} url @param {string} path @param {string} digest */
async function checked(url, path, digest) {
  const response = await get(url, { cache: HASHED.test(path) ? "default" : "no-cache" });
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer()));
  const hex = [...found].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex !== digest) throw new Error(`${path} is not of this version`);
  return response;
}

/** Forget all versions but this and the one before, which pages may still show. */
async function activate() {
  const versions = (await caches.keys()).filter((name) => name.startsWith(KIND));
  await Promise.all(versions.slice(0, -2).filter((name) => name !== OWN).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {URL} url @param {Request} request */
async function answer(url, request) {
  const plain = new URL(url.pathname, scope);
  if (plain.pathname === scope.pathname) plain.pathname += "index.html";
  const own = await (await caches.open(OWN)).match(plain.href);
  return own ?? await caches.match(plain.href) ?? fetch(request);
}
