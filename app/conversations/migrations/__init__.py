"""Steps of ``conversations.sqlite``, run by ``index.ingest.database``."""
