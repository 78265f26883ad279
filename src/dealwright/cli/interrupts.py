"""Ctrl-C: asked for once, a command ends in good order; asked for twice, at once."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

__all__ = ["Interrupt", "interruptible"]


class Interrupt:
    """Whether Ctrl-C was pressed."""

    def __init__(self) -> None:
        self.asked = False

    def _take(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


@contextmanager
def interruptible() -> Generator[Interrupt]:
    """Note the first Ctrl-C instead of raising it; the work asks for it between its parts."""
    interrupt = Interrupt()
    if current_thread() is not main_thread():  # only the main thread hears of signals
        yield interrupt
        return
    before = signal.signal(signal.SIGINT, interrupt._take)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, before)
