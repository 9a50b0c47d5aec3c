"""Chats: what came in, what goes out, who may write, how far a server has been read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "chat",
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("door", sa.String(20), nullable=False),
        sa.Column("series", sa.Integer, nullable=False),
        sa.Column("edition", sa.String(10), nullable=False),
        sa.Column("lang", sa.String(4), nullable=False),
        sa.Column("allowed", sa.Boolean, nullable=False),
        sa.Column("question", sa.String(40), nullable=False),
        sa.Column("offered", sa.JSON, nullable=False),
        sa.Column("heard", _TIME),
        sa.Column("holder", sa.String(40), nullable=False),
        sa.Column("until", _TIME),
        sa.Column("due", _TIME),
    )
    op.create_index("chat_due", "chat", ["door", "due"])
    _mail()
    op.create_table(
        "member",
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("last", sa.String(80), nullable=False),
        sa.Column("since", _TIME, nullable=False),
    )
    op.create_table(
        "invitation",
        sa.Column("code", sa.String(80), primary_key=True),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("until", _TIME, nullable=False),
    )
    op.create_table(
        "bookmark",
        sa.Column("reader", sa.String(80), primary_key=True),
        sa.Column("place", sa.Text, nullable=False),
    )


def _mail() -> None:
    """What came in and what goes out."""
    op.create_table(
        "received",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("chat", sa.String(80), sa.ForeignKey("chat.id", ondelete="CASCADE"), nullable=False),
        sa.Column("message", sa.String(80), nullable=False),
        sa.Column("place", sa.BigInteger, nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.UniqueConstraint("chat", "message"),
        sqlite_autoincrement=True,
    )
    op.create_index("received_open", "received", ["chat", "done", "place"])
    op.create_index("received_at", "received", ["at"])
    op.create_table(
        "posted",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("chat", sa.String(80), sa.ForeignKey("chat.id", ondelete="CASCADE"), nullable=False),
        sa.Column("answers", sa.Integer, sa.ForeignKey("received.id", ondelete="CASCADE"), nullable=False),
        sa.Column("part", sa.Integer, nullable=False),
        sa.Column("token", sa.String(40), nullable=False),
        sa.Column("address", sa.JSON, nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("due", _TIME, nullable=False),
        sa.Column("tried", _TIME),
        sa.Column("sent", sa.String(200), nullable=False),
        sa.UniqueConstraint("answers", "part"),
        sa.UniqueConstraint("token"),
        sqlite_autoincrement=True,
    )
    op.create_index("posted_open", "posted", ["chat", "state"])
    op.create_index("posted_sent", "posted", ["chat", "sent"])


def downgrade() -> None:
    """Take the tables away again."""
    for name in ("bookmark", "invitation", "member", "posted", "received", "chat"):
        op.drop_table(name)
