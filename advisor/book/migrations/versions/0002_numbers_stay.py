"""An incident's number is never given to another one, even after it was deleted (SQLite would; PostgreSQL never does)."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of incidents anew with numbers that only rise."""
    if op.get_bind().dialect.name == "sqlite":
        with op.batch_alter_table("incident", recreate="always", table_kwargs={"sqlite_autoincrement": True}):
            pass


def downgrade() -> None:
    """Nothing is lost by leaving it so."""
