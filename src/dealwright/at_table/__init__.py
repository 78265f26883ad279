"""The odds at the table: what the cards seen, the play and the auction say of unseen hands."""

from dealwright.at_table.odds import (
    EventOdds,
    OddsAtTable,
    UnseenHands,
    finding_odds,
    odds_at_table,
)

__all__ = ["EventOdds", "OddsAtTable", "UnseenHands", "finding_odds", "odds_at_table"]
