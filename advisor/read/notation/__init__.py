"""Calls, cards, hands and auctions, read by grammar."""
