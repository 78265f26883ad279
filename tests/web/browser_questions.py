"""Five hundred questions of all kinds: every browser must answer them as Python does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from math import isclose
from random import Random  # noqa: TID251  of questions
from typing import Any

from dealwright import deal
from dealwright.requests.deals import MOST_SEARCH
from dealwright.web.answering import answers
from dealwright.web.requests import REQUESTS
from tests.corpus import TEXTS
from tests.web.test_first_count import question_of

MANY = 500
HUNDRED = 100  # with each kind of request, for sites that are asked for less
SHAPES = ("balanced", "any 5431 + balanced", "any 7xxx", "5332 + 4432", "hearts >= 5", "any 5+5+xx")
WRONG = ("hcp(", "points(north) > 3", "1 and 2", "hcp(north) in 40..41", "shape(north, 5555)")
# What depends on the machine and its time.
LEFT_OUT = {"seconds", "kernels", "memory", "exact_part", "cost", "cost_per_deal", "time"}

Question = tuple[str, dict[str, Any]]


def _examples(name: str) -> dict[str, Any]:
    return {
        field: each.example
        for field, each in REQUESTS[name].fields.items()
        if each.example is not None and field not in ("seconds", "predeal", "within")
    }


def _known() -> Iterator[Question]:
    one = {"decisions": {"n": 1, "seconds": MOST_SEARCH}}  # found, however long that takes
    for name in REQUESTS:
        if name != "number":
            yield name, _examples(name) | one.get(name, {})
    for number in ("12345678901234567", "5" * 28):
        yield "number", {"number": number}
    for text in TEXTS:
        for name in ("count", "explain"):
            yield name, {"condition": text, "seed": "7"}
        yield "deal", {"condition": text, "n": 3, "seed": "7"}


def _random(random: Random) -> Iterator[Question]:
    """Yield one question of each kind after another."""
    suit = "AKQJT98765432"
    deck = [rank + suit for suit in "shdc" for rank in "AKQJT98765432"]
    while True:
        _, tests = question_of(random)
        yield "limits", {"limits": tests, "seed": "1"}
        seed = str(random.randint(1, 10**6))
        yield "deal", {"n": random.randint(1, 8), "seed": seed}
        yield (
            "deal",
            {"n": 2, "seed": seed, "condition": " && ".join(f"({each})" for each in tests)},
        )
        cards = random.sample(suit, random.randint(5, 8))
        yield "suit", {"dummy": "".join(cards[:4]), "declarer": "".join(cards[4:])}
        yield "number", {"number": str(random.randrange(10**28))}
        yield "combination", {"n": 20, "k": 7, "number": str(random.randrange(77_520))}
        yield "shapes", {"shapes": random.choice(SHAPES)}
        known = random.sample(deck, 9)
        hands = ["".join(known[:2]), "".join(known[2:4])]
        yield "poker", {"players": hands, "board": " ".join(known[4:7])}
        yield "odds", {"hand": hands[0], "board": " ".join(known[4:7])}
        deals = [each.text() for each in deal(1, seed=seed)]
        yield "solve", {"deals": deals}
        yield (
            "export",
            {"n": 2, "seed": seed, "format": random.choice(("pbn", "lin", "rbn", "csv"))},
        )
        yield "count", {"condition": random.choice(WRONG)}
        condition = random.choice(TEXTS)
        yield "distribution", {"condition": condition, "quantities": ["hcp(north)"], "seed": seed}


@cache
def asked(number: int = MANY) -> tuple[tuple[str, dict[str, Any], Any], ...]:
    """Return questions, each with its last message in Python; of an error its text."""
    random = Random("what browsers are asked")
    questions = [*_known()]
    questions += islice(_random(random), number)
    found = []
    for name, given in questions[:number]:
        kind, text = list(answers(name, given))[-1]
        values = json.loads(text)
        found.append((name, given, {"message": values["message"]} if kind == "error" else values))
    return tuple(found)


def _told(values: Any) -> Any:
    """Return JSON values without those that depend on the machine."""
    if isinstance(values, dict):
        return {key: _told(part) for key, part in values.items() if key not in LEFT_OUT}
    return [_told(part) for part in values] if isinstance(values, list) else values


def _same(first: Any, second: Any) -> bool:
    """Return whether JSON values are equal: fractions exactly, floats to 1e-12."""
    if isinstance(first, float) or isinstance(second, float):
        return isclose(first, second, rel_tol=1e-12, abs_tol=1e-12)
    if type(first) is not type(second):
        return False
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(_same(first[k], second[k]) for k in first)
    if isinstance(first, list):
        return len(first) == len(second) and all(map(_same, first, second))
    return bool(first == second)


def differing(found: list[dict[str, Any]], number: int = MANY) -> list[tuple[Any, ...]]:
    """Return the questions whose answers, as ``ASK`` returns them, are not those of Python."""
    wrong = []
    for (name, given, expected), each in zip(asked(number), found, strict=True):
        got = each.get("answer") or {"message": each["error"]["message"]}
        if not _same(_told(got), _told(expected)):
            wrong.append((name, given, got, expected))
    return wrong


ASK = """async ([name, given]) => {
  const own = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "protocol.js");
  const { ask } = await import(own);
  try {
    return { answer: await ask(name, given) };
  } catch (error) {
    return { error: { message: error.message, field: error.field, position: error.position } };
  }
}"""
