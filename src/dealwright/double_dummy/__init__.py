"""Double dummy: the tricks that each side takes when all four hands play perfectly, and par."""
