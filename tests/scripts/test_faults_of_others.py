"""What was found wrong in other programs, and must be right here.

Each test names the program; the defects were seen by running it or by reading its source.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dealwright import Hand, Seat, deal, feature, parse
from dealwright.formats import read
from dealwright.scripts import run_script


def text_of(script: str) -> str:
    return "".join(run_script(script, seed=1))


def test_dealer_ignores_a_predealt_length() -> None:
    assert text_of("predeal spades(north)==5 action average spades(north)") == "5 exact\n"


def test_dealer_refuses_two_predealt_lengths_joined_by_a_comma() -> None:
    script = (
        "predeal spades(north)==5, hearts(south)==4 action average spades(north) + hearts(south)"
    )
    assert text_of(script) == "9 exact\n"


def test_dealer_takes_thirty_two_shapes_at_most() -> None:
    tests = " || ".join(f"shape(north, {5 + n % 3}xxx - any {n % 4}xxx)" for n in range(60))
    assert "exact" in text_of(f"condition {tests} action average spades(north)")


def test_dealer_has_no_suits_of_ten_cards() -> None:
    script = "condition shape(north, any t111 + any j200) action average longest(north)"
    assert 10 < float(text_of(script).split()[0]) < 11


def test_dealer_gives_up_after_a_million_deals() -> None:
    script = "produce 20 condition hcp(north) == 36 action printoneline"
    assert len(text_of(script).splitlines()) == 20


@pytest.mark.long
def test_dealer_swaps_hands_and_its_deals_depend_on_each_other() -> None:
    """With -2 or -3 the same north hand comes again at once; here every hand is drawn anew."""
    deals = deal(20_000, "hcp(north) in 15..17", seed=3)
    assert len(set(deals.masks[:, 0].tolist())) == 20_000


@pytest.mark.long
def test_dealer_v2_is_wrong_for_two_predealt_lengths() -> None:
    """It deals south no spade in 5.99 % of deals; the exact share is 2.72 %."""
    found = parse("spades(south) == 0").probability(
        given="spades(north) == 5 && hearts(south) == 4"
    )
    assert float(found) == pytest.approx(0.027184, abs=5e-7)
    spades = deal(200_000, "spades(north) == 5 && hearts(south) == 4", seed=2).south.feature(
        "length", 3
    )
    assert (spades == 0).mean() == pytest.approx(0.027184, abs=0.0022)  # six standard errors


def test_deal_tests_only_the_lower_bound_of_a_restricted_holding() -> None:
    deals = deal(5000, "spades(north) in 2..4 && hcp(north, spades) in 1..3", seed=4)
    points = np.array(
        [feature("hcp").value(int(mask) >> 39 << 39, 3) for mask in deals.masks[:, 0]]
    )
    assert (points.min(), points.max()) == (1, 3)


def test_redeal_never_stacks_a_suit_of_thirteen() -> None:
    deals = deal(10, "spades(north) == 13", seed=1)
    assert {str(board[Seat.NORTH]) for board in deals} == {"AKQJT98765432..."}


@pytest.mark.long
def test_redeal_takes_two_minutes_to_set_up_any_shape_with_many_points() -> None:
    start = time.process_time()
    deals = deal(100, "hcp(south) in 25..37", seed=1)
    assert time.process_time() - start < 5
    assert deals.south.hcp.min() >= 25


def test_redeal_does_not_know_losers() -> None:
    assert Hand("AKQ.AKQ.AKQ.AKQJ").losers == 0
    assert Hand("432.432.432.5432").losers == 12


def test_redeal_stops_after_a_thousand_tries_a_deal() -> None:
    assert len(deal(50, "hcp(north) >= 30", seed=1)) == 50


def test_endplay_counts_the_product_of_two_values() -> None:
    """Its table of two values over 100 deals sums to 10,000; ours sums to all the deals."""
    run = run_script(
        "condition hcp(north) > 30 action frequency (hcp(north), 31, 37, aces(south), 0, 1)"
    )
    "".join(run)
    found = run.statistics[0]
    assert found.histogram.total == parse("hcp(north) > 30").count()
    deals = deal(100, "hcp(north) > 30", seed=1)
    pairs = Counter(zip(deals.north.hcp.tolist(), deals.south.aces.tolist(), strict=True))
    assert sum(pairs.values()) == 100


def test_endplay_does_not_know_quality_and_forgets_the_point_count() -> None:
    assert "±" in text_of("produce 500 action average quality(north, spades) * cccc(north)")
    assert text_of("pointcount 6 4 2 1 action average hcp(north)") == "13 exact, deviation 5.801\n"
    assert text_of("action average hcps(north)") == "10 exact, deviation 4.13\n"


def test_dealer3_ignores_generate() -> None:
    run = run_script("generate 300 produce 1000000 condition cccc(north) > 2000", seed=1)
    "".join(run)
    assert run.tried == 300


def test_the_method_of_1999_may_abort_and_weighs_high_points_wrongly() -> None:
    deals = deal(300, "hcp(west) == 25 && spades(west) == 6", seed=5)
    assert len(deals) == 300
    assert set(deals.west.hcp.tolist()) == {25}
    exact = parse("hcp(north) in 31..37").distribution("hcp(north)")
    points = deal(20_000, "hcp(north) in 31..37", seed=5).north.hcp
    for value in (31, 32, 33):
        share = float(exact.probability(value))
        assert abs((points == value).mean() - share) < 6 * (share * (1 - share) / 20_000) ** 0.5


def test_dealer_has_two_steps_of_the_imp_table_wrong() -> None:
    text = 'produce 1 action printes(imps(420), " ", imps(430), " ", imps(1290), " ", imps(1300))'
    assert text_of(text) == "9 10 15 16"


def test_dealer_echoes_letters_of_its_comments() -> None:
    text = "/* <EOF> E O F <<EOF>> */ condition hcp(north) == 7 action average hcp(north)"
    assert text_of(text) == "7 exact\n"


def test_dealer_puts_statistics_between_the_games_of_printpbn() -> None:
    lines = text_of("produce 2 action printpbn, average hcp(north)").splitlines()
    assert lines[-1] == "% 10 exact, deviation 4.13"
    assert len(read("\n".join(lines), "pbn").boards) == 2


def test_dealer_knows_four_billion_seeds() -> None:
    """Its seed has 32 bits: 1 and 2^32 + 1 deal the same there."""
    seeds = (1, 2**32 + 1, 2**64 + 1, 2**96 + 1, "a", "b")
    assert len({deal(1, seed=seed).masks.tobytes() for seed in seeds}) == len(seeds)


def test_deal_calls_the_lines_of_its_own_format_pbn() -> None:
    hands = "AKQ2.AKQ2.AKQ2.2 JT9.JT9.JT9.JT93 876.876.876.8764 543.543.543.AKQ5"
    board = read(f'[Board "1"]\n[Deal "W:{hands}"]', "pbn").boards[0]
    assert str(board.deal[Seat.WEST] if board.deal else None) == "AKQ2.AKQ2.AKQ2.2"


def test_deal_finds_its_formats_only_where_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli: Callable[..., Any]
) -> None:
    monkeypatch.chdir(tmp_path)
    result = cli("deal", "3", "--format", "none", "--seed", "1")
    assert (result.status, result.out) == (0, "")


def test_redeal_swaps_south_and_west_in_its_help(cli: Callable[..., Any]) -> None:
    result = cli("deal", "1", "--predeal", "south AKQJT98765432...", "--format", "line")
    assert result.out.split()[2] == "AKQJT98765432..."
    result = cli("deal", "1", "--predeal", "west AKQJT98765432...", "--format", "line")
    assert result.out.split()[3] == "AKQJT98765432..."


def test_redeal_and_endplay_ignore_the_seed(cli: Callable[..., Any]) -> None:
    first, second, third = (cli("deal", "4", "--seed", s).out for s in ("1", "1", "2"))
    assert first == second != third


def test_endplay_stops_at_scores_imps_and_hcps() -> None:
    text = (
        "produce 1 action printes(score(none,x3N,9), imps(score(vul,x4S,10) - score(nv,x3N,9)))"
        ", average hcps(north)"
    )
    assert text_of(text) == "400610 exact, deviation 4.13\n"


def test_endplay_says_that_it_generated_none_hands(tmp_path: Path, cli: Callable[..., Any]) -> None:
    (tmp_path / "a.dl").write_text("produce 3 condition hcp(north) > 11 action printoneline")
    result = cli("run", str(tmp_path / "a.dl"))
    assert result.err.startswith("3 deals produced, ")
    assert "None" not in result.err


def test_endplay_swaps_within_a_shuffle_and_limits_its_tries() -> None:
    assert len(deal(30, "hcp(north) >= 33", seed=1)) == 30  # one deal in three million


def test_endplay_loses_vugraph_boards_that_have_no_players() -> None:
    """It splits at pn alone, and a board's title must be 'Board n' and nothing more."""
    one = "md|3SAKQ2HAKQ2DAKQ2C2,SJT9HJT9DJT9CJT93,S876H876D876C8764|"
    text = f"pn|a,b,c,d|qx|o1|{one}ah|Board 1 of 2|mb|p|pg||qx|c1|{one}ah|Board 1|mb|p|pg||"
    assert [board.number for board in read(text, "lin").boards] == [1, 1]
