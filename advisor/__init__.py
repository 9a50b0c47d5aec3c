"""A ruling advisor for duplicate bridge: tell what happened, read what governs it and what to do."""
