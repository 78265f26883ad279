"""Messages for syntax errors: what was found, what was expected, and what to try."""

from __future__ import annotations

import re
from collections.abc import Set

__all__ = ["EMPTY", "EXPECTED", "OF_SCRIPTS", "SCRIPT_STATEMENT", "describe", "range_hint"]

EMPTY = "the condition is empty; 1 is every deal"
EXPECTED = "; expected "  # between the unexpected text and the expected
OF_SCRIPTS = " is a command of a dealer script; here only the condition can stand"
# What begins a statement of a script and cannot stand in a condition or in its comments.
SCRIPT_STATEMENT = re.compile(
    r"^[^#\n]*?\b(?:(?:generate|produce|seed|startboard|pointcount|altcount)\s+-?\d"
    r"|(?:dealer|predeal|opener)\s+(?:north|east|south|west|spade|heart|diamond|club)"
    r"|vulnerable\s+\w|title\s*\"|action\b(?!\s*=)|print\w*\s*(?:$|,|\()|average\b|frequency\b)",
    re.IGNORECASE | re.MULTILINE,
)

# How far hints look back, in characters: patterns for the end try every start before it.
_BEFORE = 500
_START = {"NUMBER", "LPAR"}
_OPERATORS = {"_AND", "_OR", "RELATION", "EQUALITY", "SIGN", "FACTOR"}
_SINGLE = (
    ("PATTERN", "a shape such as 4333 or 54xx"),
    ("CARD", "a card such as AS or TC"),
    ("CONTRACT", "a contract such as 3NT or 4S"),
    ("RPAR", "')'"),
    ("RBRACE", "'}'"),
    ("COMMA", "','"),
)
_COMMANDS = {
    *("action", "altcount", "average", "dealer", "frequency", "generate", "pointcount", "predeal"),
    *("print", "printall", "printcompact", "printes", "printew", "printoneline", "printpbn"),
    *("produce", "vulnerable"),
}


def describe(found: str, expected: Set[str], text: str, position: int) -> tuple[str, int, str]:
    """Return the message, the position to point at and a hint for unexpected text.

    ``found`` is the unexpected text ("" at the end); ``expected`` holds the grammar's terminals
    that are possible there.
    """
    before = text[:position].rstrip()[-_BEFORE:]
    if expected == {"EQUAL"}:  # a name after a whole expression could only begin a definition
        name = re.search(r"\w+$", before)
        if name:
            position = len(text[:position].rstrip()) - len(name[0])
            found, before = name[0], before[: name.start()].rstrip()
            expected = _OPERATORS
    if found == "" and expected >= _START and "=" in text and re.search(r"[\w)]$", before):
        return "the condition itself is missing after its definitions", position, ""
    what = f"unexpected '{found}'" if found else "unexpected end"
    phrases = _phrases(expected, before)
    message = f"{what}{EXPECTED}{_either(phrases)}" if phrases else what
    return message, position, _hint(found, text, before, text[position : position + 40])


def _phrases(expected: Set[str], before: str) -> list[str]:
    if expected == {"NAME"} and re.search(r"[(,]$", before):
        return [_argument(before)]
    phrases = ["a number, a function or '('"] if expected >= _START else []
    phrases += [phrase for terminal, phrase in _SINGLE if terminal in expected]
    if (_OPERATORS & expected or "$END" in expected) and not expected >= _START:
        phrases.append("an operator")
    if expected == {"NUMBER"} or expected == {"NUMBER", "SIGN"}:
        phrases = ["a number"]
    return phrases


def _argument(before: str) -> str:
    """Return what a function expects as its next argument."""
    if re.search(r"(?i)\bscore\s*\($", before):
        return "vul or nv"
    if re.search(r"(?i)\bpar\s*\($", before):
        return "a side (ns or ew)"
    if re.search(r"(?i)\b(tricks|trick|dds)\s*\(\s*\w+\s*,$", before):
        return "a strain (notrump or a suit)"
    if re.search(r"(?i)\bpar\s*\(\s*\w+\s*,$", before):
        return "a vulnerability (none, ns, ew or all)"
    seat = before.endswith("(") or re.search(r"(?i)\b(makes\s*\(\s*\w+|par\s*\([\w\s,]*),$", before)
    return "a seat (north, east, south or west)" if seat else "a suit"


def _either(phrases: list[str]) -> str:
    *others, last = phrases
    if not others:
        return last
    return f"{', '.join(others)} or {last}"


def _misspelled(found: str, before: str, after: str) -> str:
    """Return the right spelling of the unexpected text, or ""."""
    if after.startswith(("=>", "=<")):
        return f"Write {after[1]}="
    span = re.match(r"(\d+)\s*-\s*(\d+)", after)
    behind_in = re.search(r"(?i)\bin\s*(\d+)$", before)
    if behind_in and (high := re.match(r"(?i)(?:[-:,]|to\b)\s*(\d*)", after)):
        return f"A range is written in {behind_in[1]}..{high[1]}"
    listed = re.match(r"(?i)(?:in\s*)?[\[(]\s*(\d+)\s*(?:[-:,]|\.\.|to)\s*(\d+)\s*[\])]", after)
    if listed and (found.lower() == "in" or re.search(r"(?i)\bin$", before)):
        return f"A range is written in {listed[1]}..{listed[2]}"
    if span and (hint := range_hint(before, span)):
        return hint
    function = re.search(r"(\w+)$", before)
    seat = found.lower() in ("north", "east", "south", "west")
    if function and seat and function[1].lower() not in _COMMANDS:
        return f"Write {function[1]}({found})"
    if re.search(r"(?i)\bmakes\s*\([^()]*$", before):
        return "Write makes(4S, south)"
    if found.lower() in ("or", "||") and re.search(r"(?i)\bshape\s*\([^()]*$", before):
        return "Join shapes with +: shape(north, any 4333 + any 4432)"
    return ""


def range_hint(before: str, span: re.Match[str]) -> str:
    """Return how a range after the call of a function is written; "" without a call.

    >>> range_hint("where hcp(north)", re.match(r"(.+)-(.+)", "15-17"))
    'Write: hcp(north) in 15..17'
    """
    called = re.search(r"\w+\([^()]*\)$", before)
    return f"Write: {called[0]} in {span[1]}..{span[2]}" if called else ""


def _hint(found: str, text: str, before: str, after: str) -> str:
    opened = text.count("(") - text.count(")")
    misspelled = _misspelled(found, before, after)
    if misspelled:
        return misspelled
    if found == "=":
        return "To compare, write == (two equal signs)"
    if found == "" and opened > 0:
        if opened == 1:
            return "1 bracket is not closed"
        return f"{opened} brackets are not closed"
    if found == ")" and opened < 0:
        return "This bracket was never opened"
    if found in ("&", "|"):
        return f"Write {found * 2}; a single {found} joins conditions in Python, not in text"
    first = re.match(r"(?:\s|(?:#|//)[^\n]*(?:\n|\Z))*(\w+)", text)
    for word in (first[1] if first else "", found):
        if word.lower() in _COMMANDS:
            return f"'{word}'{OF_SCRIPTS}"
    if re.search(r"[)\w]$", before) and re.match(r"[\w(!]", found):
        return "Join two tests with && (and) or || (or)"
    return ""
