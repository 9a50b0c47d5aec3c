"""The model of the table: seats, calls, cards, auction, tricks, contracts. It knows no law text and no language."""
