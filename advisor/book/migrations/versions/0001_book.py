"""The first tables: conversations, their turns, the record of incidents."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "conversation",
        sa.Column("id", sa.String(200), primary_key=True),
        sa.Column("start", sa.JSON, nullable=False),
        sa.Column("state", sa.JSON, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("made_by", sa.String(80), nullable=False),
        sa.Column("begun", _TIME, nullable=False),
        sa.Column("changed", _TIME, nullable=False),
    )
    op.create_index("ix_conversation_changed", "conversation", ["changed"])
    op.create_table(
        "turn",
        sa.Column("conversation", sa.String(200), sa.ForeignKey("conversation.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("message", sa.String(200), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("reply", sa.JSON, nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.UniqueConstraint("conversation", "message"),
    )
    op.create_table(
        "incident",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("conversation", sa.String(200), sa.ForeignKey("conversation.id", ondelete="CASCADE"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("begun", _TIME, nullable=False),
        sa.Column("changed", _TIME, nullable=False),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("edition", sa.String(10), nullable=False),
        sa.Column("authority", sa.String(40)),
        sa.Column("irregularity", sa.String(80), nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("laws", sa.JSON, nullable=False),
        sa.Column("details", sa.JSON, nullable=False),
        sa.Column("story", sa.Text, nullable=False),
        sa.Column("facts", sa.JSON, nullable=False),
        sa.Column("switches", sa.JSON, nullable=False),
        sa.Column("asked", sa.JSON, nullable=False),
        sa.Column("ruling", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.UniqueConstraint("conversation", "number"),
    )
    op.create_index("incident_when", "incident", ["changed"])


def downgrade() -> None:
    """Take the tables away again."""
    for name in ("incident", "turn", "conversation"):
        op.drop_table(name)
