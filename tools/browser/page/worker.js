// @ts-check
// The program in a worker of the page: Pyodide, numpy and Dealwright. It answers one request at a time; to stop one,
// the page ends the worker.
import { get, takePlain } from "./get.js";

/** What `runtime.json` says: addresses beside it, the files of each pack with their sizes, bytes of the first load. */
/** @typedef {{pyodide: string, library: string, lock: object, packs: Record<string, {url: string, files: [string, number][]}>,
 *   sizes: Record<string, number>}} Runtime */

const START = `
import sys
sys.path[:0] = ["/app"]
sys.path.append("/app/python")
sys.dont_write_bytecode = True
from dealwright.web.in_browser import answer
answer
`;
const SETTINGS = { HOME: "/tmp", DEALWRIGHT_DDS: "/app/solver/libdds.so" };

/** The module of Pyodide, for the next worker. @type {WebAssembly.Module | undefined} */
let compiled;

addEventListener("message", async function first({ data }) {
  removeEventListener("message", first);
  try {
    if (data.kept) takePlain();
    const python = await start(data.compiled);
    const answer = python.runPython(START);
    addEventListener("message", ({ data: { id, name, given } }) => {
      try {
        answer(name, given, (/** @type {string} */ kind, /** @type {string} */ text) => postMessage({ id, kind, text }));
      } catch (error) {
        postMessage({ kind: "failed", text: String(error) });
      }
      postMessage({ id, kind: "done", bytes: python._module.HEAP8.length });
    });
    postMessage({ kind: "ready", compiled });
  } catch (error) {
    postMessage({ kind: "failed", text: String(error) });
  }
});

/** @param {WebAssembly.Module} [module] @returns {Promise<any>} */
async function start(module) {
  /** @type {Runtime} */
  const runtime = await (await fetch(new URL("runtime.json", import.meta.url))).json();
  const address = (/** @type {string} */ path) => new URL(path, import.meta.url).href;
  const tell = (/** @type {string} */ path) => postMessage({ kind: "loaded", size: runtime.sizes[path] ?? 0 });
  const first = get(address(runtime.packs.first.url)).then((response) => response.arrayBuffer());
  first.then(() => tell(runtime.packs.first.url), () => undefined);
  const plain = self.fetch.bind(self);
  self.fetch = async (input, init) => { // Pyodide's own files
    const url = new URL(input instanceof Request ? input.url : input, import.meta.url).href;
    if (init?.method && init.method !== "GET") return plain(input, init);
    const response = await get(url);
    for (const path of Object.keys(runtime.sizes)) if (url === address(path)) tell(path);
    return response;
  };
  keepModule(module);
  const { loadPyodide } = await import(address(`${runtime.pyodide}pyodide.mjs`));
  const python = await loadPyodide({
    indexURL: address(runtime.pyodide), stdLibURL: address(runtime.library), lockFileContents: runtime.lock, env: SETTINGS,
  });
  unpack(python.FS, runtime.packs.first.files, new Uint8Array(await first));
  for (const [name, pack] of Object.entries(runtime.packs)) {
    if (name !== "first") promise(python.FS, pack.files, address(pack.url));
  }
  return python;
}

/** Take the module that another worker compiled, or keep this one's. @param {WebAssembly.Module} [module] */
function keepModule(module) {
  const own = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (source, imports) => {
    if (module) {
      compiled = module;
      return { module, instance: await WebAssembly.instantiate(module, imports) };
    }
    const response = await source;
    const wrong = response.headers.get("content-type") !== "application/wasm"; // some hosts do not know the type
    const found = wrong ? await WebAssembly.instantiate(await response.arrayBuffer(), imports) : await own.call(WebAssembly, response, imports);
    compiled = found.module;
    return found;
  };
}

/** @param {any} FS @param {[string, number][]} files @param {Uint8Array} bytes */
function unpack(FS, files, bytes) {
  let begin = 0;
  for (const [path, size] of files) {
    write(FS, path, bytes.subarray(begin, begin += size));
  }
}

/** @param {any} FS @param {string} path @param {Uint8Array} bytes */
function write(FS, path, bytes) {
  FS.mkdirTree(`/app/${path.slice(0, path.lastIndexOf("/"))}`);
  FS.writeFile(`/app/${path}`, bytes, { canOwn: true });
  return FS.lookupPath(`/app/${path}`).node;
}

/** Put files in their places whose pack is loaded when one of them is first read. @param {any} FS @param {[string, number][]} files @param {string} url */
function promise(FS, files, url) {
  const nodes = files.map(([path]) => write(FS, path, new Uint8Array(0)));
  /** @type {Map<any, Uint8Array> | undefined} */
  let contents;
  const load = () => {
    const bytes = bytesNow(url);
    let begin = 0;
    contents = new Map(files.map(([, size], place) => [nodes[place], bytes.subarray(begin, begin += size)]));
  };
  nodes.forEach((node, place) => {
    node.usedBytes = files[place][1];
    Object.defineProperty(node, "contents", {
      get() {
        if (!contents) load();
        return contents?.get(node);
      },
    });
  });
}

/** Return a file; Python waits for it, and so does this worker. @param {string} url */
function bytesNow(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${url}: ${request.status}`);
  return new Uint8Array(request.response);
}
