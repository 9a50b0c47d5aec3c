"""The corpus: annotated incidents, one truth and many tellings."""
