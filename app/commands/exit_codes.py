"""Exit codes of the `dossier` command; listed for people in ``app.cli`` and the README."""

OK = 0
FAILED = 1
USAGE = 2
NOT_ACCEPTED = 3
NO_MODEL = 4
PARTLY_FAILED = 5
NOT_FOUND = 6
NO_DISPLAY = 7
INTERRUPTED = 130
