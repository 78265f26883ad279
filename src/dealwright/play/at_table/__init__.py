"""The odds at the table: unseen hands, given the cards seen, the play and the auction."""

from dealwright.play.at_table.odds import EventOdds, LayoutOdds, OddsAtTable, UnseenHands
from dealwright.play.at_table.view import TableView, table_view

__all__ = ["EventOdds", "LayoutOdds", "OddsAtTable", "TableView", "UnseenHands", "table_view"]
