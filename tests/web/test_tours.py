"""Tours of the pages: what each shows after everything that a user does there.

``python -m tests.web.test_tours`` stores them again, ``python -m tests.web.test_tours odds`` one.
Answers come from ``golden/tours/NAME.json``; delete it before, and the program is asked again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

from tests.web.conftest import CHROMIUM, ENDING, needs_browser
from tests.web.module_values import CARDS, PLAYED, modules
from tests.web.tours import STORED, Tour, made, static_files, store, touring

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = needs_browser


@pytest.fixture(scope="session")
def toured(browser: Browser) -> Iterator[tuple[Page, str]]:
    with static_files() as address, touring(browser) as page:
        yield page, address


def home(tour: Tour) -> None:
    tour.open("index")
    tour.fill("#points", "20..21")
    tour.fill("#shape", "")
    tour.fill("#length", "7")
    tour.fill("#suit", "spades")
    tour.click("More")
    tour.click("Suits in four")
    tour.click("Suits in two")
    tour.click("Suits in four")
    tour.type_key("Escape")
    tour.click("More")
    tour.click("css:h1")


def deal_limits(tour: Tour) -> None:
    """The table of limits: the editor of ranges, shapes and words, the count, undo."""
    tour.open("deal")
    tour.click("Add a limit for North", "1NT", "At most: one more", "At least: one less")
    tour.click("At least: one less", "At most: one less")
    for text in ("8,11-13", "-9", "12+", "many", "4", "0-37"):
        tour.fill("#editor\\.typed", text)
    tour.fill("#editor\\.least", "12")
    tour.fill("#editor\\.most", "10")
    tour.fill("#editor\\.most", "99")
    tour.click("Shape", "balanced", "4-3-3-3, 10.5 % of hands", "5-3-3-2, 15.5 % of hands")
    tour.click("24 rarer shapes", "two-suiters", "three-suiters", "one-suiters", "semi-balanced")
    tour.fill("#editor\\.typed", "s >= 5 && h >= 4")
    tour.fill("#editor\\.typed", "5+xxx")
    tour.click("spades", "exactly 5", "short", "at most 3", "hearts", "6+", "Controls", "at most 2")
    tour.click("Losers", "at most 7", "Freakness", "wild: 5+", "Remove this limit")
    tour.click("In words", "no void")
    tour.fill("#editor\\.typed", "two of top three hearts")
    tour.type_key("Escape")
    tour.click('[data-field="north.s"]', "Done")
    tour.click("Undo", "Redo", "Rotate")
    tour.click("Add a limit for South", "opening", "Remove this limit", "weak", "Done")
    tour.click("Clear", "css:.toast button", "Clear")
    # limits that contradict each other, and what cannot be read
    tour.address("north.hcp=20-22&south.hcp=12%2B&east.hcp=10%2B&east.s=4%2B")
    tour.address("north.hcp=many&south.points=5%2B&south.spades=4")
    tour.address("south.shape=5432&north.foo=3&n=5")
    tour.address("west.h=14")
    tour.address("north.hcp=37&east.hcp=3&words=hcp(south)%3E3%20")
    tour.address("north.hcp=20-20&south.shape=any+4441&east.hand=void+in+hearts")


def deal_boards(tour: Tour) -> None:
    """Boards: dealt, shown, edited, solved, saved, printed, linked, numbered."""
    tour.open("deal", "#north.hcp=15-17&n=2&seed=tour&board=3")
    tour.click("More about board 3", "Double-dummy tricks of board 3", "Links of board 3")
    tour.click("Large", "Show North", "Show West", "Compact", "Large", "Show North", "Show West")
    tour.click("Edit board 4")
    cards = "#boards li:nth-child(2) button.small"
    tour.click(f"css:{cards}:nth-of-type(1)", "css:#boards li:nth-child(2) .east button.small")
    tour.click("Edit board 3")
    tour.click("css:#boards li:nth-child(1) .north .suit:nth-of-type(2) button.small")
    tour.click("css:#boards li:nth-child(1) .north .suit:nth-of-type(3) button.small")
    tour.click("css:#boards li:nth-child(1) .north .suit:nth-of-type(3) button.small")
    tour.click("keep South", "keep East", "Redeal the other hands")
    tour.click("Play board 4", "Odds at the table of board 3")
    tour.click("Tricks", "Save or print …", "PBN", "LIN", "PBN with tricks", "Link", "More formats")
    tour.click("CSV", "A script", "Text")
    tour.fill("#sheet", "hands")
    tour.click("PDF")
    tour.fill("#sheet", "record")
    tour.click("#print-tricks")
    tour.fill("#print-title", "Tuesday")
    tour.click("PDF", "Print")
    tour.fire("window", "afterprint")
    tour.fill("#sheet", "boards")
    tour.fill("#print-title", "")
    tour.click("#print-tricks", "Print")
    tour.fire("window", "afterprint")
    tour.click("css:#save [data-close]", "Advanced …")
    tour.fill("#board", "7")
    tour.fill("#vulnerable", "EW")
    tour.fill("#dealer", "west")
    tour.fill("#dealer", "random")
    tour.fill("#dealer", "")
    tour.fill("#exchanges", "ew, suits")
    tour.fill("#exchanges", "")
    tour.fill("#quiet", "pass")
    tour.fill("#dealer", "east")
    tour.fill("#quiet", "")
    tour.fill("#seed", "other")
    tour.click("css:#advanced [data-close]")
    tour.hold("deal")
    tour.fill("#n", "3")
    tour.click("#deal")
    tour.release()
    tour.click("Save or print …", "A script", "PBN", "css:#save [data-close]")
    tour.fill("#n", "1")
    tour.click("#deal", "Clear")
    tour.click("#deal")
    # deals of codes
    tour.address("deals=h54B3nAKJgFDoPNl&board=5&show=ns")
    tour.address("north.hcp=37&south.hcp=9&n=2&seed=1")


def deal_advanced(tour: Tour) -> None:
    """Words with completion, scripts, fixed cards, costs, cards, charts, laws, favourites."""
    tour.open("deal", "#south.s=4-5")
    tour.click("Advanced …")
    tour.fill("#words", "hc")
    tour.key("ArrowDown")
    tour.key("ArrowDown")
    tour.key("ArrowUp")
    tour.key("Enter")
    tour.fill("#words", "co")
    tour.key("ArrowUp")
    tour.key("Tab")
    tour.fill("#words", "sh")
    tour.key("Escape")
    tour.fill("#words", "north: 15-17 balanced")
    tour.fill("#words", "hcp(north) >= && 3")
    tour.fill("#words", "hcp(north) == 12 || hcp(north) == 14")
    tour.click("What each limit costs", "Where each card is")
    tour.click("#grid button:nth-of-type(3)")
    tour.key("ArrowRight")
    tour.key("ArrowDown")
    tour.click("#grid button:nth-of-type(17)")
    tour.fill("#cards\\.seat", "west")
    tour.click("#grid button:nth-of-type(30)")
    tour.click("#grid button:nth-of-type(30)")
    tour.fill("#predeal", "south AKQ2.T98.543.A72 west SJ10")
    tour.fill("#predeal", "what")
    tour.fill("#predeal", "north SAK, east HA")
    tour.click("Charts of a hand")
    tour.fill("#chart\\.seat", "east")
    tour.fill("#chart\\.of", "8")
    tour.fill("#chart\\.of", "2")
    tour.fill("#exchange", "NESW CDSH")
    tour.fill("#exchange", "SENW CDHS")
    tour.fill("#exchange", "ENWS CDHS")
    tour.click("Done", "#more\\.predeal", "Done", "#more\\.words")
    tour.fill("#predeal", "")
    tour.fill("#words", "")
    tour.click("Mixtures and weights")
    tour.fill("#law", "types")
    tour.fill("#law\\.lines", "weak 2: hcp(north) in 12..14\nstrong 1: hcp(north) in 15..17\n")
    tour.fill("#seed", "law")
    tour.fill("#law", "weights")
    tour.fill("#law\\.lines", "hearts(west): 5=3 6=9")
    tour.fill("#seed", "law")
    tour.fill("#law", "levels")
    tour.fill("#law", "")
    tour.click("Saved in this browser", "Keep")
    tour.fill("css:#kept\\.lists input", "fours")
    tour.click("Keep", "css:#kept\\.lists li button")
    tour.fill("css:#kept\\.lists input", "fives")
    tour.click("Keep")
    # a script
    tour.click("Done", "Clear", "Advanced …")
    tour.fill(
        "#words",
        "condition hcp(north) >= 15\nproduce 3\n"
        'action printall, frequency "hcp" (hcp(south), 0, 9)',
    )
    tour.fill("#predeal", "north SA")
    tour.fill("#predeal", "")
    tour.fill("#seed", "script")
    tour.fill("#exchange", "SENW CDHS")
    tour.click("Done", "Save or print …", "More formats", "A script", "css:#save [data-close]")
    tour.address(
        'words=action average "x" hcp(north), frequency (hcp(south), 8, 9, hcp(north), 8, 10)'
        "&seed=2&n=3"
    )


def deal_gallery(tour: Tour) -> None:
    """Scenarios, themes with their boards, decisions, what a link shares."""
    tour.open("deal")
    tour.click("css:#popular button", "css:.toast button")
    tour.click("Search", "Slam tries")
    for text in ("spades", "two hearts", "1NT", "weak 2s", "nothing of this"):
        tour.fill("#gallery\\.words", text)
    tour.click("All")
    for text in ("transfer", "squeeze", "close lead", "10", "clear"):
        tour.fill("#gallery\\.words", text)
    tour.fill("#gallery\\.words", "stayman")
    tour.click("css:#gallery\\.cards button")
    tour.click(
        "Add a limit for West",
        "weak",
        "Done",
        "Advanced …",
        "Saved in this browser",
        "Keep",
        "Done",
    )
    tour.click("Scenarios", "Yours")
    tour.fill("#gallery\\.words", "zzz")
    tour.fill("#gallery\\.words", "")
    tour.click("Copy a link to these", "css:#gallery\\.cards button", "Close")
    tour.address("own=ours%20%23north.hcp%3D12&own=other%20%23south.s%3D5&own=bad")
    tour.click("Keep these", "ours")
    tour.click("Scenarios", "Yours", "Forget other", "Close")
    # themes
    tour.address("theme=squeeze&n=2&seed=t")
    tour.click("The ending", "The answer", "More about board 1", "Play board 1")
    tour.click("Scenarios", "All")
    tour.fill("#gallery\\.words", "throw")
    tour.click("css:#gallery\\.cards button", "css:.toast button")
    for theme in ("throw-in", "finesse-or-drop", "ending"):
        tour.address(f"theme={theme}&n=1&seed=t")
        tour.click("The ending", "The answer")
    for theme in ("close-lead", "clear-contract", "clear-call"):
        tour.hold("decisions")
        tour.address(f"theme={theme}&n=1&seed=page")
        tour.release()
        tour.click("The answer")
    tour.hold("decisions")
    tour.click("#deal", "Stop")
    tour.release()
    tour.click("Advanced …")


SYSTEM = """opening
  1NT  hcp in 15..17 && balanced   "strong"
  1S   hcp >= 12 && spades >= 5
  2NT  hcp == 16 && balanced
  else Pass
