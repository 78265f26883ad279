"""The public names, as type checkers read them; public_names.py is made of it."""

from dealwright import formats as formats
from dealwright import poker as poker
from dealwright.answers import Estimate as Estimate
from dealwright.answers import Histogram as Histogram
from dealwright.answers import Mean as Mean
from dealwright.answers import Tally as Tally
from dealwright.answers.card_table import CardTable as CardTable
from dealwright.ask import strategies as strategies
from dealwright.ask.condition import Condition as Condition
from dealwright.ask.condition import Quantity as Quantity
from dealwright.ask.condition import as_condition as as_condition
from dealwright.ask.condition import as_quantity as as_quantity
from dealwright.ask.condition import parse as parse
from dealwright.ask.condition import per_deal as per_deal
from dealwright.ask.dealing import Dealing as Dealing
from dealwright.ask.explanation import Explanation as Explanation
from dealwright.ask.numbering import ConditionDeals as ConditionDeals
from dealwright.ask.one_call import count as count
from dealwright.ask.one_call import deal as deal
from dealwright.ask.one_call import dealing as dealing
from dealwright.ask.one_call import find as find
from dealwright.ask.one_call import probability as probability
from dealwright.ask.shape_classes import ShapeClass as ShapeClass
from dealwright.ask.shape_classes import ShapeFunction as ShapeFunction
from dealwright.ask.shape_classes import shape_class as shape_class
from dealwright.ask.shape_classes import shape_function as shape_function
from dealwright.ask.vocabulary import CLUBS as CLUBS
from dealwright.ask.vocabulary import DIAMONDS as DIAMONDS
from dealwright.ask.vocabulary import HEARTS as HEARTS
from dealwright.ask.vocabulary import SPADES as SPADES
from dealwright.ask.vocabulary import FeatureWord
from dealwright.ask.vocabulary import balanced as balanced
from dealwright.ask.vocabulary import clubs as clubs
from dealwright.ask.vocabulary import diamonds as diamonds
from dealwright.ask.vocabulary import east as east
from dealwright.ask.vocabulary import hands as hands
from dealwright.ask.vocabulary import hascard as hascard
from dealwright.ask.vocabulary import hearts as hearts
from dealwright.ask.vocabulary import imps as imps
from dealwright.ask.vocabulary import makes as makes
from dealwright.ask.vocabulary import measure as measure
from dealwright.ask.vocabulary import north as north
from dealwright.ask.vocabulary import par_score as par_score
from dealwright.ask.vocabulary import score as score
from dealwright.ask.vocabulary import semibalanced as semibalanced
from dealwright.ask.vocabulary import shape as shape
from dealwright.ask.vocabulary import south as south
from dealwright.ask.vocabulary import spades as spades
from dealwright.ask.vocabulary import tricks as tricks
from dealwright.ask.vocabulary import west as west
from dealwright.base.errors import ArgumentError as ArgumentError
from dealwright.base.errors import AttemptLimitReached as AttemptLimitReached
from dealwright.base.errors import BatchAborted as BatchAborted
from dealwright.base.errors import BudgetExceeded as BudgetExceeded
from dealwright.base.errors import CardError as CardError
from dealwright.base.errors import ClusterError as ClusterError
from dealwright.base.errors import ConditionError as ConditionError
from dealwright.base.errors import DealwrightError as DealwrightError
from dealwright.base.errors import FeatureError as FeatureError
from dealwright.base.errors import KernelError as KernelError
from dealwright.base.errors import NumberingError as NumberingError
from dealwright.base.errors import OverlapError as OverlapError
from dealwright.base.errors import PokerError as PokerError
from dealwright.base.errors import PredealError as PredealError
from dealwright.base.errors import SearchInterrupted as SearchInterrupted
from dealwright.base.errors import SearchStopped as SearchStopped
from dealwright.base.errors import SolverError as SolverError
from dealwright.base.errors import Stopped as Stopped
from dealwright.base.errors import StreamError as StreamError
from dealwright.base.jobs import Job as Job
from dealwright.base.jobs import Progress as Progress
from dealwright.cards import Card as Card
from dealwright.cards import Holding as Holding
from dealwright.cards import Rank as Rank
from dealwright.cards import Seat as Seat
from dealwright.cards import Strain as Strain
from dealwright.cards import Suit as Suit
from dealwright.deals import Deal as Deal
from dealwright.deals import Deals as Deals
from dealwright.deals import Hand as Hand
from dealwright.deals import HandColumn as HandColumn
from dealwright.deals import Source as Source
from dealwright.deals.columns import DealColumn as DealColumn
from dealwright.deals.features import Feature as Feature
from dealwright.deals.features import Features as Features
from dealwright.deals.features import feature as feature
from dealwright.deals.features import measured as measured
from dealwright.deals.features import point_scale as point_scale
from dealwright.deals.features import register as register
from dealwright.deals.table import Columns as Columns
from dealwright.deals.workspace import Workspace as Workspace
from dealwright.deals.workspace import default_workspace as default_workspace
from dealwright.double_dummy.par import Par as Par
from dealwright.double_dummy.par import par as par
from dealwright.double_dummy.tables import solve as solve
from dealwright.double_dummy.tables import solving as solving
from dealwright.numbering.base import Numbering as Numbering
from dealwright.numbering.combinations import Combinations as Combinations
from dealwright.numbering.compositions import Compositions as Compositions
from dealwright.numbering.deals import deal_number as deal_number
from dealwright.numbering.deals import deal_numbers as deal_numbers
from dealwright.numbering.deals import deals_from_numbers as deals_from_numbers
from dealwright.numbering.deals import format_deal_number as format_deal_number
from dealwright.numbering.deals import masks_from_number as masks_from_number
from dealwright.numbering.deals import parse_deal_number as parse_deal_number
from dealwright.numbering.drawing.deck import Deck as Deck
from dealwright.numbering.drawing.partial_shuffle import draws as draws
from dealwright.numbering.drawing.simulation import Simulation as Simulation
from dealwright.numbering.drawing.simulation import simulate as simulate
from dealwright.numbering.drawing.simulation import simulating as simulating
from dealwright.numbering.isomorphism import SuitClasses as SuitClasses
from dealwright.numbering.isomorphism_rounds import SuitRounds as SuitRounds
from dealwright.numbering.multinomials import MultinomialDeals as MultinomialDeals
from dealwright.numbering.multisets import (
    CombinationsWithReplacement as CombinationsWithReplacement,
)
from dealwright.numbering.multisets import Multisets as Multisets
from dealwright.numbering.permutations import MultisetPermutations as MultisetPermutations
from dealwright.numbering.permutations import Permutations as Permutations
from dealwright.numbering.products import Products as Products
from dealwright.numbering.shapes import shape_index as shape_index
from dealwright.numbering.shapes import shape_lengths as shape_lengths
from dealwright.numbering.stream import Stream as Stream
from dealwright.numbering.table_text import write_combinations as write_combinations
from dealwright.numbering.tables import CombinationTable as CombinationTable
from dealwright.play.at_table import OddsAtTable as OddsAtTable
from dealwright.play.at_table import TableView as TableView
from dealwright.play.at_table import table_view as table_view
from dealwright.play.ending import Ending as Ending
from dealwright.play.ending import endgame as endgame
from dealwright.play.ending import solving_endgame as solving_endgame
from dealwright.play.suit import SuitCombination as SuitCombination
from dealwright.play.suit import solving_suit as solving_suit
from dealwright.play.suit import suit_combination as suit_combination
from dealwright.practice.mixed_dealing import MixedDeals as MixedDeals
from dealwright.practice.mixtures import HandType as HandType
from dealwright.practice.mixtures import Mixture as Mixture
from dealwright.practice.scenarios import Scenario as Scenario
from dealwright.practice.scenarios import scenario as scenario
from dealwright.practice.scenarios import scenarios as scenarios
from dealwright.practice.weighting import WeightedDeals as WeightedDeals
from dealwright.practice.weighting import WeightedSample as WeightedSample
from dealwright.practice.weighting import weighted as weighted
from dealwright.requests.documents import read_json as read_json
from dealwright.requests.documents import write_json as write_json
from dealwright.scripts import run_script as run_script

__version__: str
__all__: list[str]

ltc: FeatureWord
# features
aces: FeatureWord
bergen_points: FeatureWord
bum_rap: FeatureWord
c13: FeatureWord
cccc: FeatureWord
cccc_andrews: FeatureWord
cccc_pavlicek: FeatureWord
controls: FeatureWord
fifths: FeatureWord
freakness: FeatureWord
goren: FeatureWord
half_losers: FeatureWord
hcp: FeatureWord
honour_balance: FeatureWord
honour_tricks: FeatureWord
jacks: FeatureWord
kings: FeatureWord
length: FeatureWord
long_points: FeatureWord
longest: FeatureWord
losers: FeatureWord
new_losers: FeatureWord
opening_count: FeatureWord
opening_count_quick: FeatureWord
pearson: FeatureWord
quality: FeatureWord
queens: FeatureWord
quick_tricks: FeatureWord
shortest: FeatureWord
stoppers: FeatureWord
tenace_losers: FeatureWord
tens: FeatureWord
top2: FeatureWord
top3: FeatureWord
top4: FeatureWord
top5: FeatureWord
zar: FeatureWord
# end of features
