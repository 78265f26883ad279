"""The body ``reference``: what a seed determines, in plain numpy."""

from __future__ import annotations

from tests.twins.plain.deals import rank_deals, unrank_deals
from tests.twins.plain.draws import rows, sets
from tests.twins.plain.stream import (
    PredealtPack,
    count,
    deal,
    evaluate,
    filter,
    words,
)  # fmt: skip

__all__ = [
    "PredealtPack", "count", "deal", "evaluate", "filter", "rank_deals", "rows", "sets",
    "unrank_deals", "words",
]  # fmt: skip