1NT
  2C   hcp >= 8
"""
CODE = "a739MddFvOaTyMSN"  # a deal in which North has 16 points and South 10
HANDS = "hand=AQ542.KJ87.32.K3&dummy=K63.AQ4.J854.542"

DONE: dict[str, Any] = {
    "board": 1, "dealer": "north", "vulnerable": "NS", "turn": None, "contract": "4S-N",
    "calls": ["1S", "Pass", "4S", "Pass", "Pass", "Pass"],
    "deal": CARDS,
}  # fmt: skip
AUDIT: dict[str, Any] = {
    "verdict": "These hands are not what fair dealing gives.", "boards": 1, "sessions": 1,
    "condition": "", "level": 0.01, "notes": ["a.pbn: board 3 is damaged"],
    "rooms": ["a and b"], "repeated": ["1 of a is 2 of b"], "left_out": ["voids"],
    "powers": [{"dealer": "by hand", "chance": 0.0002}, {"dealer": "badly", "chance": 0.9999},
               {"dealer": "half", "chance": 0.5}],
    "tests": [
        {"name": "flat hands", "words": "more flat hands", "adjusted": 0.01, "p_value": 1e-14,
         "seen": 12345.6, "expected": 0.0012, "deviation": 100},
        {"name": "voids", "words": "fewer", "adjusted": 0.011, "p_value": 0.00001,
         "seen": 1000, "expected": 0.01, "deviation": 0},
        {"name": "order", "words": "less", "adjusted": 0.5, "p_value": 0.0001,
         "seen": 0, "expected": 7.25, "deviation": 5},
    ],
}  # fmt: skip
EVENT: dict[str, Any] = {
    "verdict": "Something is wrong.", "holds": False, "unchecked": ["the record"],
    "others": ["notes.txt is no file of the event"],
    "findings": [{"holds": True, "what": "the digest"}, {"holds": False, "what": "board 3"}],
}  # fmt: skip


def bid_alone(tour: Tour) -> None:
    """An auction with a robot, with hints and meanings; by hand, with keys; results, summary."""
    tour.open("bid", "#north.hcp=15-17&south.hcp=10-12&n=2&seed=tour&board=3")
    hint = "Hint: what the system would bid"
    tour.click(hint, hint)
    tour.over('#box [aria-label="1 notrump"]')
    tour.over('#box [aria-label="7 clubs"]')
    for key in ("3", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "ArrowDown", "q"):
        tour.key(key)
    tour.key("p", {"ctrlKey": True})
    tour.key("1", {"repeat": True})
    tour.type_key("Tab")
    tour.key("p")
    tour.click(hint, hint, hint, "css:#auction button", "css:#auction button.quiet")
    tour.click("Take back")
    for key in ("p", "x", "3", "n"):
        tour.key(key)
    tour.click("Session: 1 of 2 boards bid")
    tour.fill("#points", "14")
    tour.click("Ask", "css:#strip li:nth-child(2) button", "Players …")
    for name, value in (
        ("partner", "hand"), ("hands", "turn"), ("opponents", "hand"), ("seat", "north"),
        ("hands", "own"), ("opponents", "silent"),
    ):  # fmt: skip
        tour.fill(f"#{name}", value)
    tour.click("css:#people [data-close]", "Reveal partner's hand")
    tour.click("css:.others .call-Pass", "Bid it again")
    for key in ("1", "s", "2", "n"):
        tour.key(key)
    tour.click("Take back", "css:.others .call-Pass", "#next")
    tour.click("css:#strip li:nth-child(1) button", "Bid it again", "Reveal partner's hand")
    tour.click("css:.others .call-Pass")
    tour.click("css:#strip li:nth-child(2) button", "Bid it again", "Players …")
    tour.fill("#opponents", "natural")
    tour.fill("#seat", "east")
    tour.fill("#partner", "silent")
    tour.click("css:#people [data-close]")
    tour.open("bid", "#north.hcp=15-17&south.hcp=10-12&n=2&seed=tour&board=3&at=2")
    tour.open("bid", f"#deals={CODE}&at=9&partner=kept:none&opponents=hand&seat=e&board=2")
    for call in ("1 spades", "double", "double", "redouble", "pass"):
        tour.click(f'#box [aria-label="{call}"]')
    tour.open("bid", "#words=condition hcp(north) >= 37%0Aaction printall&seed=2")
    tour.open("bid", "#theme=squeeze&n=1&seed=t&open=class")


def bid_cards(tour: Tour) -> None:
    """Cards of a board: played, taken back, claimed, in defence, another contract, costs."""
    tour.open("bid", f"#deals={CODE}&board=1&play=3NT-S&plays=declarer")
    card = "css:#cards-cloth button[data-card]"
    tour.click(card)
    tour.click("css:#cards-cloth .mine button:last-of-type")
    tour.click("Last trick", "Last trick", "Take back", card)
    tour.key("ArrowRight")
    tour.key("ArrowLeft")
    tour.key("ArrowLeft")
    tour.click("Claim …")
    tour.fill("#claimed", "11")
    tour.click("#claim-send")
    tour.fill("#claimed", "4")
    tour.click("#claim-send", "Take back", "#costs", "#every", "#singles")
    tour.fill("#plays", "west")
    tour.click(card, "Claim …")
    tour.fill("#claimed", "0")
    tour.click("#claim-send", "Take back")
    tour.fill("#plays", "all")
    tour.act("tap", card, card)
    tour.click(card, "Claim …")
    tour.fill("#contract-text", "4S")
    tour.click("css:#other-contract button")
    tour.fill("#contract-text", "4sx-n")
    tour.click("css:#other-contract button", "Undo")
    tour.fill("#contract-text", "6C-E")
    tour.click("css:#other-contract button", card, card, "Back to the bidding")
    tour.open("bid", f"#deals={CODE}&board=2&play=&plays=declarer&vulnerable=All")
    # the last cards of a play, with the best line of the ending, and the result
    tour.open("bid", f"#deals={CODE}&board=1&play=3NT-S&plays=all&played={PLAYED}")
    tour.click("What now?", "css:#ending [data-card]")
    for _ in range(20):
        tour.click(card)
    tour.click("Take back", card, "#played-next")
    tour.open("bid", f"#deals={CODE}&board=1&play=3NT-S&plays=north&played={PLAYED[:16]}&claimed=9")
    tour.open("bid", f"#deals={CODE}&board=1&play=7NTXX-S&plays=north&played=SASASA&claimed=14")
    tour.give("play", None, ["error", {"message": "too busy"}])
    tour.fill("#plays", "all")
    tour.fill("#plays", "declarer")


def room(**changes: Any) -> dict[str, Any]:
    """Return what is seen of a room: of two players and silent opponents, on the first board."""
    return {
        "room": "R1", "title": "", "seats": {"north": "free", "south": "free"}, "systems": {},
        "passing": [], "watchers": {}, "waits": False, "first": 1, "boards": 2, "seat": None,
    } | changes  # fmt: skip


def at_board(seat: str | None, calls: str = "", **changes: Any) -> dict[str, Any]:
    """Return what a seat sees of a board of the room."""
    hands = ["AKT62.Q5.A52.K84", "J87.AT9763.6.J32", "93.K.JT943.AQ976", "Q54.J842.KQ87.T5"]
    all_ = dict(zip(("north", "east", "south", "west"), hands, strict=True))
    made = calls.split()
    turn = ("north", "east", "south", "west")[len(made) % 4]
    over = changes.get("contract")
    shown = all_ if over else {each: all_[each] for each in (seat, changes.get("watched")) if each}
    return room(
        seats={"north": "here", "south": "here"}, seat=seat, watched=None, board=1, dealer="north",
        vulnerable="NS", calls=made, turn=None if over else turn, contract=None, undo=None,
        absent=[], legal=["Pass", "X", "4S", "5C"] if seat == turn else [], hands=shown,
        finished=[],
        **({"condition": "hcp(north) >= 15", "predeal": ""} if over else {}),
    ) | changes  # fmt: skip


def bid_together(tour: Tour) -> None:
    """A room: opened, seats taken, calls, undoing, robots, spectators, results; a class."""
    tour.open("bid", "#north.hcp=15-17&n=2&seed=tour")
    tour.click("Players …")
    tour.fill("#sits\\.south", "silent")
    tour.click("Open a room")
    tour.fill("#sits\\.south", "player")
    tour.fill("#sits\\.east", "standard")
    tour.fill("#names", " Red \n\nBlue\n")
    tour.fill("#tables", "2")
    tour.give("classes", ["answer", {"class": "C1", "token": "T0"}])
    tour.click("Open a class")
    tour.give(
        "rooms", ["error", {"message": "there are too many rooms"}], ["answer", {"room": "R1"}]
    )
    tour.click("Open a room", "Open a room")
    tour.push("rooms/R1", room(watchers={"north": 2}, seats={"north": "away", "south": "free"}))
    tour.give("rooms/R1/spectators", ["answer", {"token": "T9"}])
    tour.click("Watch North")
    tour.push("rooms/R1", at_board(None, watched="north"))
    tour.address("room=R1")
    tour.push("rooms/R1", room())
    tour.give("rooms/R1/seats", ["answer", {"token": "T1"}])
    tour.click("Sit South")
    seats = {"north": "free", "south": "here", "east": "free"}
    tour.push("rooms/R1", at_board("south", seats=seats, waits=True))
    tour.push("rooms/R1", at_board("south", seats=seats, passing=["east"]))
    tour.click("Let North pass", "Let a robot bid for North")
    tour.push("rooms/R1", at_board("south", seats=seats, systems={"north": "standard"}))
    tour.push(
        "rooms/R1", at_board("south", absent=["north"], seats={"north": "away", "south": "here"})
    )
    tour.click("Free North's seat")
    tour.push("rooms/R1", at_board("south", "1S Pass"))
    tour.key("4")
    tour.click("css:.bids button:not([disabled])")
    tour.give("rooms/R1/calls", ["error", {"message": "not your turn"}])
    tour.click("css:.others .call-Pass")
    tour.push("rooms/R1", at_board("south", "1S Pass 4S"))
    tour.click("Take back")
    tour.push("rooms/R1", at_board("south", "1S Pass 4S", undo="south"))
    tour.push("rooms/R1", at_board("south", "1S Pass 4S"))
    tour.push("rooms/R1", at_board("south", "1S Pass 4S", undo="north"))
    tour.click("Agree", "Refuse")
    over = at_board("south", "1S Pass 4S Pass Pass Pass", contract="4S-N", finished=[DONE])
    tour.push("rooms/R1", over)
    tour.click("Session", "Play the cards", "css:#cards-cloth button[data-card]")
    tour.push("rooms/R1", at_board("south", board=2, finished=[DONE]))
    tour.click("Go there")
    tour.click("css:#finished summary", "Copy")
    tour.set("noClipboard", True)
    tour.give("links", ["answer", {"svg": "<svg><path d='M0 0h1'/></svg>"}])
    tour.click("Copied", "Share …", "QR code", "css:#qr [data-close]")
    passed = [DONE, {**DONE, "board": 2, "contract": "pass", "calls": ["Pass"] * 4}]
    tour.push(
        "rooms/R1",
        at_board("south", "Pass Pass Pass Pass", board=2, contract="pass", finished=passed),
    )
    tour.click("#next")
    enemy = [DONE, {**DONE, "board": 2, "contract": "2HX-E"}]
    tour.push(
        "rooms/R1",
        at_board("south", "Pass 2H X Pass Pass Pass", board=2, contract="2HX-E", finished=enemy),
    )
    tour.push("rooms/R1", over)
    tour.click("#next")
    tour.drop_stream("rooms/R1")
    tour.give("rooms/R1/events", None)
    tour.push("rooms/R1", at_board("south"))
    tour.drop_stream("rooms/R1")
    tour.click("Leave the seat")
    tour.push("rooms/R1", room(seats={"north": "here", "south": "away"}))
    tour.store("dealwright.rooms", '{"R1": {"north": "T7"}}')
    tour.push("rooms/R1", room(seats={"north": "here", "south": "away"}))
    tour.click("Back to North")
    tour.push("rooms/R1", at_board("north"))
    tour.give("rooms/R1/events", ["error", {"message": "your seat was freed", "status": 403}])
    tour.drop_stream("rooms/R1")
    tour.push("rooms/R1", room())
    tour.address("room=R2&token=bad")
    tour.give("rooms/R3/events", ["error", {"message": "there is no such room", "status": 404}])
    tour.address("room=R3")
    tour.address("class=C1")
    tour.push("classes/C1", {"class": "C1", "teacher": False, "tables": [
        room(title="Red"), room(room="R2", seats={"north": "here", "south": "here"}),
    ]})  # fmt: skip


def a_class(tour: Tour) -> None:
    """The teacher's page: the grid, a cell, marks, seats that are freed, files."""
    tour.open("class")
    tour.give("classes/C1/events", ["error", {"message": "there is no such class", "status": 404}])
    tour.address("class=C1&token=T0")
    tour.address("class=C2&token=T0")
    of = {"condition": "hcp(north) >= 15", "predeal": "", "deal": DONE["deal"]}
    first = at_board(None, title='=Red, "one"', seats={"north": "here", "south": "away"}) | of
    second = (
        at_board(
            None,
            "1S Pass",
            room="R2",
            seats={"north": "free", "south": "here"},
            systems={"north": "standard"},
            waits=True,
        )
        | of
    )
    tour.push("classes/C2", {"class": "C2", "teacher": True, "tables": [first, second]})
    tour.click("Free a seat", "Free South", '[data-cell="1 1"]')
    first |= {"finished": [DONE], "board": 2, "calls": [], "turn": "east"}
    second |= {
        "calls": ["1H", "X"],
        "contract": "1HX-E",
        "turn": None,
        "finished": [{**DONE, "contract": "1HX-E", "vulnerable": "All"}],
    }
    tour.push("classes/C2", {"class": "C2", "teacher": True, "tables": [first, second]})
    tour.click('[data-cell="0 1"]', '[data-cell="0 2"]')
    first |= {
        "finished": [DONE, {**DONE, "board": 2, "contract": "pass", "calls": ["Pass"] * 4}],
        "turn": None,
    }
    second |= {"finished": [{**DONE, "contract": "4S-N"}]}
    tour.push("classes/C2", {"class": "C2", "teacher": True, "tables": [first, second]})
    tour.click("Free a seat", "Results as CSV")
    tour.give(
        "classes/C2/file",
        ["answer", {"name": "class.pbn", "text": "% PBN"}],
        ["error", {"message": "no"}],
    )
    tour.click("Boards as PBN", "Boards as PBN", "Copy")


