"""Tours of the pages: what a user does there, and what the page then shows, as text.

The page gets stored answers instead of a server's, and a clock that only the tour moves, so that a
tour shows the same on any machine, and ends as soon as the page is at rest.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import dealwright.web
from dealwright.double_dummy.current_solver import use_solver
from dealwright.web.answering import answers
from dealwright.web.lists import LISTS
from tests.oracles.stand_in_solver import StandIn

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

STORED = Path(__file__).parents[1] / "golden" / "tours"
STATIC = Path(dealwright.web.__file__).parent / "static"
DRIVER = Path(__file__).with_name("tour.js")
ACTS = {
    "address", "drop", "drop_stream", "fill", "fire", "focus", "give", "hold", "key", "over", "pass_",
    "press", "push", "release", "rest", "set", "store", "submit",
}  # fmt: skip
SIMULATED = {"contracts", "decisions", "lead", "makes"}
POPULAR = "transfer-game", "weak-two-hearts", "stayman-fit", "splinter"
SOME: dict[str, Callable[[list[Any]], list[Any]]] = {  # what tours see of the lists of the package
    "scenarios": lambda all_: [e for k, e in enumerate(all_) if k % 12 == 0 or e["name"] in POPULAR],
    "functions": lambda all_: [e for e in all_ if e["name"][0] in "chs"],
    "systems": lambda all_: [{**e, "text": e["text"][:3400]} for e in all_[:3]],
}
LONGEST = 700  # characters of a line that is stored


WORDS = """export default {
  "Dummy": "Tisch", "Missing {0} · room for {1}": "{1} hat Platz, es fehlen {0}", "{0} tricks": "{0} Stiche",
  "Skip to the page": "Zur Seite", "any": "beliebig", "Search {0} scenarios": "nie", "North": "Nord", "Deal": "Teilen",
};
"""
PROGRAM = """export async function ask(name, given, tell, signal) {
  if (tour.broken) throw new Error("the program is lost");
  const [kind, values] = await tour.answer(name, JSON.stringify(given));
  tell("partial", values);
  tell(kind, values);
  return { kind, values };
}
export const askForServer = () => document.body.classList.add("asks-for-server");
"""


class _Files(SimpleHTTPRequestHandler):
    def send_head(self) -> Any:
        """Send a file of the pages, or one of those that are made for tours."""
        made = {
            "/words_xx.js": ("text/javascript", lambda: WORDS),
            "/program.js": ("text/javascript", lambda: PROGRAM),
            "/program.html": ("text/html", _program_page),
        }.get(self.path)
        if made is None:
            return super().send_head()
        content = made[1]().encode()
        self.send_response(200)
        self.send_header("Content-Type", made[0])
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return BytesIO(content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Say nothing where a page was left before it had all its files."""


def _program_page() -> str:
    """Return the page of numbers as one that finds the program in the browser."""
    meta = '<meta name="dealwright-browser" content="./program.js">'
    return (STATIC / "numbers.html").read_text(encoding="utf-8").replace("<head>", f"<head>{meta}")


