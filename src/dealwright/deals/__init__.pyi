"""The public names of deals, as type checkers read them; public_names.py is made of it."""

from dealwright.deals.batch import Deals as Deals
from dealwright.deals.batch import Source as Source
from dealwright.deals.deal import Deal as Deal
from dealwright.deals.hand import Hand as Hand
from dealwright.deals.hand_columns import HandColumn as HandColumn
from dealwright.deals.predeal import parse_predeal as parse_predeal
from dealwright.deals.predeal import predeal_masks as predeal_masks
