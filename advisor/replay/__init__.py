"""What the words tell when they are played on a model of the table."""
