"""Files written before settings had a version number: the same keys, the number is added."""

from __future__ import annotations

from app.settings.migrations.base import RawSettings

FROM_VERSION = 0


def migrate(raw: RawSettings) -> RawSettings:
    return {**raw, "version": 1}
