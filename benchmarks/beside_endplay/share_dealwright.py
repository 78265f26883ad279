from dealwright import probability

print(float(probability("north: 15-17 balanced; south: 5+ spades")))
