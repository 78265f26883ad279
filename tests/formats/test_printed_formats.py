"""Formats to print and to calculate with: CSV, Parquet, HTML, LaTeX, PDF."""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from pyarrow import parquet
from pypdf import PdfReader

from dealwright import ArgumentError, Deals, Hand, Seat, deal
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.formats import Settings, writer
from dealwright.formats.kinds.hands import hand_sheets

DEALS = deal(40, seed="printed")
LONG = Deals.parse(["N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. -"])


def written(form: str, deals: Deals = DEALS, settings: Settings | None = None) -> str:
    made = writer(form, settings or Settings())
    half = len(deals) // 2
    parts = [made.begin(), made.deals(deals[:half], 0), made.deals(deals[half:], half)]
    return "".join([*parts, made.end(len(deals), len(deals))])


def in_print(hand: Hand) -> str:
    return str(hand).replace("T", "10")


def hand_record(deals: Deals, settings: Settings | None = None) -> bytes:
    return written("pdf", deals, settings).encode("latin-1")


def test_csv_is_a_row_a_deal() -> None:
    rows = list(csv.DictReader(StringIO(written("csv"))))
    assert [row["board"] for row in rows] == [str(n) for n in range(1, 41)]
    assert [row["vulnerable"] for row in rows[:4]] == ["None", "NS", "EW", "All"]
    texts = [f"N:{row['north']} {row['east']} {row['south']} {row['west']}" for row in rows]
    assert Deals.parse(texts) == DEALS
    assert [int(row["hcp_south"]) for row in rows] == DEALS.south.hcp.tolist()
    assert written("csv", DEALS[:0]).startswith("board,dealer,")


def test_csv_has_the_notes(cli: Callable[..., object], tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    kinds = ("--type", "a 1: hcp(north) > 20", "--type", "b 1: hcp(north) < 5")
    assert cli("deal", "20", *kinds, "-o", str(path)).status == 0
    rows = list(csv.DictReader(StringIO(path.read_text())))
    assert all((row["type"] == "a") == (int(row["hcp_north"]) > 20) for row in rows)


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cards: list[list[str]] = []
        self.boards = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.boards += tag == "article"
        if ("class", None) not in attributes and dict(attributes).get("class", "").startswith(
            "hand"
        ):
            self.cards.append([])

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "span":
            self.cards[-1].append(data)
            self.open.append("")


def test_html_shows_every_hand() -> None:
    text = written("html", settings=Settings(condition="hcp(north) < 5 && <b>", seed="x"))
    assert "&lt;b&gt;" in text
    assert "<b>&" not in text
    page = _Text()
    page.feed(text)
    assert page.boards == 40
    hands = iter(page.cards)
    for board in DEALS:
        for seat in (Seat.NORTH, Seat.WEST, Seat.EAST, Seat.SOUTH):
            assert next(hands) == [cards or "-" for cards in in_print(board[seat]).split(".")]
    assert "http" not in text.replace("http://www.w3.org", "")


def test_latex_shows_every_hand_and_is_balanced() -> None:
    text = written("latex")
    assert text.count("{") == text.count("}")
    for name in ("document", "tabular", "minipage"):
        assert text.count(rf"\begin{{{name}}}") == text.count(rf"\end{{{name}}}")
    hands = re.findall(
        r"\\hand((?:\{(?:[^{}]|\{[^{}]*\}|\{[^{}]*\{[^{}]*\}\})*?&[^{}]*\}){4})", text
    )
    assert len(hands) == 160
    first = re.findall(r"&([^{}]*)\}", hands[0])
    assert first == [cards or "--" for cards in in_print(DEALS[0][Seat.NORTH]).split(".")]


def words_of(data: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(data)).pages]


def suits_of(deals: Deals, seat: Seat) -> list[str]:
    return [cards for board in deals for cards in in_print(board[seat]).split(".") if cards]


def test_pdf_record_has_all_boards_and_hands() -> None:
    pages = words_of(hand_record(DEALS))
    assert len(pages) == 3  # 18 boards on a page
    lines = "\n".join(pages).split()
    for seat in Seat:
        for cards in suits_of(DEALS, seat):
            assert cards in lines
    assert "Hand" in lines
    fixed = Settings(first=7, dealer=Seat.EAST, vulnerability=Vulnerability.ALL)
    words = words_of(hand_record(DEALS[:2], fixed))[0]
    assert words.count("East deals") == words.count("All vul") == 2
    assert words.count("♠") == words.count("♣") == 8


def test_pdf_sheets_have_one_seat_only() -> None:
    pages = words_of(hand_sheets(DEALS, [Seat.SOUTH], Settings()))
    assert len(pages) == 3  # 18 hands on a page
    lines = " ".join(pages).split()
    south, others = set(suits_of(DEALS, Seat.SOUTH)), set(suits_of(DEALS, Seat.NORTH))
    assert south <= set(lines)
    assert len((others - south) & set(lines)) < 0.1 * len(others - south)


def test_pdf_sheets_have_title_foot_page_numbers_and_room_for_the_auction() -> None:
    settings = Settings(title="Friday", date="27 November", seed="5")
    first, second = words_of(hand_sheets(DEALS[:20], [Seat.SOUTH], settings))
    assert "South's hands – Friday" in first
    for number, page in enumerate((first, second), 1):
        lines = page.split("\n")
        assert "27 November, seed 5" in lines
        assert str(number) in lines
        assert "South" not in page.replace("South's hands", "").replace("South deals", "")
    assert second.split("\n").count("W") == second.split("\n").count("E") == 2


