"""Bidding practice in a browser: alone, in rooms of two browsers, in a class."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

import dealwright
from dealwright.cards import Seat
from dealwright.cards.bridge.auction import Auction
from dealwright.cards.bridge.boards import board_dealer, board_vulnerability
from dealwright.cards.bridge.scoring import Contract
from dealwright.formats import read as read_boards
from dealwright.numbering.stream import Stream
from dealwright.systems import read_system
from dealwright.systems.bidding import bid_deal
from dealwright.systems.calling import system_call
from tests.processes import PATIENCE
from tests.web.conftest import Server, has, holds, needs_browser, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.long, needs_browser]
LIMITS = "north.hcp=15-17&north.shape=balanced&south.hcp=8%2B&seed=friday&n=3&board=1"
WHERE = "hcp(north) in 15..17 && balanced(north) && hcp(south) >= 8"
SYMBOLS = str.maketrans("CDHS", "♣♦♥♠")
LETTERS = str.maketrans("♣♦♥♠", "CDHS")
Opener = Callable[[str], "Page"]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    file = tmp_path_factory.mktemp("rooms") / "rooms.sqlite"
    with serving("--processes", "2", "--rooms", str(file)) as found:
        yield found


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opener]:
    """Open an address in a browser of its own; what it logs or throws fails the test."""
    problems = list[str]()
    with ExitStack() as stack:

        def opening(address: str) -> Page:
            context = browser.new_context(viewport={"width": 1200, "height": 900})
            context.set_default_timeout(PATIENCE * 1000)
            stack.callback(context.close)
            page = context.new_page()
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on("console", lambda line: problems.append(line.text))
            page.goto(address)
            return page

        yield opening
    expected = (
        "status of 4", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_INCOMPLETE_CHUNKED",
        "ERR_EMPTY_RESPONSE",
    )  # fmt: skip
    assert [each for each in problems if not any(part in each for part in expected)] == []


def bid(page: Page, *names: str) -> None:
    """Press buttons of the bidding box; each waits for its turn."""
    for name in names:
        page.get_by_role("group", name="Bidding box").get_by_role(
            "button", name=name, exact=True
        ).click()


def says(page: Page, selector: str, text: str | re.Pattern[str]) -> None:
    from playwright.sync_api import expect

    expect(page.locator(selector)).to_contain_text(text, timeout=PATIENCE * 1000)


def shown(page: Page) -> set[str]:
    """Return the seats whose cards are seen."""
    page.wait_for_selector("#boards .board", state="attached")
    heads = page.locator("#boards h4").all_inner_texts()
    return {head.split()[0].lower() for head in heads if "hidden" not in head}


def comes_to_show(page: Page, *seats: str) -> None:
    """Wait until just these seats' cards are seen; one's own page may draw the board later."""
    ends = monotonic() + PATIENCE
    while shown(page) != set(seats) and monotonic() < ends:
        page.wait_for_timeout(20)
    assert shown(page) == set(seats)


def calls(page: Page) -> list[str]:
    return page.locator("#auction td").all_inner_texts()


def made(page: Page) -> list[str]:
    """Return the calls that were made."""
    return [each for each in calls(page) if each not in ("", "?")]


def players(page: Page, **chosen: str) -> None:
    """Open Players, choose in its lists by their names, and close it."""
    page.get_by_role("button", name="Players").click()
    for name, option in chosen.items():
        page.get_by_label(name.title(), exact=True).select_option(option)
    page.keyboard.press("Escape")


def opens_a_room(page: Page, boards: int = 8) -> None:
    page.get_by_role("button", name="Players").click()
    page.locator("#n").fill(str(boards))
    page.get_by_role("button", name="Open a room").click()
    page.wait_for_url("**#room=*")


def class_of(
    club: Server, opened: Opener, tables: int, *, waits: bool = True, names: str = ""
) -> tuple[Page, str]:
    """Return the teacher's page of a new class, and the players' link."""
    teacher = opened(f"{club.address}bid.html#{LIMITS}")
    teacher.get_by_role("button", name="Players").click()
    teacher.locator("#tables").fill(str(tables))
    teacher.locator("#names").fill(names)
    teacher.get_by_label("Boards of a class open when").set_checked(waits)
    teacher.get_by_role("button", name="Open a class").click()
    teacher.wait_for_selector(f".class-grid tbody tr >> nth={tables - 1}")
    return teacher, teacher.get_by_label("Link for the players").input_value()


def written(call: str) -> str:
    """Return a call as the page writes it."""
    return call.translate(SYMBOLS) if len(call) == 2 and call != "XX" else call


def sat(page: Page, seat: str) -> Page:
    page.get_by_role("button", name=f"Sit {seat}").click()
    page.wait_for_selector("#boards .board", state="attached")
    return page


def view_of(club: Server, page: Page) -> dict[str, Any]:
    """Return what the server says to the seat of a page."""
    room, token = re.search("room=(.*)&token=(.*)", page.url).groups()  # type: ignore[union-attr]
    headers = {"authorization": f"Bearer {token}"}
    return dict(json.loads(club.send("GET", f"/api/v1/rooms/{room}", None, **headers)[2]))


def room_of_two(club: Server, opened: Opener, boards: int = 2) -> tuple[Page, Page, str]:
    """Return the pages of north and south in a new room, and its link."""
    north = opened(f"{club.address}bid.html#{LIMITS}")
    opens_a_room(north, boards)
    sat(north, "north")
    link = north.get_by_label("Link for the others").input_value()
    return north, sat(opened(link), "south"), link


def test_the_page_has_the_laws_of_the_auction(club: Server, opened: Opener) -> None:
    """On 40 random auctions: legal calls and turns after each call, and the contract."""
    told = list[dict[str, Any]]()
    for number in range(40):
        words = Stream("auctions").split(str(number)).words(0, 400)
        auction, steps = Auction(Seat(number % 4)), []
        while auction.turn is not None:
            legal = auction.legal_calls
            steps.append([auction.turn.name.lower(), list(legal)])
            word = int(words[len(steps)])
            some = len(legal) > 1 and word % 5 > number % 3
            auction = auction.with_call(
                legal[1 + word // 5 % min(6, len(legal) - 1)] if some else "P"
            )
        contract = auction.contract
        told.append({
            "dealer": auction.dealer.name.lower(), "calls": list(auction.calls), "steps": steps,
            "contract": f"{contract.text}-{contract.declarer.letter}" if contract else "pass",
        })  # fmt: skip
    assert sum("X" in each["contract"] for each in told) > 3
    page = opened(f"{club.address}class.html")
    found = page.evaluate(
        """async (told) => {
          const { contractOf, legalCalls, turnOf } = await import("./auction.js");
          return told.map(({ dealer, calls }) => {
            const before = calls.map((_, at) => calls.slice(0, at));
            const steps = before.map((some) => [turnOf(dealer, some), legalCalls(dealer, some)]);
            const contract = contractOf(dealer, calls);
            return { dealer, calls, contract, end: turnOf(dealer, calls), steps };
          });
        }""",
        told,
    )
    assert found == [{**each, "end": ""} for each in told]


def test_alone_ones_own_hand_comes_first(club: Server, opened: Opener) -> None:
    page = opened(f"{club.address}#{LIMITS}")
    page.get_by_role("link", name="Bid these").click()
    says(page, "#auction", "1NT")
    players(page, partner="bid by hand")
    deals = dealwright.deal(3, WHERE, seed="friday")
    page.get_by_role("button", name="Take back").click()  # the robot's opening
    comes_to_show(page, "south")
    text = page.locator("#boards .board").inner_text().replace("\u2009", "").replace("10", "T")
    assert all(suit in text for suit in str(deals[0].south).split("."))
    assert not page.get_by_role("button", name="pass", exact=True).is_enabled()
    says(page, "#note", "Partner's call. Reveal partner's hand")
    page.get_by_role("button", name="Reveal partner's hand").click()
    comes_to_show(page, "north", "south")
    bid(page, "1 notrump")
    assert calls(page) == ["", "1NT", "Pass", "?"]
    assert not page.get_by_role("button", name="1 notrump", exact=True).is_enabled()
    assert not page.get_by_role("button", name="double", exact=True).is_enabled()
    page.get_by_role("button", name="Take back").click()
    bid(page, "1 clubs", "3 notrump", "pass")
    comes_to_show(page, "north", "east", "south", "west")
    says(page, "#contract", "3NT by South")
    page.get_by_role("button", name="Next board").click()
    comes_to_show(page, "south")
    assert "at=2" in page.url
    again = opened(page.url)
    says(again, "#boards .about", "Board 2")
    page.locator("#strip button").first.click()
    says(page, "#contract", "3NT by South")


def test_deals_of_a_link_are_bid(club: Server, opened: Opener) -> None:
    """Deals in 16 characters each, with dealer and vulnerability of their own; alone and not."""
    deals = dealwright.deal(2, seed="link")
    _, numbers = club.ask("numbers", deals=[deal.text() for deal in deals])
    codes = ".".join(each["text"] for each in numbers)  # type: ignore[index]
    link = f"{club.address}bid.html#deals={codes}&board=7&dealer=east&vulnerable=EW&seat=w"
    page = opened(link)
    says(page, "#boards .about", "East deals")
    says(page, "#boards .about", "E-W vul")
    assert shown(page) == {"west"}
    opens_a_room(page)
    comes_to_show(sat(page, "south"), "south")  # the board from before goes
    text = page.locator("#boards .board").inner_text().replace("\u2009", "")
    assert all(suit in text.replace("10", "T") for suit in str(deals[0].south).split(".") if suit)
    for told in ("Board 7", "East deals", "E-W vul"):
        says(page, "#boards .about", told)


def test_deals_of_a_script_are_taken_to_a_room(club: Server, opened: Opener) -> None:
    """Its deals, and the dealer and the vulnerability that it fixes."""
    text = "produce 3\ndealer west\nvulnerable all\ncondition hcp(south) >= 20"
    page = opened(f"{club.address}bid.html#{urlencode({'words': text, 'seed': 'scripted'})}")
    page.wait_for_selector("#boards .board", state="attached")
    opens_a_room(page)
    says(sat(page, "south"), "#boards .about", "West deals")
    says(page, "#boards .about", "Both vul")
    hand = page.locator("#boards .south").inner_text().replace("\u2009", "")
    first = club.ask("run", script=text, seed="scripted")[1]["deals"][0]
    assert all(
        suit in hand.replace("10", "T") for suit in str(dealwright.Deal(first).south).split(".")
    )


def test_opponents_bid_by_hand(club: Server, opened: Opener) -> None:
    page = opened(f"{club.address}bid.html#{LIMITS}&seat=n")
    players(page, opponents="bid by hand", hands="the hand to bid")
    assert shown(page) == {"north"}
    bid(page, "1 hearts")
    assert shown(page) == {"east"}
    bid(page, "double", "redouble", "pass", "pass")
    bid(page, "1 spades", "pass", "pass")
    assert shown(page) == {"north"}
    bid(page, "pass")
    says(page, "#contract", "1♠ by East")


def test_a_finished_auction_is_awarded(club: Server, opened: Opener) -> None:
    page = opened(f"{club.address}bid.html#{LIMITS}&seat=s")
    players(page, hands="mine and partner's")
    bid(page, "1 notrump", "3 notrump", "pass")
    table = dealwright.solve(dealwright.deal(1, WHERE, seed="friday"))[0]
    says(page, "#solved .par", "Par ")
    rows = page.locator("#solved .tricks tbody tr").all_inner_texts()
    assert [int(n) for n in rows[0].split()[1:]] == table[0, ::-1].tolist()
    says(page, "#mark", re.compile(r"\d\.\d of 10"))
    says(page, "#award", re.compile(r"estimated from \d+ layouts"))
    assert page.locator("#award .reached").inner_text().startswith("3NT by North")


def test_two_browsers_one_of_them_cut_off(club: Server, opened: Opener) -> None:
    north, south, link = room_of_two(club, opened)
    bid(north, "1 notrump")
    says(south, "#note", "Your call.")
    assert shown(north) == {"north"}
    assert shown(south) == {"south"}
    mine = south.url
    south.close()
    says(north, "#seats", "South: away")
    says(north, "#note", "Waiting for South, who is away")
    south = opened(mine)  # another browser, with the link of the seat
    says(south, "#note", "Your call.")
    assert calls(south) == ["", "1NT", "Pass", "?"]
    says(north, "#seats", "South: here")
    bid(south, "2 clubs")
    bid(north, "2 hearts")
    bid(south, "4 hearts")
    bid(north, "pass")
    for page in (north, south):
        says(page, "#contract", "4♥ by North")
        assert shown(page) == {"north", "east", "south", "west"}
    south.get_by_role("button", name="Next board").click()
    says(north, "#boards .about", "Board 2")
    says(north, "#finished", "Board 1: 4♥ by North")
    assert shown(north) == {"north"}
    other = opened(link)
    says(other, "#seats", "South: here")
    has(other.get_by_role("button", name=re.compile("Sit|Back")), 0)


def test_the_shared_link_leads_back_to_the_seat(club: Server, opened: Opener) -> None:
    """In the browser that took it, and the seat can be left for somebody else."""
    north, south, link = room_of_two(club, opened)
    again = south.context.new_page()
    south.close()
    again.goto(link)
    again.get_by_role("button", name="Back to South").click()
    assert shown(again) == {"south"}
    again.get_by_role("button", name="Leave the seat").click()
    says(north, "#seats", "South: free")
    assert shown(sat(opened(link), "south")) == {"south"}


def test_a_restart_of_the_server(opened: Opener, tmp_path: Path) -> None:
    """The pages go on by themselves, where they were."""
    options = ("--processes", "1", "--rooms", str(tmp_path / "rooms.sqlite"))
    with serving(*options) as server:
        north, south, _ = room_of_two(server, opened)
        bid(north, "1 notrump")
        says(south, "#note", "Your call.")
    says(north, "#problem", "Connection lost")
    with serving(*options, "--port", server.host.rpartition(":")[2]):
        north.wait_for_selector("#problem", state="hidden")
        bid(south, "3 notrump")
        bid(north, "pass")
        says(south, "#contract", "3NT by North")


def test_a_class(club: Server, opened: Opener) -> None:
    teacher, link = class_of(club, opened, 2, names='\n=A, "b"')
    has(teacher.locator(".class-grid tbody tr"), 2)
    has(teacher.locator(".class-grid thead th"), 1 + 3 + 1)  # the table, three boards, the mark
    boards = []
    for table in ("Table 1", '=A, "b"'):
        teacher.get_by_role("button", name=f"{table}, board 1: bidding").click()
        says(teacher, "#cell-head", f"{table}, board 1")
        boards.append(teacher.locator("#cell .board").inner_text())
    assert boards[0] == boards[1]
    assert "hidden" not in boards[0]
    pages = []
    for seat in ("north", "south"):
        page = opened(link)
        page.get_by_role("link", name='=A, "b"').click()
        if seat == "south":
            first_hand = shown(pages[0])
        pages.append(sat(page, seat))
    assert first_hand == set()  # the boards were not open: one browser cannot have both seats
    pages[0].goto(link)
    pages[0].get_by_role("link", name='=A, "b"').click()
    pages[0].get_by_role("button", name="Back to North").click()
    comes_to_show(pages[0], "north")
    bid(pages[0], "1 diamonds")
    says(teacher, "#cell .auction", "1♦")  # of table 2, which was pressed last
    says(teacher, ".class-grid tbody tr:nth-child(1)", "to bid")
    bid(pages[1], "pass")
    says(teacher, ".class-grid tbody tr:nth-child(2)", "1♦ N")
    says(teacher, "#cell-head", "1♦ by North")
    with teacher.expect_download() as saving:
        teacher.get_by_role("button", name="Boards as PBN").click()
    (board,) = read_boards(saving.value.path().read_bytes(), "pbn").boards
    assert (board.tags["Table"], board.tags["Contract"]) == ("2", "1D")
    with teacher.expect_download() as saving:
        teacher.get_by_role("button", name="Results as CSV").click()
    head, row = saving.value.path().read_text("utf-8").splitlines()
    assert head.startswith("board,table,name,dealer,vulnerable,contract,calls,score_ns,par_ns,mark")
    assert row.startswith('1,2,"\'=A, ""b""",north,None,1D-N,1D Pass Pass Pass,')
    says(teacher, ".class-grid tbody tr:nth-child(2)", "North here, South here")
    pages[0].close()
    teacher.get_by_text("Free a seat").click()
    teacher.get_by_role("button", name="Free North at =A").click()
    says(teacher, ".class-grid tbody tr:nth-child(2)", "North free, South here")


