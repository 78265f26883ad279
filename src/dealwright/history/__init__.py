"""The method of 1999 with its tables: biased, kept as history and as the negative control."""
