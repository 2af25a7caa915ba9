"""Passages on disk: the only folder that imports lancedb. Import its modules one by one: lancedb takes a second to load."""