def test_one_browser_has_one_seat_at_a_table_of_a_class(club: Server, opened: Opener) -> None:
    teacher, link = class_of(club, opened, 1)
    says(teacher, ".class-grid tbody th", "the boards are not open yet")
    page = opened(link)
    page.get_by_role("link", name="Table 1").click()
    sat(page, "north")
    says(page, "#waiting", "The boards open when every seat is taken.")
    assert shown(page) == set()
    again = page.context.new_page()
    again.goto(link)
    again.get_by_role("link", name="Table 1").click()
    again.get_by_role("button", name="Sit South").click()
    says(again, "#problem", "this browser has a seat at this table")


def test_a_teacher_sees_what_contracts_are_worth(club: Server, opened: Opener) -> None:
    teacher, link = class_of(club, opened, 1, waits=False)
    page = opened(link)
    page.get_by_role("link", name="Table 1").click()
    sat(page, "north")
    page.get_by_role("button", name="Let South pass").click()
    bid(page, "7 notrump")
    (deal,) = dealwright.Deals.parse([deal_of_class(teacher)])
    tricks = int(dealwright.solve([deal])[0][0][4])
    score = Contract.parse("7NT").score(tricks, vulnerable=False)
    says(teacher, ".class-grid tbody td:nth-child(3)", f"{score:+d}".replace("-", "−"))
    says(teacher, ".class-grid thead", re.compile(r"par [+−]\d+"))
    says(teacher, ".class-grid tbody td:nth-child(2)", re.compile(r"\d\.\d\s*1 board"))
    teacher.get_by_role("button", name=re.compile("Table 1, board 1: 7NT by North")).click()
    says(teacher, "#cell-worth", re.compile(r"Mark \d\.\d of 10; "))


