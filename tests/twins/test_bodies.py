"""Every kernel body gives the bits of the plain twin, for deals, expressions and searches."""

from __future__ import annotations

import numpy as np
import pytest

from dealwright import Stream, parse
from dealwright.base import kernels
from dealwright.base.kernels.programs import Op, Program, ProgramBuilder, ProgramStep
from tests.asking import filter_for
from tests.corpus import TEXTS
from tests.oracles import tree_by_hand
from tests.twins.plain import stream

FIXED = [
    (0, 0, 0, 0),
    (0b111, 0, 1 << 50, 0x1FFF << 13),
    (0x1FFF, 0x1FFF << 13, 0, 0),
    (0, 0, 0, 0b1 << 51),
    (0xFFF << 39, 0b11, 0b11 << 20, 0x7FF << 26),
]
NATIVE = kernels.bodies()
KEY = Stream("twins").key


@pytest.fixture(params=NATIVE)
def native(request: pytest.FixtureRequest):
    before = kernels.body()
    kernels.use_body(request.param)
    yield request.param
    kernels.use_body(before)


def test_compiled_bodies_are_here() -> None:
    """Without them the twin tests would compare nothing."""
    assert "portable" in NATIVE


@pytest.mark.parametrize("fixed", FIXED)
@pytest.mark.parametrize(("first", "n"), [(0, 1), (3, 257), (10**12, 1000), ((1 << 60) - 75, 70)])
def test_deals(native: str, fixed: tuple[int, ...], first: int, n: int) -> None:
    found = np.asarray(kernels.deal_uniform(kernels.PredealtPack(fixed), KEY, first, n))
    expected = np.empty_like(found)
    stream.deal(stream.PredealtPack(np.array(fixed, dtype=np.uint64)), KEY, first, expected)
    assert np.array_equal(found, expected)
    assert (np.bitwise_or.reduce(found, axis=1) == (1 << 52) - 1).all()
    assert all((found[:, seat] & np.uint64(fixed[seat]) == fixed[seat]).all() for seat in range(4))


def test_rejected_deals(native: str) -> None:
    """Twenty thousand deals hold some 34 whose words are drawn again."""
    found = np.asarray(kernels.deal_uniform(kernels.PredealtPack(), KEY, 0, 20_000))
    expected = np.empty_like(found)
    stream.deal(stream.PredealtPack(np.zeros(4, dtype=np.uint64)), KEY, 0, expected)
    assert np.array_equal(found, expected)


SEARCHED = [text for text in TEXTS if filter_for(parse(text).tree).program is not None]


@pytest.mark.parametrize("text", SEARCHED)
def test_searches(native: str, text: str) -> None:
    program = filter_for(parse(text).tree).program
    assert program is not None
    for fixed in FIXED[:3]:
        pack = kernels.PredealtPack(fixed)
        twin = stream.PredealtPack(np.array(fixed, dtype=np.uint64))
        for capacity in (0, 1, 40, 3000):
            found = kernels.filter_deals(pack, KEY, program, 11, 3000, capacity)
            deals = np.empty((capacity, 4), dtype=np.uint64)
            attempts = np.empty(capacity, dtype=np.uint64)
            n, tried = stream.filter(twin, KEY, program, 11, 3000, deals, attempts)
            assert np.array_equal(found.deals, deals[:n])
            assert np.array_equal(found.attempts, attempts[:n])
            assert found.tried == tried
        counted = kernels.count_accepted(pack, KEY, program, 11, 3000)
        assert counted == stream.count(twin, KEY, program, 11, 3000)


@pytest.mark.usefixtures("body")
@pytest.mark.parametrize("text", TEXTS)
def test_the_corpus_by_hand(text: str) -> None:
    """What a search accepts is what the manual's words accept, deal by deal."""
    tree = parse(text).tree
    plan = filter_for(tree)
    deals = np.asarray(kernels.deal_uniform(kernels.PredealtPack(), KEY, 0, 400))
    expected = [i for i, row in enumerate(deals.tolist()) if tree_by_hand.value(tree, row)]
    if plan.program is None:
        assert plan.certain == (len(expected) == 400)
        return
    found = kernels.filter_deals(kernels.PredealtPack(), KEY, plan.program, 0, 400, 400)
    assert found.attempts.tolist() == expected


@pytest.mark.parametrize("op", [op for op in Op if op >= Op.BETWEEN])
def test_every_operation(native: str, op: Op) -> None:
    table = (np.arange(8192, dtype=np.int64) * 7919 % 7 - 3) * 100  # a seventh of the entries are 0
    builder = ProgramBuilder()
    load = [ProgramStep(Op.HOLDING, seat, *builder.table(table)) for seat in range(3)]
    operands = 3 if op is Op.SELECT else 2 if op >= Op.ADD else 1
    last = [ProgramStep(op, -100, 200) if op is Op.BETWEEN else ProgramStep(op)]
    if op in (Op.KEEP, Op.KEPT):  # x * x + x * y, where x is kept
        operands, keep, kept = 1, ProgramStep(Op.KEEP, 95), ProgramStep(Op.KEPT, 95)
        last = [
            keep,
            kept,
            ProgramStep(Op.MULTIPLY),
            kept,
            load[1],
            ProgramStep(Op.MULTIPLY),
            ProgramStep(Op.ADD),
        ]
    builder.add(3, [*load[:operands], *last])
    program = builder.build()
    deals = np.asarray(kernels.deal_uniform(kernels.PredealtPack(), KEY, 0, 2000))
    expected = np.empty(2000, dtype=np.int32)
    stream.evaluate(program, deals, expected)
    assert np.array_equal(kernels.evaluate(program, deals), expected)
    assert len(np.unique(expected)) > 1


@pytest.mark.parametrize("top", [100, 30_000, 2_000_000_000])
def test_every_width_of_table(native: str, top: int) -> None:
    holdings = np.linspace(-top, top, 8192).astype(np.int64)
    shapes = np.linspace(top, -top, 560).astype(np.int64)
    deals = np.asarray(kernels.deal_uniform(kernels.PredealtPack(), KEY, 0, 600))
    for seat in range(4):
        builder = ProgramBuilder()
        builder.add(seat, [ProgramStep(Op.SHAPE, seat, *builder.table(shapes))])
        for suit in range(4):
            builder.add(seat, [ProgramStep(Op.HOLDING, seat + 4 * suit, *builder.table(holdings))])
        if top < 100_000:
            builder.add(seat, [ProgramStep(Op.HAND_SUM, seat, *builder.table(holdings))])
        whole = builder.build()
        for which in range(len(whole.ends)):
            begin = whole.ends[which - 1] if which else 0
            one = Program(
                whole.code[begin : whole.ends[which]],
                [whole.ends[which] - begin],
                [seat],
                whole.tables.tobytes(),
            )
            expected = np.empty(600, dtype=np.int32)
            stream.evaluate(one, deals, expected)
            assert np.array_equal(kernels.evaluate(one, deals), expected)


def test_operations_are_numbered_alike() -> None:
    """programs.Op is the list of native/core/program.hpp, where the source is at hand."""
    import re
    from pathlib import Path

    header = Path(__file__).parents[2] / "native" / "core" / "program.hpp"
    listed = re.findall(r"^    (\w+) = (\d+),", header.read_text("utf-8"), re.MULTILINE)
    assert {name: int(number) for name, number in listed} == {op.name.lower(): op for op in Op}
