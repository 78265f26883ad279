"""Boards and endings that a theme of play decides: squeeze, throw-in, finesse or drop."""
