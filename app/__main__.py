"""Entry of `dossier` and `python -m app`: streams, environment, guard, then the command.

Nothing native may be imported before the environment stands (onnxruntime reads its variables at its first import) and the guard is in.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from pathlib import Path


def _data_folder(arguments: list[str]) -> Path | None:
    """``--home DIR`` from the raw arguments: the environment has to stand before the parser's imports."""
    for index, argument in enumerate(arguments):
        if argument == "--home" and index + 1 < len(arguments):
            return Path(arguments[index + 1])
        if argument.startswith("--home="):
            return Path(argument.removeprefix("--home="))
    return None


def main() -> int:
    """The whole program; also what the installed `dossier` command calls."""
    multiprocessing.freeze_support()
    try:
        code = _run()
        sys.stdout.flush()
    except BrokenPipeError:
        # A closed pipe (`dossier status | head`) is no error worth a traceback.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        # Before the command's own handler is there: imports take a second.
        sys.stderr.write("Stopped.\n")
        return 130
    return code


def _run() -> int:
    from app.environment import open_missing_streams, prepare_environment, silence_libraries
    from app.settings.errors import ConfigurationError
    from app.settings.paths import AppPaths
    from app.settings.policy import load_policy

    open_missing_streams()
    try:
        paths = AppPaths.resolve(_data_folder(sys.argv[1:]), load_policy())
        paths.create()
    except ConfigurationError as error:
        silence_libraries()
        from app.cli import build_parser

        build_parser().parse_args(sys.argv[1:])  # --help and wrong usage are told without a data folder
        sys.stderr.write(f"{error.message} {error.next_step}\n")
        return 1
    prepare_environment(paths.home)
    from app.privacy.guard import install_guard

    install_guard()
    from app.cli import main as run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
