import sys

from endplay.dds import calc_dd_table
from endplay.evaluate import hcp
from endplay.parsers import pbn
from endplay.types import Denom, Player

with open(sys.argv[1]) as file:
    boards = pbn.load(file)
for board in boards:
    table = calc_dd_table(board.deal)
    print(int(hcp(board.deal.north)), table[Denom.spades, Player.south])
