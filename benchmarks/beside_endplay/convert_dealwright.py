import sys

from dealwright import Deals

Deals.read(sys.argv[1]).write(sys.argv[2])
