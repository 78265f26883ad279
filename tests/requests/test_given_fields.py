"""What a request passes on: its own numbers before the limits, fixed cards, a kind of answer."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from dealwright import parse
from dealwright.fair import audit
from dealwright.poker import equities, equity_by_hand
from dealwright.practice import weighting
from dealwright.requests.base import Limits
from dealwright.requests.dealing import MixtureRequest, WeightedRequest
from dealwright.requests.documents import KINDS
from dealwright.requests.fair import AuditRequest
from dealwright.requests.play import SuitRequest
from dealwright.requests.poker import EquityRequest, HandEquitiesRequest
from dealwright.requests.solved import TabulateRequest
from dealwright.requests.tables import NumberRequest
from dealwright.web.requests import REQUESTS


@pytest.mark.parametrize("name", REQUESTS)
def test_the_answer_of_a_request_is_a_kind_of_document(name: str) -> None:
    answer = REQUESTS[name].kind.answer
    assert answer in KINDS or answer == "boards", answer


@pytest.mark.parametrize(
    ("request_", "module", "function"),
    [
        (EquityRequest(players=("AA", "KK"), threads=2), equities, "finding_equity"),
        (
            HandEquitiesRequest(range="AA", against="KK", threads=2), equity_by_hand,
            "finding_hand_equities",
        ),
    ],
)  # fmt: skip
def test_threads_of_a_request_stand_before_those_of_the_server(
    request_: Any, module: Any, function: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, Any] = {}
    monkeypatch.setattr(module, function, lambda *_, **asked: given.update(asked))
    request_.job(Limits(threads=3))
    assert given["threads"] == 2


@pytest.mark.parametrize(("memory", "used"), [(1 << 20, 1 << 20), (None, 1 << 29)])
def test_memory_of_a_request_stands_before_that_of_the_server(
    memory: int | None, used: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, Any] = {}

    class Weighted:
        def __init__(self, *_: Any, **asked: Any) -> None:
            given.update(asked)

        def dealing(self, *_: Any, **asked: Any) -> None:
            """Deal nothing."""

    monkeypatch.setattr(weighting, "weighted", Weighted)
    request = WeightedRequest(n=1, weights=("hearts(west): 5=1 6=2",), memory=memory)
    request.dealing(Limits(memory=1 << 29))
    assert given["memory"] == used


def test_fixed_cards_hold_in_every_type_of_a_mixture() -> None:
    types = ("weak 1: hcp(north) <= 9", "strong 1: hcp(north) >= 16")
    dealing = MixtureRequest(n=6, types=types, predeal="south SAK", seed="a").dealing()
    deals = dealing.result()
    assert deals.south.has("SA").all()
    assert deals.south.has("SK").all()


def test_fixed_cards_hold_in_a_table_of_means() -> None:
    request = TabulateRequest(
        of="hcp(north)", by=("spades(east)",), predeal="north SAKQ", deals=20, seed="a"
    )
    for row in request.job().result().rows:
        assert row.mean >= 9


def test_fixed_cards_without_a_condition_number_the_deals_that_have_them() -> None:
    found = NumberRequest(number="5", predeal="north SAKQJ").job().result()
    assert found.of == parse("1").count(predeal="north SAKQJ")
    assert str(found.deal.north).startswith("AKQJ")
    back = NumberRequest(deal=found.deal.text(), predeal="north SAKQJ").job().result()
    assert (back.number, back.of) == (5, found.of)


def test_a_suit_is_spades_unless_another_is_named() -> None:
    suits = SuitRequest, partial(SuitRequest, suit="spades"), partial(SuitRequest, suit="hearts")
    plain, spades, hearts = (
        suit(dummy="AQ965", declarer="432", where="spades(west) == 3").job().result().tricks
        for suit in suits
    )
    assert plain == spades != hearts


@pytest.mark.parametrize(("where", "memory"), [(None, 1 << 30), ("hcp(west) >= 18", 1 << 20)])
def test_an_audit_of_all_deals_has_no_limit_of_memory(
    where: str | None, memory: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its distributions take 80 MB, whoever asks; those of a condition are limited."""
    given: dict[str, Any] = {}
    monkeypatch.setattr(audit, "auditing", lambda *_, **asked: given.update(asked))
    AuditRequest(condition=where).auditing([], [], Limits(memory=1 << 20))
    assert given["resources"].budget.memory == memory
