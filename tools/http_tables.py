"""The tables of ``docs/reference/page.md``: what the server can be asked, from its own rows.

``tools/regenerate.py`` writes them between marks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from dealwright.requests.served import Served
from dealwright.web.requests import REQUESTS
from dealwright.web.room_requests import ROOM_REQUESTS

__all__ = ["files"]

ROOT = Path(__file__).parents[1]
PAGE = Path("docs/reference/page.md")
_MARKED = re.compile(r"(<!-- requests of (?P<what>\w+) -->\n).*?(<!-- end -->\n)", re.DOTALL)
_SEATS = "`north`, `east`, `south`, `west`"
_ASKERS = {"": "", "seat": "a seat's", "teacher": "the teacher's"}


def files() -> dict[Path, str]:
    """Return the page by its path below the checkout."""
    page = (ROOT / PAGE).read_text("utf-8")
    return {
        PAGE: _MARKED.sub(lambda marks: f"{marks[1]}\n{_table(marks['what'])}\n{marks[3]}", page)
    }


def _table(what: str) -> str:
    head, rows = _TABLES[what]
    first, *others = (f"| {' | '.join(row)} |\n" for row in [head, *rows()])
    return "".join([first, f"|{'---|' * len(head)}\n", *others])


def _documents() -> Iterator[list[str]]:
    """Yield the rows of what is answered with a document."""
    for name, endpoint in REQUESTS.items():
        kind = endpoint.kind
        document = f"a list of `{kind.answer}`" if endpoint.several else f"`{kind.answer}`"
        partial = ", `partial` ones before it" if kind.partial else ""
        yield [f"`{name}`", kind.about, *_fields(endpoint.fields), document + partial]


def _rooms() -> Iterator[list[str]]:
    """Yield the rows of the requests of rooms."""
    for request in ROOM_REQUESTS.values():
        method = "GET" if request.fields is None else "POST"
        path = request.path.replace("{name}", "NAME").removeprefix("/")
        yield [
            f"{method} `{path}`", request.about, *_fields(request.fields or {}),
            _ASKERS[request.asker],
        ]  # fmt: skip


def _fields(fields: Mapping[str, Served]) -> tuple[str, str]:
    """Return the names of required fields and of others, lists with their number of members."""
    needed = [_named(name, field) for name, field in fields.items() if field.needed]
    others = [_named(name, field) for name, field in fields.items() if not field.needed]
    return ", ".join(needed), ", ".join(others).replace(_SEATS, "`north` to `west`")


def _named(name: str, field: Served) -> str:
    if field.type not in ("strings", "files"):
        return f"`{name}`"
    least, most = int(max(1, field.least)), int(field.most)
    number = f"{most}" if least == most else f"{least} to {most}"
    return f"`{name}` ({number})"


_TABLES: dict[str, tuple[list[str], Callable[[], Iterable[list[str]]]]] = {
    "documents": (["name", "answers with", "needs", "takes", "document"], _documents),
    "rooms": (["path", "does", "needs", "takes", "token"], _rooms),
}
