"""What ``evalcontract`` prints: the mean score of contracts, and how often they make."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from dealwright.answers import Histogram, proportion
from dealwright.bridge.scoring import Contract
from dealwright.scripts.data import EvalContract

__all__ = ["contract_lines"]


def contract_lines(
    action: EvalContract, found: Histogram, *, symbols: bool = True
) -> Iterator[str]:
    """Yield the evaluation of contracts as lines of text, from the tricks of ``action.values``.

    One contract has a line for each declarer, with 95 % intervals. All contracts are a table as
    `dealer` means it: mean scores of the declarers for every strain and level.
    """
    deals = f"{found.total:,} deal{'' if found.total == 1 else 's'}"
    contract = action.contract
    if contract is None:
        yield from _tables(action, found, deals)
        return
    for at, declarer in enumerate(action.declarers):
        sides = "vulnerable" if action.vulnerable else "not vulnerable"
        yield (
            f"{contract.word} by {declarer.name.lower()}, {sides}: "
            f"{_result(contract, action, found.column(at), symbols)} of {deals}"
        )


def _result(contract: Contract, action: EvalContract, tricks: dict[int, int], symbols: bool) -> str:
    """Return the mean score of a contract and its chance to make, with their intervals."""
    total = sum(tricks.values())
    made = sum(n for number, n in tricks.items() if number >= contract.level + 6)
    scores = {n: contract.score(n, vulnerable=action.vulnerable) for n in tricks}
    mean = sum(scores[n] * tricks[n] for n in tricks) / (total or 1)
    squares = sum(tricks[n] * (scores[n] - mean) ** 2 for n in tricks)
    error = 1.96 * sqrt(squares / (total - 1) / total) if total > 1 else 0.0
    share = proportion(made, total)
    return (
        f"mean score {mean:.1f} {'±' if symbols else '+-'} {error:.3g}, "
        f"makes {float(share):.1%} ({float(share.low):.1%} to {float(share.high):.1%})"
    )


def _tables(action: EvalContract, found: Histogram, deals: str) -> Iterator[str]:
    names = "/".join(seat.name.lower() for seat in action.declarers)
    for vulnerable in (False, True):
        sides = "vulnerable" if vulnerable else "not vulnerable"
        yield f"Mean scores by {names}, {sides}, of {deals}"
        yield "   " + "".join(f"{level:>13}" for level in range(1, 8))
        for row, strain in enumerate(action.strains):
            cells = []
            for level in range(1, 8):
                contract = Contract(level, strain.letter)
                means = [
                    _mean(contract, vulnerable, found.column(row + at * len(action.strains)))
                    for at in range(len(action.declarers))
                ]
                cells.append("/".join(f"{mean:.0f}" for mean in means))
            yield f"{strain.word:<3}" + "".join(f"{cell:>13}" for cell in cells)


def _mean(contract: Contract, vulnerable: bool, tricks: dict[int, int]) -> float:
    total = sum(tricks.values()) or 1
    scores = (contract.score(n, vulnerable=vulnerable) * k for n, k in tricks.items())
    return sum(scores) / total
