"""The tokens of Portable Bridge Notation: tags, words, comments and the lines between games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["PbnToken", "Places", "escaped", "tokens", "unescaped"]

_TOKEN = re.compile(
    r"""
    (?P<escape>^%[^\n]*\n?)
  | (?P<blank>^[^\S\n]*(?:\n|\Z))
  | (?P<space>\s+?)
  | ;(?P<comment>[^\n]*)
  | \{(?P<block>[^}]*)\}
  | \[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\\n]|\\["\\]|\\(?!["\\]))*\\?)"\s*\]
  | \[\s*(?P<unquoted>\w+)\s*"(?P<quotes>[^\n]*)"\s*\](?=[^\S\n]*(?:\n|\Z))
  | (?P<bad>\[[^\n]*?(?:\]|(?=\n)|\Z)|\{)
  | (?P<word>"(?:[^"\\\n]|\\["\\]|\\(?!["\\]))*\\?"|[^\s\[{;"]+|")
    """,
    re.VERBOSE | re.MULTILINE,
)


class PbnToken(NamedTuple):
    """A token: ``kind`` is tag, word, comment, escape, blank or bad; ``text`` of a tag its name.

    ``quoted`` is false for a tag with a value that has quotes in it, which nothing escapes.
    """

    kind: str
    text: str
    value: str
    start: int
    end: int
    quoted: bool = True


class Places:
    """Converts offsets of a text to lines and columns, both from 1."""

    def __init__(self, text: str) -> None:
        self._text, self._line, self._start, self._offset = text, 1, 0, 0

    def __call__(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of an offset; it is fastest for increasing offsets."""
        if offset < self._offset:
            self._line, self._start, self._offset = 1, 0, 0
        self._line += self._text.count("\n", self._offset, offset)
        last = self._text.rfind("\n", self._offset, offset)
        self._start = self._start if last < 0 else last + 1
        self._offset = offset
        return self._line, offset - self._start + 1


def escaped(value: str) -> str:
    r"""Escape the content of a string; a backslash is doubled only where necessary.

    >>> print(escaped('say "no" \\2R'))
    say \"no\" \2R
    """
    return re.sub(r'\\(?=["\\]|\Z)|"', lambda match: "\\" + match[0], value)


def unescaped(value: str) -> str:
    r"""Unescape the content of a string; a backslash escapes only a quote or a backslash.

    >>> print(unescaped(r"say \"no\" \2R"))
    say "no" \2R
    """
    return re.sub(r'\\(["\\])', r"\1", value)


def tokens(text: str, at: int = 0) -> Iterator[PbnToken]:
    """Yield the tokens from an offset of a text whose lines end with LF, without white space."""
    last_closing = text.rfind("}")
    while at < len(text):
        if text[at] == "{" and at > last_closing:  # not to look for its end to the end of the text
            yield PbnToken("bad", "{", "", at, at + 1)
            at += 1
            continue
        match = _TOKEN.match(text, at)
        assert match is not None  # every character begins a token
        kind, token_match = match.lastgroup or "", match
        at = max(token_match.end(), at + 1)
        if kind == "space":
            continue
        if kind == "value":
            yield PbnToken(
                "tag", token_match["name"], unescaped(token_match["value"]), *token_match.span()
            )
        elif kind == "quotes":
            name, value = token_match["unquoted"], token_match["quotes"]
            yield PbnToken("tag", name, value, *token_match.span(), quoted=False)
        elif kind in ("comment", "block"):
            yield PbnToken("comment", token_match[kind].strip(), "", *token_match.span())
        else:
            yield PbnToken(
                kind,
                token_match[0].rstrip() if kind == "escape" else token_match[0],
                "",
                *token_match.span(),
            )
