from dealwright.analysis import contracts

where = "north: 15-17 balanced; south: 5+ spades, 8+"
print(float(contracts(where, "4S", deals=100, seed=1, make_only=True).contracts[0].makes))