def odds(tour: Tour) -> None:
    """The hands, what is known, events, lines of play, the unseen cards, an ending."""
    tour.open("odds")
    tour.click(
        "Breaks, lengths and points",
        "css:#asked-often button",
        "css:#chances li:nth-child(2) button",
        "Change the hand of South, you",
    )
    tour.fill("#hand", "AQ542.KJ87.32.K3")
    tour.fill("#hand", "AQ542.KJ87.32")
    tour.fill("#hand", "west AQ542.KJ87.32.K3")
    tour.fill("#seat", "west")
    tour.fill("#hand", "")
    tour.fill("#hand", "AQ542.KJ87.32.K3")
    tour.fill("#seat", "south")
    tour.type_key("Enter")
    tour.click("+ Line")
    tour.fill("#lines", "cash SA SK; if SJ drops then make else finesse KD\ncash HA; finesse SJ")
    tour.click("Done", "Layouts where the lines differ", "Remove cash HA; finesse SJ", "+ Ask")
    tour.fill(
        "#events", "spades 3-2\nhearts 3-3 and onside KD\nwest 10C\nhcp(west) >= 10\nnone of it"
    )
    tour.fill("#events", "spades 3-2\nhearts 3-3 and onside QD\nwest 10C\nhcp(west) >= 10")
    tour.click("Done", "+ Cards played")
    tour.fill("#play", "CQ C2 C6 CK, H7 H9 HA H2")
    tour.fill("#leader", "east")
    tour.fill("#leader", "west")
    tour.fill("#trump", "hearts")
    tour.click("Done", "+ A known card")
    tour.fill("#predeal", "west DQ east 10H")
    tour.click("Done", "+ What a card tells you")
    tour.fill("#choice", "honours")
    tour.fill("#likely", "9/10 if spades(west) % 2 == 0 else 1/10")
    tour.click("Done", "+ Auction")
    tour.fill("#auction", "1NT")
    tour.fill("#system", "natural")
    tour.fill("#condition", "hcp(west) in 15..17 && balanced(west)")
    tour.fill("#auction", "")
    tour.fill("#condition", "hcp(west) in 15..17 && spades(east) == 2")
    tour.click("Done", "css:#known button", "Done")
    tour.click("Change the hand of South, you")  # what is known stays
    tour.fill("#hand", "AQ542.KJ87.K2.K3")
    tour.key("Enter")
    tour.address(HANDS + "&predeal=west+DQ+DK&condition=hcp(west)+%3E=+11")
    tour.address(HANDS + "&play=SA+SJ+S3+S7,+SQ+H2+S6+S8")
    tour.address(
        "hand=south+AQ542.KJ87.32.K3&dummy-seat=east&dummy=west+K63.AQ4.J854.542&seat=north&system=unknown"
    )
    tour.address("hand=AQ542.KJ87.32.K3")
    tour.address(urlencode(ENDING))
    tour.fill("css:#ending input", "3")
    tour.click(
        "What now?", "♠A", "Layouts where the two lines differ", "css:#ending .plan summary", "♠Q"
    )
    tour.fill("css:#ending input", "4")
    tour.click("What now?")
    tour.address(f"{HANDS}&condition=hcp(west)%3E30")
    tour.address(f"{HANDS}&condition=hcp(west)%3E==1")


