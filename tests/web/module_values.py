"""Calls of functions of the pages' modules that need no page, whose values a tour stores."""
# ruff: noqa: E501  (calls, a line each)

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.web.tours import Tour

CARDS = "N:AKT62.Q5.A52.K84 J87.AT9763.6.J32 93.K.JT943.AQ976 Q54.J842.KQ87.T5"
PLAYED = "HJH5HAHKH9S9H8HQSKSJS3S4SAS7D9S5DAD6DTDQCKCJCACTC9C5C8C2C6SQC4C3"


def modules(tour: Tour) -> None:
    """Functions of modules that need no page: texts read and written, rules, figures."""
    tour.open("numbers")
    texts = [
        "15-17", "5+", ">=5", ">= 12", "-6", "–6", "<=6", "4", "3,5", "8, 11-13", "0-0", "5++", "a", "", "1000",
        "7–9", "+5", "5-", "1-2-3", "x5",
    ]  # fmt: skip
    shapes = [
        "balanced", "semibalanced", "any 4432", "any 4432 + any 5332", "any 4432+any 5332 + any 4333", "5+xxx",
        "4-xxx", "5431 + 4441", "s >= 5 && h >= 4", "s == 5", "d <= 2", "s>h", "void in hearts", "xxxx", "no void",
        "any tjqk", "s + h >= 9", "(s>=5)", "5422 any 4441",
    ]  # fmt: skip
    tour.values(
        "limits",
        *[f"m.rangesOf({text!r})" for text in texts],
        *[f"m.saidOf(m.FIELDS[{field}], {text!r})" for field in (0, 1) for text in texts],
        *[f"m.saidOf(m.FIELDS[8], {text!r})" for text in shapes],
        *[f"m.patternsOf({text!r})" for text in shapes],
        *[f"m.isHand({text!r})" for text in shapes],
        *[f"m.conditionOf({{'north.shape': {text!r}, 'east.s': '4'}}, '')" for text in shapes],
        *[f"m.conditionOf({{'west.hcp': {text!r}}}, 'n: 15+')" for text in texts],
        *[f"m.rangeText({pair}, 37)" for pair in ("0, 37", "0, 9", "9, 37", "9, 9", "0, 0", "1, 36", "-1, 40", "12, 40", "37, 37")],
        "m.FIELDS.map((each) => [each.key, each.title, each.noun, each.most, each.quantity('west')])",
        "m.SEATS.map((seat) => [m.partnerOf(seat), m.sideOf(seat), m.seatName(seat)])",
        "[...'NESWX'].map(m.seatOf)", "m.seatOf()",
        *[f"m.isScript({text!r})" for text in (
            "hcp(north) >= 3", "condition 1", "x = 3", "x == 3", "\n  produce 5", "a\nb = 1", "ACTION printall", "seeds", "predeal north SA",
        )],
        *[f"m.conditionOf({{'south.hand': '5+ spades', 'south.c': ' 3 '}}, {text!r})" for text in ("north: 15-17", "ew: 5", "hcp(west) > 3", "  ")],
        "m.conditionOf({}, 'north: 15-17')",
        *[f"m.limitsOf({text!r})" for text in (
            "hcp(north) in 12..14 && spades(south) == 5 && hearts(east) >= 4 && clubs(west) <= 2",
            "balanced(north) && shape(south, any 5431 + any 4441) && semibalanced(east)",
            "hcp(north) >= 3 && hcp(north) <= 9", "hcp(north) >= 3 || spades(south) == 5", "(hcp(north) >= 3 || x) && losers(east) == 7",
            "hcp(north) >= 3 ? 1 : 0", "x = 3 && hcp(north) == 3", "hcp(north) >= 3 and spades(north) == 3",
            "hand{north: 15} && hcp( north ) >= 3", "foo(north) == 3", "balanced(north)", "balance(north)", "freakness(north) <= 3 // no",
            "hcp(north) != 3 && controls(west) >= 0", "", "[a && b] && hcp(south) == 1",
        )],
        "String(new m.WrongCell('north.s', 'no'))", "new m.WrongCell('north.s', 'no').field",
    )  # fmt: skip
    tour.values(
        "cards",
        *[f"m.fixedCards({text!r})" for text in (
            "north SAKQ HT, south AKQ2.T98.543.A72", "n: SA; e HA DK", "SA", "north SA SA", "west 10S SJ10", "north -.AKQ.-.2",
            "north AKQ.J", "east x", "", "N SA north SK", "south as kh", "south SA1",
        )],
        *[f"m.cardsOf({text!r})" for text in ("SAQ2", "SAHK", "ASKH", "AQ..T.2", "-.-.-.A", "AQ.X.T.2", "", "A", "AB.2.3.4", "S", "SA2HB", "ASX")],
        "m.fixedText(m.fixedCards('south AKQ2.T98.543.A72 north SJT D2 east CK'))", "m.fixedText(new Map())",
        "m.wholeHands(m.fixedCards('south AKQ2.T98.543.A72 north SJT D2'))", "m.wholeHands(null)",
        "['SA', 'HT', 'D9', 'C2', 'HK', 'SJ', 'DQ'].map(m.cardName)", "m.faceOf('T', 2)", "m.faceOf('A')", "m.faceOf('9', 0)",
        "m.fanOf('North', ['AT', '', 'K98', '2'])", "m.fanOf('East', ['', 'AT', 'K98', '2'])", "m.fanOf('West', ['AT', '4', '', '2'])", "m.fanOf('West', ['AT', '4', '3', '2'])",
        "m.fanOf('West', ['AT', '4', '3', ''])",
    )  # fmt: skip
    deal = f"'{CARDS}'"
    tricks = "SASAHKH5C2S2H3"
    tour.values(
        "tricks",
        *[f"m.contractFrom({text!r})" for text in ("4SX-N", "3nt s", "7NTXX-W", " 1 C E", "8S-N", "4S", "4SXXX-N", "3N-E", "0C-N", "6DX-S")],
        *[f"m.contractName(m.contractFrom({text!r}))" for text in ("4SX-N", "3nt s", "7NTXX-W", "1 C E")],
        *[f"m.isOurs({text!r}, {seat!r})" for text in ("4S-N", "pass", "3NT-E") for seat in ("south", "west")],
        *[f"m.isVulnerable({seat!r}, {sides!r})" for seat in ("south", "west") for sides in ("None", "NS", "EW", "All")],
        "[...'23456789TJQKA'].map((rank) => m.rankOf('S' + rank))",
        "m.takenOf(m.contractFrom('4S-N'), {north: {spades: 9}})", "m.STRAINS",
        *[f"Array.from({{length: 14}}, (_, n) => m.scoreOf(m.contractFrom({text!r}), n, {vulnerable}))"
          for text in ("1C-N", "2DX-N", "2HXX-S", "3NT-W", "4S-E", "5D-N", "1NTX-N", "6NT-N", "7HX-N", "6CXX-N", "7NT-S", "4C-S", "1SXX-S", "3H-S") for vulnerable in ("true", "false")],
        *[f"m.tricksOf({cards!r}.match(/../g), m.contractFrom({text!r}))" for text in ("4S-N", "3NT-S") for cards in ("HJH5HAHKH9S9H8HQSK", "CTC9CAC2S2CKHA")],
        *[f"m.nextSeat(m.tricksOf({cards!r}.match(/../g) ?? [], m.contractFrom('4S-N')), m.contractFrom('4S-N'))" for cards in ("", "HJ", "HJH5HAHK", "HJH5HAS2D3")],
        f"m.choicesOf({deal}, ['HJ'], 'south', {{cards: [{{card: 'HJ'}}], winner: ''}})",
        f"m.choicesOf({deal}, ['HJ', 'HK'], 'south', {{cards: [{{card: 'HJ'}}], winner: ''}})",
        f"m.choicesOf({deal}, ['HJ'], 'west', {{cards: [{{card: 'HJ'}}], winner: 'west'}})", f"m.choicesOf({deal}, [], 'east', undefined)",
        *[f"m.isPlay({deal}, {cards!r}.match(/../g), m.contractFrom('3NT-S'))" for cards in (PLAYED, tricks, "H2H5HAHK", "H2H5HAH3", "C2", "H2H5HAHKS8")],
    )  # fmt: skip
    auctions = [
        "", "Pass", "Pass Pass Pass Pass", "Pass Pass Pass", "1C", "1C X", "1C X XX", "1C Pass", "1C Pass Pass", "1C Pass Pass Pass",
        "1C X Pass Pass Pass", "1C X Pass", "1C X Pass 1D", "7NT", "7NT X XX", "Pass 1S 2S X XX Pass Pass Pass", "1H 1S 2H Pass 3H Pass Pass Pass",
        "Pass 1H 2H Pass 3H X Pass Pass Pass", "1NT Pass 2NT Pass 3NT Pass Pass Pass", "1C XX",
    ]  # fmt: skip
    tour.values(
        "auction",
        *[f"['north', 'west'].map((dealer) => [m.turnOf(dealer, {text.split()}), m.legalCalls(dealer, {text.split()}).join(' '), m.contractOf(dealer, {text.split()})])" for text in auctions],
        "m.BIDS.join(' ')", "[0, 1, 2, 3, 4, 5].map((place) => m.callerOf('east', place))",
    )  # fmt: skip
    tour.values(
        "elements",
        "m.element('p', 'a b', 'x', '', m.element('b'))", "m.element('i')", "m.button('c', ['a', m.element('b')], () => 0, {title: 't'})", "m.button('', 'a', () => 0)",
        *[f"m.barOf({shares})" for shares in ("0.25", "0", "1.5", "-1", "0.5, 0.75", "0.5, 0", "1")], "m.markAt(0.3)", "m.intervalAcross([0.2, 0.7])",
        "m.chipOf('wrong', '5 ♠', {share: 0.3, text: '30 %'}, () => 0, {'data-x': 'y'})", "m.chipOf('', '1H', null, () => 0, {})",
        *[f"m.suited({text!r})" for text in ("4♠, 2H or 1NT", "3S", "8S", "A2S", "♥♦♣", "none")],
        *[f"m.bidText({text!r})" for text in ("4S", "3N", "3NT", "4HX", "7CXX", "pass", "1D", "8S", "4SXXX")],
        "m.aloud('5 ♠, ♥ or ♦♣')", "m.folded('head', m.element('p'))", "[5, -5, 0, 1, -1].map(m.signed)",
    )  # fmt: skip
    shares = "{share: 0.25, text: 'x'}"
    histogram = "{exact: true, total: 3, counts: [{values: [3], probability: 0.25}, {values: [5], probability: 0.75}]}"
    tour.values(
        "statistics",
        "[1, 2.5925, 99.94, 99.99, 100, 2029.6, 1e7].map(m.oneIn)", "[0, 1, 0.5, 0.001, 1e-6, 1e-9].map(m.rarityOf)",
        "[0, 1, 0.5, 0.1, 0.09999, 0.012345, 1e-7].map(m.percent)", "[0, 1, 0.5, 0.1234567, 0.0001].map(m.shortPercent)",
        *[f"m.chanceWithInterval({{value: 0.5, interval: [{ends}], exact: {exact}}})" for ends in ("0.4, 0.6", "0, 1", "0, 0.6", "0.4, 1", "0.5, 0.5") for exact in ("true", "false")],
        "m.chanceWithInterval({value: '1/3', interval: ['1/4', '1/2']}, (share) => share.toFixed(1))",
        "m.chanceElement('1/3')", "m.chanceElement({value: 0.5, interval: [0.4, 0.6], exact: false}, 1)", "m.chanceElement({value: 0.5, interval: [0.4, 0.6], exact: true})",
        "m.aboutOf('x', true)", "m.aboutOf('x', false)", "m.tagText(true)", "m.tagText(false)", "m.tagOf(true)", "m.tagOf(false)", "m.around(0.02)",
        "['1', '12', '123', '1234', '123456', '1234567'].map(m.grouped)",
        "m.barTable('title', [['a', 0.5], ['b', 0.25, 'text'], ['c', 0]])", "m.barTable('', [['a', 0.5, '', 0.75], ['b', 0.25, 'text', 0]], ['x', 'y', 'z'])", "m.barTable('t', [['a', 0]])",
        "m.histogramOf([0.1, 0.2, 0], (value) => value > 1)", "m.histogramOf([0, 0], () => true)", f"m.rangeAndMean({histogram})", "m.rangeAndMean({counts: [{values: [3], probability: 1}]})",
        "m.crossedTable('t', ['a', 'b'], ['c'], [[0.25, 0]])", "m.crossedTable('t', ['a'], ['c', 'd'], [[0], [0]])",
        "['2/3', '1', 5, 'inf', '-inf', '0/7'].map(m.numberOf)",
        "m.answerElements({statistics: [{statistic: 'average', lines: ['a', 'b']}, {statistic: 'frequency', label: 'x', histogram: {total: 4000, exact: false}, columns: [], rows: ['1', '2'], counts: [['1000'], ['3000']]}, "
        "{statistic: 'frequency', label: '', histogram: {total: 4, exact: true}, columns: ['1', '2'], rows: ['1'], counts: [['1', '3']]}], printed: 'text', notes: ['n']})",
        "m.answerElements({statistics: [{statistic: 'frequency', label: '', histogram: {total: 0}, columns: [], rows: ['1'], counts: [['0']]}], printed: '', notes: []})",
        "m.lawElements({kind: 'weighted_sample', law: ['a', 'b']})",
        "m.lawElements({kind: 'mixture', types: ['a', 'b', 'a'], law: [{name: 'a', share: '2/3', natural: {value: '1/4'}}, {name: 'b', share: '1/3', natural: {value: 0.5}}]})",
    )  # fmt: skip
    assert shares
    shows = (
        "{call: '1NT', note: 'strong', guessed: false, shows: '15-17 HCP', share: %s, exact: %s}"
    )
    tour.values(
        "call_meanings",
        *[f"m.meaningText({shows % (share, exact)})" for share in ("null", "'1'", "'0.995'", "'1/2'", "'1/3'", "'0.33'", "'1/4000'", "'0'") for exact in ("true", "false")],
        "m.showsText({shows: '', share: '1', exact: true})", "m.showsText({shows: '', share: null, exact: false})", "m.showsText({shows: '', share: '1/2', exact: false})",
        "m.meaningText({note: '', guessed: false, shows: '', share: '0', exact: true})", "m.meaningText({note: 'a', guessed: true, shows: 'b', share: null, exact: true})",
        "m.meaningText({note: '', guessed: true, shows: 'b', share: null, exact: true})",
    )  # fmt: skip
    tour.values(
        "boards",
        f"m.handsOf({deal})", "m.handsOf('W:A... .B.. ..C. ...D')", f"m.oddsAddress({deal})", f"m.oddsAddress({deal}, 'west')", "m.cardsOfHand(['AT', '', '2', 'K'])",
        f"m.textOf(['north', 'east', 'south', 'west'].map((seat) => m.cardsOfHand(m.handsOf({deal})[seat]).reverse()))",
        "Array.from({length: 17}, (_, at) => [m.dealerOf(at + 1), m.vulnerableOf(at + 1)].join(' '))", "m.suitOf(1, 'AT9', ' ')", "m.suitOf(3, '', '')", "m.points(['AKQJT', 'A', '', '98K'])",
        "m.handLines(['AT', 'K', '', '2'], new Set(['ST', 'C2']))",
        f"m.boardElement({deal}, 3, new Set(['north']), [['Do', (number) => `do ${{number}}`, () => 0]], {{}}, true)", f"m.boardElement({deal}, 5, new Set(['east', 'west']), [], {{dealer: 'west', vulnerable: 'None'}})",
        *[f"m.solvedElement({{tricks: Object.fromEntries(['north', 'south', 'east', 'west'].map((seat, k) => [seat, {{notrump: k, spades: 1, hearts: 2, diamonds: 3, clubs: 4}}])), par: {par}}})" for par in (
            "{score: 420, contracts: [{contract: '4S', declarers: ['N', 'S']}]}", "{score: -100, contracts: [{contract: '4SX', declarers: ['E']}, {contract: '4HX', declarers: ['W']}]}", "{score: 0, contracts: []}")],
    )  # fmt: skip
    tour.values(
        "shapes", "m.PATTERNS.map((each) => each.join(''))", "m.patternCode([13, 0, 10, 9])", "m.byPattern([{lengths: [4, 3, 3, 3], share: 0.1}, {lengths: [5, 4, 3, 1], share: 0.3}, {lengths: [3, 4, 3, 3], share: 0.1}])",
    )  # fmt: skip
    tour.values(
        "tables", "m.tableOf('n', 'title', ['a', '', {parts: ['b', 'c'], names: 'x'}], [['r', '1'], {names: 'fails', cells: [{parts: 'p', names: 'q', share: 0.5}, {parts: 'h', head: true}]}])",
        "m.figureTable('', ['a'], [[{parts: 'x', head: false}]])", "m.outcome(true)", "m.outcome(false)",
    )  # fmt: skip
    tour.values(
        "sheets",
        *[
            f"m.pagesOf({kind!r}, {boards})"
            for kind in ("boards", "hands", "record")
            for boards in (1, 4, 5, 9, 10, 12, 13)
        ],
        "m.today()",
    )
    tour.values("summary", "[0, 0.04, -0.04, 0.05, 1.25, -3.21].map(m.imps)", "m.summaryElement([{board: 3, contract: '4S-N'}])",
        "m.summaryElement([{board: 3, contract: '4S-N', award: {award: {value: 7.5}, imps: {value: -2}, candidates: [{contract: '6S-N'}]}}, {board: 4, contract: 'pass', lost: ['x'], go: () => 0, award: {award: {value: 2}, imps: {value: -3}, candidates: [{contract: '1C-S'}]}}, {board: 5, contract: '1C-N'}])")  # fmt: skip
    candidates = "[['6S-N', 900, 0.8], ['4S-N', 450, 0.99], ['pass', 0, 0], ['3NT-S', 430, 0.7], ['5C-S', -20, 0.2], ['6NT-N', -50, 0.1], ['7S-N', -80, 0.05]].map(([contract, value, makes]) => ({contract, score: {value, interval: [value - 30, value + 30]}, makes: {value: makes}}))"
    tour.values(
        "auction_table",
        *[f"m.contractText({text!r})" for text in ("4SX-N", "pass", "3NT", "3NT-W", "1HXX-E")],
        *[f"m.awardElement({{candidates: {candidates}, layouts: 60, reached: {candidates}[{at}]}})" for at in (0, 2, 6)],
        "m.markElements({award: {value: 7.25, interval: [7, 8]}})", "m.markElements({award: {value: 10, interval: [10, 10]}})",
        "m.auctionTable('east', ['Pass', '1H', 'X', 'Pass'], 'south', {who: {north: 'you'}, vulnerable: 'NS', explain: (at) => at === 1 ? () => 0 : undefined})", "m.auctionTable('west', ['1S'], '')", "m.auctionTable('north', [], 'north', {vulnerable: 'All'})",
    )  # fmt: skip
    hand = "north.hcp=15&west.spades=5&west.points=3&words=%s&%s"
    tour.address("north.points=15&west.spades=5&south.hearts.x=3&south.foo=1&east=1&n=3")
    tour.values("address", "[...m.readAddress()]", "m.unknownLimits(m.readAddress())")
    for words in (
        "north: opens 1NT",
        "w: 5+; e: opens 1S",
        "north: opens 1NT; south: opens",
        "north: never opens",
        "s:opens",
        "x opens",
    ):
        tour.values(
            "address",
            *[f"((address) => [m.askedOf(address), m.openerOf(address), m.aboutOf(address), m.quietOf(address), m.exchangeOf(address)])(new URLSearchParams({hand % (words, more)!r}))" for more in (
                "n=1", "quiet=any", "quiet=pass", "dealer=west&vulnerable=EW&predeal=north+SA", "law=weights&exchanges=ew", "exchanges=suits&theme=x", "law=types&quiet=pass")],
        )  # fmt: skip
    tour.values(
        "address", "m.askedOf(new URLSearchParams('words=condition 1&north.s=3&predeal=x'))", "m.lawRequest('', 'a', {n: 1})", "m.lawRequest('weights', ' a \\n\\nb', {n: 1})", "m.lawRequest('types', 'a', {})",
        "m.aboutDecisions({boards: []})", "m.aboutDecisions({boards: [{dealer: 'west'}]})", "m.newSeed()",
    )  # fmt: skip
    tour.values(
        "themes", "m.THEMES.map((each) => [each.name, each.title, each.about, each.group, each.note, each.shows, each.asks])", "m.themeNamed('none')", "m.contractOf({contract: '3NT-S'})", "m.contractOf({contract: '6NT', declarer: 'south'})",
    )  # fmt: skip
    tour.values(
        "what_now", "['SA', 'HT', 'DAT9', 'C2'].map(m.cardText)", "m.handText('SAQ2 HK')", "m.MOST"
    )
    tour.values("live", *[f"m.problemText({{message: 'no', text: {text!r}, position: {position}, hint: {hint!r}}})" for text, position, hint in (
        ("hcp(north", 4, ""), ("one\ntwo\nthree", 5, "try this"), ("one\ntwo", 0, ""), ("", -1, "hint"), ("a\n", 1, ""))], "m.messageOf(new Error('x'))", "m.messageOf('y')")  # fmt: skip
    tour.values(
        "words",
        "m.t`a ${1} b ${'c'}`",
        "m.joinedOr(['a', 2, 'c'])",
        "m.joinedAnd(['a', 2, 'c'])",
        "m.joinedOr(['a'])",
    )
    tour.store("dealwright.language", "xx")
    tour.open("deal")
    tour.open("suit")