def deal_of_class(teacher: Page) -> str:
    """Return the deal of the first board, as the server tells the teacher."""
    found: str = teacher.evaluate(
        """async () => {
          const address = new URLSearchParams(location.hash.slice(1));
          const headers = { authorization: `Bearer ${address.get("token")}` };
          const sent = await fetch(`api/v1/classes/${address.get("class")}`, { headers });
          return (await sent.json()).tables[0].deal;
        }"""
    )
    return found


def test_tables_of_a_class_have_names(club: Server, opened: Opener) -> None:
    """The teacher, the players and the file of results call a table by its name."""
    teacher = opened(f"{club.address}class.html")
    says(teacher, "#no-class", "A class bids the same boards at many tables.")
    teacher.get_by_role("link", name="Open a class").click()
    teacher.locator("#names").fill('Blue\n=Red, "two"')
    teacher.locator("#tables").fill("3")
    teacher.get_by_role("button", name="Open a class").click()
    teacher.wait_for_selector(".class-grid tbody tr >> nth=2")
    names = teacher.locator(".class-grid tbody th").all_inner_texts
    is_soon(
        lambda: [n.split("\n")[0] for n in names()] == ["Blue", '=Red, "two"', "Table 3"], teacher
    )
    has(teacher.locator(".class-grid thead th"), 1 + 4 + 1)  # as many boards as Bid has
    teacher.get_by_role("button", name="QR code").click()
    teacher.get_by_role("img", name="The link as a QR code").wait_for()
    teacher.keyboard.press("Escape")
    page = opened(teacher.get_by_label("Link for the players").input_value())
    assert page.locator("#seats a").all_inner_texts() == ["Blue", '=Red, "two"', "Table 3"]


