"""Run by Alembic for each upgrade: on the connection, and in the transaction, that migrating.py hands over."""

from alembic import context

from host_tools.server import schema

_connection = context.config.attributes["connection"]
context.configure(connection=_connection, target_metadata=schema.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
