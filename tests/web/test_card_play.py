"""The cards of a board played in a browser: by a player and robots, with keys, on a phone."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

import dealwright
from dealwright.base.errors import CardError
from dealwright.cards import Card, Seat, Strain
from dealwright.cards.bridge.scoring import Contract
from dealwright.double_dummy.current_solver import current_solver
from dealwright.double_dummy.play import play_out, solved_play
from dealwright.numbering.stream import Stream
from dealwright.play.at_table import table_view
from tests.web.conftest import Server, has, needs_browser, opened, says

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from dealwright.deals import Deal

pytestmark = [pytest.mark.long, needs_browser]
WHERE = "hcp(north) in 15..17 && balanced(north) && hcp(south) == 10"
DEAL = dealwright.deal(1, WHERE, seed="k")[0]

RULES = """async ([deal, text, cards]) => {
  const { choicesOf, contractFrom, isPlay, nextSeat, tricksOf } = await import("./tricks.js");
  const contract = contractFrom(text);
  const side = (seat) => "nesw".indexOf(seat[0]) % 2;
  const places = cards.map((_, place) => place);
  const won = places.map((place) => tricksOf(cards.slice(0, place + 1), contract)
    .filter(({ winner }) => winner && side(winner) === side(contract.declarer)).length);
  const choices = places.map((place) => {
    const tricks = tricksOf(cards.slice(0, place), contract);
    const seat = nextSeat(tricks, contract);
    return [seat, choicesOf(deal, cards.slice(0, place), seat, tricks.at(-1))];
  });
  const turned = isPlay(deal, cards.toReversed(), contract);
  return { won, choices, turned, whole: isPlay(deal, cards, contract) };
}"""


def table(page: Page, server: Server, play: str, **more: str) -> None:
    """Go to the table where a contract is played."""
    given = json.dumps({"deals": [DEAL.text()]})
    _, _, sent = server.send("POST", "/api/v1/numbers", given, content_type="application/json")
    code = json.loads(sent)[0]["text"]
    opened(page, server, "bid", {"deals": code, "board": "1", "play": play, **more})


def played(page: Page) -> list[str]:
    """Return the cards in the order of play, as the address has them."""
    found = re.search(r"[#&]played=(\w+)", page.evaluate("location.hash"))
    return re.findall("..", found[1]) if found else []


def plays_on(page: Page, number: int) -> None:
    """Wait until more than so many cards are played, and the player is to play."""
    page.wait_for_function(
        "(number) => (new URLSearchParams(location.hash.slice(1)).get('played') ?? '').length"
        " > 2 * number", arg=number,
    )  # fmt: skip
    waits_for_a_card(page)


def cards(page: Page) -> Locator:
    return page.locator("#cards-cloth button")


def waits_for_a_card(page: Page) -> None:
    """Wait until the player is to play, or the play is over."""
    page.wait_for_selector(
        "#cards-cloth button:not([aria-disabled]) .cost, #played-out:not([hidden]) .number"
    )


def over(page: Page) -> bool:
    return page.locator("#played-out").is_visible()


def test_a_board_is_played_out_against_robots(page: Page, server: Server) -> None:
    """The best card at each turn takes what double dummy says; forced cards need no press."""
    table(page, server, "3NT-N", plays="declarer")
    tricks = int(dealwright.solve([DEAL])[0][Seat.NORTH][Strain.NOTRUMP])
    presses, reloaded = 0, False
    while True:
        waits_for_a_card(page)
        if over(page):
            break
        if presses == 9 and not reloaded:
            before, reloaded = played(page), True
            page.reload()
            waits_for_a_card(page)
            assert played(page) == before
        cards(page).filter(has=page.locator(".free")).first.click()
        presses += 1
    assert presses <= 26
    assert len(played(page)) == 52
    score = Contract.parse("3NT").score(tricks, vulnerable=False)
    says(page, "#played-result", f"{score:+d}".replace("-", "−"))
    says(page, "#played-result", f"{tricks} tricks")
    says(page, "#played-costs", "No card of yours cost a trick")
    page.get_by_role("button", name="Take back").click()
    waits_for_a_card(page)
    assert len(played(page)) < 52


def test_cards_that_cost_are_told_at_the_end(page: Page, server: Server) -> None:
    """The dearest card at each turn: what is lost is the sum of the costs, also after a reload."""
    table(page, server, "3NT-N", plays="declarer")
    best = int(dealwright.solve([DEAL])[0][Seat.NORTH][Strain.NOTRUMP])
    costs = 0
    for turn in range(26):
        waits_for_a_card(page)
        if over(page):
            break
        marks = [
            int(text[1:]) if text != "=" else 0 for text in page.locator(".cost").all_inner_texts()
        ]
        costs += max(marks) if turn < 6 else 0
        place = marks.index(max(marks)) if turn < 6 else marks.index(0)
        cards(page).nth(place).click()
    waits_for_a_card(page)
    assert costs > 0
    says(page, "#played-result", f"{best - costs} tricks")
    page.reload()
    says(page, "#played-costs", re.compile(r"Trick \d+: "))
    told = page.locator("#played-costs li").all_inner_texts()
    assert sum(int(line.split()[-1]) for line in told) == costs


def test_a_claim_is_agreed_if_no_play_takes_a_trick_of_it(page: Page, server: Server) -> None:
    table(page, server, "3NT-N", plays="declarer")
    best = int(dealwright.solve([DEAL])[0][Seat.NORTH][Strain.NOTRUMP])
    waits_for_a_card(page)
    page.get_by_role("button", name="Claim …").click()
    page.get_by_label("Of the rest you take").fill(str(best + 1))
    page.get_by_role("button", name="Claim", exact=True).click()
    says(page, "#cards-note", "Not agreed")
    page.get_by_label("Of the rest you take").fill(str(best))
    page.get_by_role("button", name="Claim", exact=True).click()
    says(page, "#played-result", f"{best} tricks")
    assert f"claimed={best}" in page.url
    page.reload()
    says(page, "#played-result", f"{best} tricks")
    page.get_by_role("button", name="Take back").click()
    waits_for_a_card(page)
    assert "claimed" not in page.url


def test_a_defender_claims_and_sees_one_hand_and_dummy(page: Page, server: Server) -> None:
    table(page, server, "3NT-N", plays="east")
    best = int(dealwright.solve([DEAL])[0][Seat.NORTH][Strain.NOTRUMP])
    waits_for_a_card(page)
    has(page.locator(".held-by:not(.unseen)"), 1)  # east leads: dummy is not on the table yet
    assert "East, you" in (page.locator(".held-by.mine").get_attribute("aria-label") or "")
    cards(page).filter(has=page.locator(".free")).first.click()
    has(page.locator(".held-by:not(.unseen)"), 2)
    waits_for_a_card(page)
    page.get_by_role("button", name="Claim …").click()
    page.get_by_label("Of the rest you take").fill(str(14 - best))
    page.get_by_role("button", name="Claim", exact=True).click()
    says(page, "#cards-note", "Not agreed")  # the first trick is not of the rest
    won = re.search(r"defence (\d+)", page.locator("#cards-won").inner_text())
    assert won
    page.get_by_label("Of the rest you take").fill(str(13 - best - int(won[1])))
    page.get_by_role("button", name="Claim", exact=True).click()
    says(page, "#played-result", f"{best} tricks")


def test_with_the_keyboard_alone(page: Page, server: Server) -> None:
    """Arrows go from card to card, Enter plays; the focus stays on the table."""
    table(page, server, "3NT-N", plays="all")
    waits_for_a_card(page)
    cards(page).first.focus()
    page.keyboard.press("ArrowRight")
    name = page.evaluate("document.activeElement.dataset.card")
    assert name == cards(page).nth(1).get_attribute("data-card")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.card") == cards(page).last.get_attribute(
        "data-card"
    )
    for number in range(1, 9):
        before = len(played(page))
        page.keyboard.press("Enter")
        plays_on(page, before)
        assert page.evaluate("document.activeElement.closest('#cards-cloth') !== null"), number
    assert page.get_by_role("group", name="South, dummy").count() == 1


def test_the_last_trick_is_shown_again(page: Page, server: Server) -> None:
    table(page, server, "3NT-N", plays="all")
    for _ in range(5):
        waits_for_a_card(page)
        before = len(played(page))
        cards(page).first.click()
        plays_on(page, before)
    first = set(played(page)[:4])
    has(page.locator(".trick .face"), len(played(page)) - 4)
    page.get_by_role("button", name="Last trick").click()
    has(page.locator(".trick .face"), 4)
    has(page.locator(".trick .won"), 1)
    shown = page.locator(".trick .face").all_inner_texts()
    symbols = str.maketrans("♠♥♦♣", "SHDC")
    found = {text.replace("10", "T").replace("\n", "").translate(symbols) for text in shown}
    assert {card[::-1] for card in found} == first


def test_what_now_is_declarers(page: Page, server: Server) -> None:
    """A defender is not told declarer's best line."""
    table(page, server, "3NT-N", plays="all")
    while len(played(page)) < 24:
        waits_for_a_card(page)
        before = len(played(page))
        cards(page).first.click()
        plays_on(page, before)
    assert page.locator("#ending").is_visible()
    page.get_by_label("You play").select_option("east")
    page.wait_for_selector("#ending", state="hidden")


