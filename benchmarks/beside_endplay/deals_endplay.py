from endplay.dealer import generate_deals
from endplay.evaluate import hcp, is_balanced


def wanted(deal):
    strong = 15 <= hcp(deal.north) <= 17 and is_balanced(deal.north)
    return strong and len(deal.south.spades) >= 5


for deal in generate_deals(wanted, produce=10, seed=1):
    print(deal.to_pbn())