@contextmanager
def static_files() -> Iterator[str]:
    """Serve the files of the pages, and nothing else; yield the address."""
    server = _Server(("127.0.0.1", 0), partial(_Files, directory=str(STATIC)))
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Tour:
    """A page that is driven, and the text of all that it showed."""

    def __init__(self, page: Page, address: str, stored: dict[str, Any] | None) -> None:
        self.page = page
        self.root = address
        self.recorded = dict[str, Any]()
        self.text = list[str]()
        self._before = list[str]()
        page.add_init_script(path=DRIVER)
        if stored is None:
            page.expose_function("recordAnswer", self._record)
        self._stored = stored or {}
        page.add_init_script(f"window.tour.answers = {json.dumps(self._stored)}")

    def _record(self, name: str, body: str, key: str) -> Any:
        if name in LISTS:
            self.recorded[key] = ["answer", SOME[name](json.loads(LISTS[name]()))]
        if key not in self.recorded:
            with use_solver(StandIn) if name in SIMULATED else nullcontext():
                kind, text = list(answers(name, json.loads(body)))[-1]
            self.recorded[key] = [kind, json.loads(text)]
        return self.recorded[key]

    def open(self, name: str, fragment: str = "") -> None:
        """Open a page; the browser has what the page before kept."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.root}{name}.html{fragment}", wait_until="load")
        self._before = []
        self._show(f"open {name}.html{fragment}", self.page.evaluate("() => tour.act('begin')"))

    def _show(self, head: str, found: dict[str, Any]) -> None:
        lines = [self._plain(line)[:LONGEST] for line in found["lines"]]
        self.text.append(f"== {self._plain(head)}")
        self.text += [f"  {self._plain(line)[:1800]}" for line in found["log"]]
        changes = difflib.SequenceMatcher(None, self._before, lines, autojunk=False).get_opcodes()
        for kind, begin, end, first, last in changes:
            if kind != "equal":
                self.text += [f"- {line.strip()[:24]}" for line in self._before[begin:end]]
                self.text += [f"+ {line}" for line in lines[first:last]]
        self._before = lines

    def _plain(self, text: str) -> str:
        """Return a text as one line, without what differs from run to run."""
        return text.replace(self.root, "/").replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")

    def act(self, name: str, *given: Any) -> None:
        """Do something, and note what the page shows once it is at rest."""
        said = " ".join(each if isinstance(each, str) else json.dumps(each) for each in given)
        found = self.page.evaluate("([name, given]) => tour.act(name, ...given)", [name, given])
        self._show(f"{name} {said}"[:300], found)

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name not in ACTS:
            raise AttributeError(name)
        return partial(self.act, name)

    def click(self, *all_: str) -> None:
        for each in all_:
            self.act("click", each)

    def type_key(self, *keys: str) -> None:
        """Press keys as a keyboard does."""
        for key in keys:
            self.page.keyboard.press(key)
            self._show(f"key {key}", self.page.evaluate("() => tour.act('rest')"))

    def says(self, expression: str, *given: Any) -> None:
        """Note the value of an expression of the page."""
        value = self.page.evaluate(expression, *given)
        self.text.append(f"= {json.dumps(value, ensure_ascii=False)}")

    def values(self, module: str, *calls: str) -> None:
        """Note the values of calls of a module, whose names stand in m."""
        found = self.page.evaluate(
            """async ([module, calls]) => {
              const m = await import(`./${module}.js`);
              const plain = (_, value) => value instanceof Map ? [...value] : value instanceof Set ? [...value]
                : value instanceof Element ? value.outerHTML : value instanceof Error ? `${value}`
                : value === undefined ? "undefined" : typeof value === "number" && !isFinite(value) ? `${value}` : value;
              return calls.map((call) => {
                let value;
                try {
                  value = new Function("m", `return ${call}`)(m);
                } catch (error) {
                  value = error;
                }
                return JSON.stringify(value, plain);
              });
            }""",
            [module, [*calls]],
        )
        self.text += [f"== {module}"]
        self.text += [f"{call} = {value}" for call, value in zip(calls, found, strict=True)]


def made(browser: Browser, address: str, tour: Callable[[Tour], None], *, record: bool) -> Tour:
    """Return a tour that was made in a browser of its own, with stored answers or new ones."""
    path = STORED / f"{tour.__name__}.json"
    stored = None if record else json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    context = browser.new_context(viewport={"width": 1200, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(600_000)
    try:
        result = Tour(context.new_page(), address, stored)
        try:
            tour(result)
        except Exception as error:
            shown = "\n".join(["the page does not let the tour go on; it showed last", *result.text[-60:]])
            raise AssertionError(f"{shown}\n{error}") from error
    finally:
        context.close()
    return result


def store(browser: Browser, address: str, tour: Callable[[Tour], None]) -> None:
    """Store what a tour shows, and the answers that it needs."""
    found = made(browser, address, tour, record=True)
    rows = [f"{json.dumps(key)}: {json.dumps(found.recorded[key])}" for key in sorted(found.recorded)]
    if rows:
        (STORED / f"{tour.__name__}.json").write_text("{\n" + ",\n".join(rows) + "\n}\n")
    (STORED / f"{tour.__name__}.txt").write_text("\n".join(found.text) + "\n")
