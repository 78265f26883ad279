"""Strategies in Python: functions of a deal, or of hands, that return the contract chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, signature
from typing import Any

from dealwright.base.errors import ArgumentError, CardError, ConditionError
from dealwright.cards import Seat
from dealwright.cards.bridge.alternatives import Alternative, usual_declarer
from dealwright.cards.bridge.scoring import Contract
from dealwright.deals import Deal

__all__ = ["Chooser", "Choosers", "chooser"]

Chooser = Callable[[Deal], Alternative]
Choosers = Mapping[str, "Callable[..., Any] | str"]  # names of strategies: functions, or rules

_SEATS = tuple(str(seat) for seat in Seat)


def chooser(name: str, function: Callable[..., Any], side: str) -> Chooser:
    """Return the function that chooses a contract for a Deal by a function of a user.

    Parameters named after seats get these hands; a function of one parameter with another name gets
    the Deal. It returns a contract (``"4S"``, ``"4SX-N"``, ``"pass"``, a ``Contract`` or an
    ``Alternative``), or None to pass the deal out.

    >>> invite = chooser("invite", lambda south: "3NT" if south.hcp >= 9 else "2NT", "ns")
    >>> str(invite(Deal("N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 -")))
    '3NT-S'

    :raises ArgumentError: if the function has other parameters
    """
    seats = _seats_of(name, function)
    declarer = usual_declarer(side)

    def choose(deal: Deal) -> Alternative:
        arguments: Sequence[Any] = [deal] if seats is None else [deal[seat] for seat in seats]
        try:
            choice = function(*arguments)
        except Exception as error:
            raise ConditionError(
                f"the strategy {name} fails on {deal.text()}: {type(error).__name__}: {error}"
            ) from error
        try:
            return _alternative(choice, declarer)
        except CardError as error:
            raise ConditionError(
                f"the strategy {name} returns {choice!r} on {deal.text()}: {error}"
            ) from None

    return choose


def _seats_of(name: str, function: Callable[..., Any]) -> list[str] | None:
    """Return the seats that the parameters of a function name; None if it takes a Deal."""
    if not callable(function):
        raise ArgumentError(
            f"the strategy {name} is {function!r}; give a function of a Deal or of hands, or rules"
        )
    try:
        parameters = list(signature(function).parameters.values())
    except ValueError:  # a function in C says nothing about its parameters
        return None
    needed = [p.name for p in parameters if p.default is Parameter.empty]
    if needed and set(needed) <= set(_SEATS):
        return needed
    if len(needed) == 1:
        return None
    raise ArgumentError(
        f"the function of the strategy {name} takes ({', '.join(needed)}); it takes one Deal, or "
        "hands named north, east, south and west"
    )


def _alternative(choice: object, declarer: Seat) -> Alternative:
    if isinstance(choice, Alternative):
        return choice
    if choice is None:
        return Alternative(None, declarer)
    if isinstance(choice, Contract):
        return Alternative(choice, declarer)
    if isinstance(choice, str):
        return Alternative.parse(choice, declarer)
    raise CardError("write a contract such as 3NT or 4S-N, or pass")
