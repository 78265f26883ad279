from dealwright import deal

deals = deal(10_000, seed=1)
print(deals.north.losers.mean(), deals.north.controls.mean())
