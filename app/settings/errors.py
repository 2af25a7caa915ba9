"""What can be wrong with paths, policy and settings: always something that a person or an administrator can repair.

ConfigurationError              (never raised itself)
├── PathError                   the data folder cannot be used
├── PolicyError                 the administrator's policy cannot be read; the program does not start without it
└── SettingsError               the settings file is from a newer version, has unknown keys, or a value is locked or wrong
"""

from __future__ import annotations


class ConfigurationError(Exception):
    """Root of the tree. ``message`` says what is wrong, ``next_step`` what to do."""

    code = "configuration"

    def __init__(self, message: str, *, next_step: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.next_step = next_step


class PathError(ConfigurationError):
    code = "path"


class PolicyError(ConfigurationError):
    code = "policy"


class SettingsError(ConfigurationError):
    code = "settings"
