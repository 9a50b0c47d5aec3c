"""The ground floor: paths, errors, texts and compiled data; it knows no law and no language."""
