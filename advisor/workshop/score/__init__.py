"""The scoreboard: how often the right law is named first, measured and published (the figures of the contract)."""
