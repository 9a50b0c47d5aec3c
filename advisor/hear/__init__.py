"""Which value of a fact do the words speak for? Weighed like the irregularity itself, with weights fitted on the corpus' quotes."""
