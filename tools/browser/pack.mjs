// node pack.mjs PYODIDE STAGE OUT: run pack.py inside Pyodide, whose compiler makes the .pyc files.
// STAGE/app holds dealwright and numpy, each as they lie in the browser.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, stage, out] = process.argv.slice(2).map((each) => path.resolve(each));
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ env: { HOME: "/tmp" } });
for (const [name, root] of [["app", path.join(stage, "app")], ["pyodide", pyodide], ["out", out]]) {
  python.FS.mkdir(`/${name}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, `/${name}`);
}
python.runPython(fs.readFileSync(new URL("pack.py", import.meta.url), "utf8"));
