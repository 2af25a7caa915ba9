"""Runs first in every process of the frozen program on Linux.

The program gives ``LD_LIBRARY_PATH`` back to what it was, so that programs which it opens find their own libraries (app.environment).
Its child processes need the bundle's folder in it all the same; the starter sets it only in a process that it takes for the first of
a program, which is what this variable, PyInstaller's own, makes of each. To other programs it means nothing.
"""

import os

os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
