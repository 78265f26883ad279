"""The laws of the auction, said a second time: a state that each call changes."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ByHand:
    """An auction as a table keeps it: the last bid and its side, doubled or not, the passes."""

    turn: int  # 0 north to 3 west
    bid: tuple[int, int] | None = None  # level and strain, clubs 0
    side: int = -1  # of the last bid
    risk: int = 0
    passes: int = 0
    first: dict[tuple[int, int], int] = field(default_factory=dict)  # of each side and strain

    @property
    def over(self) -> bool:
        return self.passes == (3 if self.bid else 4)

    def may(self, call: str) -> bool:
        if self.over:
            return False
        ours = self.turn % 2 == self.side
        if call == "Pass":
            return True
        if call == "X":
            return self.bid is not None and not ours and self.risk == 0
        if call == "XX":
            return self.bid is not None and ours and self.risk == 1
        return self.bid is None or self._bid(call) > self.bid

    def call(self, call: str) -> None:
        self.passes = self.passes + 1 if call == "Pass" else 0
        if call in ("X", "XX"):
            self.risk = len(call)
        elif call != "Pass":
            self.bid, self.side, self.risk = self._bid(call), self.turn % 2, 0
            self.first.setdefault((self.side, self.bid[1]), self.turn)
        self.turn = (self.turn + 1) % 4

    @property
    def contract(self) -> tuple[int, int, int, int] | None:
        """Level, strain, times doubled and declarer, if the auction is over with a bid."""
        if not self.over or self.bid is None:
            return None
        return (*self.bid, self.risk, self.first[self.side, self.bid[1]])

    @staticmethod
    def _bid(call: str) -> tuple[int, int]:
        return int(call[0]), ["C", "D", "H", "S", "NT"].index(call[1:])
