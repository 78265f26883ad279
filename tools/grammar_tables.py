"""Write the tables of the grammars as Python modules: what `dealwright.conditions.syntax` reads by.

Lark reads a grammar and works out its LALR(1) states when Dealwright is built; nothing of Lark is
needed when it runs. A module holds plain tuples, described in `dealwright.conditions.syntax`.

    python tools/grammar_tables.py PACKAGE OUTPUT
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from lark import Lark
from lark.grammar import NonTerminal, Rule, Terminal
from lark.lexer import BasicLexer, ContextualLexer, PatternStr

# Module: (what texts can be, the files of the grammar), as paths below the package.
GRAMMARS = {
    "conditions/grammar_tables.py": (["start", "shapes"], ["conditions/grammar.lark"]),
    "scripts/script_tables.py": (["script"], ["conditions/grammar.lark", "scripts/script.lark"]),
}
parse_regexp: Any = re._parser.parse  # type: ignore[attr-defined]


def tables_of(grammar: str, start: list[str]) -> dict[str, Any]:
    """Return the tables of a grammar by their names in the module."""
    lark = Lark(grammar, parser="lalr", start=start, maybe_placeholders=True)
    lexer: Any = lark.parser.lexer  # type: ignore[attr-defined]
    table: Any = lark.parser.parser._parse_table  # type: ignore[attr-defined]
    assert isinstance(lexer, ContextualLexer)
    root: Any = lexer.root_lexer
    order = {terminal.name: place for place, terminal in enumerate(root.terminals)}
    rules = list(dict.fromkeys(rule for row in table.states.values() for rule in _reduced(row)))
    number = {state: place for place, state in enumerate(table.states)}
    scanners: dict[Any, int] = {}
    states = []
    for state, row in table.states.items():
        scanner = scanners.setdefault(_scanner(lexer.lexers[state], order), len(scanners))
        actions = [
            number[argument] if action.name == "Shift" else ~rules.index(argument)
            for action, argument in row.values()
        ]
        states.append((scanner, tuple(map(str, row)), tuple(actions)))
    return {
        "TERMINALS": tuple(_terminal(terminal) for terminal in root.terminals),
        "IGNORED": tuple(sorted(lark.ignore_tokens)),
        "SCANNERS": (*scanners, _scanner(root, order)),
        "RULES": tuple(_rule(rule) for rule in rules),
        "STATES": tuple(states),
        "STARTS": tuple(
            (name, number[table.start_states[name]], number[table.end_states[name]])
            for name in start
        ),
    }


def _reduced(row: dict[str, Any]) -> list[Rule]:
    return [argument for action, argument in row.values() if action.name == "Reduce"]


def _terminal(terminal: Any) -> tuple[str, str, str]:
    """Return a terminal's name, its regular expression, and the ASCII characters it begins with."""
    pattern = terminal.pattern.to_regexp()
    first, empty = _first(parse_regexp(pattern), ignoring_case=False)
    assert not empty, terminal.name
    return str(terminal.name), pattern, "".join(sorted(first))


def _scanner(lexer: BasicLexer, order: dict[str, int]) -> Any:
    """Return the places of the terminals that a lexer tries, in order, and words it tells apart.

    A word is a terminal with one spelling which another terminal, such as a name, matches too.
    """
    words = []
    embedded = set()
    for terminal in lexer.terminals:
        for word in lexer.terminals:
            same = isinstance(word.pattern, PatternStr) and word.priority == terminal.priority
            if same and not isinstance(terminal.pattern, PatternStr):
                found = re.match(terminal.pattern.to_regexp(), word.pattern.value)
                if found and found[0] == word.pattern.value:
                    words.append((order[terminal.name], order[word.name]))
                    if word.pattern.flags <= terminal.pattern.flags:
                        embedded.add(word.name)
    tried = sorted(order[t.name] for t in lexer.terminals if t.name not in embedded)
    return tuple(tried), tuple(words)


def _rule(rule: Rule) -> tuple[Any, ...]:
    """Return what a rule makes, as syntax.py reads it.

    A child is (place, whether its children take its place, how many Nones stand before it).
    """
    marks = "".join(str(int(empty)) for empty in rule.options.empty_indices)
    nones = [len(run) for run in marks.split("0")] if marks else [0] * (len(rule.expansion) + 1)
    children, waiting = [], 0
    for place, symbol in enumerate(rule.expansion):
        waiting += nones[place]
        if isinstance(symbol, NonTerminal):
            children.append((place, symbol.name.startswith("_"), waiting))
            waiting = 0
        elif isinstance(symbol, Terminal) and not symbol.filter_out:
            children.append((place, False, waiting))
            waiting = 0
    name = rule.alias or rule.origin.name
    alone = bool(rule.options.expand1 and not rule.alias)
    ending = waiting + nones[-1]
    return str(rule.origin.name), len(rule.expansion), str(name), alone, tuple(children), ending


_CATEGORIES = {"CATEGORY_DIGIT": r"\d", "CATEGORY_SPACE": r"\s", "CATEGORY_WORD": r"\w"}


def _first(parsed: Any, ignoring_case: bool) -> tuple[set[str], bool]:
    """Return the ASCII characters that a regular expression begins with, and if it may be empty."""
    found = set[str]()
    for kind, argument in parsed:
        name, empty = str(kind), False
        if name == "LITERAL":
            found |= _spelled({chr(argument)}, ignoring_case)
        elif name == "NOT_LITERAL":
            found |= _ascii() - {chr(argument)}
        elif name == "ANY":
            found |= _ascii()
        elif name == "IN":
            found |= _class(argument, ignoring_case)
        elif name == "BRANCH":
            branches = [_first(branch, ignoring_case) for branch in argument[1]]
            found |= set[str]().union(*(first for first, _ in branches))
            empty = any(may for _, may in branches)
        elif name == "SUBPATTERN":
            _, added, _, inside = argument
            first, empty = _first(inside, ignoring_case or bool(added & re.IGNORECASE))
            found |= first
        elif name in ("MAX_REPEAT", "MIN_REPEAT"):
            first, empty = _first(argument[2], ignoring_case)
            found |= first
            empty = empty or argument[0] == 0
        else:
            assert name in ("ASSERT", "ASSERT_NOT", "AT"), name
            empty = True
        if not empty:
            return found, False
    return found, True


def _class(items: Any, ignoring_case: bool) -> set[str]:
    found, negated = set[str](), False
    for kind, argument in items:
        name = str(kind)
        if name == "NEGATE":
            negated = True
        elif name == "LITERAL":
            found.add(chr(argument))
        elif name == "RANGE":
            found |= {chr(code) for code in range(argument[0], argument[1] + 1)}
        else:
            found |= {c for c in _ascii() if re.match(_CATEGORIES[str(argument)], c)}
    found = _spelled(found, ignoring_case)
    return _ascii() - found if negated else found


def _spelled(characters: set[str], ignoring_case: bool) -> set[str]:
    both = {c.lower() for c in characters} | {c.upper() for c in characters}
    return (both if ignoring_case else characters) & _ascii()


def _ascii() -> set[str]:
    return {chr(code) for code in range(128)}


def main(package: str, output: str) -> None:
    """Write the modules of a package's grammars below a folder."""
    for module, (start, grammars) in GRAMMARS.items():
        grammar = "".join((Path(package) / path).read_text("utf-8") for path in grammars)
        lines = [f'"""Tables of {grammars[-1]}, made by tools/grammar_tables.py."""', ""]
        lines += [f"{name} = {value!r}" for name, value in tables_of(grammar, start).items()]
        path = Path(output) / module
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
