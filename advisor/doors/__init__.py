"""The doors: each knows one sentence (`advise`) or one conversation."""
