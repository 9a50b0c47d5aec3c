"""`advisor fit`."""

from __future__ import annotations

from advisor.base import paths
from advisor.base.errors import UsageError


def fit_weights(*, check: bool) -> str:
    """Fit into the repository, or (with `check`) beside it and compare. Raises UsageError outside a checkout, DataError when
    the data are broken, BuildError when the decisions differ."""
    if paths.INSTALLED or not paths.CORPUS.is_dir():
        raise UsageError("FIT", "There is no corpus here: fit in a clone of the repository.")
    from advisor.workshop.fit.fitting import check_weights, fit_anew

    if check:
        return check_weights()
    card = fit_anew()
    return f"{card['tellings']} tellings, {card['signs']} signs: {paths.WEIGHTS}"
