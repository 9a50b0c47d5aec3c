"""Alembic's door: the upgrade runs on the connection that `advisor.book.engine` hands over."""

from __future__ import annotations

from alembic import context

from advisor.book.schema import Base

context.configure(connection=context.config.attributes["connection"], target_metadata=Base.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
