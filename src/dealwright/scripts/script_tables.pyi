"""The tables of script.lark behind grammar.lark, made when Dealwright is built (see syntax.py)."""
