"""What stands of each turn is kept beside it, so that an undo goes back without hearing the whole conversation again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_NEW = (("conversation", "top"), ("turn", "stands"))


def upgrade() -> None:
    """Add the columns, empty: a conversation begun before is heard again once, at its next turn."""
    for table, column in _NEW:
        op.add_column(table, sa.Column(column, sa.JSON, nullable=True))


def downgrade() -> None:
    """Take the columns away again."""
    for table, column in _NEW:
        op.drop_column(table, column)
