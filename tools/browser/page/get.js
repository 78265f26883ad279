// @ts-check
// Files of this folder, also from hosts that compress nothing: those have the file.gz that lies beside each.

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];
/** @type {Record<string, string>} */
const TYPES = { wasm: "application/wasm", mjs: "text/javascript", js: "text/javascript", json: "application/json" };

const fetchPlain = fetch.bind(globalThis); // a worker replaces its own
let plain = LOCAL.includes(location.hostname);

/** Take files as they are: from this machine, or what the browser keeps. */
export function takePlain() {
  plain = true;
}

/** Return the answer to a request for a file, which is there. @param {string} url @param {RequestInit} [options] @returns {Promise<Response>} */
export async function get(url, options) {
  const stop = new AbortController();
  const response = await fetchPlain(url, { ...options, signal: stop.signal });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const type = TYPES[url.split(".").pop() ?? ""];
  const small = Number(response.headers.get("content-length") ?? Infinity) < 50_000;
  if (plain || small || response.headers.has("content-encoding")) return response;
  const packed = await fetchPlain(`${url}.gz`, options).catch(() => undefined);
  if (!packed?.ok || !packed.body) return response;
  stop.abort();
  const body = packed.headers.has("content-encoding") ? packed.body : packed.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: type ? { "content-type": type } : {} });
}
