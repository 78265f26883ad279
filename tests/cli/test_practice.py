"""Practice sets on the command line: what is printed, labelled and refused."""

from __future__ import annotations

import json

import pytest

from dealwright import Deals, Mixture, hcp, north, weighted

TYPES = [
    "--type", "weak 35: hcp(north) in 12..14",
    "--type", "very strong 65: hcp(north) in 15..17",
]  # fmt: skip
BALANCED = "balanced(north)"
STRONG = "hcp(north) in 15..17 && balanced(north)"


class TestTypes:
    def test_same_as_python(self, cli) -> None:
        types = ["--type", "weak 7: hcp(n) in 12..14", "--type", "strong 12: hcp(n) in 15..17"]
        result = cli("deal", "50", BALANCED, *types, "--seed", "x", "--format", "line")
        mixture = Mixture(
            [("weak", "hcp(north) in 12..14", 7), ("strong", "hcp(north) in 15..17", 12)],
            common=BALANCED,
        )
        assert Deals.parse(result.out.splitlines()) == mixture.deal(50, seed="x").deals

    def test_json(self, cli) -> None:
        types = ["--type", "weak 35: hcp(n) in 12..14", "--type", "strong 65: hcp(n) in 15..17"]
        out = cli("deal", "20", BALANCED, *types, "--apportion", "-F", "json", "-s", "1").out
        document = json.loads(out)
        assert document["method"] == "mixture"
        assert [kind["share"] for kind in document["types"]] == ["7/20", "13/20"]
        assert (document["exact"], document["overlap"], document["found"]) == (True, "error", 20)
        names = [deal["type"] for deal in document["deals"]]
        assert (names.count("weak"), names.count("strong")) == (7, 13)
        assert sum(deal["natural_weight"] for deal in document["deals"]) == pytest.approx(20)

    def test_the_last_line(self, cli) -> None:
        result = cli("deal", "100", BALANCED, *TYPES, "--apportion", "--format", "none")
        assert result.status == 0
        last = result.err.splitlines()[-1]
        assert last.startswith("types: 35 weak (target 0.35, natural 0.6656), 65 very strong (")

    def test_diagrams_do_not_tell(self, cli) -> None:
        assert "weak" not in cli("deal", "3", BALANCED, *TYPES).out

    def test_pbn_is_labelled_by_its_method(self, cli) -> None:
        out = cli("deal", "3", BALANCED, "--level", "hcp(north)", "-F", "pbn").out
        assert "% method: mixture" in out

    def test_overlap(self, cli) -> None:
        types = ["--type", "a 1: hcp(north) in 12..14", "--type", "b 1: hcp(north) in 14..17"]
        refused = cli("deal", "3", *types)
        assert refused.status == 2
        assert "deals in common" in refused.err
        for overlap in ("first", "share"):
            assert cli("deal", "3", *types, "--overlap", overlap).status == 0

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--type", "hcp(north) in 12..14"], "write a type as 'NAME SHARE: CONDITION'"),
            (["--type", "35: hcp(north) in 12..14"], "write a type as"),
            (["--type", "a 0: hcp(north) in 12..14"], "a share must be above 0"),
            (["--type", "a 1: hcp(nort) > 3"], "expected a seat, not 'nort'"),
            ([*TYPES, "--overlap", "last"], "overlap must be one of"),
            ([*TYPES, "--level", "hcp(north)"], "--type and --level cannot be combined"),
            ([*TYPES, "--method", "filter"], "--method cannot be combined with --type"),
            ([*TYPES, "--numbers"], "--numbers cannot be shown"),
            ([*TYPES[:2], "--type", "b 60 %: hcp(n) > 30"], "all shares in percent, or none"),
            (["--overlap", "first"], "--overlap needs --type"),
            (["--apportion"], "--apportion needs"),
            (["--level", "hcp(north): 15=1", "--level", "spades(north)"], "to every levelled"),
            (["--level", "hcp(north): 15=1 other=2"], "it takes no 'other'"),
            (["--weight", "hearts(west)"], "names no values"),
            (["--weight", "hearts(west): 5=-3"], "0 or more"),
            (["--weight", "hearts(west): 5=3", "--limit", "5"], "--limit cannot be combined"),
        ],
    )
    def test_refused(self, cli, arguments: list[str], message: str) -> None:
        result = cli("deal", "3", *arguments)
        assert (result.status, result.out) == (2, "")
        assert message in result.err

    def test_a_limit_keeps_what_it_has(self, cli) -> None:
        rare = ["--type", "rare 1: cccc(north) > 3200", "--limit", "2000"]
        result = cli("deal", "500", *rare, "-F", "line")
        assert result.status == 1
        assert "type 'rare': stopped at the attempt limit" in result.err


class TestLevels:
    def test_shares(self, cli) -> None:
        out = cli("deal", "40", STRONG, "--level", "hcp(north): 15=2 16=1 17=1", "--apportion",
                  "-F", "line").out  # fmt: skip
        points = hcp(north).values(Deals.parse(out.splitlines())).tolist()
        assert [points.count(p) for p in (15, 16, 17)] == [20, 10, 10]

    def test_two_levels(self, cli) -> None:
        levels = ["--level", "hcp(north): 15=2 16=1", "--level", "spades(north): 3=1 4=2"]
        out = cli("deal", "9", STRONG, *levels, "--apportion", "-F", "json").out
        shares = [kind["share"] for kind in json.loads(out)["types"]]
        assert shares == ["2/9", "4/9", "1/9", "2/9"]


class TestWeights:
    @pytest.mark.long
    def test_same_as_python(self, cli) -> None:
        text = "hearts(west): 5=3 6=9"
        out = cli("deal", "9", "hcp(west) > 9", "--weight", text, "-s", "x", "-F", "json").out
        document = json.loads(out)
        law = weighted("hcp(west) > 9", text)
        sample = law.deal(9, seed="x")
        assert [deal["deal"] for deal in document["deals"]] == [d.text() for d in sample.deals]
        assert [deal["weight"] for deal in document["deals"]] == sample.weights.tolist()
        restoring = [deal["restoring_weight"] for deal in document["deals"]]
        assert restoring == pytest.approx(sample.restoring.tolist())
        assert (document["count"], document["total_weight"]) == (
            str(law.deals), str(law.total_weight),
        )  # fmt: skip

    def test_a_note(self, cli) -> None:
        result = cli("deal", "2", "--weight", "hearts(west): 5=3", "--weight", "hcp(n): 9=2")
        assert "note: the deals are weighted: hearts(west): 5=3; hcp(north): 9=2" in result.err
