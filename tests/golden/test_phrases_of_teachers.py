"""A hundred phrases of teachers choose the hands that they mean, or are refused."""

from __future__ import annotations

import pytest
from tools.fuzzing._hands import SEATS, pool

from dealwright import ConditionError, parse
from tests.golden.phrases_of_teachers import MEANINGS, Held

POOLS = 12  # of 200 deals, one half of them with long suits

# How many are read as they are meant, read otherwise, refused.
READ, OTHERWISE, REFUSED = 97, 0, 3


def verdict(phrase: str) -> str:
    """Return whether a phrase is read as it is meant, otherwise, or refused."""
    meaning = MEANINGS[phrase]
    try:
        conditions = [parse(f"{seat}: {phrase}") for seat in SEATS]
    except ConditionError:
        return "refused"
    for number in range(POOLS):
        deals, batch = pool(number)
        for seat, condition in enumerate(conditions):
            meant = [meaning(Held(*deal[seat])) for deal in deals]
            if condition.matches(batch).tolist() != meant:
                return "otherwise"
    return "read"


@pytest.fixture(scope="module")
def verdicts() -> dict[str, str]:
    """The verdict of each phrase."""
    return {phrase: verdict(phrase) for phrase in MEANINGS}


@pytest.mark.long
def test_each_meaning_is_a_hand_that_occurs_and_not_every_hand() -> None:
    """Some of 9,600 hands, many with long suits, have what a phrase says, and some have not."""
    hands = [Held(*hand) for number in range(POOLS) for deal in pool(number)[0] for hand in deal]
    for phrase, meaning in MEANINGS.items():
        found = sum(map(meaning, hands))
        assert 0 < found < len(hands), phrase


@pytest.mark.long
def test_none_is_read_otherwise_and_most_are_read(verdicts: dict[str, str]) -> None:
    assert len(MEANINGS) == 100
    by_verdict = {
        name: [phrase for phrase, found in verdicts.items() if found == name]
        for name in ("read", "otherwise", "refused")
    }
    assert [*map(len, by_verdict.values())] == [READ, OTHERWISE, REFUSED], by_verdict
