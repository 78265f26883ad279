"""Questions that need a solver: which contract, which lead, how often a contract makes."""

from dealwright.analysis.census import Making, MakingAnswer, makes, making
from dealwright.analysis.contract_award import Award, award, awarding
from dealwright.analysis.contract_comparison import (
    ComparedContracts,
    comparing_contracts,
    contracts,
)
from dealwright.analysis.lead_comparison import ComparedLeads, comparing_leads, lead
from dealwright.analysis.sampling import Sampling, Within
from dealwright.analysis.strategy_comparison import (
    ComparedStrategies,
    comparing_strategies,
    strategies,
)
from dealwright.analysis.tabulation import Tabulation, tabulate, tabulating

__all__ = [
    "Award",
    "ComparedContracts",
    "ComparedLeads",
    "ComparedStrategies",
    "Making",
    "MakingAnswer",
    "Sampling",
    "Tabulation",
    "Within",
    "award",
    "awarding",
    "comparing_contracts",
    "comparing_leads",
    "comparing_strategies",
    "contracts",
    "lead",
    "makes",
    "making",
    "strategies",
    "tabulate",
    "tabulating",
]
