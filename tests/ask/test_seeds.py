"""``seed=`` means the same wherever chance enters: an integer, a text, a stream, or nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dealwright
from dealwright import Combinations, CombinationTable, Stream, parse, poker
from dealwright.base.errors import StreamError
from dealwright.numbering.sampling import integers_below
from dealwright.scripts import run_script

SMALL = "spades(north) == 13 && hearts(east) == 13 && diamonds(south) == 12 && hcp(south) == 12"
TABLE = CombinationTable(52, 5)
TABLE.fill(lambda numbers: np.array(numbers) % 60_000, numbers=True)


def _draws(seed: Any) -> Any:
    return dealwright.draws(40, 5, seed).tolist()


def _simulation(seed: Any) -> Any:
    return dealwright.simulate(500, lambda masks: masks % 7, seed=seed).result.counts


def _equity(seed: Any) -> Any:
    return poker.equity("AA", "KK", method="simulate", rounds=500, seed=seed).winners


def _odds(seed: Any) -> Any:
    return poker.odds("As Kd", rounds=500, seed=seed).streets


def _script(seed: Any) -> Any:
    return "".join(run_script("produce 3 action printoneline", seed=seed))


# what is asked, and the domain of the streams of its seeds
ASKED: dict[str, tuple[Callable[[Any], Any], str]] = {
    "deal": (lambda seed: str(dealwright.deal(3, seed=seed)), "deals"),
    "exact": (lambda seed: str(dealwright.deal(3, "hcp(north) == 20", seed=seed)), "deals"),
    "estimate": (
        lambda seed: parse("cccc(north) > 2000").probability(seed=seed, limit=20_000).hits,
        "deals",
    ),
    "numbers": (lambda seed: str(parse("hcp(north) == 37").numbers().deal(3, seed)), "deals"),
    "sample": (lambda seed: Combinations(52, 5).sample(9, seed).tolist(), "deals"),
    "sample of objects": (lambda seed: dealwright.Permutations(9).sample(9, seed), "deals"),
    "sample_numbers": (
        lambda seed: Combinations(52, 5).sample_numbers(9, seed, replace=False).tolist(),
        "deals",
    ),
    "sample_values": (lambda seed: poker.sample_values(TABLE, 9, seed).tolist(), "deals"),
    "draws": (_draws, "draws"),
    "simulate": (_simulation, "draws"),
    "odds": (_odds, "draws"),
    "equity": (_equity, "equity"),
    "script": (_script, "deals"),
}


@pytest.mark.parametrize("name", ASKED)
def test_a_seed_is_an_integer_a_text_a_stream_or_nothing(name: str) -> None:
    ask, domain = ASKED[name]
    found = ask(5)
    assert found == ask("5") == ask(Stream(5, domain=domain)) == ask(Stream.of("5", domain))
    assert found != ask(6)
    # two equities of 500 rounds agree once in a hundred times, five of them once in 10**8
    assert len({str(ask(None)) for _ in range(5)}) > 1


@pytest.mark.parametrize("name", ASKED)
def test_what_is_no_seed_is_refused(name: str) -> None:
    with pytest.raises(StreamError, match="a seed must be an integer or a text, not float"):
        ASKED[name][0](1.5)


def test_no_parameter_that_takes_a_seed_is_called_stream() -> None:
    import inspect

    for function in (
        dealwright.draws, dealwright.simulate, poker.equity, poker.odds, poker.sample_values,
        Combinations.sample, Combinations.sample_numbers, dealwright.Numbering.sample,
        dealwright.ConditionDeals.deal, dealwright.deal, dealwright.dealing,
    ):  # fmt: skip
        names = inspect.signature(function).parameters
        assert "seed" in names
        assert "stream" not in names


def test_small_numberings_take_seeds_too() -> None:
    small = parse(SMALL).numbers()
    assert len(set(map(str, small.sample(11, 1, replace=False)))) == 11


def test_numbers_below_a_bound_are_the_first_tries_that_fit() -> None:
    """Few tries fail at the first bound, many at the second: words are read alone, or in a row."""
    for bound, n in ((8191, 30_000), (4097, 2000)):
        stream, expected = Stream("tries"), list[int]()
        first = stream.split("try 0").words(0, n) % 8192
        for i, word in enumerate(first.tolist()):
            attempt = 0
            while word >= bound:
                attempt += 1
                word = int(stream.split(f"try {attempt}").words(i, 1)[0]) % 8192
            expected.append(word)
        assert integers_below(bound, n, stream).tolist() == expected


def test_streams_of_two_domains_are_two() -> None:
    """One seed deals and fills up a sample; both must not have the same random words."""
    deals, samples = Stream("a"), Stream("a", domain="samples")
    assert deals == Stream("a", domain="deals")
    assert deals != samples
    assert len({deals, samples, Stream("a")}) == 2
    assert deals.words(0, 4).tolist() != samples.words(0, 4).tolist()