def test_a_call_is_taken_back_if_the_other_agrees(club: Server, opened: Opener) -> None:
    north, south, _ = room_of_two(club, opened)
    bid(north, "1 notrump")
    says(south, "#note", "Your call.")
    north.get_by_role("button", name="Take back").click()
    says(north, "#request", "You asked to take your last call back.")
    says(south, "#request", "North asks to take the last call back.")
    south.get_by_role("button", name="Refuse").click()
    says(north, "#request", "the request was refused")
    assert made(north) == ["1NT", "Pass"]
    north.get_by_role("button", name="Take back").click()
    south.get_by_role("button", name="Agree").click()
    says(north, "#note", "Your call.")
    assert made(north) == []
    bid(north, "1 clubs")
    says(south, "#note", "Your call.")


def test_a_spectator_sees_one_hand(club: Server, opened: Opener) -> None:
    north, south, link = room_of_two(club, opened)
    other = opened(link)
    other.get_by_role("button", name="Watch South").click()
    comes_to_show(other, "south")
    says(other, "#room-head", "you see South's hand")
    says(north, "#seats", "South: here, 1 watching")
    has(other.get_by_role("group", name="Bidding box"), 0)
    bid(north, "1 notrump")
    says(other, "#auction", "1NT")
    bid(south, "pass")
    comes_to_show(other, "north", "east", "south", "west")
    has(other.get_by_role("button", name="Next board"), 0)


def test_a_link_is_drawn_for_a_phone(club: Server, opened: Opener) -> None:
    page = opened(f"{club.address}bid.html#{LIMITS}")
    opens_a_room(page)
    page.get_by_role("button", name="QR code").click()
    page.get_by_role("img", name="The link as a QR code").wait_for()
    box = page.locator("#picture svg").bounding_box()
    assert box is not None
    assert box["width"] == pytest.approx(box["height"], abs=1)
    assert box["width"] > 150
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_role("button", name="Copied").wait_for()


