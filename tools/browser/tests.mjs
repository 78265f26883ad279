// node tests.mjs CACHE [PYTEST ARGUMENTS]: run tests inside Pyodide, with the modules that build.sh has put into CACHE/stage.
// CACHE/pytest has pytest and Hypothesis. What needs a process, a thread or a package of PyPI is left out, with a reason.
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [cache, ...given] = process.argv.slice(2);
const root = fileURLToPath(new URL("../..", import.meta.url));
const { loadPyodide } = await import(pathToFileURL(path.join(path.resolve(cache), "pyodide/pyodide.mjs")).href);
const python = await loadPyodide({ env: { HOME: "/tmp", DEALWRIGHT_THREADS: "1" } });
for (const [name, folder] of [["app", `${cache}/stage/app`], ["pytest", `${cache}/pytest`], ["repository", root]]) {
  python.FS.mkdir(`/${name}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: path.resolve(folder) }, `/${name}`);
}
python.globals.set("given", python.toPy(given.length ? given : ["tests/golden", "tests/twins", "tests/laws"]));
process.exitCode = python.runPython(`
import os, sys
sys.path[:0] = ["/app", "/pytest"]
sys.dont_write_bytecode = True
os.chdir("/repository")
import pytest
sys.path.insert(0, "/repository/tools/browser")
import left_out
int(pytest.main([
    "-q", "-rfEs", "--continue-on-collection-errors", "-o", "addopts=--strict-markers", "-p", "no:cacheprovider", "-p", "no:faulthandler",
    "-m", "not slow and not long and not peers", "-o", "xfail_strict=true", *given,
], plugins=[left_out]))
`);
