"""Tours of the pages: what a user does there, and what the page then shows, as text.

The page gets stored answers instead of a server's, and a clock that only the tour moves, so that a
tour shows the same on any machine, and ends as soon as the page is at rest.
"""

from __future__ import annotations

import asyncio
import difflib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import dealwright.web
from dealwright.double_dummy.current_solver import use_solver
from dealwright.web.answering import answers
from dealwright.web.lists import LISTS
from tests.oracles.stand_in_solver import StandIn
from tests.processes import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

STORED = Path(__file__).parents[1] / "golden" / "tours"
STATIC = Path(dealwright.web.__file__).parent / "static"
DRIVER = Path(__file__).with_name("tour.js")
ACTS = {
    "address", "drop", "drop_stream", "fill", "fire", "focus", "give", "hold", "key", "over",
    "pass_", "press", "push", "release", "rest", "scroll", "set", "store", "submit",
}  # fmt: skip
SIMULATED = {"contracts", "decisions", "lead", "makes"}
POPULAR = "transfer-game", "weak-two-hearts", "stayman-fit", "splinter"
SOME: dict[str, Callable[[list[Any]], list[Any]]] = {  # what tours see of the lists of the package
    "scenarios": lambda all_: [
        e for k, e in enumerate(all_) if k % 12 == 0 or e["name"] in POPULAR
    ],
    "functions": lambda all_: [e for e in all_ if e["name"][0] in "chs"],
    "systems": lambda all_: [{**e, "text": e["text"][:3400]} for e in all_[:3]],
}
LONGEST = 700  # characters of a line that is stored


WORDS = """export default {
  "Dummy": "Tisch", "Missing {0} · room for {1}": "{1} hat Platz, es fehlen {0}",
  "{0} tricks": "{0} Stiche", "Skip to the page": "Zur Seite", "any": "beliebig",
  "Search {0} scenarios": "nie", "North": "Nord", "Deal": "Teilen",
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


def _program_page() -> str:
    """Return the page of numbers as one that finds the program in the browser."""
    meta = '<meta name="dealwright-browser" content="./program.js">'
    return (STATIC / "numbers.html").read_text(encoding="utf-8").replace("<head>", f"<head>{meta}")


TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
MADE: dict[str, Callable[[], str]] = {
    "/words_xx.js": lambda: WORDS,
    "/program.js": lambda: PROGRAM,
    "/program.html": _program_page,
    "/empty.html": lambda: "<!doctype html>",
}


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send the file that a request names; the browser reads each once."""
    with suppress(ConnectionError, asyncio.IncompleteReadError):
        head = await reader.readuntil(b"\r\n\r\n")
        path = head.split()[1].decode().partition("?")[0]
        file = (STORED if path.endswith(".json") else STATIC) / path[1:]
        made = MADE.get(path)
        known = made is not None or file.is_file()
        body = made().encode() if made else file.read_bytes() if known else b""
        kind = TYPES.get(file.suffix, "text/plain")
        lines = [
            f"HTTP/1.1 {'200 OK' if known else '404 Not Found'}",
            f"Content-Type: {kind}; charset=utf-8", f"Content-Length: {len(body)}",
            "Cache-Control: max-age=3600", "Connection: close", "", "",
        ]  # fmt: skip
        writer.write("\r\n".join(lines).encode() + body)
        await writer.drain()
    writer.close()


async def _end_tasks() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


@contextmanager
def static_files() -> Iterator[str]:
    """Serve the files of the pages, and nothing else; yield the address.

    One thread does: browsers open connections that they then do not use.
    """
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()
    begun = asyncio.start_server(_answer, "127.0.0.1", 0)
    server = asyncio.run_coroutine_threadsafe(begun, loop).result()
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    finally:
        loop.call_soon_threadsafe(server.close)
        asyncio.run_coroutine_threadsafe(_end_tasks(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


class Tour:
    """A page that is driven, and the text of all that it showed."""

    recording: Tour  # the one that is made

    def __init__(
        self, page: Page, address: str, stored: dict[str, Any], *, name: str, record: bool
    ) -> None:
        self.page = page
        self.root = address
        self.recorded = dict[str, Any]()
        self.text = list[str]()
        self._before = list[str]()
        page.evaluate("(name) => { window.name = name; }", f"{name} record" if record else name)
        self._stored = stored

    def _record(self, name: str, body: str, key: str) -> Any:
        if key in self._stored:  # answers without a seed differ each time
            self.recorded[key] = self._stored[key]
        elif name in LISTS:
            self.recorded[key] = ["answer", SOME[name](json.loads(LISTS[name]()))]
        if key not in self.recorded:
            with use_solver(StandIn) if name in SIMULATED else nullcontext():
                kind, text = list(answers(name, json.loads(body)))[-1]
            self.recorded[key] = [kind, json.loads(text)]
        return self.recorded[key]

    def open(self, name: str, fragment: str = "") -> None:
        """Open a page; the browser has what the page before kept."""
        self.page.goto(f"{self.root}empty.html")
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
        return (
            text.replace(self.root, "/")
            .replace("\\", "\\\\")
            .replace("\n", "\\n")
            .replace("\r", "\\r")
        )

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
              const plain = (_, value) => {
                if (value instanceof Map || value instanceof Set) return [...value];
                if (value instanceof Element) return value.outerHTML;
                return value === undefined || value instanceof Error
                  || (typeof value === "number" && !isFinite(value)) ? `${value}` : value;
              };
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


@contextmanager
def touring(browser: Browser) -> Iterator[Page]:
    """Yield the page of all tours: it keeps the modules once they are read, and nothing else."""
    context = browser.new_context(viewport={"width": 1200, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    page.add_init_script(path=DRIVER)
    page.expose_function("recordAnswer", lambda *given: Tour.recording._record(*given))
    yield page
    context.close()


def made(page: Page, address: str, tour: Callable[[Tour], None], *, record: bool) -> Tour:
    """Return a tour that was made on a page where nothing is kept, with stored answers or new."""
    path = STORED / f"{tour.__name__}.json"
    known = json.loads(path.read_text(encoding="utf-8")) if record and path.exists() else {}
    page.goto(f"{address}empty.html")  # where nothing asks or keeps anything
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    result = Tour.recording = Tour(page, address, known, name=tour.__name__, record=record)
    try:
        tour(result)
    except Exception as error:
        last = ["the page does not let the tour go on; it showed last", *result.text[-60:]]
        raise AssertionError("\n".join([*last, str(error)])) from error
    return result


def store(page: Page, address: str, tour: Callable[[Tour], None]) -> None:
    """Store what a tour shows, and the answers that it needs: those that are stored stay.

    Delete the file of answers to ask the program again.
    """
    found = made(page, address, tour, record=True)
    rows = [
        f"{json.dumps(key)}: {json.dumps(found.recorded[key])}" for key in sorted(found.recorded)
    ]
    if rows:
        (STORED / f"{tour.__name__}.json").write_text("{\n" + ",\n".join(rows) + "\n}\n")
    (STORED / f"{tour.__name__}.txt").write_text("\n".join(found.text) + "\n", encoding="utf-8")
