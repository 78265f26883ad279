import sys

from dealwright import Deals, solve

deals = Deals.read(sys.argv[1])
for board, table in zip(deals, solve(deals), strict=True):
    print(board.north.hcp, table[2, 3])
