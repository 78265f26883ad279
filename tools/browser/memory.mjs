// node memory.mjs PYODIDE PACKS: start the program of PACKS, import what the first requests need, and keep its memory as
// PACKS/memory.bin and PACKS/memory.json. A page that has it starts without Python's start and its imports.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { SETTINGS, START, startAt } from "./page/start.js";

const [pyodide, packs] = process.argv.slice(2).map((each) => path.resolve(each));
const PAGE = 4096; // bytes; pages that are not zero are kept
const load = (file) => import(pathToFileURL(path.join(pyodide, file)).href);
const { loadPyodide } = await load("pyodide.mjs");
const { default: createModule } = await load("pyodide.asm.mjs");
const { modules, warm, libraries, packs: listed } = JSON.parse(fs.readFileSync(path.join(packs, "packs.json"), "utf8"));

const files = new Map(libraries.map(([name, file]) => [name, fs.readFileSync(path.join(packs, file))]));
for (const [name, contents] of Object.entries(listed)) {
  const bytes = fs.readFileSync(path.join(packs, `${name}.pack`));
  let begin = 0;
  for (const [file, size] of contents) files.set(file, bytes.subarray(begin, begin += size));
}
let module;
const compiled = libraries.map(([name]) => [`/app/${name}`, new WebAssembly.Module(files.get(name))]);
const options = { indexURL: `${pyodide}/`, stdLibURL: path.join(packs, "python_stdlib.zip"), env: SETTINGS };
const python = await startAt(loadPyodide, (settings) => createModule(module = settings), options, compiled);
for (const [name, bytes] of files) {
  python.FS.mkdirTree(path.dirname(`/app/${name}`));
  python.FS.writeFile(`/app/${name}`, bytes);
}
const answer = python.runPython(START);
python.globals.set("modules", modules.join(" "));
python.runPython("import importlib\nfor each in modules.split(): importlib.import_module(each)\ndel each, modules, importlib");
for (const [name, given] of warm) answer(name, JSON.stringify(given), () => undefined);
python.runPython("from dealwright.web.in_browser import forget_plans\nforget_plans()\ndel answer, forget_plans");
answer.destroy();
python.runPython("import gc\nfor each in range(3): gc.collect()\ndel each, gc");
forget();

const snapshot = python.makeMemorySnapshot();
const begin = new Uint32Array(snapshot.buffer, 0, 2)[1];
const heap = snapshot.subarray(begin);
const parts = [];
for (let offset = 0; offset < heap.length; offset += PAGE) {
  if (!new Uint32Array(heap.slice(offset, offset + PAGE).buffer).some(Boolean)) continue;
  const last = parts.at(-1);
  if (last && last[0] + last[1] === offset) last[1] += PAGE;
  else parts.push([offset, PAGE]);
}
const handles = Object.fromEntries(Object.entries(module.LDSO.loadedLibsByHandle).filter(([handle]) => handle !== "0").map(([handle, { name }]) => [handle, name]));
const memory = { size: heap.length, parts, ...module.loaded, table: module.wasmTable.length, handles, header: [...snapshot.subarray(0, begin)] };
fs.writeFileSync(path.join(packs, "memory.json"), JSON.stringify(memory));
fs.writeFileSync(path.join(packs, "memory.bin"), Buffer.concat(parts.map(([offset, length]) => heap.subarray(offset, offset + length))));
console.log(`memory ${heap.length} bytes, ${parts.reduce((sum, [, length]) => sum + length, 0)} of them kept`);
process.exit(0);

/** Zero the memory that is free: all of it is taken once, without growing. */
function forget() {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = () => { throw new Error("not now"); };
  const taken = [];
  for (let size = 1 << 24; size >= 16; size >>= 1) {
    for (let place; (place = module._malloc(size)); taken.push(place)) module.HEAPU8.fill(0, place, place + size);
  }
  for (const place of taken) module._free(place);
  WebAssembly.Memory.prototype.grow = grow;
}
