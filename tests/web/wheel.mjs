// node wheel.mjs PYODIDE WHEEL NUMPY CONDITION: install a wheel and numpy from files into Pyodide, and print a count.
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, wheel, numpy, condition] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.resolve(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide();
python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
python.unpackArchive(new Uint8Array(readFileSync(numpy)), "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
python.globals.set("condition", condition);
console.log(python.runPython(`
from importlib.metadata import version
import dealwright
f"{version('dealwright')} {dealwright.parse(condition).count()}"
`));
process.exit(0);
