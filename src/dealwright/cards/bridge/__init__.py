"""Bridge rules: boards, vulnerability, scores and IMPs."""
