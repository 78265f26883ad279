from endplay.dealer import generate_deals
from endplay.evaluate import hcp, is_balanced

found = 0
for deal in generate_deals(produce=20000, seed=1):
    strong = 15 <= hcp(deal.north) <= 17 and is_balanced(deal.north)
    found += strong and len(deal.south.spades) >= 5
print(found / 20000)
