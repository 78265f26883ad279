"""Dealwright deals, counts, numbers and simulates hands of cards.

>>> import dealwright
>>> deals = dealwright.deal(5, "hcp(north) in 15..17 && balanced(north)", seed=1)
>>> deals.north.hcp.tolist()
[17, 17, 16, 17, 15]

Names are loaded on first use, so importing the package costs next to nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False  # typing itself would double the cost of this import
if TYPE_CHECKING:
    from typing import Any

__version__ = "0.1.0"

_HOME = {
    "cards": "Card Holding Rank Seat Suit",
    "deals": "Deal Deals Hand HandColumn Source",
    "errors": (
        "ArgumentError AttemptLimitReached BatchAborted BudgetExceeded CardError ConditionError "
        "DealwrightError FeatureError KernelError NumberingError OverlapError PokerError "
        "PredealError SearchInterrupted SearchStopped Stopped StreamError"
    ),
    "features": "Feature feature measured point_scale register",
    "numbering.base": "Numbering",
    "numbering.combinations": "Combinations",
    "numbering.compositions": "Compositions",
    "numbering.deals": (
        "deal_number deal_numbers deals_from_numbers format_deal_number masks_from_number "
        "parse_deal_number"
    ),
    "numbering.isomorphism": "SuitClasses",
    "numbering.multinomials": "MultinomialDeals",
    "numbering.multisets": "CombinationsWithReplacement Multisets",
    "numbering.permutations": "MultisetPermutations Permutations",
    "numbering.products": "Products",
    "numbering.shapes": "shape_index shape_lengths",
    "numbering.table_text": "write_combinations",
    "numbering.tables": "CombinationTable",
    "condition": "Condition Quantity deal dealing each parse",
    "documents": "read_json write_json",
    "ask.dealing": "Dealing",
    "ask.explanation": "Explanation",
    "practice.mixed_dealing": "MixedDeals",
    "practice.mixtures": "HandType Mixture",
    "ask.numbering": "ConditionDeals",
    "shape_classes": "ShapeClass ShapeFunction shape_class shape_function",
    "vocabulary": (
        "CLUBS DIAMONDS HEARTS SPADES aces balanced c13 cccc clubs controls diamonds east "
        "freakness hascard hcp hearts jacks kings losers measure north quality queens "
        "semibalanced shape south spades tens top2 top3 top4 top5 west"
    ),
    "practice.weighting": "WeightedDeals WeightedSample weighted",
    "drawing.simulation": "Simulation simulate",
    "drawing.deck": "Deck",
    "drawing.partial_shuffle": "draws",
    "answers": "Estimate Histogram Mean Tally",
    "jobs": "Job Progress",
    "stream": "Stream",
    "workspace": "Workspace",
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names.split()}

__all__ = sorted([*_MODULE_OF, "__version__"])


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'dealwright' has no attribute '{name}'")
    from importlib import import_module

    value = getattr(import_module(f"dealwright.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
