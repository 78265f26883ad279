"""Measure the folder in Chromium: `measure.py FOLDER [RUNS]`; it needs Playwright.

Times are from the start of the navigation, by the page's own clock, with the load of the machine
beside them; CPU time is that of the browser's processes. Sizes are of files.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

from playwright.sync_api import BrowserContext, Page, sync_playwright

EXAMPLE = "north=&west.hcp=11-15&west.s=5-6&west.h=4&east.hcp=10&east.d=4%2B"
WATCH = """(() => {
  window.gap = 0;
  let last;
  const tick = () => {
    const now = performance.now();
    window.gap = Math.max(window.gap, now - last);
    last = now;
    setTimeout(tick, 4);
  };
  addEventListener("DOMContentLoaded", () => requestAnimationFrame(() => setTimeout(() => {
    last = performance.now(); // the page is drawn
    tick();
  })));
  const count = "26,422,481,479,854,922,055,193,600";
  const look = () => {
    if (document.body?.textContent.includes(count)) {
      window.first ??= performance.now();
      if (document.querySelector("[data-count=tag]")?.textContent === "exact") {
        window.program = performance.now();
        return;
      }
    }
    requestAnimationFrame(look);
  };
  look();
})()"""
QUICK = "Object.defineProperty(navigator, 'connection', {value: {downlink: 10, rtt: 0}});"
BARE = """<!doctype html><title>Bare</title><script type="module">
import { loadPyodide } from "./%(core)s/pyodide.js";
import createPyodideModule from "./%(core)s/pyodide.asm.js";
const indexURL = new URL("./%(core)s/", location.href).href;
const python = await loadPyodide({
  indexURL, stdLibURL: new URL("./%(library)s", location.href).href, lockFileContents: %(lock)s,
  createPyodideModule,
});
window.program = window.first = python.runPython("1 + 1") && performance.now();
</script>"""  # Python alone, from the same files
ASK = """async ([requests, partial]) => {
  const own = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "protocol.js");
  const { ask, watch } = await import(own);
  const times = [];
  for (const [name, given] of requests) {
    const start = performance.now();
    if (partial) {
      const stop = new AbortController();
      await watch(name, given, () => stop.abort(), stop.signal).catch(() => undefined);
    } else await ask(name, given);
    times.push(performance.now() - start);
  }
  return times;
}"""
BOARD = "N:AQJ3.K52.K8.AJ73 K752.A9.AQJ2.K82 T986.QT83.T54.Q5 4.J764.9763.T964"
BALANCED = {"condition": "hcp(north) in 15..17 && balanced(north)"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SLOWER = 4  # times, of a phone's processor
LEAD = {
    "hand": "west QJT95.K4.832.A74", "contract": "3NT", "seed": "1",
    "condition": "hcp(south) in 15..17 && balanced(south)",
}  # fmt: skip


class Host(SimpleHTTPRequestHandler):
    """A host that knows the types of files, sends what lies compressed, and counts bytes."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm",
    }  # fmt: skip
    sent = 0

    def do_GET(self) -> None:
        """Send a file, a page that only starts Python, or what is compressed."""
        path = Path(self.translate_path(self.path))
        packed = path.with_name(f"{path.name}.gz")
        if path.name == "bare.html":
            content = bare(Path(self.directory)).encode()
        elif path.is_file():
            content = (packed if packed.is_file() else path).read_bytes()
            if path.suffix in (".html", ".js", ".css") and not packed.is_file():
                content = gzip.compress(content, 6)
        else:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        if content[:2] == b"\x1f\x8b" and path.suffix not in (".gz", ".packed"):
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        type(self).sent += len(content)
        with suppress(ConnectionError):
            self.wfile.write(content)

    def log_message(self, format: str, *values: object) -> None:
        """Print nothing."""


def bare(folder: Path) -> str:
    """Return a page that starts Python and nothing else."""
    (core,), (library,) = (
        folder.glob("runtime/pyodide-*"),
        folder.glob("runtime/python_stdlib.*.zip"),
    )
    (listed,) = folder.glob("page-*/runtime.js")
    lock = json.loads(listed.read_text().removeprefix("export default "))["lock"]
    names = {"core": f"runtime/{core.name}", "library": f"runtime/{library.name}"}
    return BARE % {**names, "lock": json.dumps(lock)}


def visit(page: Page, address: str, profile: str) -> dict[str, float]:
    """Open a page with the example; return what its count, and the program's answer, took."""
    page.goto("about:blank")
    page.wait_for_timeout(1000)
    before, sent = cpu(profile), Host.sent
    page.goto(address, wait_until="commit")
    found = dict[str, float]()
    for name in ("first", "program"):
        while not page.evaluate(f"window.{name} ?? 0"):
            page.wait_for_timeout(10)
        used = 1000 * (cpu(profile) - before)
        found |= {f"{name}, ms": page.evaluate(f"window.{name}"), f"{name}, CPU": used}
        found[f"{name}, kB"] = (Host.sent - sent) / 1000
    found["longest gap"] = page.evaluate("window.gap")
    return found


def conditions(number: int) -> list[tuple[str, dict[str, Any]]]:
    """Return counts as a stepper asks for them: one limit after another changes."""
    found = []
    for step in range(number):
        low, length = 5 + step % 13, 2 + step // 13 % 5
        suit = ("spades", "hearts", "diamonds", "clubs")[step // 65 % 4]
        limits = f"hcp(north) in {low}..{low + 3} && {suit}(south) >= {length} && balanced(north)"
        found.append(("count", {"condition": limits}))
    return found


def processes(profile: str) -> list[int]:
    """Return the processes of the browser with a profile."""
    parents, roots = dict[int, int](), set[int]()
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(path.name)] = int((path / "stat").read_text().rsplit(")", 1)[1].split()[1])
            if profile.encode() in (path / "cmdline").read_bytes():
                roots.add(int(path.name))
        except OSError:
            continue
    while more := {child for child, parent in parents.items() if parent in roots} - roots:
        roots |= more
    return sorted(roots)


