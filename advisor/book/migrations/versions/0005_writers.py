"""Turns know who wrote them (as a hash), where several people write in one conversation."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Of the turns kept so far nobody is known as the writer."""
    op.add_column("turn", sa.Column("writer", sa.String(80)))


def downgrade() -> None:
    """Forget the writers again."""
    op.drop_column("turn", "writer")