def test_a_session_ends_in_a_summary(club: Server, opened: Opener) -> None:
    page = opened(f"{club.address}bid.html#{LIMITS}&seat=s")
    players(page, hands="mine and partner's")
    bid(page, "1 notrump", "3 notrump", "pass")
    says(page, "#summary-head", "Session: 1 of 3 boards bid")
    page.locator("#summary-head").click()
    says(page, "#summed", re.compile(r"\d\.\d of 10"))
    says(page, "#luck", re.compile(r"Double dummy: \d+ tricks, "))
    page.get_by_role("button", name="Next board").click()
    players(page, hands="mine and partner's")
    turn = "pass"
    bid(page, turn, turn)
    says(page, "#summary-head", "Session: 2 of 3 boards bid")
    has(page.locator("#summed tbody tr"), 2)
    page.get_by_role("button", name="Board 1 again").click()
    says(page, "#contract", "3NT by North")
    deal = dealwright.deal(1, WHERE, seed="friday")[0]
    odds = page.get_by_role("link", name="Odds of this play").get_attribute("href") or ""
    assert odds == "odds.html#" + urlencode(
        {"seat": "north", "hand": str(deal.north), "dummy-seat": "south", "dummy": str(deal.south)}
    )
    page.get_by_role("button", name="Play the cards").click()
    says(page, "#cards-head", "Board 1 · 3NT by North")
    assert not page.locator("#result").is_visible()
    page.get_by_role("button", name="Back to the result").click()
    says(page, "#contract", "3NT by North")
    assert "play=" not in page.url
    page.get_by_label("What if partner had").fill("18")
    page.get_by_role("button", name="Ask", exact=True).click()
    page.wait_for_url("**/simulate.html#*")
    lengths = "=".join(map(str, deal.north.shape))
    holds(page, "condition", f"north: 18, {lengths}")
    page.get_by_role("button", name="Start").click()
    says(page, "#answer", re.compile(r"3NT"))


def test_what_is_wrong_is_said(club: Server, opened: Opener) -> None:
    page = opened(f"{club.address}bid.html#room=none")
    says(page, "#problem", "there is no such room")
    page = opened(f"{club.address}bid.html#words=hcp(sud)&seed=1")
    says(page, "#problem", "sud")
    page = opened(f"{club.address}class.html#class=none&token=none")
    says(page, "#problem", "there is no such class")


def test_the_keyboard_alone(club: Server, opened: Opener) -> None:
    north, south, _ = room_of_two(club, opened)
    for page, keys in (
        (north, ["1", "n"]),
        (south, ["2", "ArrowRight", "Enter"]),
        (north, ["2", "s"]),
    ):
        says(page, "#note", "Your call.")
        for _ in range(20):
            if page.evaluate("document.activeElement.closest('#box') !== null"):
                break
            page.keyboard.press("Tab")
        for key in keys:
            page.keyboard.press(key)
    says(south, "#note", "Your call.")
    assert [each for each in calls(south) if each] == [
        "1NT",
        "Pass",
        "2♦",
        "Pass",
        "2♠",
        "Pass",
        "?",
    ]
    south.keyboard.press("p")
    says(south, "#contract", "2♠ by North")


def test_keys_are_calls_as_soon_as_it_is_ones_turn(club: Server, opened: Opener) -> None:
    """Nothing is clicked and Tab is not pressed; what is typed in a field stays there."""
    north, south, _ = room_of_two(club, opened)
    says(north, "#note", "Your call.")
    for key in ("1", "ArrowRight", "ArrowLeft", "n"):
        north.keyboard.press(key)
    says(south, "#note", "Your call.")
    assert made(south) == ["1NT", "Pass"]
    south.locator("#note").click()
    south.keyboard.press("ArrowRight")
    assert south.evaluate("document.activeElement.ariaLabel") == "pass"
    south.keyboard.press("p")
    says(north, "#contract", "1NT by North")
    alone = opened(f"{club.address}bid.html#{LIMITS}&seat=n")
    says(alone, "#note", "Your call.")
    alone.get_by_role("button", name="Players").click()
    alone.locator("#n").focus()
    alone.keyboard.press("p")
    alone.keyboard.press("7")
    assert made(alone) == []
    alone.keyboard.press("Escape")
    alone.keyboard.press("p")
    assert made(alone) == ["Pass", "Pass"]
    says(alone, "#note", "Partner's call.")
    alone.keyboard.press("1")
    alone.keyboard.press("c")
    assert made(alone) == ["Pass", "Pass"]


def test_a_page_that_is_loaded_again_keeps_the_auctions(club: Server, opened: Opener) -> None:
    """Of these deals, in this tab; what is damaged begins anew."""
    page = opened(f"{club.address}bid.html#{LIMITS}&seat=n")
    players(page, hands="mine and partner's")
    bid(page, "1 notrump", "3 notrump", "pass")
    page.get_by_role("button", name="Next board").click()
    says(page, "#boards .about", "Board 2")
    players(page, hands="mine and partner's")
    bid(page, "1 clubs")
    page.reload()
    says(page, "#auction", "1♣")
    assert made(page) == ["Pass", "1♣", "Pass"]
    page.locator("#strip button").first.click()
    says(page, "#contract", "3NT by North")
    other = f"{club.address}bid.html#{LIMITS.replace('friday', 'monday')}&seat=n"
    page.goto(other)
    says(page, "#note", "Your call.")
    assert made(page) == []
    page.goto(f"{club.address}bid.html#{LIMITS}&seat=n")
    says(page, "#contract", "3NT by North")
    for damaged in ("[", "5", "[5]", '[["', "nothing"):
        page.evaluate("text => sessionStorage.setItem('dealwright.auctions', text)", damaged)
        page.reload()
        says(page, "#note", "Your call.")
        assert made(page) == []
    page.evaluate(
        """() => {
          const [[key]] = JSON.parse(sessionStorage.getItem("dealwright.auctions"));
          const text = JSON.stringify([[key, [["1NT", "1C"], 5]]]);
          sessionStorage.setItem("dealwright.auctions", text);
        }"""
    )
    page.reload()
    says(page, "#note", "Your call.")
    assert made(page) == []


