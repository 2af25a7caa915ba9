"""The frozen program begins here; so does each of its child processes, which ``main`` recognises first of all.

A folder of its own: PyInstaller puts the folder of this file on the search path.
"""

import sys

from app.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
