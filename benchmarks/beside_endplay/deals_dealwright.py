from dealwright import deal

for board in deal(10, "north: 15-17 balanced; south: 5+ spades", seed=1):
    print(board.text())
