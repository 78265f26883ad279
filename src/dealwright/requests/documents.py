"""JSON documents of questions and answers, and their reader.

A document is an object with ``"dealwright": 1`` (the version of the documents) and ``"kind"``;
``docs/reference/answers.schema.json`` is its schema, which ``tools/regenerate.py`` writes. A new
kind is a row of ``KINDS``: ``dealwright.answers.report`` shows an answer with all its parts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from dealwright.base.errors import ArgumentError, ConditionError, DealwrightError

if TYPE_CHECKING:
    from dealwright.ask.condition import Condition
    from dealwright.deals import Deal
    from dealwright.deals.features import Feature
    from dealwright.practice.mixtures import Mixture
    from dealwright.practice.weighting import WeightedDeals

__all__ = ["KINDS", "VERSION", "Kind", "read_json", "write_json"]

VERSION = 1


@dataclass(frozen=True)
class Kind:
    """A kind of document: the class of its objects (``module:Class``), and both directions.

    Without functions the class is a record, see ``records``. It is imported when a document of the
    kind is read.
    """

    path: str
    write: Callable[[Any], dict[str, Any]] | None = None
    read: Callable[[Mapping[str, Any]], Any] | None = None

    @cached_property
    def type(self) -> Any:
        """The class of the objects."""
        module, name = self.path.split(":")
        return getattr(import_module(f"dealwright.{module}"), name)


def write_json(answer: Any, *, indent: int | None = None) -> str:
    """Return an answer, a condition, deals, a mixture, weights or boards as a JSON document.

    An integer or a Fraction is a ``number``; a list or tuple becomes a list of documents.

    >>> from dealwright import parse
    >>> write_json(parse("hcp(north) >= 20"))
    '{"dealwright": 1, "kind": "condition", "text": "hcp(north) >= 20", "features": []}'
    >>> read_json(write_json(parse("balanced(north)").count())).interval
    (25537122733925323281605644800, 25537122733925323281605644800)

    :raises ArgumentError: if there is no document of such an object
    :raises ConditionError: if a condition has a part without a text, such as a Python predicate
    """
    several = isinstance(answer, list | tuple)
    values = [_document(item) for item in answer] if several else _document(answer)
    return json.dumps(values, indent=indent, allow_nan=False)


def read_json(text: str) -> Any:
    """Return the object of a document that ``write_json`` wrote, or of each in a list of them.

    It is equal to the object written, if such objects can be compared; a ``number`` is read as an
    ``Estimate``.

    >>> from dealwright import deal
    >>> deals = deal(10, "balanced(south)", seed=1)
    >>> again = read_json(write_json(deals))
    >>> again == deals, again.source == deals.source
    (True, True)

    :raises ArgumentError: if the text is no such document, or is of a later version
    """
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ArgumentError(f"this is not JSON: {error}") from None
    return [_object(item) for item in values] if isinstance(values, list) else _object(values)


def _document(value: Any) -> dict[str, Any]:
    from dealwright.answers.records import write_record

    answer: Any = value
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        from dealwright.answers import Estimate

        answer = Estimate.certain(value)
    paths = {f"{base.__module__}:{base.__qualname__}" for base in type(answer).__mro__}
    for name, kind in KINDS.items():
        module, _, class_name = kind.path.partition(":")
        if f"dealwright.{module}:{class_name}" in paths:
            values = (kind.write or write_record)(answer)
            return {"dealwright": VERSION, "kind": name, **values}
    raise ArgumentError(
        f"there is no document of the type {type(answer).__name__}; there are {', '.join(KINDS)}"
    )


def _object(values: Any) -> Any:
    if not isinstance(values, dict) or "dealwright" not in values:
        raise ArgumentError('a document must be an object with "dealwright" and "kind"')
    if values["dealwright"] is True or values["dealwright"] != VERSION:
        raise ArgumentError(
            f"this document has version {values['dealwright']!r}; this program reads {VERSION}"
        )
    kind = KINDS.get(str(values.get("kind")))
    if kind is None:
        raise ArgumentError(f"{values.get('kind')!r} is not a kind of {', '.join(KINDS)}")
    from dealwright.answers.records import (  # only what is written or read needs it
        RecordError,
        read_record,
    )

    try:
        return kind.read(values) if kind.read else read_record(kind.type, values)
    except RecordError as error:
        path = f"{values['kind']}.{error.path}: " if error.path else ""
        raise ArgumentError(f"this is not a valid {values['kind']}: {path}{error.words}") from None
    except DealwrightError:
        raise
    except KeyError as error:
        raise ArgumentError(
            f"this is not a valid {values['kind']}: it has no {error.args[0]!r}"
        ) from None
    except (TypeError, ValueError, AttributeError) as error:
        raise ArgumentError(f"this is not a valid {values['kind']}: {error!r}") from None


# -------------------------------------------------------------------------------------- conditions


def _write_condition(condition: Condition) -> dict[str, Any]:
    from dealwright.conditions import nodes
    from dealwright.deals.features import built_in

    features_used: dict[str, Feature] = {}
    for node in nodes.walk(condition.tree):
        unread = isinstance(node, nodes.Costly) and not node.column.readable
        if unread or isinstance(node, nodes.Random):
            raise ConditionError(
                f"'{condition}' cannot be written as a document: a Python predicate and rnd "
                "have no "
                "meaning elsewhere"
            )
        if isinstance(node, nodes.Measure):
            features_used[node.feature.name] = node.feature
    needed = [
        feature for name, feature in sorted(features_used.items())
        if name not in built_in() or built_in()[name] != feature
    ]  # fmt: skip
    return {"text": str(condition), "features": [_feature_values(feature) for feature in needed]}


def _feature_values(feature: Feature) -> dict[str, Any]:
    tables = (feature.holding_table, feature.shape_table)
    holding, shape = (None if table is None else table.tolist() for table in tables)
    return {
        "name": feature.name,
        "summary": feature.summary,
        "per_suit": feature.per_suit,
        "whole_hand": feature.whole_hand,
        "scale": feature.scale,
        "aliases": list(feature.aliases),
        "holding": holding,
        "shape": shape,
    }


def _read_condition(values: Mapping[str, Any]) -> Condition:
    from dealwright.ask.condition import Condition
    from dealwright.conditions.parse import read_condition
    from dealwright.deals.features import Feature, built_in
    from dealwright.deals.workspace import Workspace

    # features registered under these names in this process must not change the meaning
    workspace = Workspace()
    workspace.features.parent = built_in()
    for entry in values.get("features", ()):
        arguments: dict[str, Any] = {
            field.name: entry[field.name] for field in fields(Feature) if field.name in entry
        }
        arguments["aliases"] = tuple(arguments.get("aliases", ()))
        feature = Feature(**arguments)
        workspace.register(feature, replace=True)
    # not as typed: the program wrote integers
    return Condition(*read_condition(values["text"], workspace.features))


def _read_optional(values: Mapping[str, Any] | None) -> Condition | None:
    return None if values is None else _read_condition(values)


# ------------------------------------------------------------------------------------------- deals


def _write_deal(deal: Deal) -> dict[str, Any]:
    return {"deal": deal.text()}


def _read_deal(values: Mapping[str, Any]) -> Deal:
    from dealwright.deals import Deal

    return Deal(values["deal"])


# ---------------------------------------------------------------------------------------- practice


def _write_mixture(mixture: Mixture) -> dict[str, Any]:
    from dealwright.deals.hand import hand_text

    return {
        "types": [
            {"name": name, "share": str(share), "condition": _write_condition(condition)}
            for name, condition, share in mixture.given
        ],
        "common": None if mixture.common is None else _write_condition(mixture.common),
        "overlap": mixture.overlap,
        "condition": mixture.condition,
        "predeal": [hand_text(mask) for mask in mixture.fixed],
        "limit": None if mixture.limit is None else str(mixture.limit),
    }


def _read_mixture(values: Mapping[str, Any]) -> Mixture:
    from dealwright.ask.resources import Resources
    from dealwright.deals.hand import hand_mask
    from dealwright.practice.mixtures import Mixture

    north, east, south, west = map(hand_mask, values.get("predeal", ["..."] * 4))
    mixture = Mixture.of_question(
        [
            (entry["name"], _read_condition(entry["condition"]), entry["share"])
            for entry in values["types"]
        ],
        _read_optional(values.get("common")),
        (north, east, south, west),
        Resources(),
        limit=None if values.get("limit") is None else int(values["limit"]),
        overlap=values.get("overlap", "error"),
    )
    mixture.condition = values.get("condition", mixture.condition)
    return mixture


def _write_weighted_deals(weighted_deals: WeightedDeals) -> dict[str, Any]:
    from dealwright.ask.condition import Condition
    from dealwright.deals.hand import hand_text

    tree = weighted_deals.question.tree
    return {
        "condition": weighted_deals.condition,
        "where": None if tree is None else _write_condition(Condition(tree)),
        "weights": list(weighted_deals.tables),
        "tables": [
            {
                "quantity": _write_condition(Condition(quantity.tree)),
                "weights": [list(pair) for pair in sorted(table.items())],
                "other": other,
            }
            for quantity, table, other in weighted_deals.given
        ],
        "predeal": [hand_text(mask) for mask in weighted_deals.question.fixed],
        "count": str(weighted_deals.deals),
        "total_weight": str(weighted_deals.total_weight),
    }


def _read_weighted_deals(values: Mapping[str, Any]) -> WeightedDeals:
    from dealwright.ask.condition import Quantity
    from dealwright.ask.resources import Resources
    from dealwright.deals.hand import hand_mask
    from dealwright.planning.question import Question
    from dealwright.practice.weighting import WeightedDeals

    north, east, south, west = map(hand_mask, values.get("predeal", ["..."] * 4))
    where = _read_optional(values.get("where"))
    tables = [
        (
            Quantity(_read_condition(entry["quantity"]).tree),
            dict(entry["weights"]),
            entry.get("other", 1),
        )
        for entry in values["tables"]
    ]
    question = Question(None if where is None else where.tree, (north, east, south, west))
    return WeightedDeals.of_question(question, tables, Resources())


KINDS: dict[str, Kind] = {
    "number": Kind("answers.estimates:Estimate"),
    "histogram": Kind("answers.histogram:Histogram"),
    "card_table": Kind("answers.card_table:CardTable"),
    "odds_at_table": Kind("play.at_table.odds:OddsAtTable"),
    "share": Kind("ask.counting:Share"),
    "limit_shares": Kind("ask.limit_shares:LimitShares"),
    "plan": Kind("ask.explanation:PlanSummary"),
    "explanation": Kind("ask.explanation:Explanation"),
    "comparison": Kind("ask.comparison:Comparison"),
    "condition": Kind("ask.condition:Condition", _write_condition, _read_condition),
    "deal": Kind("deals.deal:Deal", _write_deal, _read_deal),
    "deals": Kind("deals.batch:Deals"),
    "deal_number": Kind("ask.numbering:DealNumber"),
    "combination": Kind("numbering.combinations:CombinationNumber"),
    "shapes": Kind("ask.shape_classes:ShapeClass"),
    "mixture": Kind("practice.mixtures:Mixture", _write_mixture, _read_mixture),
    "practice_set": Kind("practice.practice_sets:PracticeSet"),
    "mixed_deals": Kind("practice.mixed_dealing:MixedDeals"),
    "weighted_deals": Kind(
        "practice.weighting:WeightedDeals", _write_weighted_deals, _read_weighted_deals
    ),
    "weighted_sample": Kind("practice.weighting:WeightedSample"),
    "scenario": Kind("practice.scenarios:Scenario"),
    "system_table": Kind("systems.tables:CallTable"),
    "system_check": Kind("systems.checks:SystemCheck"),
    "system_shown": Kind("systems.showing:Shown"),
    "system_auction": Kind("systems.bidding:BidAuction"),
    "system_call": Kind("systems.calling:SystemCall"),
    "system_meanings": Kind("systems.meanings:SystemMeanings"),
    "compared_systems": Kind("analysis.system_comparison:ComparedSystems"),
    "checked_event": Kind("fair.tournament.checking:CheckedEvent"),
    "audit": Kind("fair.audit.answers:Audit"),
    "equity": Kind("poker.equities:Equity"),
    "odds": Kind("poker.chances:Odds"),
    "range": Kind("poker.ranges:Range"),
    "hand_equities": Kind("poker.equity_by_hand:HandEquities"),
    "range_hits": Kind("poker.hits:RangeHits"),
    "poker_hand": Kind("poker.hand_names:NamedHand"),
    "poker_table": Kind("poker.hand_tables:TableSummary"),
    "simulation": Kind("numbering.drawing.simulation:Simulation"),
    "script_answer": Kind("scripts.answers:ScriptAnswer"),
    "check": Kind("scripts.checking:Check"),
    "solved_boards": Kind("double_dummy.tables:SolvedBoards"),
    "solved_play": Kind("double_dummy.play:SolvedPlay"),
    "award": Kind("analysis.contract_award:Award"),
    "compared_contracts": Kind("analysis.contract_comparison:ComparedContracts"),
    "compared_leads": Kind("analysis.lead_comparison:ComparedLeads"),
    "compared_strategies": Kind("analysis.strategy_comparison:ComparedStrategies"),
    "tabulation": Kind("analysis.tabulation:Tabulation"),
    "making": Kind("analysis.census:MakingAnswer"),
    "solver_cache": Kind("double_dummy.cache:CacheInfo"),
    "board_file": Kind("formats.board_file:BoardFile"),
    "endgame": Kind("play.ending.answers:Ending"),
    "suit_combination": Kind("play.suit.combinations:SuitCombination"),
    "themed_boards": Kind("play.themes.sets:ThemedBoards"),
    "decisions": Kind("analysis.decisions.finding:Decisions"),
}
