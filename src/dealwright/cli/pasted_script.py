"""A script given where a condition is asked for: its condition, and what else it says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dealwright.base.errors import ArgumentError, ConditionError
from dealwright.cli.messages import say
from dealwright.conditions.syntax_messages import SCRIPT_STATEMENT

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from dealwright.conditions.syntax import Tree

__all__ = ["PastedScript", "pasted_script", "say_unused"]

_INCLUDE = re.compile(r"^\s*#\s*include\b", re.IGNORECASE | re.MULTILINE)
_CHANGED = ("pointcount", "altcount")


@dataclass(frozen=True)
class PastedScript:
    """The parts of a script that a command can use.

    ``condition`` has its definitions and its condition, each where it stands in the script, "" if
    there is none. ``predeal`` are its fixed cards. ``values`` are its numbers and words by
    statement: ``produce``, ``seed``, ``dealer``, ``vulnerable``, ``startboard``. ``others`` are the
    names of all other statements and of its actions, in order.
    """

    condition: str
    predeal: str
    values: dict[str, str]
    others: tuple[str, ...]

    def refuse_predeal(self, fields: Collection[str] = ()) -> None:
        """Check that a command with these fields can fix the cards that the script fixes.

        :raises ArgumentError: if it cannot
        """
        if self.predeal and "predeal" not in fields:
            raise ArgumentError(
                f"no cards can be fixed here ({self.predeal}); write hascard(north, AS) for predeal"
            )


def pasted_script(text: str) -> PastedScript | None:
    r"""Return the parts of a script; None if the text is a condition, a phrase, or no script.

    >>> script = pasted_script("produce 10\nfit = spades(s) > 7\ncondition fit action printall")
    >>> script.condition.split(), script.values, script.others
    (['fit', '=', 'spades(s)', '>', '7', 'condition', 'fit'], {'produce': '10'}, ('printall',))

    :raises ConditionError: if it is a script that cannot be read, or whose meaning a condition
        cannot have: it counts points in its own way, or fixes lengths of suits
    """
    if not SCRIPT_STATEMENT.search(text):
        return None
    # imported here: most conditions are no scripts
    from dealwright.conditions.definitions import Library
    from dealwright.conditions.phrases import is_phrase
    from dealwright.conditions.text_reader import plain_text
    from dealwright.deals.predeal import predeal_text
    from dealwright.deals.workspace import default_workspace
    from dealwright.scripts.reading import parse_script, statements

    text = plain_text(text)
    if is_phrase(text) or _is_condition(text):
        return None
    parts = statements(text)
    for part in parts:
        if part.data in _CHANGED or any(child.data == "predeal_length" for child in _trees(part)):
            raise ConditionError(
                "this statement of a script changes what its condition means", text=text,
                position=part.start_pos, hint="Save the script in a file: dealwright run FILE",
            )  # fmt: skip
    script = parse_script(text, library=Library(default_workspace().definitions))
    conditions = [part for part in parts if part.data == "condition_statement"]
    last = conditions[-1].start_pos if conditions else -1
    kept = [*conditions[-1:], *(p for p in parts if p.data == "definition" and p.start_pos < last)]
    values = {
        "produce": script.produce,
        "seed": script.seed,
        "dealer": script.dealer,
        "vulnerable": script.vulnerable and script.vulnerable.value,
        "startboard": None if script.startboard == 1 else script.startboard,
    }
    return PastedScript(
        _only(text, kept),
        predeal_text(script.predeal, "; "),
        {name: str(value) for name, value in values.items() if value is not None},
        tuple(_others(text, parts)),
    )


def say_unused(names: Sequence[str]) -> None:
    """Print a note that names the parts of a script that are not used, if there are any."""
    if names:
        say(
            f"note: the text is a script: its condition is used, not {', '.join(names)}; to run "
            "it all, save it and type dealwright run FILE"
        )


def _is_condition(text: str) -> bool:
    """Return whether a text is a condition, which may define names such as ``action``."""
    from dealwright.ask.condition import parse

    try:
        parse(text)
    except ConditionError:
        return False
    return True


def _trees(part: Tree) -> list[Tree]:
    from dealwright.conditions.syntax import Tree

    return [child for child in part.children if isinstance(child, Tree)]


def _only(text: str, parts: list[Tree]) -> str:
    """Return a text with blanks in place of all but some parts, so that places stay."""
    kept = "".join(character if character == "\n" else " " for character in text)
    for part in parts:
        kept = kept[: part.start_pos] + text[part.start_pos : part.end_pos] + kept[part.end_pos :]
    return kept if parts else ""


def _others(text: str, parts: list[Tree]) -> list[str]:
    names = ["#include"] if _INCLUDE.search(text) else []
    for part in parts:
        if part.data in ("generate", "title", "opener"):
            names.append(part.data)
        if part.data == "action":
            for action in _trees(part):
                word = re.match(r"\w+", text[action.start_pos :])
                names.append(word[0] if word else action.data)
    return list(dict.fromkeys(names))
