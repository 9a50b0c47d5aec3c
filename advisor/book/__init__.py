"""The book: conversations and incidents kept in a database, so that any worker can serve any turn and nothing is lost."""
