"""The play of the cards: odds at the table, one suit, endings, boards with a theme."""
