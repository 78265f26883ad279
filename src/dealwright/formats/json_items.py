"""The items of a list in a JSON document, even if some of them are invalid."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from dealwright.formats.pbn_tokens import Places
from dealwright.formats.records import Problem

__all__ = ["Items"]

_SPACE = re.compile(r"[ \t\r\n]*")
_LIST_NEEDED = "a document is a list of boards, or an object that has one"


class _Broken(Exception):
    """The offset at which a text stops being JSON, and the reason."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message, self.offset = message, offset


class Items:
    """Iterates over the items of a document's list with their offsets.

    The list is the document itself, or the value of the first of some names. After an item that is
    not JSON, reading resumes at the next line that begins in the same column, as items of one list
    do; after a head that is not JSON, or a list that ends too early, at the next line that begins
    with one of some ``members`` of an object. ``problems`` lists the items left out.
    """

    def __init__(self, text: str, names: tuple[str, ...], members: tuple[str, ...]) -> None:
        self.members = members
        self.text, self.names, self.places = text, names, Places(text)
        self.problems: list[Problem] = []
        self._end = 0  # of the list
        self._item_line = re.compile(
            rf'(?:^[ \t]*|\][ \t,]*)(?=\{{\s*"(?:{"|".join(members)})")', re.MULTILINE
        )

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        try:
            position = self._space(0)
            if position == len(self.text):
                return
            if self.text[position] == "{":
                position = self._named_list(position + 1)
            if self.text[position : position + 1] != "[":
                raise _Broken(_LIST_NEEDED, position)
            begin = position + 1
        except _Broken as broken:
            begin = self._next_line(1)
            self._report(broken, dropped=not begin)
        while begin:
            yield from self._items(begin)
            begin = self._next_line(self._end)
            if begin:
                early = _Broken("the list ends here, and boards follow", self._end)
                self._report(early, dropped=False)

    def _next_line(self, position: int) -> int:
        """Return the offset of the next line that begins with a board, or 0."""
        match = self._item_line.search(self.text, position)
        return 0 if match is None else match.end()

    def _report(self, broken: _Broken, *, dropped: bool = True) -> None:
        self.problems.append(Problem(*self.places(broken.offset), broken.message, dropped))

    def _space(self, position: int) -> int:
        match = _SPACE.match(self.text, position)
        assert match is not None  # the pattern matches an empty text too
        return match.end()

    def _value(self, position: int) -> tuple[Any, int]:
        """Return the value that begins at an offset, and its end.

        :raises _Broken: if there is none
        """
        try:
            return json.JSONDecoder().raw_decode(self.text, position)
        except json.JSONDecodeError as error:
            raise _Broken(
                f"this is not JSON: {error.msg}", min(error.pos, len(self.text))
            ) from None
        except RecursionError:
            raise _Broken("this is nested too deeply", position) from None
        except ValueError:  # a number of more digits than Python reads
            raise _Broken("this number has too many digits", position) from None

    def _named_list(self, position: int) -> int:
        """Return the offset of an object's list; other members are skipped."""
        while self.text[(position := self._space(position)) : position + 1] == '"':
            name, position = self._value(position)
            position = self._space(position)
            if self.text[position : position + 1] != ":":
                raise _Broken("this is not JSON: a colon is missing", position)
            position = self._space(position + 1)
            if name in self.names:
                return position
            _, position = self._value(position)
            position = self._space(position)
            if self.text[position : position + 1] == ",":
                position += 1
        raise _Broken(_LIST_NEEDED, position)

    def _items(self, position: int) -> Iterator[tuple[int, Any]]:
        while self.text[(position := self._space(position)) : position + 1] != "]":
            start = position
            try:
                value, position = self._value(position)
                yield from ((start, item) for item in self._items_in(value))
                position = self._space(position)
                if self.text[position : position + 1] == ",":
                    position += 1
                elif self.text[position : position + 1] != "]":
                    raise _Broken(
                        "this is not JSON: a comma or the end of the list is missing", position
                    )
            except _Broken as broken:
                self._report(broken)
                following = self._following(start, broken.offset)
                if following is None:
                    self._end = max(broken.offset, start + 1)
                    return
                position = following
        self._end = position

    def _items_in(self, value: Any) -> list[Any]:
        """Return the items of a value; a superfluous bracket makes it a list or a document."""
        if isinstance(value, dict) and not set(value) & set(self.members):
            lists = [value[name] for name in self.names if isinstance(value.get(name), list)]
            return lists[0] if lists else [value]
        return value if isinstance(value, list) else [value]

    def _following(self, start: int, broken: int) -> int | None:
        """Return the offset of the next line that begins like an item, or None."""
        line = self.text.rfind("\n", 0, start) + 1
        margin = re.escape(self.text[line:start]) if not self.text[line:start].strip() else ""
        match = re.compile(rf"^{margin}(?=[\[{{])", re.MULTILINE).search(
            self.text, max(broken, start + 1)
        )
        return None if match is None else match.end()
