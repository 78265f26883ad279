// @ts-check
// The program in a worker of the page: Pyodide, numpy and Dealwright. It answers one request at a time; to stop one,
// the page ends the worker.
import { cut, get, takePlain } from "./get.js";
// @ts-expect-error the build writes it
import given from "./runtime.js";
import { LIBRARY, SETTINGS, START, startAt } from "./start.js";

/** What `folder.py` says: addresses beside this file, the files of each pack with their sizes, bytes of the first load, and the
 * memory of a program that is started, which pages start from that are kept. */
/** @typedef {{pyodide: string, library: string, lock: object, packs: Record<string, {url: string, files: [string, number][]}>,
 *   libraries: [string, string][], sizes: Record<string, number>, memory: import("./start.js").Memory & {url: string, packed: number, library: number}}} Runtime */
/** @type {Runtime} */
const runtime = given;
const EMPTY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0); // a module of WebAssembly
const UNFIT = "/dealwright-unfit"; // the address of a note
const FIREFOX = navigator.userAgent.includes("Firefox/");
const OFTEN = 100; // milliseconds between two messages that more has come

/** The module of Pyodide, for the next worker. @type {WebAssembly.Module | undefined} */
let compiled;

addEventListener("message", async function first({ data }) {
  removeEventListener("message", first);
  try {
    if (data.kept) takePlain();
    if (data.again) asking = { cache: "reload" };
    const python = await start(data.compiled, data.memory);
    tellNow();
    const answer = python.runPython(START);
    addEventListener("message", ({ data: { id, name, given } }) => {
      try {
        answer(name, given, (/** @type {string} */ kind, /** @type {string} */ text) => postMessage({ id, kind, text }));
      } catch (error) {
        postMessage({ kind: "failed", text: reasonOf(error) });
      }
      postMessage({ id, kind: "done", bytes: python._module.HEAP8.length });
    });
    postMessage({ kind: "ready", compiled });
  } catch (error) {
    postMessage({ kind: "failed", text: reasonOf(error) });
  }
});

/** Return what an error says; some of Pyodide's have only a name. @param {any} error @returns {string} */
const reasonOf = (error) => String(error?.message || error?.name || error).replace(/[.\s]+$/, "");

const address = (/** @type {string} */ path) => new URL(path, import.meta.url).href;

let come = 0; // bytes of the first load
/** How files are asked for: not from what the browser keeps, if that failed before. @type {RequestInit | undefined} */
let asking;
let told = 0;

/** Note that bytes have come. @param {number} bytes */
function tell(bytes) {
  come += bytes;
  if (Date.now() - told > OFTEN) tellNow();
}

/** Tell the page that there was progress. */
function tellNow() {
  told = Date.now();
  postMessage({ kind: "loaded", size: come });
}

/** Return the answer to a request for a file of the first load; it fails if only a part comes. @param {string} path @param {number} size */
const load = (path, size) => get(address(path), asking, tell, size);

/** @param {WebAssembly.Module | undefined} module @param {boolean} memory @returns {Promise<any>} */
async function start(module, memory) {
  if (typeof WebAssembly === "undefined") throw new Error("WebAssembly is off in this browser, as in its lockdown mode");
  try {
    await WebAssembly.instantiate(EMPTY);
  } catch {
    throw new Error("the content policy of this host forbids WebAssembly. Whoever runs the host can allow it: script-src 'self' 'wasm-unsafe-eval'");
  }
  if (!memory || await isUnfit()) return startPlainly(module);
  const plain = self.fetch, { instantiateStreaming } = WebAssembly;
  try {
    return await startFromMemory(module);
  } catch (error) {
    console.warn("The program starts without its memory:", error);
    self.fetch = plain;
    WebAssembly.instantiateStreaming = instantiateStreaming;
    come = 0;
    return startPlainly(compiled ?? module);
  }
}