def suit(tour: Tour) -> None:
    """Suit combinations: targets, lines, layouts, entries and vacant places."""
    tour.open("suit")
    tour.click("css:#targets button", "css:#targets button:last-of-type", "All", "Most tricks")
    tour.click("Entries, and what the defenders showed")
    tour.fill("#entries", "1")
    tour.fill("#entries", "0")
    tour.fill("#west", "7")
    tour.fill("#east", "11")
    tour.click("AJ10 – 432", "KJ987 – A102")
    tour.fill("#dummy", "akqjt98765432")
    tour.fill("#declarer", "")
    tour.fill("#dummy", "AKx")
    tour.fill("#dummy", "AA")
    tour.fill("#dummy", "")
    tour.fill("#declarer", "10 5")
    tour.address("dummy=AKJ32&declarer=654&tricks=4&entries=2")
    tour.address("")
    tour.click("More", "Suits in four", "Odds")


def simulate(tour: Tour) -> None:
    """Leads, contracts and two hands: the answer while it runs and at its end, stopping."""
    tour.open("simulate")
    tour.fill("#seconds", "1")
    tour.fill("#within", "30%")
    tour.fill("#seed", "1")
    tour.hold("lead", "contracts")
    tour.click("Start", "Stop, keep the estimate", "Start")
    tour.release()
    tour.click("All figures", "#beat_only", "Start")
    tour.fill("#vulnerable", "all")
    tour.fill("#predeal", "south KJ5.A932.84.QJ62")
    tour.fill("#hand", "what")
    tour.click("Start", "Contracts")
    tour.fill("#predeal", "")
    tour.fill("#contracts", "3NT 4S 4S-N pass")
    tour.fill("#condition", "south: 15-17 balanced; north: 5 spades, 10+")
    tour.click("Start", "All figures", "#make_only", "Start", "Two hands")
    tour.fill("#first", "north AQ4.AJ92.Q5.K964")
    tour.fill("#other", "south K95.QT4.KJ762.83")
    tour.fill("#condition", "")
    tour.fill("#contract", "3NT-S")
    tour.click("Start")
    tour.address("question=contracts&contracts=7NT&side=ew&seconds=1&seed=2")
    tour.fill("#contracts", "")
    tour.click("Start")


