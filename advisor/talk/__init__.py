"""What is said in a conversation, and what it means there: a message and the state so far give a reply and the next state."""