/** @param {WebAssembly.Module} [module] */
async function startPlainly(module) {
  const { sizes, packs, libraries: listed } = runtime;
  postMessage({ kind: "expected", size: Object.values(sizes).reduce((sum, size) => sum + size) });
  const bytes = async (/** @type {string} */ path) => new Uint8Array(await (await load(path, sizes[path])).arrayBuffer());
  const first = bytes(packs.first.url), libraries = listed.map(([, url]) => bytes(url));
  for (const each of [first, ...libraries]) each.catch(() => undefined); // awaited below
  fetchBy((url) => {
    const path = Object.keys(sizes).find((each) => address(each) === url);
    return path ? load(path, sizes[path]) : get(url, asking);
  });
  const broken = keepModule(module);
  const { loadPyodide, createModule, options } = await pyodide();
  const python = await Promise.race([broken, loadPyodide({ ...options, createPyodideModule: createModule })]);
  unpack(python.FS, packs.first.files, await first);
  for (const [place, [path]] of listed.entries()) write(python.FS, `/app/${path}`, await libraries[place]);
  promiseAll(python.FS, ["first"]);
  return python;
}

/** @param {WebAssembly.Module} [module] */
async function startFromMemory(module) {
  const { memory, sizes } = runtime, size = memory.packed;
  const wasm = `${runtime.pyodide}pyodide.asm.wasm`;
  postMessage({ kind: "expected", size: runtime.libraries.reduce((sum, [, url]) => sum + sizes[url], size + sizes[wasm]) });
  const bytes = load(memory.url, size).then(({ body }) => new Response(body?.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  const libraries = Promise.all(runtime.libraries.map(async ([path, url]) => /** @type {[string, WebAssembly.Module]} */ ([
    `/app/${path}`, await moduleOf(await load(url, sizes[url])),
  ])));
  for (const each of [bytes, libraries]) each.catch(() => undefined);
  fetchBy((url) => {
    if (url === address(runtime.library)) return Promise.resolve(new Response()); // read when it is asked for
    return url === address(wasm) ? load(wasm, sizes[wasm]) : get(url, asking);
  });
  const broken = keepModule(module);
  const [{ loadPyodide, options, createModule }, ...rest] = await Promise.all([pyodide(), libraries, bytes]);
  const started = startAt(loadPyodide, createModule, options, rest[0], memory, new Uint8Array(rest[1]));
  started.catch(forgetMemory); // everything had come
  const python = await Promise.race([broken, started]);
  promise(python.FS, LIBRARY, [["", memory.library]], address(runtime.library));
  promiseAll(python.FS, []);
  for (const [path, url] of runtime.libraries) promise(python.FS, `/app/${path}`, [["", 1]], address(url)); // loaded already
  return python;
}

/** Whether this browser did not take the memory before. */
async function isUnfit() {
  const found = await self.caches?.match(UNFIT).catch(() => undefined);
  return (await found?.text()) === navigator.userAgent;
}

/** Note that this browser does not take the memory, and keep it no more; the service worker reads the note too. */
async function forgetMemory() {
  try {
    await (await caches.open("dealwright unfit")).put(UNFIT, new Response(navigator.userAgent));
    for (const name of await caches.keys()) await (await caches.open(name)).delete(address(runtime.memory.url));
  } catch {
    // a browser that keeps nothing
  }
}

async function pyodide() {
  const [{ loadPyodide }, { default: createModule }] = await Promise.all(
    ["pyodide.js", "pyodide.asm.js"].map((name) => import(address(runtime.pyodide + name))),
  );
  tellNow();
  const options = { indexURL: address(runtime.pyodide), stdLibURL: address(runtime.library), lockFileContents: runtime.lock, env: SETTINGS };
  return { loadPyodide, createModule, options };
}

/** Have Pyodide's own files fetched by a function. @param {(url: string) => Promise<Response>} fetchFile */
function fetchBy(fetchFile) {
  const plain = self.fetch.bind(self);
  self.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, import.meta.url).href;
    return init?.method && init.method !== "GET" ? plain(input, init) : fetchFile(url);
  };
}

