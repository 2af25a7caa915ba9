"""Schema migrations of the ledger: one file each, ``vNNN_name.py`` with ``apply(connection)``, run in order on start."""
