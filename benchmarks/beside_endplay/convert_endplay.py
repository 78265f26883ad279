import sys

from endplay.parsers import lin, pbn

with open(sys.argv[1]) as source, open(sys.argv[2], "w") as target:
    lin.dump(pbn.load(source), target)
