"""The memory on disk: SQLite, locked by one program at a time, damaged files set aside."""
