"""The sheet for a sealed envelope: the set, its fingerprint, and lines for signatures."""

from __future__ import annotations

from dealwright.formats.kinds.pdf import Pages

__all__ = ["envelope_sheet"]

_SIGNED = ("Sealed by", "Date and time", "Opened by", "Date and time")
_LINE, _GAP = 300.0, 46.0  # points


def envelope_sheet(title: str, name: str, boards: str, fingerprint: str) -> bytes:
    """Return the cover sheet for the envelope of a set, as PDF; it shows no card.

    :raises ArgumentError: if reportlab is not installed
    """
    pages = Pages(title, (1, 1), cut=False)
    left, top = pages.cell()
    x, y = left + 40, top - 60
    pages.text(x, y, name, 22, bold=True)
    pages.text(x, y - 34, boards, 16)
    pages.text(x, y - 80, "Fingerprint of the deals (SHA-256)", 10)
    pages.text(x, y - 104, fingerprint, 20, bold=True)
    pages.text(x, y - 128, "The same stands on the hand record and on the box.", 10)
    y -= 190
    for words in _SIGNED:
        pages.text(x, y, words, 11)
        pages.canvas.line(x + 110, y - 2, x + 110 + _LINE, y - 2)
        y -= _GAP
    pages.text(x, y, "Do not open before the session is over.", 12, bold=True)
    return pages.data()
