"""Which value of a fact do the words speak for? Weighed like the irregularity itself, by weights fitted on the proving quotes."""
