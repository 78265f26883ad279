"""The tables of grammar.lark, made when Dealwright is built (see syntax.py)."""

TERMINALS: tuple[tuple[str, str, str], ...]
IGNORED: tuple[str, ...]
SCANNERS: tuple[tuple[tuple[int, ...], tuple[tuple[int, int], ...]], ...]
RULES: tuple[tuple[str, int, str, bool, tuple[tuple[int, bool, int], ...], int], ...]
STATES: tuple[tuple[int, tuple[str, ...], tuple[int, ...]], ...]
STARTS: tuple[tuple[str, int, int], ...]
