"""Decisions as text: the problems, and their answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dealwright.analysis.decisions.choices import Decision
from dealwright.deals.hand import hand_text

__all__ = ["answers_text", "problems_text"]


def problems_text(decisions: Sequence[Decision], first: int) -> str:
    """Return the decisions: the hand, what is known, and the two choices sorted by their texts."""
    return "\n".join("\n".join(_problem(each, n)) for n, each in enumerate(decisions, first))


def _problem(decision: Decision, number: int) -> Iterator[str]:
    choices = " or ".join(sorted((decision.first, decision.second)))
    what = "chooses a call" if decision.system else "chooses a contract"
    if decision.contract:
        what = f"leads against {decision.contract}"
    yield f"Board {number}: {decision.seat} {what}, {choices}?"
    yield f"  {decision.seat} {hand_text(decision.deal.masks[decision.seat])}"
    if decision.system:
        yield f"  {decision.dealer} deals: {' '.join((*decision.auction, '?'))}"
        yield f"  system: {decision.system}"
    else:
        yield f"  known: {decision.known}"
    yield ""


def answers_text(decisions: Sequence[Decision], first: int) -> str:
    """Return the answers: the better choice, its gain with the interval, and the layouts."""
    return "\n".join("\n".join(_answer(each, n)) for n, each in enumerate(decisions, first))


def _answer(decision: Decision, number: int) -> Iterator[str]:
    imps = decision.imps
    grade = f" ({decision.grade})" if decision.grade else ""
    yield f"Board {number}{grade}: {decision.first}, or {decision.second}"
    yield (
        f"  {decision.first} gains {float(imps):.2f} IMPs a deal against {decision.second}, "
        f"{float(imps.low):.2f} to {float(imps.high):.2f}"
    )
    yield f"  {decision.layouts} layouts, double dummy, nobody vulnerable, 95 % interval"
    if decision.system:
        yield f"  the rest of the auction as {decision.system} bids it"
    if decision.unfinished:
        yield (
            f"  {decision.unfinished} layouts count as no difference: the rules do not finish "
            "their auctions"
        )
    yield ""
