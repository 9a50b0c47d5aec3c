"""The lexicon: words of the game, both languages side by side. It knows no law."""