def test_a_seat_that_nobody_takes_passes(club: Server, opened: Opener) -> None:
    north = opened(f"{club.address}bid.html#{LIMITS}")
    opens_a_room(north)
    sat(north, "north")
    bid(north, "1 clubs")
    says(north, "#note", "Waiting for South, whose seat is free")
    north.set_viewport_size({"width": 390, "height": 667})  # what can be done is on the screen
    for name in ("Let south pass", "Let a robot bid for south"):
        place = north.get_by_role("button", name=name).bounding_box()
        assert place is not None
        assert place["y"] + place["height"] <= 667
    north.get_by_role("button", name="Let South pass").click()
    says(north, "#contract", "1♣ by North")
    says(north, "#seats", "South: free, passes")
    has(north.get_by_role("button", name="Let South pass"), 0)
    south = sat(opened(north.get_by_label("Link for the others").input_value()), "south")
    says(north, "#seats", "South: here")
    north.get_by_role("button", name="Next board").click()
    says(south, "#note", "Your call.")  # east, who deals, is silent


def test_the_seat_of_one_who_is_away_is_freed(club: Server, opened: Opener) -> None:
    """The button comes with the server's word that a minute is over."""
    north, south, _ = room_of_two(club, opened)
    south.close()
    says(north, "#seats", "South: away")
    has(north.get_by_role("button", name="Free South's seat"), 0)
    room = north.url.partition("room=")[2].partition("&")[0]
    state = {**view_of(club, north), "absent": ["south"]}
    events = f"event: state\ndata: {json.dumps(state)}\n\n"
    north.route(
        "**/events", lambda route: route.fulfill(body=events, content_type="text/event-stream")
    )
    north.route("**/free", lambda route: route.fulfill(json={}))
    north.reload()
    with north.expect_request("**/free") as asked:
        north.get_by_role("button", name="Free South's seat").click()
    assert asked.value.url == f"{club.address}api/v1/rooms/{room}/free"
    assert asked.value.post_data_json == {"seat": "south"}


def test_one_whose_seat_was_freed_may_take_another(club: Server, opened: Opener) -> None:
    _, school = club.ask("classes", tables=1, seed="1")
    page = sat(opened(f"{club.address}bid.html#room={school['rooms'][0]}"), "north")
    given = json.dumps({"room": school["rooms"][0], "seat": "north"})
    bearer = {"authorization": f"Bearer {school['token']}", "content_type": "application/json"}
    club.send("POST", f"/api/v1/classes/{school['class']}/free", given, **bearer)
    says(page, "#problem", "this link has no seat in this room; take a free seat")
    assert not page.locator("#playing").is_visible()
    sat(page, "north")
    says(page, "#room-head", "you are North")
    assert not page.locator("#problem").is_visible()


