"""A call and the job behind it take the same arguments: names, defaults, types and order.

Each writes them out (decision 52), so that ``help()`` and the reference show them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from inspect import Parameter, signature
from typing import Any

import pytest

import dealwright
from dealwright import analysis
from dealwright.ask.condition import Condition
from dealwright.requests.conditions import ExplainRequest
from dealwright.requests.deals import CountRequest

HANDS = ("north", "east", "south", "west")


def parameters(function: Callable[..., Any], *without: str) -> list[Parameter]:
    """Return the parameters of a function but for those named, and ``self``."""
    listed = signature(function).parameters.values()
    return [each for each in listed if each.name not in ("self", *without)]


@pytest.mark.parametrize(
    ("call", "job", "own"),
    [
        (Condition.count, Condition.counting, ()),
        (Condition.probability, Condition.counting, ("given",)),
        (Condition.explain, Condition.explaining, ()),
        (Condition.explain, Condition.count, ()),
        (Condition.deal, Condition.dealing, ()),
        (dealwright.deal, dealwright.dealing, ()),
        (dealwright.deal, Condition.deal, ("where", *HANDS)),
        (Condition.distribution, Condition.distributing, ()),
        (Condition.distribution, Condition.cards, ("quantities",)),
        (Condition.cards, Condition.card_tabling, ()),
        (Condition.compare, Condition.comparing, ()),
        (dealwright.count, Condition.count, ("where", *HANDS)),
        (dealwright.probability, Condition.probability, ("where", *HANDS)),
        (analysis.lead, analysis.comparing_leads, ()),
        (analysis.contracts, analysis.comparing_contracts, ()),
        (analysis.strategies, analysis.comparing_strategies, ()),
        (analysis.tabulate, analysis.tabulating, ()),
        (analysis.makes, analysis.making, ()),
        (analysis.award, analysis.awarding, ()),
    ],
)
def test_a_call_takes_what_its_job_takes(
    call: Callable[..., Any], job: Callable[..., Any], own: tuple[str, ...]
) -> None:
    assert parameters(call, *own) == parameters(job)


@pytest.mark.parametrize(
    ("request_class", "job"),
    [(CountRequest, Condition.counting), (ExplainRequest, Condition.explaining)],
)
def test_a_request_has_the_defaults_of_its_call(
    request_class: Any, job: Callable[..., Any]
) -> None:
    """A request has no workspace and no hits; Python's condition is the object."""
    defaults = {each.name: each.default for each in fields(request_class)}
    for parameter in parameters(job, "workspace", "hits"):
        assert defaults[parameter.name] == parameter.default, parameter.name
    assert {*defaults} - {each.name for each in parameters(job)} == {"condition", *HANDS}


def test_a_wrong_name_is_an_error_of_the_call() -> None:
    with pytest.raises(TypeError, match=r"^count\(\) takes no 'sed'; its options are: predeal, "):
        dealwright.count("hcp(north) > 9", sed=1)
    with pytest.raises(TypeError, match=r"^lead\(\) takes no 'n'"):
        analysis.lead("west QJT95.K4.832.A74", "3NT", n=1)


def test_a_misspelt_name_is_refused_before_anything_is_done() -> None:
    with pytest.raises(TypeError, match="takes no 'deal'"):
        analysis.contracts("not a condition at all", "9Z", deal=1)