def systems(tour: Tour) -> None:
    """The tree of calls, edited rules and their effect, checks, auctions, deals, kept texts."""
    tour.open("systems", "#" + urlencode({"text": SYSTEM, "choice": "natural"}))
    tour.click("Undo all changes of the rules")
    tour.fill("#system", SYSTEM)
    tour.click("Keep as …", "Keep")
    tour.fill("#name", "ours")
    tour.click("Keep", "css:#tree summary", "What 1NT shows", "Calls")
    tour.fill("#system", SYSTEM.replace("15..17", "12..14").replace("  2NT", "  2S"))
    tour.click("css:#tree summary")
    tour.fill("#system", SYSTEM.replace("spades", "spadez"))
    tour.fill("#after", "1NT XX")
    tour.fill("#system", SYSTEM)
    tour.fill("#after", "1NT")
    tour.fill("#after", "")
    tour.hold("system_check")
    tour.click("Check every position")
    tour.release()
    tour.click(
        "css:#faults button",
        "Every rule, and what it loses to the rules above it",
        "css:#overlaps summary",
        "css:#overlaps li:nth-child(2) button",
    )
    tour.fill("#system", SYSTEM + "  else Pass\n")
    tour.click("Check every position", "An auction")
    tour.fill("#auction", "1NT 2C")
    tour.fill("#predeal", "south AQ42.KJ8.Q32.AJ4")
    tour.fill("#predeal", "")
    tour.fill("#auction", "1S")
    tour.fill("#auction", "3C")
    tour.fill("#auction", "1NT 2C")
    tour.click("Deals", "#only", "Bid")
    tour.fill("#n", "1")
    tour.fill("#seed", "tour")
    tour.click("#only")
    tour.fill("#dealer", "west")
    tour.fill("#deal", "N:AQ4.KJ8.QT32.AJ4 JT9.Q76.975.T952 K532.A542.K8.K87 876.T93.AJ64.Q63")
    tour.fill("#deal", "N:AQ4")
    tour.fill("#deal", "")
    tour.fill("#system", SYSTEM + "# a long comment\n" * 480)
    tour.click("Keep as …", "Forget")
    tour.fill("#choice", "strong-club")
    tour.fill("#system", SYSTEM + "# a long comment\n" * 480)
    tour.address("choice=kept:none&view=bidding")
    tour.address("choice=natural&auction=1NT")
    tour.address("choice=natural&open=1NT&open=1NT+2C&deal=")