/**
 * Compile a module, while it comes where that is safe: if its page is left meanwhile, a thread of Firefox waits for the rest
 * for ever, and after a few such pages nothing is compiled there.
 * @param {Response} response
 */
async function moduleOf(response) {
  const known = response.headers.get("content-type") === "application/wasm"; // some hosts do not know the type
  try {
    return await (known && !FIREFOX ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()));
  } catch (error) {
    throw cut.pop() ?? error; // the engine does not say what was cut
  }
}

/**
 * Take the module that another worker compiled, or keep this one's. What is returned fails if there is none: Pyodide would wait for ever.
 * @param {WebAssembly.Module} [module] @returns {Promise<never>}
 */
function keepModule(module) {
  const broken = /** @type {Promise<never>} */ (new Promise((_, reject) => {
    WebAssembly.instantiateStreaming = async (source, imports) => {
      try {
        compiled = module ?? await moduleOf(await source);
        tellNow();
        const instance = await WebAssembly.instantiate(compiled, imports);
        tellNow();
        nameFunctions(instance);
        return { module: compiled, instance };
      } catch (error) {
        reject(error);
        throw error;
      }
    };
  }));
  broken.catch(() => undefined);
  return broken;
}

/**
 * Have a table return the functions that a module exports. WebKit makes new ones of them, so that Emscripten, which looks for
 * each export in the table, adds a thousand a second time, and no memory of another engine fits. A function's name is its number.
 * @param {WebAssembly.Instance} instance
 */
function nameFunctions(instance) {
  const table = /** @type {WebAssembly.Table} */ (instance.exports.__indirect_function_table);
  const exported = new Map(Object.values(instance.exports).filter((each) => typeof each === "function").map((each) => [each.name, each]));
  const size = table.length; // beyond it are functions of others
  const plain = table.get.bind(table);
  table.get = (place) => {
    const found = plain(place);
    return found && place < size ? exported.get(found.name) ?? found : found;
  };
}

/** @param {any} FS @param {[string, number][]} files @param {Uint8Array} bytes */
function unpack(FS, files, bytes) {
  let begin = 0;
  for (const [path, size] of files) write(FS, `/app/${path}`, bytes.subarray(begin, begin += size));
}

/** @param {any} FS @param {string} path @param {Uint8Array} bytes */
function write(FS, path, bytes) {
  FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  FS.writeFile(path, bytes, { canOwn: true });
  return FS.lookupPath(path).node;
}

/** @param {any} FS @param {string[]} loaded */
function promiseAll(FS, loaded) {
  for (const [name, pack] of Object.entries(runtime.packs)) {
    if (!loaded.includes(name)) promise(FS, "/app/", pack.files, address(pack.url));
  }
}

/**
 * Put files in their places whose pack is loaded when one of them is first read.
 * @param {any} FS @param {string} folder @param {[string, number][]} files @param {string} url
 */
function promise(FS, folder, files, url) {
  const nodes = files.map(([path]) => write(FS, folder + path, new Uint8Array(0)));
  /** @type {Map<any, Uint8Array> | undefined} */
  let contents;
  const load = () => {
    const bytes = bytesNow(url, files.reduce((sum, [, size]) => sum + size, 0));
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

/**
 * Return a file; Python waits for it, and so does this worker. If not all of it comes, it is asked for once more,
 * by an address of which the browser has kept nothing.
 * @param {string} url @param {number} size  its bytes @param {boolean} [isLast]
 */
function bytesNow(url, size, isLast = false) {
  postMessage({ kind: "fetching" });
  const request = new XMLHttpRequest();
  request.open("GET", isLast ? `${url}?${Date.now()}` : url, false);
  request.responseType = "arraybuffer";
  try {
    request.send();
    if (request.status !== 200) throw new Error(`${url}: ${request.status}`);
    if (request.response.byteLength < size) throw new Error(`${url} is not whole: ${request.response.byteLength} bytes came of ${size}`);
  } catch (error) {
    if (isLast) throw error;
    return bytesNow(url, size, true);
  }
  tellNow();
  return new Uint8Array(request.response);
}
