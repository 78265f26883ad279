"""Workspaces: features and kept plans of their own, each plan built once, bounds that hold."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from dealwright import (
    ArgumentError,
    ConditionError,
    FeatureError,
    Workspace,
    count,
    deal,
    default_workspace,
    parse,
    point_scale,
    table_view,
)
from dealwright.ask.resources import Resources
from dealwright.deals.workspace import BoundedCache
from dealwright.scripts import run_script
from tests.processes import PATIENCE


@dataclass
class Sized:
    """A value that says how large it is."""

    bytes: int


class TestKept:
    def test_the_least_recently_used_goes_first(self) -> None:
        kept = BoundedCache(bound=100)
        for key in "abc":
            kept.get(key, lambda: Sized(30))
        kept.get("a", lambda: Sized(30))
        kept.get("d", lambda: Sized(30))
        assert (kept.made, len(kept), kept.bytes) == (4, 3, 90)
        kept.get("a", lambda: Sized(30))
        assert kept.made == 4
        kept.get("b", lambda: Sized(30))
        assert kept.made == 5

    def test_values_may_grow(self) -> None:
        kept = BoundedCache(bound=100)
        first = kept.get("a", lambda: Sized(10))
        kept.get("b", lambda: Sized(10))
        first.bytes = 500
        kept.trim()
        assert (len(kept), kept.bytes) == (1, 10)

    def test_a_value_that_grows_is_noticed_by_those_that_are_added(self) -> None:
        kept = BoundedCache(bound=1000)
        first = kept.get("a", lambda: Sized(10))
        for at in range(20):
            kept.get(at, lambda: Sized(10))
        first.bytes = 2000
        for at in range(20, 42):
            kept.get(at, lambda: Sized(10))
        assert kept.get("a", lambda: Sized(1)) is not first
        assert kept.bytes == 421

    def test_adding_asks_few_values_for_their_bytes(self) -> None:
        """Each about twice: two thousand values are added in the time of twenty times a hundred."""
        asked = [0]

        class Counted:
            @property
            def bytes(self) -> int:
                asked[0] += 1
                return 1

        kept = BoundedCache(bound=10**6)
        for at in range(2000):
            kept.get(at, Counted)
            kept.get(at // 2, Counted)
        assert asked[0] < 5 * 2000

    def test_the_newest_stays_whatever_its_size(self) -> None:
        kept = BoundedCache(bound=10)
        kept.get("a", lambda: Sized(5))
        kept.get("b", lambda: Sized(1000))
        assert (len(kept), kept.bytes) == (1, 1000)

    def test_one_builds_and_the_others_wait(self) -> None:
        kept, made = BoundedCache(), []

        def make() -> Sized:
            made.append(1)
            time.sleep(0.05)
            return Sized(1)

        with ThreadPoolExecutor(20) as pool:
            found = list(pool.map(lambda _: kept.get("a", make), range(20)))
        assert len(made) == 1
        assert all(value is found[0] for value in found)

    def test_crossed_keys_do_not_wait_for_each_other(self) -> None:
        """Two threads make the values of two keys, each of which needs the other."""
        kept, both = BoundedCache(), threading.Barrier(2)

        def make(first: bool, other: str) -> Sized:
            if first:
                both.wait(PATIENCE)
            kept.get(other, lambda: Sized(1))
            return Sized(2)

        found = []
        threads = [
            threading.Thread(
                target=lambda own=own, other=other: found.append(
                    kept.get(own, lambda: make(True, other))
                ),
                daemon=True,
            )
            for own, other in ("ab", "ba")
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        assert len(found) == 2
        assert len(kept) == 2

    def test_a_value_that_needs_itself_is_made_inside(self) -> None:
        kept = BoundedCache()
        assert kept.get("a", lambda: kept.get("a", lambda: Sized(3))).bytes == 3

    def test_after_an_error_the_next_one_builds(self) -> None:
        kept = BoundedCache()

        def fail() -> Sized:
            raise ValueError("no")

        with pytest.raises(ValueError, match="no"):
            kept.get("a", fail)
        assert kept.get("a", lambda: Sized(1)).bytes == 1


class TestFeatures:
    def test_a_child_sees_its_parent_and_keeps_its_own(self) -> None:
        above = Workspace()
        above.register(point_scale("upper", "2 1"))
        below = above.child()
        below.register(point_scale("lower", "3 2 1"))
        assert parse("upper(north) + lower(north) > 3", below).count() > 0
        for known, name in ((above, "lower"), (default_workspace(), "upper")):
            with pytest.raises(ConditionError, match="unknown function"):
                parse(f"{name}(north) > 3", known)
        with pytest.raises(FeatureError, match="already"):
            below.register(point_scale("upper", "1"))

    def test_trees_hold_their_features(self) -> None:
        """Two features of one name are two conditions, also among the plans that are kept."""
        one, other = Workspace(), Workspace()
        one.register(point_scale("mine", "1"))
        other.register(point_scale("mine", "0 1"))
        aces, kings = (parse("mine(north) == 4", each) for each in (one, other))
        assert str(aces) == str(kings)
        assert aces != kings
        shared = Workspace()
        assert (
            aces.distribution("kings(north)", workspace=shared)[0]
            != kings.distribution("kings(north)", workspace=shared)[0]
        )


class TestNumbersOfCalls:
    """What a call does not say is that of its workspace; what it says goes before."""

    STRONG = parse("hcp(north) >= 20")

    def test_a_budget_holds_where_a_call_gives_none(self) -> None:
        stingy = Workspace(budget=0)
        assert not self.STRONG.count(workspace=stingy, seed=1).exact
        assert isinstance(self.STRONG.count(workspace=stingy, budget=2), int)
        assert isinstance(self.STRONG.count(workspace=stingy, method="exact"), int)
        assert not self.STRONG.probability(workspace=stingy, seed=1).exact  # type: ignore[union-attr]
        assert not self.STRONG.cards(workspace=stingy, seed=1).exact
        deep = parse("cccc(north) + cccc(south) >= 3000")
        sampled = [
            deep.distribution("hcp(north)", workspace=workspace, budget=budget, seed=1).total
            for workspace, budget in ((stingy, None), (None, 0), (stingy, 1))
        ]
        assert sampled[0] == sampled[1] < sampled[2]
        assert not self.STRONG.explain(workspace=stingy, seed=1).share.estimate.exact
        view = table_view("south AKT32.432.432.AK", "north 7654.AQ5.AKQ.765", workspace=stingy)
        assert not view.odds(seed=1).unseen.cards.exact

    def test_memory_holds_where_a_call_gives_none(self) -> None:
        tiny = Workspace(memory=0)
        condition = parse("hcp(north) + hcp(south) >= 25 && spades(north) >= 5")
        assert not condition.count(workspace=tiny, seed=1).exact
        assert isinstance(condition.count(workspace=tiny, memory=1 << 30), int)
        assert not condition.count(workspace=tiny, seed=1).exact  # a model that is cached by now
        with pytest.raises(ArgumentError, match="cannot be negative"):
            condition.count(workspace=Workspace(memory=-1))

    def test_threads_hold_where_a_call_gives_none(self) -> None:
        assert Resources(workspace=Workspace(threads=1)).threads == 1
        assert Resources(workspace=Workspace(threads=1), threads=2).threads == 2
        with pytest.raises(ArgumentError, match="threads"):
            _ = Resources(workspace=Workspace(threads=0)).threads

    def test_a_child_has_the_numbers_of_its_parent(self) -> None:
        above = Workspace(threads=3, memory=1000, budget=0.5)
        child = above.child()
        assert (child.threads, child.memory, child.budget) == (3, 1000, 0.5)
        own = Workspace(above, threads=1, memory=0, budget=0)
        assert (own.threads, own.memory, own.budget) == (1, 0, 0)
        above.threads, above.memory, above.budget = 2, 5000, 4
        assert (child.threads, child.memory, child.budget) == (2, 5000, 4)
        assert (own.threads, own.memory, own.budget) == (1, 0, 0)
        child.threads = child.memory = child.budget = 1
        assert (child.threads, child.memory, child.budget) == (1, 1, 1)
        assert (above.threads, above.memory, above.budget) == (2, 5000, 4)

    @pytest.mark.parametrize(
        "call",
        [
            lambda: Workspace(2),  # type: ignore[arg-type]
            lambda: parse("hcp(north) > 9", 2),  # type: ignore[arg-type]
            lambda: count("hcp(north) > 9", workspace=2),
            lambda: parse("hcp(north) > 9").count(workspace=2),  # type: ignore[arg-type]
            lambda: parse("hcp(north) > 9").distribution("hcp(north)", workspace=2),  # type: ignore[arg-type]
            lambda: deal(1, "hcp(north) > 9", workspace=2),  # type: ignore[arg-type]
        ],
    )
    def test_what_is_no_workspace_is_refused(self, call: Callable[[], object]) -> None:
        with pytest.raises(ArgumentError, match=r"^2 is not a workspace; write Workspace\(\)"):
            call()

    def test_those_of_the_default_workspace_hold_everywhere(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(default_workspace(), "budget", 0)
        assert not self.STRONG.count(seed=1).exact
        assert not count("hcp(north) >= 20", seed=1).exact  # type: ignore[union-attr]


@pytest.mark.long
def test_fifty_threads_ask_twenty_things_at_once() -> None:
    """The answers are those of one thread, nothing is built twice, the bound is kept."""
    texts = [
        f"hcp(north) in {low}..{low + 2} && spades(south) >= {cards} && balanced(north)"
        for low in range(11, 21)
        for cards in (5, 6)
    ]
    alone = {text: parse(text).count(workspace=Workspace()) for text in texts}
    workspace = Workspace(bound=8 << 20)
    start = threading.Barrier(50)

    def ask(at: int) -> bool:
        start.wait()
        order = [texts[(at + 7 * step) % len(texts)] for step in range(len(texts))]
        return all(parse(text).count(workspace=workspace) == alone[text] for text in order)

    with ThreadPoolExecutor(50) as pool:
        assert all(pool.map(ask, range(50)))
    assert workspace.plans.bytes <= 8 << 20
    roomy = Workspace()
    with ThreadPoolExecutor(50) as pool:
        list(pool.map(lambda at: parse(texts[at % 20]).count(workspace=roomy), range(200)))
    assert roomy.plans.made == len(roomy.plans) == 60  # the tests, a model and a count of each


@pytest.mark.long
def test_a_thousand_scripts_leave_no_trace() -> None:
    """Point counts of scripts are no names afterwards, and the process does not grow with them."""
    names = default_workspace().features.names()
    pickled = deal(1, seed=1)
    sizes = []
    for at in range(1000):
        text = (
            f"pointcount {at % 40 + 4} 3 2 1 produce 2 condition hcp(north) >= 12 "
            "action printes(hcp(north), \\n)"
        )
        assert len(run_script(text, seed=at).result().split()) == 2
        if at in (300, 999):
            gc.collect()
            sizes.append(len(gc.get_objects()))
    assert default_workspace().features.names() == names
    assert default_workspace().plans.bytes <= default_workspace().plans.bound
    assert deal(1, seed=1) == pickled
    with pytest.raises(ConditionError, match="unknown function"):
        parse("points_5_3_2_1(north) > 3")
    assert sizes[1] - sizes[0] < 20_000
