from endplay.dds import calc_all_tables
from endplay.dealer import generate_deals
from endplay.evaluate import hcp, is_balanced
from endplay.types import Denom, Player


def wanted(deal):
    strong = 15 <= hcp(deal.north) <= 17 and is_balanced(deal.north)
    return strong and len(deal.south.spades) >= 5 and hcp(deal.south) >= 8


made = 0
deals = list(generate_deals(wanted, produce=100, seed=1))
for start in range(0, 100, 20):
    others = [denom for denom in Denom if denom != Denom.spades]
    for table in calc_all_tables(deals[start : start + 20], exclude=others):
        made += table[Denom.spades, Player.south] >= 10
print(made / 100)
