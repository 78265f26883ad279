// @ts-check
// Start Pyodide: plainly, or where a program that had imported everything was when the folder was built. That one's memory
// is laid over a new one, after the same libraries were put into the same places. `memory.mjs` takes it, by this module too.

/** The environment; all of it, because Python's memory begins with it. */
export const SETTINGS = {
  HOME: "/tmp", PYTHONHASHSEED: "0", LANG: "C.UTF-8", PATH: "/", PWD: "/", USER: "web_user", LOGNAME: "web_user", _: "python",
};
export const LIBRARY = "/lib/python314.zip";
export const START = `
import sys
if "/app" not in sys.path:
    sys.path[:0] = ["/app"]
    sys.path.append("/app/python")
    sys.dont_write_bytecode = True
from dealwright.web.in_browser import answer
answer
`;

/**
 * The memory of a program: its size, the parts that are not zero (offset and length, in bytes), the sizes of the table of functions
 * when the libraries were loaded and at the end, the address that came then, libraries by the handle that Python has of each, and what Pyodide keeps (`header`).
 * @typedef {{size: number, parts: [number, number][], loaded: number, table: number, next: number, handles: Record<string, string>, header: number[]}} Memory
 */

/**
 * @param {(options: object) => Promise<any>} loadPyodide @param {(settings: any) => Promise<any>} createModule @param {object} options
 * @param {[string, WebAssembly.Module][]} libraries with their paths @param {Memory} [memory] @param {Uint8Array} [bytes]
 */
export function startAt(loadPyodide, createModule, options, libraries, memory, bytes) {
  /** @param {any} module */
  const createPyodideModule = async (module) => {
    module.onRuntimeInitialized = () => {
      if (!module.HEAP32[trampoline(module)]) module.wasmTable.grow(1); // where an engine has none, nor its place
      preload(module, libraries);
      module.loaded = { loaded: module.wasmTable.length, next: module._malloc(16) };
      if (memory && bytes) module.restored = restore(module, memory, bytes);
    };
    const made = await createModule(module);
    if (memory && !made.restored) throw new Error(`libraries have other places than in the memory: ${JSON.stringify(made.loaded)}`);
    return made;
  };
  const snapshot = memory ? { _loadSnapshot: new Uint8Array(memory.header) } : { _makeSnapshot: true };
  return loadPyodide({ ...options, ...snapshot, createPyodideModule });
}

/** Return the place of the address of a function by which Python calls others, in 32-bit words: each engine has its own. @param {any} module */
function trampoline(module) {
  return module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2] >> 2;
}

/** Load libraries before Python starts, so that each has the same place in every program. @param {any} module @param {[string, WebAssembly.Module][]} libraries */
function preload(module, libraries) {
  for (const [path, library] of libraries) {
    const found = module.newDSO(path, undefined, "loading");
    found.global = false;
    found.exports = module.loadWebAssemblyModule(library, { loadAsync: false, nodelete: true, global: false }, path, {});
    for (const [name, made] of Object.entries(found.exports)) {
      if (name.startsWith("PyInit_")) module.addFunction(made, "i"); // as `dlsym` would
    }
  }
}

/** @param {any} module @param {Memory} memory @param {Uint8Array} bytes */
function restore(module, memory, bytes) {
  const { loaded, next } = module.loaded;
  if (loaded !== memory.loaded || next !== memory.next) return false;
  module.wasmTable.grow(memory.table - memory.loaded); // what the program added and does not need any more
  if (module.HEAPU8.length < memory.size) module.growMemory(memory.size);
  const heap = module.HEAPU8, place = trampoline(module), own = module.HEAP32[place];
  heap.fill(0, 0, module._sbrk(0)); // beyond that nothing was written yet
  let begin = 0;
  for (const [offset, length] of memory.parts) heap.set(bytes.subarray(begin, begin += length), offset);
  module.HEAP32[place] = own;
  for (const [handle, path] of Object.entries(memory.handles)) {
    module.LDSO.loadedLibsByHandle[handle] = module.LDSO.loadedLibsByName[path];
  }
  return true;
}
