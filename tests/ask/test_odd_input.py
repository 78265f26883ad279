"""What strangers tried: input of odd types and sizes, races, replacements, interrupts."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dealwright import (
    SPADES,
    ArgumentError,
    AttemptLimitReached,
    Card,
    CardError,
    Combinations,
    CombinationTable,
    ConditionError,
    Deal,
    Deals,
    DealwrightError,
    Feature,
    FeatureError,
    Hand,
    Holding,
    NumberingError,
    PredealError,
    StreamError,
    Workspace,
    deal,
    feature,
    hcp,
    north,
    parse,
    point_scale,
    register,
    run_script,
    shape_class,
    shape_function,
    shape_index,
    shape_lengths,
)
from dealwright.cli import status_of
from dealwright.deals import parse_predeal
from dealwright.numbering.deals import parse_deal_number
from dealwright.numbering.shapes import all_shapes
from tests.processes import PATIENCE, wait_until_busy

pytestmark = pytest.mark.usefixtures("own_features")

COMMAND = [sys.executable, "-c", "from dealwright.cli import main; main()"]


class TestSmallIntegers:
    def test_shapes_from_int8(self) -> None:
        for number, row in enumerate(all_shapes()):
            assert shape_index(*row) == number
        row = all_shapes()[252]
        assert tuple(row) in shape_class("any 4333")
        assert shape_function(lambda s, h, d, c: s)(*row) == 4
        assert shape_lengths(np.uint8(252)) == (4, 3, 3, 3)
        with pytest.raises(CardError, match="integers"):
            shape_index(4.0, 3, 3, 3)  # type: ignore[call-overload]

    @pytest.mark.parametrize("lengths", [(14, -1, 0, 0), (0, 0, -4, 17)])
    def test_lengths_are_not_negative(self, lengths: tuple[int, int, int, int]) -> None:
        with pytest.raises(CardError, match="do not make 13 cards"):
            shape_index(*lengths)
        with pytest.raises(CardError, match="not negative"):
            shape_index(*np.array([lengths, (4, 3, 3, 3)]).T)

    def test_rows_do_not_wrap(self) -> None:
        rows = Combinations(52, 2).unrank([1325])
        assert (rows[:, 0] * rows[:, 1] * 1000).tolist() == [50 * 51 * 1000]
        assert rows.dtype == np.int64
        assert Combinations(52, 2).unrank([1225], dtype=np.uint8).dtype == np.uint8
        pairs = Combinations(300, 2)
        assert pairs.unrank([44849], dtype="uint16").tolist() == [[298, 299]]
        assert pairs.unrank([44849], dtype="float32").tolist() == [[298, 299]]
        assert Combinations(256, 1).unrank([255], dtype=np.uint8).tolist() == [[255]]
        for narrow in ("uint8", "int8", "U3", bool, "no"):
            with pytest.raises(NumberingError, match=r"cannot hold the positions|not a type"):
                pairs.unrank([44849], dtype=narrow)
        with pytest.raises(NumberingError, match="int8 cannot hold the positions 0 to 199"):
            Combinations(200, 100).unrank([0], dtype=np.int8)
        for n in (65_536, 65_537):
            assert Combinations(n, 0).unrank(np.array([0, 0])).shape == (2, 0)
        table = CombinationTable(52, 2, "uint16")
        table.fill(lambda positions: positions[:, 0] * positions[:, 1])
        assert table[49, 50] == 2450

    def test_numpy_integers_wherever_integers_stand(self) -> None:
        five = np.int64(5)
        assert deal(five, seed=five) == deal(5, seed=5)
        assert (hcp(north) == five) == (hcp(north) == 5)
        assert Card(np.uint8(51)) == Card("SA")

    @pytest.mark.parametrize(
        "wrong",
        [
            lambda: Card(1.5),
            lambda: Hand(1.7),
            lambda: Hand(None),
            lambda: Deal(None),
            lambda: Deal([1.5, 2, 3, 4]),
            lambda: Deals(deal(2, seed=1).masks.astype(float)),
            lambda: Deals(deal(2, seed=1).masks.reshape(1, 8)),
        ],
    )
    def test_fractions_and_odd_forms_are_refused(self, wrong) -> None:
        with pytest.raises(CardError):
            wrong()


def test_odd_indices_of_a_batch() -> None:
    deals = deal(10, seed=1)
    for index in (None, True, [[0, 1], [2, 3]], (2, 3), 1.5, "a"):
        with pytest.raises((TypeError, IndexError)):
            _ = deals[index]  # type: ignore[index]
    assert len(deals[[]]) == 0
    assert deals[np.int8(3)] == deals[3]
    assert deals[np.array([-1])][0] == deals[9]


class TestRegistry:
    def test_a_replaced_feature_is_replaced_everywhere(self) -> None:
        deals = deal(2000, seed=1)
        register(point_scale("mine", {"A": 1}))
        first = parse("mine(north, spades) >= 1").matches(deals)
        register(point_scale("mine", {"K": 1}), replace=True)
        second = parse("mine(north, spades) >= 1").matches(deals)
        assert (second == parse("kings(north, spades) >= 1").matches(deals)).all()
        assert (first != second).any()
        found = deal(20, "mine(north, spades) == 1", seed=1)
        assert (found.north.feature("kings", SPADES) == 1).all()

    def test_an_alias_can_be_replaced(self) -> None:
        register(Feature("control", "other", holding=np.ones(8192, dtype=int)), replace=True)
        assert feature("control").name == "control"
        assert feature("controls").name == "controls"

    @pytest.mark.parametrize("name", ["shape", "hascard", "condition", "spades", "balanced"])
    def test_names_that_no_condition_could_use(self, name: str) -> None:
        with pytest.raises(FeatureError):
            register(Feature(name, "x", holding=np.zeros(8192, dtype=int)))

    def test_the_least_integer(self) -> None:
        least = Feature("least", "x", holding=np.full(8192, np.iinfo(np.int64).min))
        with pytest.raises(FeatureError, match="a million"):
            _ = least.holding_table
        with pytest.raises(FeatureError, match="a Feature"):
            register("hcp")  # type: ignore[arg-type]

    @pytest.mark.long
    def test_many_threads_at_the_first_use(self) -> None:
        code = (
            "import threading, dealwright as dw\n"
            "bad = []\n"
            "def work():\n"
            "    try: dw.parse('hcp(north) >= 15 && losers(south) < 7')\n"
            "    except Exception as error: bad.append(error)\n"
            "threads = [threading.Thread(target=work) for _ in range(8)]\n"
            "[t.start() for t in threads]; [t.join() for t in threads]\n"
            "print(len(bad))"
        )
        for _ in range(3):
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
            assert done.stdout == "0\n", done.stdout + done.stderr


class TestConditions:
    @pytest.mark.parametrize("names", [3, 11, 100])
    def test_names_used_twice_and_twice_again(self, names: int) -> None:
        """Written out, a hundred names that each use the one before twice are 2^100 tests."""
        lines = ["a0 = hcp(north) + hcp(south) > 20"]
        lines += [f"a{i} = a{i - 1} {'||' if i % 2 else '&&'} a{i - 1}" for i in range(1, names)]
        many = "\n".join([*lines, f"condition a{names - 1}"])
        assert deal(5, many, seed=1) == deal(5, "hcp(north) + hcp(south) > 20", seed=1)
        assert parse(many).count() == parse("hcp(north) + hcp(south) > 20").count()
        again = parse(many)
        assert again.tree == parse(many).tree
        assert len(repr(again)) < 100 * names + 100

    @pytest.mark.parametrize("names", [2, 11, 60])
    def test_shared_names_mean_what_they_say(self, names: int) -> None:
        """Each name is held to its definition, computed by hand from the one before."""
        lines = ["a0 = hcp(north) >= 9 && spades(south) >= 2"]
        lines += [
            f"a{i} = (a{i - 1} || hcp(south) == {i % 20}) "
            f"&& not (a{i - 1} && hearts(east) == {i % 9})"
            for i in range(1, names)
        ]
        deals = deal(2000, seed=5)
        expected = (deals.north.hcp >= 9) & (deals.south.spades >= 2)
        for i in range(1, names):
            held = expected & (deals.east.hearts == i % 9)
            expected = (expected | (deals.south.hcp == i % 20)) & ~held
        text = "\n".join([*lines, f"condition a{names - 1}"])
        found = deals.where(text)
        assert 0 < len(found) < 2000
        assert found == deals[expected]

    def test_more_values_at_once_than_a_program_holds(self) -> None:
        """A sum over 150 names, used twice, needs more columns than kernels have."""
        names = [f"t{i}" for i in range(150)]
        lines = [f"t{i} = hcp(north) + hcp(east) == {i % 40}" for i in range(150)]
        lines += [
            "s = " + " + ".join(names),
            "p = " + " + ".join(f"{i} * t{i}" for i in range(150)),
        ]
        deals = deal(500, seed=8)
        points = deals.north.hcp + deals.east.hcp
        s = sum((points == i % 40).astype(int) for i in range(150))
        p = sum(i * (points == i % 40).astype(int) for i in range(150))
        found = deals.where("\n".join([*lines, "condition s * p > 1100"]))
        assert 0 < len(found) < 500
        assert found == deals[s * p > 1100]

    def test_random_numbers_of_names_have_a_bound(self) -> None:
        lines = ["a0 = rnd(2)", *(f"a{i} = a{i - 1} + a{i - 1}" for i in range(1, 20))]
        with pytest.raises(ConditionError, match="rnd occurs more than 10,000 times"):
            run_script("\n".join([*lines, "condition a19 > 3"]))

    def test_a_mistyped_pattern_is_no_rule(self) -> None:
        for text in ("shape(north, 553)", "shape(north, 54)", "shape(north, 1 + 1)"):
            with pytest.raises(ConditionError, match="is not a test of the four lengths"):
                parse(text)

    def test_a_dealer_script_is_told_so(self) -> None:
        for text in ("generate 10000\ncondition 1", "# hello\npredeal north SA\ncondition 1"):
            with pytest.raises(ConditionError, match="command of a dealer script"):
                parse(text)

    def test_line_ends_and_byte_order_marks(self, tmp_path: Path) -> None:
        plain = parse("x = 3 # three\ncondition hcp(north) > x")
        for text in (
            "x = 3 # three\r\ncondition hcp(north) > x",
            "x = 3 # three\rcondition hcp(north) > x",
            "\ufeffx = 3 # three\ncondition hcp(north) > x",
        ):
            assert parse(text) == plain
        script = tmp_path / "bom.txt"
        script.write_bytes(b"\xef\xbb\xbfhcp(north) > 3")
        assert status_of(["deal", "1", "--file", str(script), "--format", "none"]) == 0

    @pytest.mark.parametrize("text", [5, b"1", None])
    def test_conditions_are_texts(self, text: object) -> None:
        with pytest.raises(ConditionError, match="read from a text"):
            parse(text)  # type: ignore[arg-type]


class TestDealing:
    def test_the_limit_counts_without_a_condition_too(self) -> None:
        with pytest.raises(AttemptLimitReached) as caught:
            deal(50, limit=10, seed=1)
        assert caught.value.deals == deal(10, seed=1)

    def test_filter_is_filter(self) -> None:
        found = deal(5, method="filter", seed=1)
        assert found.source is not None
        assert found.source.method == "filter"
        assert found == deal(5, seed=1)

    def test_errors_are_value_errors(self) -> None:
        for wrong in ({"n": -1}, {"n": 1, "method": "x"}, {"n": 1, "threads": 0}):
            with pytest.raises(ValueError) as caught:
                deal(**wrong)  # type: ignore[arg-type]
            assert isinstance(caught.value, DealwrightError)

    @pytest.mark.parametrize("predeal", [5, ["SA"], {"north": None}, {"north": 3.5}])
    def test_predeals_of_odd_types(self, predeal: object) -> None:
        with pytest.raises(PredealError):
            deal(1, predeal=predeal)  # type: ignore[arg-type]

    def test_a_whole_deal_as_a_predeal(self) -> None:
        text = "E:K9.AQ7.QJ98.Q542 - T752.JT3.7.JT983 Q843.98654.32.A6"
        masks = parse_predeal(text)
        assert masks[2] == 0
        assert str(deal(1, predeal=text)[0].north) == "Q843.98654.32.A6"

    def test_a_long_word_in_a_predeal(self) -> None:
        """Mutant: a pattern that gives back; it took minutes. The error is one short line."""
        with pytest.raises(PredealError, match="cannot read 'AKQ") as caught:
            parse_predeal(f"N:AKQ.2opens..{'K' * 200_000}")
        assert len(str(caught.value)) < 300

    def test_seeds_that_cannot_be_written(self) -> None:
        with pytest.raises(StreamError):
            deal(1, seed="\ud800")
        assert deal(1, seed=10**5000) != deal(1, seed=10**5000 + 1)

    @pytest.mark.long
    def test_holdings_of_letters(self) -> None:
        assert Holding("AKQ") == Holding.parse("AKQ")


class TestTypesOfNumbers:
    """A number of the wrong type is refused in one line, not by Python."""

    EXACT, SLOW = parse("hcp(north) >= 15"), parse("cccc(north) >= 1500")

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            ({"budget": "2"}, "a budget must be a number of seconds, 0 or more, not '2'"),
            ({"budget": True}, "a budget must be a number of seconds, 0 or more, not True"),
            (
                {"workspace": Workspace(budget="x")},  # type: ignore[arg-type]
                "a budget must be a number of seconds, 0 or more, not 'x'",
            ),
            ({"threads": "2"}, "the number of threads must be an integer, not '2'"),
            ({"threads": 1.5}, "the number of threads must be an integer, not 1.5"),
            ({"threads": True}, "the number of threads must be an integer, not True"),
            ({"memory": True}, "an amount of memory must be a number of bytes, not True"),
            ({"hits": 0}, "hits must be at least 1, not 0"),
            ({"hits": -1}, "hits must be at least 1, not -1"),
            ({"hits": "5"}, "hits must be an integer, not '5'"),
            ({"limit": 1.5}, "the limit must be an integer, not 1.5"),
            ({"method": None}, "None is not a method; choose auto, exact, filter"),
        ],
    )
    def test_of_a_count(self, options: dict[str, Any], said: str) -> None:
        for condition in (self.EXACT, self.SLOW):
            with pytest.raises(ArgumentError, match=f"^{re.escape(said)}$"):
                condition.probability(**options)

    def test_numbers_of_numpy_are_taken(self) -> None:
        for condition in (self.EXACT, self.SLOW):
            condition.probability(
                hits=np.int64(3), limit=np.uint8(9), threads=np.int32(1),  # type: ignore[arg-type]
                memory=np.int64(1 << 30), budget=np.float32(1), seed=1,  # type: ignore[arg-type]
            )  # fmt: skip

    def test_threads_of_a_workspace(self) -> None:
        with pytest.raises(ArgumentError, match=r"^the number of threads must be an integer"):
            deal(2, "hcp(north) > 20", workspace=Workspace(threads="x"))  # type: ignore[arg-type]

    def test_methods_that_are_compared(self) -> None:
        for methods in ("exact", "exact,filter", None):
            with pytest.raises(
                ArgumentError, match=r'as a list, such as \["exact", "pavlicek1999"'
            ):
                self.EXACT.compare(methods)  # type: ignore[arg-type]
        with pytest.raises(
            ArgumentError, match=r"^the number of deals must be an integer, not '4'"
        ):
            self.EXACT.compare(deals="4")  # type: ignore[arg-type]


class TestNumbers:
    def test_very_long_numbers(self) -> None:
        with pytest.raises(NumberingError):
            parse_deal_number("9" * 5000)
        assert Combinations(5, 13).sample(0, None).shape == (0, 13)  # type: ignore[arg-type]

    def test_tables(self, tmp_path: Path) -> None:
        path = tmp_path / "half.table"

        def stops(positions: np.ndarray) -> np.ndarray:
            if positions[0, -1] > 8:
                raise KeyboardInterrupt
            return positions[:, 0]

        with (
            pytest.raises(KeyboardInterrupt),
            CombinationTable(13, 5, path=path) as table,
        ):
            table.fill(stops, chunk=20)
        with pytest.raises(NumberingError, match="filled up to"):
            CombinationTable.open(path)
        with CombinationTable.open(path, partial=True) as part:
            assert 0 < part.filled < 1287
        empty = tmp_path / "empty.table"
        empty.touch()
        with CombinationTable(13, 5, path=empty, mode="a") as table:
            assert table.fill(lambda positions: positions[:, 0]) == 1287
        with pytest.raises(NumberingError, match="does not fit"):
            CombinationTable(5, 2, "float32")[0] = 1e300

    def test_zeros_of_both_signs(self) -> None:
        function = shape_function(lambda s, h, d, c: -0.0 if s else 0.0)
        assert [str(value) for value in function.results] == ["0.0", "-0.0"]


class TestCommands:
    def test_nothing_shows_help(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert status_of([]) == 0
        assert "Usage" in capsys.readouterr().out

    def test_long_numbers(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert status_of(["combinations", "20000", "10000"]) == 0
        assert len(capsys.readouterr().out) > 6000
        assert status_of(["number", "--deal", "9" * 5000]) == 2
        assert status_of(["combinations", "100000000", "50000000"]) == 2
        assert "too many digits" in capsys.readouterr().err

    @pytest.mark.long
    def test_files_survive_bad_settings(self, tmp_path: Path) -> None:
        path = tmp_path / "precious.txt"
        path.write_text("precious")
        for more, environment in (
            (["--seed", b"\xff"], {}),
            ([], {"DEALWRIGHT_KERNELS": "zz"}),
            (["--limit", "x"], {}),
        ):
            done = subprocess.run(
                [*COMMAND, "deal", "3", "-o", str(path), *more],
                capture_output=True, env={**environment, "PATH": ""},
            )  # fmt: skip
            assert done.returncode == 2
            assert b"Traceback" not in done.stderr
            assert path.read_text() == "precious"

    def test_a_full_disk_is_named(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert status_of(["deal", "2", "-o", "/dev/full"]) == 2
        assert "cannot write /dev/full: No space left" in capsys.readouterr().err

    def test_input_that_is_not_text(self) -> None:
        done = subprocess.run(
            [*COMMAND, "deal", "1", "-"], input=b"hcp(north)>3 # \xe9", capture_output=True
        )
        assert done.returncode == 2
        assert b"not text" in done.stderr

    def test_line_breaks_stay_out_of_pbn(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert (
            status_of(
                ["deal", "1", "--seed", "a\nb", "--predeal", "north SA\nsouth HA", "-F", "pbn"]
            )
            == 0
        )
        captured = capsys.readouterr()
        assert "% seed: a b\n" in captured.out
        assert "% predeal: north SA south HA\n" in captured.out
        assert "--seed 'a\nb'" in captured.err

    def test_count_wants_a_limit(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert status_of(["count", "hcp(north) > 3", "--limit", "0"]) == 2
        assert "at least one deal" in capsys.readouterr().err

    def test_a_condition_without_a_number_before_it(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert status_of(["deal", "hcp(north) > 3"]) == 2
        told = capsys.readouterr().err
        assert told == 'dealwright: say how many deals first: dealwright deal 8 "hcp(north) > 3"\n'
        assert status_of(["deal", "15-17 balanced"]) == 2
        assert "say how many deals first" in capsys.readouterr().err
        assert status_of(["deal", "-5"]) == 2

    @pytest.mark.long
    def test_interrupted_commands_say_so(self) -> None:
        work = subprocess.Popen(
            [*COMMAND, "explain", "cccc(north) >= 3500", "--limit", "1e13"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        wait_until_busy(work)
        work.send_signal(signal.SIGINT)
        out, err = work.communicate(timeout=PATIENCE)
        assert work.returncode == 1
        assert "random deals, 95 % interval" in out
        assert err == ("dealwright: interrupted: the estimate is from the deals examined so far\n")

    @pytest.mark.long
    @pytest.mark.parametrize("condition", ["hcp(north) >= 12", "1"])
    def test_an_interrupt_loses_nothing(self, tmp_path: Path, condition: str) -> None:
        """Every deal found is written, and the two messages agree."""
        path = tmp_path / "many.deals"
        work = subprocess.Popen(
            [*COMMAND, "deal", "3e7", condition, "--seed", "1", "-o", str(path)],
            stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        wait_until_busy(work, 1.5)
        work.send_signal(signal.SIGINT)
        _, err = work.communicate(timeout=PATIENCE)
        assert work.returncode == 1
        written = len(path.read_text().splitlines())
        interrupted = re.search(r"interrupted: ([\d,]+) of 30,000,000 deals found in ([\d,]+)", err)
        assert interrupted
        assert int(interrupted[1].replace(",", "")) == written
        assert err.startswith(f"{written:,} deals")
        last = path.read_text().splitlines()[-1]
        found = deal(written, condition, seed=1)
        assert found.source is not None
        assert found[-1].text() == last
        assert found.source.tried <= int(interrupted[2].replace(",", ""))
