"""The lawbook: what each law says, and the decision tables. It knows no language beyond its own summaries."""