def poker(tour: Tour) -> None:
    """Ranges by text, clicks, drags and keys; boards, games, streets, other lists."""
    tour.open("poker", "#player=QQ%2B&player=random")
    tour.press('[data-name="AKs"]')
    tour.press('[data-name="A5s"]', '[data-name="A4s"]', '[data-name="A3s"]')
    tour.press('[data-name="KK"]')
    tour.focus('[data-name="JJ"]')
    for key in ("ArrowUp", "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowRight", "x"):
        tour.key(key)
    tour.click('[data-name="JTs"]')
    tour.fire("window", "pointercancel")
    tour.scroll('[data-name="T9s"]', '[data-name="98s"]')
    tour.scroll('[data-name="AA"]')
    tour.fill("#player\\.1", "AA@0.5, KK")
    tour.fill("#player\\.1", "KK, QZ")
    tour.press('[data-name="AA"]')
    tour.fill("#player\\.1", "KK")
    tour.press('[data-name="KK"]')
    tour.fill("#player\\.1", "15%, 22")
    tour.click("Take the usual list: 15%4h, 22", "Take the list against one hand: 15%, 22")
    tour.fill("#player\\.2", "AsKs")
    tour.fill("#board", "Qs Js 10h")
    tour.fill("#hand", "As Kd")
    tour.fill("#street", "turn")
    tour.fill("#dead", "2c 2d")
    tour.fill("#board", "Qs Js 10h 2h 3h")
    tour.click("Add a player")
    tour.fill("#edited", "2")
    tour.fill("#board", "")
    for game in ("short-deck", "omaha", "stud", "badugi", "holdem-hilo", "holdem"):
        tour.fill("#game", game)
    tour.fill("#player\\.3", "")
    tour.fill("#board", "Kh 2h 3c")
    tour.address(
        "player=AA&player=KK&player=QQ&player=JJ&player=TT&player=99&player=88&player=77&player=66&player=55&player=44&game=no"
    )
    tour.address("game=razz&player=As+2s&player=3c+4c")
    tour.address("")


