"""On a file, or on PostgreSQL (tests/server/databases.py)."""

from tests.server.databases import cluster, database, pytest_generate_tests

__all__ = ["cluster", "database", "pytest_generate_tests"]
