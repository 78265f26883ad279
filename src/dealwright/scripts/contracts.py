"""The text of ``evalcontract``: the mean scores of contracts, and how often they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dealwright.answers import Estimate, Histogram, proportion
from dealwright.answers.estimate_texts import margin, percents
from dealwright.cards.bridge.scoring import Contract
from dealwright.scripts.data import EvalContract

__all__ = ["contract_lines"]


def contract_lines(
    action: EvalContract, found: Histogram, *, symbols: bool = True
) -> Iterator[str]:
    """Yield the evaluation of contracts as lines of text, from the tricks of ``action.values``.

    A single contract has a line for each declarer, with 95 % intervals. Without a contract there
    are tables as in `dealer`: mean scores of the declarers for every strain and level.
    """
    deals = f"{found.total:,} deal{'' if found.total == 1 else 's'}"
    contract = action.contract
    if contract is None:
        yield from _tables(action, found, deals)
        return
    for index, declarer in enumerate(action.declarers):
        sides = "vulnerable" if action.vulnerable else "not vulnerable"
        yield (
            f"{contract.word} by {declarer.name.lower()}, {sides}: "
            f"{_result(contract, action, found.column(index), symbols)} of {deals}"
        )


def _result(contract: Contract, action: EvalContract, tricks: dict[int, int], symbols: bool) -> str:
    """Return the mean score of a contract and its chance to make, with their intervals."""
    total = sum(tricks.values())
    making = sum(n for number, n in tricks.items() if number >= contract.level + 6)
    scores = Counter[tuple[int, ...]]()
    for number, n in tricks.items():
        scores[contract.score(number, vulnerable=action.vulnerable),] += n
    score = Histogram(["score"], scores, exact=False).estimate() if total else Estimate.certain(0)
    share = proportion(making, total)
    between = percents(share)
    return (
        f"mean score {score:.1f}{margin(score, '.3g', symbols=symbols)}, "
        f"makes {float(share):.1%}{f' ({between})' if between else ''}"
    )


def _tables(action: EvalContract, histogram: Histogram, deals: str) -> Iterator[str]:
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
                    _mean(contract, vulnerable, histogram.column(row + index * len(action.strains)))
                    for index in range(len(action.declarers))
                ]
                cells.append("/".join(f"{mean:.0f}" for mean in means))
            yield f"{strain.word:<3}" + "".join(f"{cell:>13}" for cell in cells)


def _mean(contract: Contract, vulnerable: bool, tricks: dict[int, int]) -> float:
    total = sum(tricks.values()) or 1
    scores = (contract.score(n, vulnerable=vulnerable) * k for n, k in tricks.items())
    return sum(scores) / total