def cpu(profile: str) -> float:
    """Return the seconds of CPU that a browser has used."""
    seconds = 0.0
    for process in processes(profile):
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        seconds += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds


def own_memory(profile: str) -> float:
    """Return the megabytes that the largest renderer, page and workers, has for itself."""
    sizes = [0]
    for process in processes(profile):
        try:
            if b"--type=renderer" in Path(f"/proc/{process}/cmdline").read_bytes():
                rows = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
                sizes.append(sum(int(row.split()[1]) for row in rows if row.startswith("Private")))
        except OSError:
            continue
    return max(sizes) / 1024


def one_run(context: BrowserContext, address: str, profile: str) -> dict[str, float]:
    """Return the figures of a new profile."""
    page = context.new_page()
    page.add_init_script(WATCH)
    figures = dict[str, float]()
    for name in ("cold", "warm", "offline"):
        if name == "offline":
            context.set_offline(True)
        found = visit(page, f"{address}deal.html#{EXAMPLE}", profile)
        figures |= {f"{name}, {key}": value for key, value in found.items()}
        while not page.evaluate("navigator.serviceWorker.controller !== null"):
            page.wait_for_timeout(50)
        page.wait_for_timeout(3000)
    page.evaluate("window.gap = 0")
    times = sorted(page.evaluate(ASK, [conditions(200), False]))
    figures |= {"a count, median": median(times), "a count, nine of ten": times[179]}
    figures["counts, longest gap"] = page.evaluate("window.gap")
    figures["memory after 200 counts, MB"] = own_memory(profile)
    page.evaluate(ASK, [[("solve", {"deals": [BOARD]})], False])
    other = "N:K752.A9.AQJ2.K82 AQJ3.K52.K8.AJ73 4.J764.9763.T964 T986.QT83.T54.Q5"
    figures["a table"] = page.evaluate(ASK, [[("solve", {"deals": [other]})], False])[0]
    dealt = [("deal", {"n": 16, "seed": str(seed), **BALANCED}) for seed in range(11)]
    figures["16 new boards"] = median(page.evaluate(ASK, [dealt, False])[1:])
    figures["a lead, first figure"] = page.evaluate(ASK, [[("lead", LEAD)], True])[0]
    page.close()
    return figures


def bare_run(context: BrowserContext, address: str, profile: str) -> dict[str, float]:
    """Return the figures of a page that only starts Python."""
    page = context.new_page()
    page.add_init_script("window.gap = 0;")
    found = visit(page, f"{address}bare.html", profile)
    page.close()
    return {f"bare Python, {key}": found[f"program, {key}"] for key in ("ms", "CPU", "kB")}


def quick_run(context: BrowserContext, address: str, profile: str) -> dict[str, float]:
    """Return the figures of a first visit over a network that is as quick as Chromium tells."""
    page = context.new_page()
    page.add_init_script(WATCH)
    page.add_init_script(QUICK)
    found = visit(page, f"{address}deal.html#{EXAMPLE}", profile)
    page.close()
    return {f"quick network, {key}": value for key, value in found.items()}


def slow(page: Page) -> None:
    """Slow a page and its worker as a phone's processor would."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def phone_run(context: BrowserContext, address: str, profile: str) -> dict[str, float]:
    """Return the figures of a phone's screen, its processor slowed."""
    page = context.new_page()
    page.add_init_script(WATCH)
    slow(page)
    figures = dict[str, float]()
    for name in ("phone, cold", "phone, warm"):
        found = visit(page, f"{address}deal.html#{EXAMPLE}", profile)
        figures |= {f"{name}, {key}": value for key, value in found.items() if "ms" in key}
        while not page.evaluate("navigator.serviceWorker.controller !== null"):
            page.wait_for_timeout(50)
        page.wait_for_timeout(5000)
    times = sorted(page.evaluate(ASK, [conditions(50), False]))
    figures |= {"phone, a count, nine of ten": times[44], "phone, memory, MB": own_memory(profile)}
    page.close()
    return figures


RUNS: tuple[tuple[Callable[[BrowserContext, str, str], dict[str, float]], dict[str, Any]], ...] = (
    (bare_run, {}), (one_run, {}), (quick_run, {}), (phone_run, PHONE),
)  # fmt: skip


def main(folder: str, runs: int = 3) -> None:
    """Print the median of each figure."""
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=folder))
    Thread(target=host.serve_forever, daemon=True).start()
    found = []
    with sync_playwright() as playwright:
        for _ in range(runs):
            found.append({})
            for run, options in RUNS:
                profile = tempfile.mkdtemp()
                context = playwright.chromium.launch_persistent_context(
                    profile, executable_path=shutil.which("chromium"), args=["--no-sandbox"],
                    **options,
                )  # fmt: skip
                found[-1] |= run(context, f"http://127.0.0.1:{host.server_port}/", profile)
                context.close()
                shutil.rmtree(profile, ignore_errors=True)
            print(json.dumps({key: round(value) for key, value in found[-1].items()}), flush=True)
    for name in found[0]:
        print(f"{name:34} {median(run[name] for run in found):8.0f}")
    print("load of the machine", os.getloadavg()[0])


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
