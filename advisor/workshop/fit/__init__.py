"""Fits the weights on the corpus."""
