"""What users ask: conditions and quantities in Python, deals, counts, probabilities, plans."""
