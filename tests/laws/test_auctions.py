"""Auctions, held to a second statement of the laws on random legal and random other calls."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealwright.base.errors import CardError
from dealwright.cards import Seat, Strain
from dealwright.cards.bridge.auction import BIDS, Auction, call_word, contract_so_far, illegal_call
from dealwright.cards.bridge.scoring import Contract
from tests.oracles.auction_by_hand import ByHand

CALLS = ("Pass", "X", "XX", *BIDS)


def played(auction: Auction, state: ByHand, random: Any, passing: float) -> Auction:
    """Return the auction after random legal calls; after each both statements agree."""
    while not state.over:
        legal = tuple(call for call in CALLS if state.may(call))
        assert auction.legal_calls == legal
        assert auction.turn == state.turn
        assert auction.contract is None
        others = [call for call in legal if call != "Pass"]
        assert [call for call in CALLS if illegal_call([*auction.calls, call]) < 0] == [*legal]
        low = others[: 1 + random.randrange(6)]
        call = "Pass" if not low or random.random() < passing else random.choice(low)
        auction = auction.with_call(call)
        state.call(call)
    assert auction.turn is None
    assert auction.legal_calls == ()
    return auction


@given(st.sampled_from(list(Seat)), st.randoms(), st.sampled_from([0.2, 0.5, 0.7]))
def test_legal_calls_and_contracts(dealer: Seat, random: Any, passing: float) -> None:
    state = ByHand(int(dealer))
    auction = played(Auction(dealer), state, random, passing)
    found = auction.contract
    if found is None:
        assert state.contract is None
        assert auction.calls == ("Pass",) * 4
    else:
        scored = Contract.parse(found.text)
        strain = int(Strain.of(found.strain))
        assert (scored.level, strain, scored.doubled, int(found.declarer)) == state.contract
    with pytest.raises(CardError, match="comes too late"):
        auction.with_call("Pass")
    assert Auction.of(dealer, [call.lower() for call in auction.calls]) == auction


@given(
    st.sampled_from(list(Seat)),
    st.lists(st.sampled_from([*CALLS, "Pass", "Pass", "X", "XX"]), max_size=40),
)
def test_illegal_calls_are_refused(dealer: Seat, calls: list[str]) -> None:
    auction, state = Auction(dealer), ByHand(int(dealer))
    for call in calls:
        if state.may(call):
            auction = auction.with_call(call)
            state.call(call)
        else:
            with pytest.raises(CardError):
                auction.with_call(call)
    assert contract_so_far(auction.calls, dealer) is None or state.bid is not None


def test_the_longest_auction() -> None:
    """Every bid doubled and redoubled, with all passes that do not end it: 319 calls."""
    calls = ["Pass"] * 3
    for bid in BIDS:
        calls += [bid, "Pass", "Pass", "X", "Pass", "Pass", "XX", "Pass", "Pass"]
    auction = Auction.of(Seat.NORTH, [*calls, "Pass"])
    assert len(auction.calls) == 319
    assert auction.contract is not None
    assert auction.contract.text == "7NTXX"
    assert contract_so_far(calls[:-6], Seat.NORTH) == auction.contract._replace(risk="")


@pytest.mark.parametrize(
    ("calls", "said"),
    [
        (["1H", "1D"], "east cannot call 1D: a bid must be higher than 1H"),
        (["X"], "north cannot call X: only a bid of the opponents can be doubled"),
        (["1H", "Pass", "X"], "only a bid of the opponents"),
        (["1H", "XX"], "only a double of the opponents can be redoubled"),
        (["1H", "X", "Pass", "XX"], "west cannot call XX"),
        (["8C"], "'8C' is not a call"),
        (["Pass"] * 5, "Pass comes too late: the auction is over"),
    ],
)
def test_what_is_wrong_with_a_call(calls: list[str], said: str) -> None:
    with pytest.raises(CardError, match=said):
        Auction.of(Seat.NORTH, calls)


@pytest.mark.long
def test_every_call_is_read() -> None:
    assert [call_word(call) for call in CALLS] == list(CALLS)
    assert call_word("") is None