def fair(tour: Tour) -> None:
    """An audit of files that come and go; the check of an event."""
    text = f'[Board "1"]\n[Deal "{CARDS}"]\n'
    tour.open("fair")
    tour.drop("#box")
    tour.fire("#box", "dragleave")
    tour.drop("#box", ["a.pbn", text])
    tour.drop(
        "#box", ["a.pbn", text], ["b.pbn", text.replace('"1"', '"2"')], ["c.pbn", "no boards"]
    )
    tour.click("Remove c.pbn")
    tour.fill("#condition", "hcp(north) >= 20")
    tour.fill("#condition", "hcp(north) >= 10")
    tour.fill("#condition", "")
    tour.fill("#level", "0.05")
    tour.act("drop_large", "#box", "large.pbn", 4_000_000)
    tour.act("drop_large", "#box", "half.pbn", 2_500_000, "other.pbn", 2_500_000)
    tour.click("Remove all", "Add 24 new deals", "Add 24 new deals")
    tour.give("audit", ["answer", AUDIT])
    tour.fill("#level", "0.01")
    # an event
    tour.click("Check")
    tour.drop("#event-box", ["p.json", '{"kind": "dealwright tournament"}'])
    tour.click("Check")
    tour.drop(
        "#event-box",
        ["s.json", '{"kind": "dealwright tournament secret"}'],
        ["x.json", "{"],
        ["y.json", "[]"],
    )
    tour.click("Check", "Remove x.json", "Remove y.json")
    tour.fill("#value", "6 1 3")
    tour.give(
        "checked_event",
        ["error", {"message": "this is no public file", "field": "public"}],
        ["answer", EVENT],
        ["answer", {**EVENT, "holds": True, "findings": []}],
    )
    tour.click("css:#event [type=submit]", "css:#event [type=submit]")
    tour.drop("#event-box", ["r.json", '{"signature": "ab", "round": 3}'], ["1.pbn", text])
    tour.click("css:#event [type=submit]", "css:#event-clear")
    tour.address("condition=hcp(north)%3E5&level=0.001")


