// @ts-check
// Files of this folder, also from hosts that compress nothing: those have the file.gz that lies beside each.

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];
/** What a file is, whatever its host says. @type {Record<string, string>} */
const TYPES = {
  css: "text/css", html: "text/html; charset=utf-8", js: "text/javascript", json: "application/json", png: "image/png",
  svg: "image/svg+xml", wasm: "application/wasm", webmanifest: "application/manifest+json",
};

/** What ends the name of a file that is compressed itself: whoever reads it unpacks it. */
export const PACKED = ".packed";
const fetchPlain = fetch.bind(globalThis); // a worker replaces its own
let plain = LOCAL.includes(location.hostname);

/** Take files as they are: from this machine, or what the browser keeps. */
export function takePlain() {
  plain = true;
}

/** Return a body as the answer to a request for a file: without redirections, and with its type. @param {string} url @param {BodyInit | null} body */
export function made(url, body) {
  const type = TYPES[url.split(".").pop() ?? ""];
  return new Response(body, { headers: type ? { "content-type": type } : {} });
}

/**
 * Return the answer to a request for a file, which is there.
 * @param {string} url @param {RequestInit} [options]
 * @param {(bytes: number) => void} [tell]  called with what has come @param {number} [size]  bytes that must come
 * @returns {Promise<Response>}
 */
export async function get(url, options, tell, size) {
  const stop = new AbortController();
  const response = await fetchPlain(url, { ...options, signal: stop.signal });
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`);
  const small = Number(response.headers.get("content-length") ?? Infinity) < 50_000 || url.endsWith(PACKED);
  let body = response.body;
  if (!plain && !small && !response.headers.has("content-encoding")) {
    const packed = await fetchPlain(`${url}.gz`, options).catch(() => undefined);
    const type = packed?.headers.get("content-type") ?? ""; // some hosts have a page for whatever they do not have
    if (packed?.ok && packed.body && !type.startsWith("text/html")) {
      stop.abort();
      body = packed.headers.has("content-encoding") ? packed.body : packed.body.pipeThrough(new DecompressionStream("gzip"));
    }
  }
  return made(url, tell && size ? body.pipeThrough(counted(url, tell, size)) : body);
}

/** What was cut, the last at the end. @type {Error[]} */
export const cut = [];

/** @param {string} url @param {(bytes: number) => void} tell @param {number} size */
function counted(url, tell, size) {
  let left = size;
  return new TransformStream({
    transform(/** @type {Uint8Array<ArrayBuffer>} */ chunk, stream) {
      left -= chunk.length;
      tell(chunk.length);
      stream.enqueue(chunk);
    },
    flush(stream) {
      if (!left) return;
      cut.push(new Error(`${url} is not whole: ${size - left} bytes came of ${size}`));
      stream.error(cut.at(-1));
    },
  });
}
