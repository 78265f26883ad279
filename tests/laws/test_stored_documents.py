"""Documents of earlier versions: each is read for ever, also without what may be missing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from dealwright import ArgumentError, DealwrightError, read_json, write_json
from dealwright.requests.documents import KINDS

FOLDERS = sorted((Path(__file__).parents[1] / "documents").iterdir())
STORED = [path for folder in FOLDERS for path in sorted(folder.glob("*.json"))]
Place = tuple[str | int, ...]

# Keys that may be missing, and what they are then: in every object that has certain other keys.
NUMBER = {"confidence": 0.95, "samples": 0, "hits": 0, "seed": None}
HISTOGRAM = {"condition": "", "method": "", "seed": None, "texts": [None]}
TABLE = {"exact": True, "condition": "", "method": "exact", "seed": None}
OBJECTS: list[tuple[set[str], dict[str, Any]]] = [
    ({"value", "interval", "hits"}, NUMBER),
    ({"quantities", "counts"}, HISTOGRAM),
    ({"text", "features"}, {"features": []}),
    ({"seed", "stream_version"}, {"condition": "", "stream_version": 1, "exchange": ""}),
    ({"tricks", "chances", "line"}, {"steps": [], "outline": []}),
]
# And in one kind of document, at a place.
KEYS: dict[str, dict[str, dict[str, Any]]] = {
    "award": {"": {"imps": None}},
    "audit": {"": {"left_out": [], "repeated": [], "seed": "", "notes": [], "rooms": []}},
    "card_table": {"": TABLE},
    "check": {"": {"remarks": [], "clauses": [], "estimate": None}},
    "checked_event": {"": {"sets": None, "files": None, "unchecked": [], "others": []}},
    "compared_contracts": {"contracts.0": {"by_tricks": [], "against_par": {}}},
    "compared_leads": {"": {"field": []}, "leads.0": {"by_tricks": []}},
    "compared_strategies": {"strategies.0": {"contracts": []}},
    "compared_systems": {"": {"scores": None}},
    "comparison": {"": {"given_up": {}}},
    "deal_number": {
        "": {
            "of": str(53644737765488792839237440000), "system": "dealwright", "condition": "",
            "digest": "", "from_one": None,
        }
    },
    "deals": {"": {"source": None}},
    "equity": {"": {"seed": None, "confidence": 0.95, "stopped": "done"}},
    "explanation": {"": {"exact_part": None, "impossible": None}},
    "mixed_deals": {"": {"source": None}},
    "mixture": {
        "": {"common": None, "overlap": "error", "predeal": ["..."] * 4, "limit": None}
    },
    "limit_shares": {"": {"contradictory": [], "reason": None}},
    "odds": {"": {"rounds": 0, "seed": None}},
    "odds_at_table": {
        "": TABLE
        | {"events": [], "without_auction": None, "model": [], "lines": [], "apart": []},
        "without_auction": TABLE,
        "events.0": {"without_auction": None},
        "lines.0": {"without_auction": None},
    },
    "plan": {"": {"exact_part": None}},
    "poker_hand": {"": {"beats": None, "ties": None, "number": None}},
    "practice_set": {"": {"source": None}},
    "scenario": {"": {"count": None, "words": []}},
    "script_answer": {
        "": {
            "statistics": [], "deals": [], "printed": "", "notes": [], "board": 1, "dealer": None,
            "vulnerable": None, "method": "", "seed": "", "produced": 0, "tried": 0, "ended": "",
        }
    },
    "simulation": {"": {"confidence": 0.95, "rounds": 0, "stopped": "done", "results": {}}},
    "solved_boards": {"boards.0": {"play": None}},
    "solver_cache": {"": {"problem": "", "damaged": 0, "notes": []}},
    "suit_combination": {
        "": {"condition": "", "average": None}, "tricks.0": {"steps": [], "outline": []}
    },
    "system_auction": {"calls.0": {"rule": "", "line": 0, "note": ""}},
    "system_shown": {"": {"calls": []}},
    "system_check": {
        "positions.0": {"without": 0, "points": None, "example": None, "counted": True}
    },
    "system_table": {
        "": {"samples": 0, "seed": "", "uncounted": []},
        "calls.0": {"note": "", "caller": {}, "after": None, "shapes": {}},
        "calls.0.after": {"samples": 0, "seed": "", "uncounted": []},
    },
    "weighted_deals": {
        "": {"where": None, "predeal": ["..."] * 4}, "tables.0": {"other": 1},
    },
    "weighted_sample": {"": {"source": None, "law": []}},
}  # fmt: skip


# Objects whose keys are names, as of seats, cards, numbers of a hand, methods and vulnerabilities.
MAPS: set[str | int] = {
    "against_par", "break_even", "caller", "cards", "categories", "draws", "hands", "histograms",
    "imps", "made", "matchpoints", "north", "outs", "pair", "results", "scores", "seen", "shapes",
    "south", "taken", "voids", "west", "east", "given_up",
}  # fmt: skip


def is_map(place: Place) -> bool:
    """Return whether the keys of the object at a place are names."""
    return bool(MAPS & set(place[-1:])) or "next_cards" in place


def objects(values: Any, place: Place = ()) -> Iterator[tuple[Place, dict[str, Any]]]:
    """Yield the objects of a document, of lists and maps the first ones, with their places."""
    if isinstance(values, dict):
        yield place, values
        for key, value in list(values.items())[: 1 if is_map(place) else None]:
            yield from objects(value, (*place, key))
    elif isinstance(values, list) and values:
        yield from objects(values[0], (*place, 0))


def assert_kept(old: Any, new: Any) -> None:
    """Assert that nothing is lost; there may be more keys."""
    if isinstance(old, dict):
        for key, value in old.items():
            assert_kept(value, new[key])
    elif isinstance(old, list):
        for value, other in zip(old, new, strict=True):
            assert_kept(value, other)
    else:
        assert old == new


def changed(document: Any, place: Place, change: Callable[[dict[str, Any]], object]) -> str:
    """Return the text of a copy in which one object is changed."""
    values = json.loads(json.dumps(document))
    part = values
    for key in place:
        part = part[key]
    change(part)
    return json.dumps(values)


def optional(kind: str, place: Place, values: dict[str, Any]) -> dict[str, Any]:
    """Return the keys of an object that may be missing, with their defaults."""
    text = ".".join(map(str, place))
    found: dict[str, Any] = {}
    for where, defaults in KEYS.get(kind, {}).items():
        if text == where or (where and text.endswith(f".{where}")):
            found |= defaults
    for keys, defaults in OBJECTS:
        if keys <= set(values):
            found |= defaults
    return found


def test_each_kind_is_stored() -> None:
    assert {path.stem for path in STORED} == set(KINDS)


@pytest.mark.parametrize("path", STORED, ids=lambda path: f"{path.parent.name}-{path.stem}")
class TestStored:
    def test_it_is_read(self, path: Path) -> None:
        found = read_json(path.read_text("utf-8"))
        document = json.loads(write_json(found))
        assert document["kind"] == path.stem
        assert write_json(read_json(json.dumps(document))) == json.dumps(document)
        assert_kept(json.loads(path.read_text("utf-8")), document)

    def test_without_what_may_be_missing(self, path: Path) -> None:
        document = json.loads(path.read_text("utf-8"))
        tested = set()
        for place, values in objects(document):
            for key, default in optional(path.stem, place, values).items():
                without = changed(document, place, lambda part, key=key: part.pop(key, None))
                plain = changed(
                    document,
                    place,
                    lambda part, key=key, default=default: part.update({key: default}),
                )
                tested.add((place, key))
                assert write_json(read_json(without)) == write_json(read_json(plain)), (place, key)
        places = {(place, key) for place, keys in KEYS.get(path.stem, {}).items() for key in keys}
        assert places <= {(".".join(map(str, place)), key) for place, key in tested}

    def test_without_any_other_key(self, path: Path) -> None:
        """It is refused, or the key follows from others."""
        document = json.loads(path.read_text("utf-8"))
        same = write_json(read_json(json.dumps(document)))
        for place, values in objects(document):
            if is_map(place):
                continue
            for key in set(values) - set(optional(path.stem, place, values)):
                without = changed(document, place, lambda part, key=key: part.pop(key))
                with suppress(DealwrightError):
                    assert write_json(read_json(without)) == same, (place, key)

    def test_with_an_unknown_key(self, path: Path) -> None:
        document = json.loads(path.read_text("utf-8"))
        same = write_json(read_json(json.dumps(document)))
        for place, _ in objects(document):
            if is_map(place):
                continue
            more = changed(document, place, lambda part: part.update(unknown={"a": [1]}))
            assert write_json(read_json(more)) == same, place


@pytest.mark.long
def test_what_is_needed_is_missed() -> None:
    with pytest.raises(ArgumentError, match="is not a valid"):
        read_json('{"dealwright": 1, "kind": "suit_combination", "dummy": "AQ"}')
