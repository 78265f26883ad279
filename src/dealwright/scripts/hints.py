"""Hints for common errors in scripts of `dealer`."""

from __future__ import annotations

import re

from dealwright.base.errors import ConditionError
from dealwright.conditions.syntax_messages import EXPECTED, OF_SCRIPTS
from dealwright.conditions.text_reader import COMMENT

__all__ = ["ACTIONS", "FUNCTIONS", "hinted", "unknown_hint"]

ACTIONS = frozenset(
    [
        *("print", "printall", "printew", "printns", "printpbn", "printes", "printoneline"),
        *("printcompact", "printside", "printrpt", "csvrpt", "export"),
        *("average", "frequency", "bktfreq", "evalcontract"),
    ]
)
_BEFORE = 500  # how far hints look back, in characters: a bound on searching
_CHARACTERS = {
    ";": "Statements need nothing between them; remove the semicolon",
    "≤": "Write <=",
    "≠": "Write !=",
    "–": "Write - (a hyphen)",
    "$": "Script variables are $0 to $9",
    ".": "Only whole numbers; count in halves or in hundredths instead",
    '"': "A text cannot contain quotes; it goes after average or frequency, or inside printes",
}
# The end of the text before an error, and the hint for what is missing.
_BEHIND = (
    (r"(?i)\bprintes$", 'printes takes brackets: printes("points ", hcp(north), \\n)'),
    (r"(?i)\bprint$", "print takes brackets: print(north, south)"),
    (
        r'(?i)\b(frequency|bktfreq)\s*("[^"]*")?$',
        'frequency takes brackets: frequency "label" (hcp(north), 0, 20)',
    ),
    (r"(?i)\baverage\s*\($", 'The text comes first: average "label" hcp(north)'),
    (
        r"(?i)\bfrequency[^,]*,[^,]*$",
        "frequency takes an expression, its least value and its greatest",
    ),
)
# Functions of other programs that Dealwright does not have.
FUNCTIONS = {
    "opc": "Its corrections for fit and waste are not published in full; cccc(north) is",
    "evalcontract": "It is an action: action evalcontract(south, 4S, vul)",
    "usereval": "Only DealerV2_4's server program defines its tags; `dealwright features` lists "
    "evaluators",
}


_CALLED = re.compile(rf"(?i)\b({'|'.join(FUNCTIONS)})\s*\([^()]*$")


def hinted(error: ConditionError) -> ConditionError:
    """Return a syntax error with the hint that fits a script."""
    position = error.position or 0
    begin = max(0, position - _BEFORE)
    call = _CALLED.search(error.text[begin:position])
    if call is not None:
        return ConditionError(
            f"unknown function '{call[1]}'",
            text=error.text, position=begin + call.start(), hint=FUNCTIONS[call[1].lower()],
        )  # fmt: skip
    match = re.match(r"\w+|.|$", error.text[position:], re.DOTALL)
    word = "" if match is None else match[0]
    before = _plain(error.text[:position]).rstrip()[-_BEFORE:]
    hint = _hint(word, error.text, position, before)
    message = error.message
    found, _, expected = message.partition(EXPECTED)
    if word and not re.match(r"[\w)]", word):
        message, expected = ("unexpected ';'" if word == ";" else found), ""
    if hint is None and expected.startswith("')'"):
        hint = "A bracket is not closed before this"
    if hint is None:
        hint = "" if OF_SCRIPTS in error.hint else error.hint
    return ConditionError(message, text=error.text, position=position, hint=hint)


def _plain(text: str) -> str:
    """Return a text without its comments."""
    return re.sub(rf'("[^"]*")|{COMMENT}', r"\1", text)


def _hint(word: str, text: str, position: int, before: str) -> str | None:
    """Return a hint, or None to keep the grammar's hint."""
    after = text[position:]
    if _plain(text).count('"') % 2:
        return "A text is not closed: a quote is missing"
    if word == "*" and before.endswith("/"):
        return "This comment is not closed: */ is missing"
    if after.startswith(("=>", "=<")):
        return f"Write {after[1]}="
    if after.startswith(">") and before.endswith("<"):
        return "Write !="
    if word == "," and re.search(r"(?i)(,|\baction)$", before):
        return "Remove this comma"
    open_seat = re.search(r"(?i)\w+\s*\(\s*(north|east|south|west)$", before)
    if open_seat and word not in ("", ")", ","):
        return f"A bracket is not closed; write {open_seat[0]})"
    for pattern, hint in _BEHIND:
        if re.search(pattern, before):
            return hint
    return _CHARACTERS.get(word)


def unknown_hint(name: str, before: str) -> str:
    """Return a hint for an unknown name, or ""; ``before`` is the text before it."""
    before = _plain(before).rstrip()[-_BEFORE:]
    if name.lower() in ACTIONS:
        return "Put a comma between two actions, and action before the first"
    if re.search(r"(?i)\bpredeal\b[^=]*$", before) and re.match(r"(?i)[shdc]", name):
        return "A holding is a suit and its cards; put a comma between suits: north SAK, HA2"
    if re.search(r"(?i)\bprint(all|ew|ns|pbn)\s*\($", before):
        return "This action takes no arguments; print(north, south) prints some hands"
    return ""
