"""Messages for syntax errors: what was found, what was expected, and what to try."""

from __future__ import annotations

import re

__all__ = ["describe"]

_START = {"NUMBER", "LPAR"}
_OPERATORS = {"_AND", "_OR", "RELATION", "EQUALITY", "SIGN", "FACTOR"}
_SINGLE = (
    ("PATTERN", "a shape such as 4333 or 54xx"),
    ("CARD", "a card such as AS or TC"),
    ("RPAR", "')'"),
    ("RBRACE", "'}'"),
    ("COMMA", "','"),
)
_COMMANDS = {
    *("action", "altcount", "average", "dealer", "frequency", "generate", "pointcount", "predeal"),
    *("print", "printall", "printcompact", "printes", "printew", "printoneline", "printpbn"),
    *("produce", "vulnerable"),
}


def describe(found: str, expected: set[str], text: str, position: int) -> tuple[str, int, str]:
    """Return the message, the position to point at and a hint for unexpected text.

    ``found`` is the unexpected text ("" at the end); ``expected`` holds the grammar's terminals
    that are possible there.
    """
    before = text[:position].rstrip()
    if expected == {"EQUAL"}:  # a name after a whole expression could only begin a definition
        name = re.search(r"\w+$", before)
        if name:
            found, position, before = name[0], name.start(), before[: name.start()].rstrip()
            expected = _OPERATORS
    if found == "" and expected >= _START and re.search(r"=.*[\w)]$", before, re.DOTALL):
        return "the condition itself is missing after its definitions", position, ""
    what = f"unexpected '{found}'" if found else "unexpected end"
    phrases = _phrases(expected, before)
    message = f"{what}; expected {_either(phrases)}" if phrases else what
    return message, position, _hint(found, text, before)


def _phrases(expected: set[str], before: str) -> list[str]:
    if expected == {"NAME"} and before.endswith("("):
        return ["a seat (north, east, south or west)"]
    if expected == {"NAME"} and before.endswith(","):
        return ["a suit"]
    phrases = ["a number, a function or '('"] if expected >= _START else []
    phrases += [phrase for terminal, phrase in _SINGLE if terminal in expected]
    if (_OPERATORS & expected or "$END" in expected) and not expected >= _START:
        phrases.append("an operator")
    if expected == {"NUMBER"} or expected == {"NUMBER", "SIGN"}:
        phrases = ["a number"]
    return phrases


def _either(phrases: list[str]) -> str:
    return phrases[0] if len(phrases) == 1 else ", ".join(phrases[:-1]) + " or " + phrases[-1]


def _hint(found: str, text: str, before: str) -> str:
    opened = text.count("(") - text.count(")")
    if found == "=":
        return "To compare, write == (two equal signs)"
    if found == "" and opened > 0:
        return f"{opened} bracket{'s are' if opened > 1 else ' is'} not closed"
    if found == ")" and opened < 0:
        return "This bracket was never opened"
    if found in ("&", "|"):
        return f"Write {found * 2}; a single {found} joins conditions in Python, not in text"
    first = re.match(r"(?:\s|#[^\n]*|//[^\n]*)*(\w+)", text)
    if first and first[1].lower() in _COMMANDS:
        return f"'{first[1]}' is a command of a dealer script; here only the condition can stand"
    if found.lower() in _COMMANDS:
        return f"'{found}' is a command of a dealer script; here only the condition can stand"
    if re.search(r"[)\w]$", before) and re.match(r"[\w(!]", found):
        return "Join two tests with && (and) or || (or)"
    return ""