def test_nothing_is_in_the_way_of_anybody(club: Server, opened: Opener) -> None:
    """The rules of axe-core, light and dark, and 360 pixels without sideways scrolling."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe from PyPI")

    def check(page: Page) -> None:
        page.set_viewport_size({"width": 360, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            found = axe.Axe().run(page)
            assert found.violations_count == 0, found.generate_report()
        page.set_viewport_size({"width": 1200, "height": 900})

    page = opened(f"{club.address}bid.html#{LIMITS}")
    says(page, "#auction", "1NT")
    players(page, partner="bid by hand", hands="the hand to bid")
    page.get_by_role("button", name="Take back").click()
    bid(page, "1 notrump")
    check(page)
    bid(page, "3 notrump", "pass")
    says(page, "#award", re.compile("layouts|solver"))
    check(page)
    north, south, _ = room_of_two(club, opened)
    bid(north, "1 clubs")
    check(north)
    bid(south, "pass")
    north.get_by_role("button", name="Next board").click()
    north.get_by_text("Board 1: 1♣ by North").click()
    check(north)
    teacher, link = class_of(club, opened, 4)
    check(teacher)
    students = opened(link)
    says(students, "#seats", "Table 4: North, South free")
    check(students)


def test_no_address_that_is_sent_has_a_token(club: Server, opened: Opener) -> None:
    addresses = list[str]()
    north, south, _ = room_of_two(club, opened)
    for page in (north, south):
        page.on("request", lambda request: addresses.append(request.url))
    bid(north, "1 clubs")
    bid(south, "pass")
    north.reload()
    says(north, "#contract", "1♣ by North")
    tokens = [re.search("token=(.*)", page.url) for page in (north, south)]
    assert len(addresses) > 5
    for token in tokens:
        assert token is not None
        assert len(token[1]) == 22
        assert not [each for each in addresses if token[1] in each.split("#")[0]]
    assert json.loads(north.evaluate("JSON.stringify(document.cookie)")) == ""


def test_a_robot_partner_bids_by_its_system(club: Server, opened: Opener) -> None:
    """From its own hand alone; calls say what they show: by touch, in a list, in the box."""
    page = opened(f"{club.address}bid.html#{LIMITS}")
    says(page, "#auction", "1NT")
    says(page, "#note", "Your call.")
    assert shown(page) == {"south"}
    deal = dealwright.deal(1, WHERE, seed="friday")[0]
    standard = read_system("standard")
    by_rules = bid_deal(standard, deal, "north", calls=["1NT", "Pass", "3NT"])
    page.get_by_role("button", name="1 notrump: what it shows").click()
    says(page, "#advice", "15-17 HCP, balanced; 1 hand in 21")
    hint = page.get_by_role("button", name="Hint")
    for step in ("Partner's 1NT: 15-17 HCP", "One call fits your hand", "standard bids "):
        hint.click()
        says(page, "#advice", step)
    says(page, "#advice", written(bid_deal(standard, deal, "north").calls[2].call))
    three = page.get_by_role("button", name="3 notrump", exact=True)
    three.hover()
    says(page, "#box .shows", "10-15 HCP")
    assert "10-15 HCP" in (three.get_attribute("aria-description") or "")
    bid(page, "3 notrump")
    says(page, "#contract", "3NT by")
    assert made(page) == [written(each.call) for each in by_rules.calls]
    says(page, "#meanings", "balanced")
    says(page, "#meanings", "10-15 HCP")  # one's own call
    has(page.locator("#meanings li"), len([each for each in by_rules.calls if each.call != "Pass"]))
    page.get_by_role("button", name="Bid it again").click()
    says(page, "#note", "Your call.")
    assert made(page) == ["1NT", "Pass"]
    page.reload()
    says(page, "#note", "Your call.")
    has(page.get_by_role("button", name="1 notrump: what it shows"), 1)


def test_robots_sit_in_three_seats(club: Server, opened: Opener) -> None:
    """All the boards of a session, and their marks; each call is by the rules."""
    page = opened(f"{club.address}bid.html#n=3&seed=robots&opponents=standard&partner=two-over-one")
    deals = dealwright.deal(3, seed="robots")
    systems = {"ns": read_system("two-over-one"), "ew": read_system("standard")}
    for place, deal in enumerate(deals):
        dealer = board_dealer(place + 1)
        while True:
            page.locator("#note:has-text('Your call'), #contract:visible").wait_for()
            if page.locator("#contract").is_visible():
                break
            bid(page, "pass")
        auction = made(page)
        for at, call in enumerate(auction):
            seat = Seat((dealer + at) % 4)
            if seat.name != "SOUTH":
                side = int(seat.letter in "EW")
                before = [each.translate(LETTERS) for each in auction[:at]]
                expected = system_call(
                    systems["ew" if side else "ns"], before, deal.masks[seat], dealer,
                    vulnerable=board_vulnerability(place + 1),
                    opponents=systems["ns" if side else "ew"],
                )  # fmt: skip
                assert call == written(expected.call)
        if place < 2:
            page.get_by_role("button", name="Next board").click()
            says(page, "#boards .about", f"Board {place + 2}")
    assert "opponents=standard&partner=two-over-one" in page.url


def test_two_phones_and_a_robot_bid_eight_boards(
    club: Server, browser: Browser, tmp_path: Path
) -> None:
    """Two people at 390 pixels, a robot East; the session ends in a summary. Kept as a trace."""
    contexts = [
        browser.new_context(viewport={"width": 390, "height": 667}, has_touch=True, is_mobile=True)
        for _ in range(2)
    ]
    try:
        north, south = (context.new_page() for context in contexts)
        contexts[0].tracing.start(screenshots=True, snapshots=False)
        for page in (north, south):
            page.set_default_timeout(PATIENCE * 1000)
        north.goto(f"{club.address}bid.html#seed=phones&n=8")
        north.get_by_role("button", name="Players").click()
        north.get_by_label("East", exact=True).select_option("robot: standard")
        north.get_by_label("West", exact=True).select_option("robot: natural")
        north.get_by_role("button", name="Open a room").click()
        north.wait_for_url("**#room=*")
        sat(north, "north")
        south.goto(north.get_by_label("Link for the others").input_value())
        sat(south, "south")
        says(
            north,
            "#seats",
            re.compile("East: free, bids standard.*West: free, bids natural", re.DOTALL),
        )
        played = False
        for board in range(1, 9):
            says(north, "#boards .about", f"Board {board}")
            while not north.locator("#contract").is_visible():
                for page in (north, south):
                    if "Your call." in page.locator("#note").inner_text():
                        before = len(made(page))
                        bid(page, "pass")
                        comes_to_call(page, before)
                north.wait_for_timeout(50)
            if not played and north.locator("#play").is_visible():
                played = True
                north.get_by_role("button", name="Play the cards").click()
                north.locator("#cards-cloth button").first.click()
                says(north, "#cards-note", re.compile(" of (spades|hearts|diamonds|clubs)"))
                north.reload()
                says(north, "#cards-note", re.compile(" of (spades|hearts|diamonds|clubs)"))
                south.get_by_role("button", name="Next board").click()
                says(north, "#cards-moved", f"The room is on board {board + 1} now.")
                north.reload()  # the cards stay until one leaves them
                says(north, "#cards-moved", f"The room is on board {board + 1} now.")
                says(north, "#cards-head", f"Board {board} · ")
                north.get_by_role("button", name="Go there").click()
                north.wait_for_selector("#cards", state="hidden")
                assert "play=" not in north.url
            elif board < 8:
                north.get_by_role("button", name="Next board").click()
                north.wait_for_selector("#contract", state="hidden")
        says(north, "#summary-head", "Session: 8 of 8 boards bid")
        north.get_by_role("button", name="Summary").click()
        assert played
        has(north.locator("#summed tbody tr"), 8)
        wide = "document.scrollingElement.scrollWidth - innerWidth"
        assert north.evaluate(wide) <= 0
    finally:
        contexts[0].tracing.stop(path=tmp_path / "two-phones.zip")
        for context in contexts:
            context.close()
    assert (tmp_path / "two-phones.zip").stat().st_size > 10_000


def test_a_contract_of_the_opponents_has_no_mark(club: Server, opened: Opener) -> None:
    """No pair can pass out a deal on which the others bid."""
    page = opened(
        f"{club.address}bid.html#{LIMITS.replace('n=3', 'n=2')}&seat=s&partner=hand&opponents=hand"
    )
    players(page, hands="the hand to bid")
    bid(page, "pass", "1 notrump", "pass", "pass", "pass")
    says(page, "#contract", "1NT by East")
    says(page, "#luck", re.compile("Double dummy: "))
    says(page, "#award", "a mark is for contracts of your two hands")
    assert page.locator("#mark").inner_text() == ""
    says(page, "#summed tbody tr td:nth-child(3)", re.compile("^$"))
    page.get_by_role("button", name="Next board").click()
    bid(page, "pass", "1 notrump", "pass", "pass", "pass")
    says(page, "#contract", "1NT by South")
    says(page, "#mark", re.compile(r"\d\.\d of 10"))
    says(page, "#strip .total", "1 of 2 marked")
    page.get_by_role("button", name="Summary").click()
    says(page, "#summed", "on 1 board")


def test_hand_auction_and_box_are_on_one_screen_of_a_phone(club: Server, opened: Opener) -> None:
    page = opened(f"{club.address}bid.html#{LIMITS}")
    page.set_viewport_size({"width": 390, "height": 667})
    says(page, "#note", "Your call.")
    for part in ("#auction", "#boards .south", "#box .others"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 667, part
    page.get_by_role("button", name="Level 2").click()
    page.get_by_role("button", name="2 clubs").click()
    says(page, "#note", "Your call.")
    assert made(page)[:4] == ["1NT", "Pass", "2♣", "Pass"]
    assert page.get_by_role("button", name="Level 1").is_disabled()


def test_a_wide_screen_has_a_table(club: Server, opened: Opener) -> None:
    """Seats around the felt, one's hand as cards at its foot, the result above the fold."""
    page = opened(f"{club.address}bid.html#{LIMITS}&seat=s&partner=hand")
    page.set_viewport_size({"width": 1400, "height": 900})
    has(page.locator("#mine .face"), 13)
    assert page.locator(".place").all_inner_texts() == [
        "West\npasses",
        "North\nyou too",
        "East\npasses",
    ]
    assert page.locator(".place[aria-current]").inner_text().startswith("North")
    assert not page.locator("#boards").is_visible()
    felt, fan = page.locator("#cloth").bounding_box(), page.locator("#mine").bounding_box()
    assert felt is not None
    assert fan is not None
    assert felt["y"] + felt["height"] == pytest.approx(900, abs=2)
    assert fan["y"] + fan["height"] <= 900
    deal = dealwright.deal(1, WHERE, seed="friday")[0]
    lengths = sorted((len(str(suit)) for suit in str(deal.south).split(".")), reverse=True)
    shape = "–".join(map(str, lengths))
    says(page, "#mine", f"South, you {deal.south.hcp} HCP Shape {shape}")
    players(page, hands="mine and partner's")
    bid(page, "1 notrump", "pass")
    says(page, "#lost", re.compile("First call that lost: |No call lost: "))
    for part in ("#mark", "#contract", "#award .contracts", "#solved .tricks", "#lost"):
        box = page.locator(part).bounding_box()
        assert box is not None, part
        assert box["y"] + box["height"] <= 900, part


