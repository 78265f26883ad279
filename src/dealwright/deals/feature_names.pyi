"""Features as attributes for type checkers; tools/regenerate.py writes this file."""

import numpy as np
from numpy.typing import NDArray

class HandFeatures:
    """The features of one hand."""

    @property
    def aces(self) -> int:
        """Number of aces."""

    @property
    def bergen_points(self) -> int:
        """Bergen's starting points before the adjustment for honours."""

    @property
    def bum_rap(self) -> int:
        """A 4.5, K 3, Q 1.5, J 0.75, T 0.25 in hundredths."""

    @property
    def c13(self) -> int:
        """Points A 6, K 4, Q 2, J 1 (13 a suit)."""

    @property
    def cccc(self) -> int:
        """Kaplan-Rubens four C's in hundredths."""

    @property
    def cccc_andrews(self) -> int:
        """The four C's as Deal reads them, in hundredths."""

    @property
    def cccc_pavlicek(self) -> int:
        """The four C's as Pavlicek reads them, in hundredths."""

    @property
    def controls(self) -> int:
        """Controls: A 2, K 1."""

    @property
    def fifths(self) -> int:
        """Andrews's fifths: A 4, K 2.8, Q 1.8, J 1, T 0.4 in hundredths."""

    @property
    def freakness(self) -> int:
        """Freakness (Pavlicek)."""

    @property
    def goren(self) -> int:
        """HCP and short suits: void 3, singleton 2, doubleton 1."""

    @property
    def half_losers(self) -> int:
        """Losers in halves, a lone queen of three cards half a trick (Deal)."""

    @property
    def hcp(self) -> int:
        """High card points: A 4, K 3, Q 2, J 1."""

    @property
    def honour_balance(self) -> int:
        """Aces and tens less queens and jacks (Bergen's Adjust-3 counts thirds)."""

    @property
    def honour_tricks(self) -> int:
        """Honour tricks (Culbertson, without plus values) in hundredths."""

    @property
    def jacks(self) -> int:
        """Number of jacks."""

    @property
    def kings(self) -> int:
        """Number of kings."""

    @property
    def long_points(self) -> int:
        """HCP and one for each card beyond four in a suit."""

    @property
    def longest(self) -> int:
        """Length of the longest suit."""

    @property
    def losers(self) -> int:
        """Losing trick count (classic)."""

    @property
    def new_losers(self) -> int:
        """New Losing Trick Count (Klinger) in hundredths."""

    @property
    def opening_count(self) -> int:
        """HCP and the two longest suits, for the rules of 18 to 22."""

    @property
    def opening_count_quick(self) -> int:
        """HCP, two longest suits, quick tricks, in hundredths (rule of 22)."""

    @property
    def pearson(self) -> int:
        """HCP and spades: Pearson's points, for the rule of 15."""

    @property
    def queens(self) -> int:
        """Number of queens."""

    @property
    def quick_tricks(self) -> int:
        """Quick tricks (Goren) in hundredths."""

    @property
    def shape_index(self) -> int:
        """Number of the shape, 0..559 in squashed order."""

    @property
    def shortest(self) -> int:
        """Length of the shortest suit."""

    @property
    def stoppers(self) -> int:
        """Suits that are stopped: A, K and a card, Q and two, or J and three."""

    @property
    def tenace_losers(self) -> int:
        """Losers with halves for tenaces (DealerV2_4), in hundredths."""

    @property
    def tens(self) -> int:
        """Number of tens."""

    @property
    def top2(self) -> int:
        """Cards among A K."""

    @property
    def top3(self) -> int:
        """Cards among A K Q."""

    @property
    def top4(self) -> int:
        """Cards among A K Q J."""

    @property
    def top5(self) -> int:
        """Cards among A K Q J T."""

    @property
    def zar(self) -> int:
        """Zar points: HCP, controls, the two longest suits, longest less shortest."""