def test_what_now_in_a_contract(page: Page, server: Server) -> None:
    table(page, server, "3NT-N", plays="all")
    now = page.get_by_role("button", name="What now?")
    while len(played(page)) < 29:
        waits_for_a_card(page)
        assert not now.is_visible() or len(played(page)) >= 24
        before = len(played(page))
        cards(page).first.click()
        plays_on(page, before)
    won = re.search(r"declarer (\d+)", page.locator("#cards-won").inner_text())
    assert won
    wanted = 9 - int(won[1])
    if wanted <= 0:
        says(page, "#ending", "The contract is made")
        wanted = 1
    assert now.is_visible() or wanted > 0
    left = 13 - len(played(page)) // 4
    if 1 <= wanted <= left and now.is_visible():
        now.click()
        says(page, "#ending .chances", "All cards seen")
        ending = table_view(
            f"north {DEAL.north}", f"south {DEAL.south}", play=" ".join(played(page)),
            leader="east", trump="NT",
        ).best_play(tricks=wanted)  # fmt: skip
        shown = page.locator("#ending .chances li").nth(1).inner_text().split()
        assert shown[:3] == ["Best", "line", f"{100 * ending.best.value:#.4g}"]


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 667), (768, 1024), (1400, 900)])
def test_the_table_fits_the_screen(page: Page, server: Server, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    table(page, server, "3NT-N", plays="declarer")
    waits_for_a_card(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    boxes = [each.bounding_box() for each in [*cards(page).all(), page.locator(".held-by.mine")]]
    assert all(box and box["y"] + box["height"] <= height for box in boxes)
    assert all(box and min(box["width"], box["height"]) >= 24 for box in boxes)


def test_switches_are_kept(page: Page, server: Server) -> None:
    table(page, server, "3NT-N", plays="declarer")
    waits_for_a_card(page)
    page.get_by_label("What each card costs").uncheck()
    has(page.locator(".cost"), 0)
    page.reload()
    cards(page).first.wait_for()
    assert not page.get_by_label("What each card costs").is_checked()
    page.get_by_label("What each card costs").check()
    waits_for_a_card(page)
    page.get_by_label("Show all four hands").check()
    has(page.locator(".held-by:not(.unseen)"), 4)


def test_another_contract_begins_anew_and_what_is_none_changes_nothing(
    page: Page, server: Server
) -> None:
    table(page, server, "3NT-N", plays="all")
    waits_for_a_card(page)
    cards(page).first.click()
    plays_on(page, 0)
    before = played(page)
    page.get_by_label("Contract", exact=True).fill("8S-N")
    page.get_by_label("Contract", exact=True).press("Enter")
    says(page, "#problem", "8S-N is no contract")
    assert played(page) == before
    says(page, "#cards-head", "3NT by North")
    page.get_by_label("Contract", exact=True).fill("4sx-e")
    page.get_by_label("Contract", exact=True).press("Enter")
    says(page, "#cards-head", "4♠ doubled by East")
    assert not page.locator("#problem").is_visible()
    assert played(page) == []
    page.get_by_role("button", name="Undo").click()
    says(page, "#cards-head", "3NT by North")
    assert played(page) == before


def test_a_card_that_is_pressed_twice_is_one_card(page: Page, server: Server) -> None:
    """The hand closes up under the pointer, and whoever wins a trick leads at once."""
    table(page, server, "3NT-N", plays="all")
    page.get_by_label("A single card plays itself").uncheck()
    for number in range(8):
        waits_for_a_card(page)
        before = len(played(page))
        cards(page).first.dblclick(no_wait_after=True)
        plays_on(page, before)
        assert len(played(page)) == before + 1, number
    cards(page).first.focus()
    page.keyboard.down("Enter")
    for _ in range(5):
        page.keyboard.down("Enter")  # a key that is held repeats
    page.keyboard.up("Enter")
    plays_on(page, 8)
    assert len(played(page)) == 9


def test_costs_come_to_the_cards_that_stand_there(page: Page, server: Server) -> None:
    """A card that is held down while they come is played when it is let go."""
    table(page, server, "3NT-N", plays="all")
    waits_for_a_card(page)
    page.get_by_label("What each card costs").uncheck()
    page.reload()
    box = cards(page).nth(2).bounding_box()
    assert box
    page.route("**/api/v1/play", lambda route: (page.wait_for_timeout(300), route.continue_()))
    page.get_by_label("What each card costs").check()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    waits_for_a_card(page)
    page.mouse.up()
    plays_on(page, 0)


@pytest.mark.parametrize(
    ("claimed", "played_before"), [("99", ""), ("0", "leads"), ("junk", ""), ("-1", "")]
)
def test_claims_that_cannot_be_are_dropped(
    page: Page, server: Server, claimed: str, played_before: str
) -> None:
    """Of an address: more tricks than there are, fewer than are won, what is no number."""
    played_cards = first_trick_to_declarer() if played_before else ""
    table(page, server, "3NT-N", plays="all", claimed=claimed, played=played_cards)
    waits_for_a_card(page)
    assert not over(page)


def first_trick_to_declarer() -> str:
    """Return a first trick, as the address has it, that north and south win."""
    found = list[Card]()
    while len(found) < 4:
        groups = solved_play(
            DEAL, Strain.NOTRUMP, Seat.NORTH, found, contract="", solver=current_solver()
        ).cards
        ours = len(found) in (1, 3)  # south and north, who want to win
        choices = sorted((card for group in groups for card in group.cards), key=lambda c: c.rank)
        found.append(choices[-1] if ours else choices[0])
    assert play_out(DEAL, Strain.NOTRUMP, Seat.NORTH, found)[1] == 1
    return "".join(str(card) for card in found)


def test_a_claim_that_gives_tricks_up_is_told(page: Page, server: Server) -> None:
    best = int(dealwright.solve([DEAL])[0][Seat.NORTH][Strain.NOTRUMP])
    table(page, server, "3NT-N", plays="declarer", claimed="0")
    says(page, "#played-costs", f"The claim gave up {best}")
    says(page, "#played-result", "−450")


def test_a_play_of_other_cards_in_the_address_begins_anew(page: Page, server: Server) -> None:
    """What cannot have been played so is dropped, whoever wrote the address."""
    table(page, server, "3NT-N", plays="all", played="SASASASA")
    waits_for_a_card(page)
    assert played(page) == []


def random_play(
    deal: Deal, strain: Strain, declarer: Seat, seed: str
) -> tuple[list[str], list[str]]:
    """Return 52 cards played at random by the rules, and declarer's tricks after each trick."""
    words = Stream(seed).words(0, 52).tolist()
    found = list[Any]()
    won = list[str]()
    for word in words:
        groups = solved_play(
            deal, strain, declarer, found, contract="", solver=current_solver()
        ).cards
        choices = sorted(card for group in groups for card in group.cards)
        found.append(choices[word % len(choices)])
        try:
            won.append(str(play_out(deal, strain, declarer, found)[1]))
        except CardError:  # all cards have been played
            won.append("")
    return [str(card) for card in found], won


def test_the_rules_of_play_are_the_programs(page: Page) -> None:
    """Winners, turns and choices of ``tricks.js`` beside the program's, over whole random plays."""
    for number, text in enumerate(["4S-N", "3NT-E", "2D-S", "5C-W", "3H-N", "1NT-S"]):
        deal = dealwright.deal(1, seed=f"rules {number}")[0]
        strain, declarer = Strain.of(text[1:-2]), Seat.of(text[-1])
        found, won = random_play(deal, strain, declarer, f"play {number}")
        told = page.evaluate(RULES, [deal.text(), text, found])
        assert told["whole"]
        assert not told["turned"]
        assert [str(each) for each in told["won"][:51]] == won[:51]
        for place, (seat, choices) in enumerate(told["choices"]):
            cards_before = [Card(card) for card in found[:place]]
            here = solved_play(
                deal, strain, declarer, cards_before, contract="", solver=current_solver()
            )
            assert here.player.name.lower() == seat
            assert sorted(str(card) for group in here.cards for card in group.cards) == sorted(
                choices
            )


def test_scores_are_the_programs(page: Page) -> None:
    """Every contract, doubled or not, with every number of tricks, vulnerable or not."""
    asked = [
        [f"{level}{strain}{risk}-N", tricks, vulnerable]
        for level in range(1, 8)
        for strain in ("C", "D", "H", "S", "NT")
        for risk in ("", "X", "XX")
        for tricks in range(14)
        for vulnerable in (False, True)
    ]
    told = page.evaluate(
        """async (asked) => {
          const { contractFrom, scoreOf } = await import("./tricks.js");
          return asked.map(([text, ...rest]) => scoreOf(contractFrom(text), ...rest));
        }""",
        asked,
    )
    for (text, tricks, vulnerable), score in zip(asked, told, strict=True):
        contract = Contract.parse(str(text).removesuffix("-N"))
        assert score == contract.score(int(tricks), vulnerable=bool(vulnerable)), text
