"""Which irregularity do the facts amount to? All that was said is weighed; neighbours compete."""
