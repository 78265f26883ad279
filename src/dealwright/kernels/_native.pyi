"""The compiled kernels (native/bind)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

class Packs:
    def __init__(self, fixed: NDArray[np.uint64]) -> None: ...

class Program:
    def __init__(
        self,
        code: NDArray[np.int32],
        ends: NDArray[np.int64],
        upto: NDArray[np.int64],
        tables: NDArray[np.uint8],
    ) -> None: ...

def words(
    key: NDArray[np.uint32], rounds: int, nonce: int, first: int, out: NDArray[np.uint64]
) -> None: ...
def deal(packs: Packs, key: NDArray[np.uint32], first: int, out: NDArray[np.uint64]) -> None: ...
def evaluate(program: Program, deals: NDArray[np.uint64], out: NDArray[np.int32]) -> None: ...
def filter(
    packs: Packs,
    key: NDArray[np.uint32],
    program: Program,
    first: int,
    n: int,
    deals: NDArray[np.uint64],
    attempts: NDArray[np.uint64],
) -> tuple[int, int]: ...
def count(packs: Packs, key: NDArray[np.uint32], program: Program, first: int, n: int) -> int: ...
def bodies() -> list[str]: ...
def body() -> str: ...
def use_body(name: str) -> None: ...

class Subsets:
    def __init__(self, n: int, k: int) -> None: ...

def rank_masks(
    subsets: Subsets, lex: bool, masks: NDArray[np.uint64], out: NDArray[np.uint64]
) -> None: ...
def unrank_masks(
    subsets: Subsets, lex: bool, ranks: NDArray[np.uint64], out: NDArray[np.uint64]
) -> None: ...
def rank_rows(
    subsets: Subsets, lex: bool, rows: NDArray[np.uint8], out: NDArray[np.uint64]
) -> None: ...
def unrank_rows(
    subsets: Subsets, lex: bool, ranks: NDArray[np.uint64], out: NDArray[np.uint8]
) -> None: ...
def rank_blocks(subsets: Subsets, masks: NDArray[np.uint64], out: NDArray[np.uint64]) -> None: ...
def unrank_blocks(subsets: Subsets, ranks: NDArray[np.uint64], out: NDArray[np.uint64]) -> None: ...
def first_bad_mask(subsets: Subsets, masks: NDArray[np.uint64]) -> int: ...
def first_bad_row(subsets: Subsets, rows: NDArray[np.uint8]) -> int: ...
def first_bad_rank(subsets: Subsets, ranks: NDArray[np.uint64]) -> int: ...
def rank_one(subsets: Subsets, lex: bool, items: object) -> int | None: ...
def unrank_one(subsets: Subsets, lex: bool, rank: int) -> tuple[int, ...]: ...
def subset_tuples(subsets: Subsets, lex: bool, rank: int, count: int) -> list[tuple[int, ...]]: ...
def rank_permutation(n: int, k: int, items: object) -> int | None: ...
def unrank_permutation(n: int, k: int, number: int) -> tuple[int, ...]: ...
def rank_deals(
    deals: NDArray[np.uint64], low: NDArray[np.uint64], high: NDArray[np.uint64]
) -> None: ...
def unrank_deals(
    low: NDArray[np.uint64], high: NDArray[np.uint64], deals: NDArray[np.uint64]
) -> None: ...
def first_bad_deal(deals: NDArray[np.uint64]) -> int: ...
def first_bad_deal_number(low: NDArray[np.uint64], high: NDArray[np.uint64]) -> int: ...

class ExactCount:
    def __init__(
        self, model: dict[str, NDArray[Any]], stop: NDArray[np.uint8] | None, budget: int
    ) -> None: ...
    def total(self) -> int: ...
    def operations(self) -> int: ...
    def sizes(self) -> tuple[int, ...]: ...
    def bytes(self) -> int: ...
    def accepted(self) -> int: ...
    def entries(
        self,
        low: NDArray[np.uint64],
        high: NDArray[np.uint64],
        stop: NDArray[np.uint8] | None,
        budget: int,
    ) -> None: ...
    def cards(self, stop: NDArray[np.uint8] | None) -> list[int]: ...
    def prepare(self, stop: NDArray[np.uint8] | None, budget: int) -> None: ...
    def unrank(
        self, low: NDArray[np.uint64], high: NDArray[np.uint64], out: NDArray[np.uint64]
    ) -> None: ...
    def rank(
        self,
        deals: NDArray[np.uint64],
        low: NDArray[np.uint64],
        high: NDArray[np.uint64],
        found: NDArray[np.uint8],
        stop: NDArray[np.uint8] | None,
    ) -> None: ...
    def draw(self, key: NDArray[np.uint32], first: int, out: NDArray[np.uint64]) -> None: ...
    def labelled(self) -> list[int]: ...

class HonoursCount(ExactCount): ...

class BoxCount:
    def __init__(
        self, model: dict[str, NDArray[Any]], stop: NDArray[np.uint8] | None, budget: int
    ) -> None: ...
    def total(self) -> int: ...
    def operations(self) -> int: ...

class Drawing:
    def __init__(self, n: int, k: int) -> None: ...
    def sets(
        self, key: NDArray[np.uint32], pack: int, first: int, out: NDArray[np.uint64]
    ) -> None: ...
    def bytes(self, key: NDArray[np.uint32], first: int, out: NDArray[np.uint8]) -> None: ...
    def shorts(self, key: NDArray[np.uint32], first: int, out: NDArray[np.uint16]) -> None: ...

class Poker:
    def __init__(
        self,
        ranks: int,
        order: list[int],
        straights: list[int],
        low: bool,
        ace_low: bool,
        flushes: bool,
        limit: int,
    ) -> None: ...
    def worst(self) -> int: ...

def poker_value_rows(poker: Poker, rows: NDArray[np.uint8], out: NDArray[np.uint16]) -> int: ...
def poker_value_masks(
    poker: Poker, k: int, masks: NDArray[np.uint64], out: NDArray[np.uint16]
) -> int: ...
def poker_value_omaha(
    poker: Poker, hole: int, rows: NDArray[np.uint8], out: NDArray[np.uint16]
) -> int: ...
def poker_value_numbers(
    poker: Poker, cards: NDArray[np.uint8], k: int, first: int, out: NDArray[np.uint16]
) -> None: ...
def poker_count_values(
    poker: Poker,
    cards: NDArray[np.uint8],
    k: int,
    first: int,
    n: int,
    counts: NDArray[np.uint64],
) -> None: ...
def poker_count_completions(
    poker: Poker,
    cards: NDArray[np.uint8],
    known: NDArray[np.uint8],
    k: int,
    counts: NDArray[np.uint64],
) -> None: ...
def poker_count_up_to(
    values: NDArray[np.uint16], bounds: NDArray[np.uint16], counts: NDArray[np.uint64]
) -> None: ...
def poker_value_one(poker: Poker, cards: object, card_type: type) -> int | None: ...
def poker_value_omaha_one(
    poker: Poker, hole: int, cards: object, board: object, card_type: type
) -> int | None: ...
def poker_best_five(
    poker: Poker, hole: int, cards: object, board: object, card_type: type
) -> list[int] | None: ...

class Equity:
    def __init__(
        self,
        kind: int,
        own: int,
        board: int,
        high: Poker | None,
        low: Poker | None,
        badugi: list[int],
        pack: int,
    ) -> None: ...
    def enumerate_boards(
        self,
        hands: NDArray[np.uint64],
        dead: int,
        counts: NDArray[np.uint64],
        stop: NDArray[np.uint8] | None,
    ) -> None: ...
    def enumerate(
        self,
        hands: NDArray[np.uint64],
        board: int,
        dead: int,
        counts: NDArray[np.uint64],
        stop: NDArray[np.uint8] | None,
    ) -> None: ...
    def simulate(
        self,
        hands: NDArray[np.uint64],
        starts: NDArray[np.uint64],
        levels: NDArray[np.uint64],
        keep: NDArray[np.uint64],
        alias: NDArray[np.uint32],
        board: int,
        dead: int,
        keys: NDArray[np.uint32],
        first: int,
        n: int,
        counts: NDArray[np.uint64],
        stop: NDArray[np.uint8] | None,
    ) -> bool: ...
    def compare_ranges(
        self,
        a: EquityRange,
        b: EquityRange,
        board: int,
        dead: int,
        same: list[int],
        part: int,
        parts: int,
        results: NDArray[np.uint64],
        stop: NDArray[np.uint8] | None,
    ) -> None: ...

class EquityRange:
    def __init__(
        self, equity: Equity, hands: NDArray[np.uint64], weights: NDArray[np.uint64]
    ) -> None: ...