class ColumnFeatures:
    """The features of many hands."""

    @property
    def aces(self) -> NDArray[np.int32]:
        """Number of aces."""

    @property
    def bergen_points(self) -> NDArray[np.int32]:
        """Bergen's starting points before the adjustment for honours."""

    @property
    def bum_rap(self) -> NDArray[np.int32]:
        """A 4.5, K 3, Q 1.5, J 0.75, T 0.25 in hundredths."""

    @property
    def c13(self) -> NDArray[np.int32]:
        """Points A 6, K 4, Q 2, J 1 (13 a suit)."""

    @property
    def cccc(self) -> NDArray[np.int32]:
        """Kaplan-Rubens four C's in hundredths."""

    @property
    def cccc_andrews(self) -> NDArray[np.int32]:
        """The four C's as Deal reads them, in hundredths."""

    @property
    def cccc_pavlicek(self) -> NDArray[np.int32]:
        """The four C's as Pavlicek reads them, in hundredths."""

    @property
    def controls(self) -> NDArray[np.int32]:
        """Controls: A 2, K 1."""

    @property
    def fifths(self) -> NDArray[np.int32]:
        """Andrews's fifths: A 4, K 2.8, Q 1.8, J 1, T 0.4 in hundredths."""

    @property
    def freakness(self) -> NDArray[np.int32]:
        """Freakness (Pavlicek)."""

    @property
    def goren(self) -> NDArray[np.int32]:
        """HCP and short suits: void 3, singleton 2, doubleton 1."""

    @property
    def half_losers(self) -> NDArray[np.int32]:
        """Losers in halves, a lone queen of three cards half a trick (Deal)."""

    @property
    def hcp(self) -> NDArray[np.int32]:
        """High card points: A 4, K 3, Q 2, J 1."""

    @property
    def honour_balance(self) -> NDArray[np.int32]:
        """Aces and tens less queens and jacks (Bergen's Adjust-3 counts thirds)."""

    @property
    def honour_tricks(self) -> NDArray[np.int32]:
        """Honour tricks (Culbertson, without plus values) in hundredths."""

    @property
    def jacks(self) -> NDArray[np.int32]:
        """Number of jacks."""

    @property
    def kings(self) -> NDArray[np.int32]:
        """Number of kings."""

    @property
    def long_points(self) -> NDArray[np.int32]:
        """HCP and one for each card beyond four in a suit."""

    @property
    def longest(self) -> NDArray[np.int32]:
        """Length of the longest suit."""

    @property
    def losers(self) -> NDArray[np.int32]:
        """Losing trick count (classic)."""

    @property
    def new_losers(self) -> NDArray[np.int32]:
        """New Losing Trick Count (Klinger) in hundredths."""

    @property
    def opening_count(self) -> NDArray[np.int32]:
        """HCP and the two longest suits, for the rules of 18 to 22."""

    @property
    def opening_count_quick(self) -> NDArray[np.int32]:
        """HCP, two longest suits, quick tricks, in hundredths (rule of 22)."""

    @property
    def pearson(self) -> NDArray[np.int32]:
        """HCP and spades: Pearson's points, for the rule of 15."""

    @property
    def queens(self) -> NDArray[np.int32]:
        """Number of queens."""

    @property
    def quick_tricks(self) -> NDArray[np.int32]:
        """Quick tricks (Goren) in hundredths."""

    @property
    def shape_index(self) -> NDArray[np.int32]:
        """Number of the shape, 0..559 in squashed order."""

    @property
    def shortest(self) -> NDArray[np.int32]:
        """Length of the shortest suit."""

    @property
    def stoppers(self) -> NDArray[np.int32]:
        """Suits that are stopped: A, K and a card, Q and two, or J and three."""

    @property
    def tenace_losers(self) -> NDArray[np.int32]:
        """Losers with halves for tenaces (DealerV2_4), in hundredths."""

    @property
    def tens(self) -> NDArray[np.int32]:
        """Number of tens."""

    @property
    def top2(self) -> NDArray[np.int32]:
        """Cards among A K."""

    @property
    def top3(self) -> NDArray[np.int32]:
        """Cards among A K Q."""

    @property
    def top4(self) -> NDArray[np.int32]:
        """Cards among A K Q J."""

    @property
    def top5(self) -> NDArray[np.int32]:
        """Cards among A K Q J T."""

    @property
    def zar(self) -> NDArray[np.int32]:
        """Zar points: HCP, controls, the two longest suits, longest less shortest."""