def test_a_call_that_lost_is_told_and_kept(club: Server, opened: Opener) -> None:
    """Passing 1NT with game values lost; the summary says so although one went on at once."""
    page = opened(f"{club.address}bid.html#{LIMITS}&seat=s&partner=standard")
    bid(page, "pass")  # of 1NT by the robot
    page.get_by_role("button", name="Next board").click()
    says(page, "#summary-head", "Session: 1 of 3 boards bid")
    page.locator("#summary-head").click()
    says(
        page,
        "#summed tbody",
        re.compile(r"1NT by North.*Pass; better \S+, which ends in", re.DOTALL),
    )


def is_soon(what: Callable[[], bool], page: Page) -> None:
    """Wait for something that a page does."""
    end = monotonic() + PATIENCE
    while not what():
        assert monotonic() < end
        page.evaluate("0")  # its events are heard meanwhile


def comes_to_call(page: Page, before: int) -> None:
    """Wait until a page shows more calls than before."""
    is_soon(lambda: len(made(page)) > before, page)


def test_a_server_that_comes_back_is_asked_for_cards_again(club: Server, opened: Opener) -> None:
    page = opened(f"{club.address}bid.html#{LIMITS}&play=3NT-N&plays=declarer")
    face = "#cards-cloth button:not([aria-disabled]) .cost"
    page.wait_for_selector(face)
    page.route("**/api/v1/play", lambda route: route.abort("connectionrefused"))
    page.locator("#cards-cloth button").first.click()
    says(page, "#problem", "The server is not answering")
    has(page.locator(".cost"), 0)
    page.unroute("**/api/v1/play")
    page.wait_for_selector("#problem", state="hidden")
    page.wait_for_selector(face)


def test_a_connection_that_dies_in_silence(club: Server, opened: Opener) -> None:
    """Forty seconds without a sign of life, or waking after twenty: the page asks again."""
    north, south, _ = room_of_two(club, opened)
    asked = list[str]()
    north.on("request", lambda request: asked.append(request.url))
    north.clock.install()
    north.reload()
    says(north, "#note", "Your call.")

    def streams() -> int:
        return sum(url.endswith("/events") for url in asked)

    before = streams()
    north.clock.run_for(30_000)  # a quiet table
    assert streams() == before
    north.clock.run_for(15_000)
    north.clock.run_for(1_000)
    is_soon(lambda: streams() == before + 1, north)
    north.wait_for_selector("#problem", state="hidden")  # it says so until the state has come
    north.clock.run_for(20_000)
    north.evaluate("dispatchEvent(new Event('online'))")
    north.clock.run_for(1_000)
    is_soon(lambda: streams() == before + 2, north)
    says(north, "#note", "Your call.")
    bid(north, "1 notrump")
    says(south, "#note", "Your call.")
    hanging = list[object]()

    def hang(route: object) -> None:
        hanging.append(route)  # the server takes the question and is silent

    north.route("**/events", hang)
    for _ in range(2):
        north.clock.run_for(23_000)
    says(north, "#problem", "Connection lost")
    is_soon(lambda: bool(hanging), north)
    north.unroute("**/events")
    for _ in range(3):
        north.clock.run_for(23_000)
    north.wait_for_selector("#problem", state="hidden")
