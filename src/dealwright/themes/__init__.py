"""Boards and endings that a theme of play decides: squeeze, throw-in, finesse or drop."""

from __future__ import annotations

from dealwright.themes.proofs import ThemeProof, proved_themes

__all__ = ["ThemeProof", "proved_themes"]
