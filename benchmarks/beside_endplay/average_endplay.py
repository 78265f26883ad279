from statistics import fmean

from endplay.dealer import generate_deals
from endplay.evaluate import controls, losers

deals = list(generate_deals(produce=10_000, seed=1))
print(fmean(losers(deal.north) for deal in deals), fmean(controls(deal.north) for deal in deals))
