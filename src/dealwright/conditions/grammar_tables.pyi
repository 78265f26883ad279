"""The tables of grammar.lark, made when Dealwright is built (see syntax.py)."""