def numbers(tour: Tour) -> None:
    """Deals, combinations and shapes with their numbers."""
    tour.open("numbers")
    tour.fill("#number", "33344578708913725089633584269")
    tour.fill("#system", "pavlicek-suited")
    tour.fill("#system", "bigdeal")
    tour.fill("#system", "dealwright")
    tour.fill("#condition", "hcp(north) >= 30")
    tour.fill("#number", "12")
    tour.fill("#deal", "N:AQ4")
    tour.fill("#deal", "")
    tour.fill("#condition", "")
    tour.click("A random deal")
    tour.fill("#rank", "7")
    tour.fill("#k", "3")
    tour.fill("#order", "lex")
    tour.fill("#combination", "2 1 0")
    tour.fill("#combination", "2 1")
    tour.fill("#rank", "")
    for text in ("any 5431 + balanced", "s == 13", "s == 14", "what"):
        tour.fill("#shapes", text)
    tour.address(
        "deal=N:AKT62.Q5.A52.K84+J87.AT9763.6.J32+93.K.JT943.AQ976+Q54.J842.KQ87.T5&combination=4+2&k=2&n=6&shapes=s==13"
    )


def program(tour: Tour) -> None:
    """A page that asks the program in the browser, not a server."""
    tour.open("program")
    tour.fill("#shapes", "s == 13")
    tour.fill("#shapes", "what")
    tour.set("broken", True)
    tour.fill("#shapes", "s == 12")
    tour.says(
        "async () => String(await (await import('./protocol.js'))"
        ".askRoom('rooms', '', {}).catch((error) => error))"
    )


TOURS = [
    home, deal_limits, deal_boards, deal_advanced, deal_gallery,
    bid_alone, bid_cards, bid_together, a_class, odds,
    suit, simulate, systems, poker, fair, numbers, program, modules,
]  # fmt: skip


@pytest.mark.parametrize("tour", TOURS, ids=lambda tour: tour.__name__)
def test_a_page_shows_what_it_showed(
    tour: Callable[[Tour], None], toured: tuple[Page, str]
) -> None:
    found = made(*toured, tour, record=False)
    assert (
        found.text == (STORED / f"{tour.__name__}.txt").read_text(encoding="utf-8").split("\n")[:-1]
    )


if __name__ == "__main__":
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, static_files() as address:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with touring(chromium) as page:
            for each in TOURS:
                if each.__name__ in sys.argv[1:] or len(sys.argv) == 1:
                    store(page, address, each)
                    print(each.__name__)
        chromium.close()
