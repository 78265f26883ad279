from collections import Counter

from endplay.dds import solve_board
from endplay.dealer import generate_deals
from endplay.evaluate import hcp, is_balanced
from endplay.types import Deal, Denom, Player


def wanted(deal):
    return 15 <= hcp(deal.south) <= 17 and is_balanced(deal.south)


known = Deal("N:... ... ... QJT95.K4.832.A74")
tricks = Counter()
for deal in generate_deals(wanted, predeal=known, produce=40, seed=1):
    deal.trump, deal.first = Denom.nt, Player.west
    for card, taken in solve_board(deal):
        tricks[str(card)] += taken
for card, taken in tricks.most_common():
    print(card, taken / 40)
