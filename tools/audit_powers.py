"""How often an audit of 1,000 boards finds faulty shuffles: the table of docs/reference/audit.md.

``python -m tools.audit_powers [SAMPLES]``
"""

from __future__ import annotations

import sys

from dealwright.ask.condition import as_quantity
from dealwright.ask.distributions import distributions
from dealwright.ask.resources import Resources
from dealwright.fair.audit.laws import Distribution
from dealwright.fair.audit.quantities import QUANTITIES
from dealwright.planning.question import Question


def main(samples: int) -> None:
    """Print the rows of the table, from so many samples of each fault."""
    from tests.statistical.faulty_shuffles import table

    nodes = [as_quantity(quantity.quantity).tree for quantity in QUANTITIES]
    counts = distributions(Question(), [[node] for node in nodes], Resources(seconds=20))
    laws = [
        Distribution.of({row[0]: n for row, n in counted.counts.items()})
        for counted in counts
        if counted is not None
    ]
    for row in table(samples, laws):
        print(row, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
