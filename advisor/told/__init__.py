"""What a text tells beyond its notation, put together for computing: calls with their meanings, tricks, contract and result."""
