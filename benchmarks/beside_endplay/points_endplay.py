from endplay.dealer import generate_deals
from endplay.evaluate import hcp, is_balanced
from endplay.stats import frequency


def wanted(deal):
    return 15 <= hcp(deal.north) <= 17 and is_balanced(deal.north)


deals = generate_deals(wanted, produce=1000, seed=1)
print(frequency(deals, lambda deal: hcp(deal.south), 0, 25))
