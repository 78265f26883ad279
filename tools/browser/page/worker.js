// @ts-check
// The program in a worker of the page: Pyodide, numpy and Dealwright. It answers one request at a time; to stop one,
// the page ends the worker.
import { get, takePlain } from "./get.js";
// @ts-expect-error the build writes it
import given from "./runtime.js";
import { LIBRARY, SETTINGS, START, startAt } from "./start.js";

/** What `folder.py` says: addresses beside this file, the files of each pack with their sizes, bytes of the first load, and the
 * memory of a program that is started, which is used by pages that are kept. */
/** @typedef {{pyodide: string, library: string, lock: object, packs: Record<string, {url: string, files: [string, number][]}>,
 *   libraries: [string, string][], sizes: Record<string, number>, memory: import("./start.js").Memory & {url: string, library: number}}} Runtime */
/** @type {Runtime} */
const runtime = given;

/** The module of Pyodide, for the next worker. @type {WebAssembly.Module | undefined} */
let compiled;

addEventListener("message", async function first({ data }) {
  removeEventListener("message", first);
  try {
    if (data.kept) takePlain();
    const python = await start(data.compiled, data.kept);
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

const address = (/** @type {string} */ path) => new URL(path, import.meta.url).href;

/** @param {WebAssembly.Module | undefined} module @param {boolean} kept @returns {Promise<any>} */
async function start(module, kept) {
  if (!kept) return startPlainly(module);
  const plain = self.fetch, { instantiateStreaming } = WebAssembly;
  try {
    return await startFromMemory(module);
  } catch (error) {
    console.warn("The program starts without its memory:", error);
    self.fetch = plain;
    WebAssembly.instantiateStreaming = instantiateStreaming;
    return startPlainly(compiled ?? module);
  }
}

/** @param {WebAssembly.Module} [module] */
async function startPlainly(module) {
  const tell = (/** @type {string} */ path) => postMessage({ kind: "loaded", size: runtime.sizes[path] ?? 0 });
  const load = async (/** @type {string} */ path) => {
    const bytes = new Uint8Array(await (await get(address(path))).arrayBuffer());
    tell(path);
    return bytes;
  };
  const first = load(runtime.packs.first.url), libraries = runtime.libraries.map(([, url]) => load(url));
  for (const each of [first, ...libraries]) each.catch(() => undefined); // awaited below
  fetchBy(async (url) => {
    const response = await get(url);
    for (const path of Object.keys(runtime.sizes)) if (url === address(path)) tell(path);
    return response;
  });
  keepModule(module);
  const { loadPyodide, options } = await pyodide();
  const python = await loadPyodide(options);
  unpack(python.FS, runtime.packs.first.files, await first);
  for (const [place, [path]] of runtime.libraries.entries()) write(python.FS, `/app/${path}`, await libraries[place]);
  promiseAll(python.FS, ["first"]);
  return python;
}

/** @param {WebAssembly.Module} [module] */
async function startFromMemory(module) {
  const { memory } = runtime;
  const bytes = get(address(memory.url)).then((response) => response.arrayBuffer());
  const libraries = Promise.all(runtime.libraries.map(async ([path, url]) => /** @type {[string, WebAssembly.Module]} */ ([
    `/app/${path}`, await moduleOf(await get(address(url))),
  ])));
  for (const each of [bytes, libraries]) each.catch(() => undefined);
  fetchBy((url) => url === address(runtime.library) ? Promise.resolve(new Response()) : get(url)); // read when it is asked for
  keepModule(module);
  const [{ loadPyodide, options, createModule }, ...rest] = await Promise.all([pyodide(), libraries, bytes]);
  const python = await startAt(loadPyodide, createModule, options, rest[0], memory, new Uint8Array(rest[1]));
  promise(python.FS, LIBRARY, [["", memory.library]], address(runtime.library));
  promiseAll(python.FS, []);
  for (const [path, url] of runtime.libraries) promise(python.FS, `/app/${path}`, [["", 1]], address(url)); // loaded already
  return python;
}

async function pyodide() {
  const [{ loadPyodide }, { default: createModule }] = await Promise.all(
    ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(address(runtime.pyodide + name))),
  );
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

/** @param {Response} response */
async function moduleOf(response) {
  const known = response.headers.get("content-type") === "application/wasm"; // some hosts do not know the type
  return known ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** Take the module that another worker compiled, or keep this one's. @param {WebAssembly.Module} [module] */
function keepModule(module) {
  WebAssembly.instantiateStreaming = async (source, imports) => {
    if (module) {
      compiled = module;
      return { module, instance: await WebAssembly.instantiate(module, imports) };
    }
    compiled = await moduleOf(await source);
    return { module: compiled, instance: await WebAssembly.instantiate(compiled, imports) };
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