def test_pdf_sheets_of_all_seats_follow_each_other(
    cli: Callable[..., object], tmp_path: Path
) -> None:
    path = tmp_path / "a.pdf"
    made = cli("deal", "3", "hcp(north) > 19", "--seed", "1", "--format", "hands", "-o", str(path))
    assert made.status == 0
    pages = words_of(path.read_bytes())
    deals = deal(3, "hcp(north) > 19", seed=1)
    assert len(pages) == 4
    for seat, page in zip(Seat, pages, strict=True):
        assert page.startswith(f"{seat.name.capitalize()}'s hands")
        assert set(suits_of(deals, seat)) <= set(page.split())


def test_pdf_of_the_longest_suit_and_of_nothing() -> None:
    assert "AKQJ1098765432" in words_of(hand_record(LONG))[0]
    assert len(words_of(hand_record(DEALS[:0]))) == 1


def test_pdf_is_the_same_each_time() -> None:
    assert hand_record(DEALS) == hand_record(DEALS)


def test_pdf_from_the_command(cli: Callable[..., object], tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    assert cli("deal", "5", "--seed", "1", "-o", str(path)).status == 0
    assert path.read_bytes() == hand_record(deal(5, seed=1), Settings(seed="1"))
    assert "seed 1" in words_of(path.read_bytes())[0].split("\n")
    refused = cli("deal", "5", "--format", "pdf")
    assert (refused.status, "goes to a file" in refused.err) == (2, True)


@pytest.mark.parametrize(
    ("form", "module", "extra"),
    [("pdf", "reportlab.pdfgen.canvas", "pdf"), ("parquet", "pyarrow", "arrow")],
)
def test_without_its_library(
    form: str, module: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ArgumentError, match=rf"dealwright\[{extra}\]"):
        writer(form, Settings())


@pytest.mark.long
def test_parquet_has_hands_masks_and_notes(cli: Callable[..., object], tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    kinds = ("--type", "a 1: hcp(north) > 20", "--type", "b 1: hcp(north) < 5")
    assert cli("deal", "30", *kinds, "--seed", "4", "-o", str(path)).status == 0
    table = parquet.read_table(path)
    rows = table.to_pydict()
    assert rows["board"] == list(range(1, 31))
    texts = zip(*(rows[seat] for seat in ("north", "east", "south", "west")), strict=True)
    deals = Deals.parse(f"N:{' '.join(hands)}" for hands in texts)
    assert rows["west_mask"] == deals.masks[:, 3].tolist()
    assert rows["north_hcp"] == deals.north.hcp.tolist()
    assert [kind == "a" for kind in rows["type"]] == [points > 20 for points in rows["north_hcp"]]
    assert table.schema.metadata[b"dealwright.seed"] == b"4"


def test_parquet_of_several_batches_and_of_none() -> None:
    table = parquet.read_table(BytesIO(written("parquet").encode("latin-1")))
    assert table.num_rows == 40
    assert table.column("south_mask").to_pylist() == DEALS.masks[:, 2].tolist()
    assert (
        parquet.read_table(BytesIO(written("parquet", DEALS[:0]).encode("latin-1"))).num_rows == 0
    )


def test_practice_with_pdf(cli: Callable[..., object], tmp_path: Path) -> None:
    out = tmp_path / "set"
    kind = "weak 1: spades(north) == 6 && hcp(north) in 5..10"
    found = cli("practice", "-n", "4", "--type", kind, "--seed", "5", "-o", str(out), "--pdf")
    assert found.status == 0
    sheet = words_of((out / "north.pdf").read_bytes())[0]
    assert sheet.count("North's hands") == sheet.count("North deals") == 1
    assert (out / "record.pdf").read_bytes().startswith(b"%PDF")


def test_html_and_pdf_have_the_same_words() -> None:
    settings = Settings(title="Friday", date="27 November", seed="5")
    page = written("html", settings=settings).partition("</style>")[2]
    words = re.sub(r"<[^>]*>", " ", page).split()
    on_paper = " ".join(words_of(hand_record(DEALS, settings))).split()
    numbers = [str(number) for number in (1, 2, 3)]  # of pages, with a title on each
    repeated = [*numbers, *(["Friday", "27", "November,", "seed", "5"] * 2)]
    assert sorted([*words, *repeated]) == sorted(on_paper)


@pytest.mark.parametrize(("ten", "shown"), [("", "10"), ("10", "10"), ("T", "T")])
def test_every_printed_page_shows_the_ten_as_set(
    ten: str,
    shown: str,
    cli: Callable[..., object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DEALWRIGHT_TEN", ten)
    holding = f"AK{shown}532"
    fixed = ("--predeal", "north SAKT532", "--seed", "1")
    for name in ("a.pdf", "a.hands.pdf", "a.html", "a.tex"):
        path = tmp_path / name
        assert cli("deal", "1", *fixed, "-o", str(path)).status == 0
        data = path.read_bytes()
        text = words_of(data)[0] if name.endswith("pdf") else data.decode()
        assert holding in text, name
    out = tmp_path / "set"
    practice = ("practice", "hcp(north) == 7 && shape(north, 6322)", "-n", "1", "--seed", "1")
    assert cli(*practice, "--pdf", "-o", str(out)).status == 0
    for seat in ("north", "south"):
        on_paper = words_of((out / f"{seat}.pdf").read_bytes())[0]
        lines = (out / f"{seat}.txt").read_text("utf-8").splitlines()
        suits = [line[2:].replace(" ", "") for line in lines if line and line[0] in "♠♥♦♣"]
        assert len(suits) == 4
        assert all(cards in on_paper.split() for cards in suits)
        record = (out / "record.txt").read_text("utf-8")
        assert all(cards in record.split() for cards in suits)
