"""Parse trees and faults are those of Lark, which makes the tables; on damaged texts too."""

from __future__ import annotations

import random  # noqa: TID251  damage is not from the package's streams
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lark import Lark
from lark import Token as LarkToken
from lark import Tree as LarkTree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput

from dealwright.conditions import grammar_tables
from dealwright.conditions import parse as parsing
from dealwright.conditions.syntax import Parser, SyntaxFault, Token, Tree
from dealwright.scripts import script_tables
from tests.corpus import TEXTS
from tests.trials import trials

PACKAGE = Path(parsing.__file__).parents[1]
SCRIPTS = Path(__file__).parents[1] / "peers" / "scripts"
PIECES = (
    *("(", ")", ",", "=", "==", "in", "IN", "..", "4333", "any", "balanced", "not", "!", "&&", "{"),
    *("}", "/*", "#x\n", "// x\n", "\u2003", "\u017fhape", "10.", "x.5", "'", "score(", "\\n", "K"),
    *('title "a"', "print", "north", "shape{n,4333}", "condition", "produce", "balanced(north)"),
    *("a = hcp(n) a and a (a)", "printoneline", "\x1c", "seed 1", "x(north)", "\U0001f0a1"),
)


class _Defined:
    """What the parser does with names that a text defines, for Lark."""

    always_accept = ()

    def process(self, tokens: Any) -> Any:
        defined, last = set(), ""
        for token in tokens:
            if token.type == "EQUAL":
                defined.add(last)
            elif token.type == "CALL" and token in defined:
                token.type = "NAME"
            last = str(token)
            yield token


@cache
def _lark(start: str, *files: str) -> Lark:
    grammar = "".join((PACKAGE / file).read_text("utf-8") for file in files)
    return Lark(
        grammar, parser="lalr", start=start.split(), postlex=_Defined(), propagate_positions=True,
        maybe_placeholders=True,
    )  # fmt: skip


CONDITION = ("start shapes", "conditions/grammar.lark")
SCRIPT = ("script", "conditions/grammar.lark", "scripts/script.lark")
CASES = {
    "start": (CONDITION, Parser(grammar_tables), TEXTS),
    "shapes": (CONDITION, Parser(grammar_tables), ["any 4333 + 5xxx", "balanced - 5332", "s>h"]),
    "script": (SCRIPT, Parser(script_tables), [p.read_text("utf-8") for p in SCRIPTS.glob("*.dl")]),
}


def _plain(part: Any) -> Any:
    """Return a part of either tree as tuples: rule or terminal, place, and what it is made of."""
    if isinstance(part, LarkToken | Token):
        return part.type, part.start_pos, str(part)
    if isinstance(part, Tree):
        place = (part.start_pos, part.end_pos)
        return part.data, place if any(part.tokens()) else None, [_plain(c) for c in part.children]
    if isinstance(part, LarkTree):
        tokens = part.scan_values(lambda value: isinstance(value, LarkToken))
        place = (part.meta.start_pos, part.meta.end_pos) if any(tokens) else None
        return str(part.data), place, [_plain(c) for c in part.children]
    return part


def _of_lark(lark: Lark, text: str, start: str) -> Any:
    try:
        return _plain(lark.parse(text, start=start))
    except UnexpectedInput as found:
        error: Any = found
        if isinstance(error, UnexpectedCharacters):
            place: Any = error.pos_in_stream
            return place, text[place], error.allowed
        expected = error.accepts or error.expected
        if error.token.type == "$END":
            return len(text), "", expected
        return error.token.start_pos, str(error.token), expected


def _of_tables(parser: Parser, text: str, start: str) -> Any:
    try:
        return _plain(parser.parse(text, start))
    except SyntaxFault as fault:
        return fault.position, fault.found, set(fault.expected)


def _damaged(rng: random.Random, text: str) -> str:
    """Return a text with up to three words or signs taken out, put in, replaced or cut off."""
    pieces = re.findall(r"\w+|\s+|.", text)
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(pieces) + 1)
        act = rng.randrange(9)
        if act < 2:
            del pieces[at : at + 1]
        elif act < 8:
            added = rng.choice(PIECES) if act < 6 else rng.choice([*pieces, ""])
            pieces[at : at + act % 2] = [added]
        else:
            del pieces[at:]
    return "".join(pieces)


@pytest.mark.long
@pytest.mark.parametrize("start", CASES)
def test_trees_and_faults_are_those_of_lark(start: str) -> None:
    grammar, parser, known = CASES[start]
    lark = _lark(*grammar)
    rng = random.Random(start)
    faults = 0
    for text in [*known, *(_damaged(rng, rng.choice(known)) for _ in range(trials(10_000)))]:
        expected = _of_lark(lark, text, start)
        assert _of_tables(parser, text, start) == expected, text
        faults += not isinstance(expected[0], str)
    assert faults > trials(2_000)


def test_a_long_text_is_read_in_linear_time() -> None:
    """A list that grows at its end is not copied: 20,000 tokens are no trouble."""
    text = " && ".join(["hcp(north) > 10"] * 4_000)
    tree = Parser(grammar_tables).parse(text, "start")
    assert sum(1 for token in tree.tokens() if token.type == "NUMBER") == 4_000
