"""Environment that keeps libraries off the network, to be set before their first import in a process.

onnxruntime 1.29 and later upload usage events from native code unless they are told so before they load; the version that is
pinned here has no uploader, and the two variables guard against an update. fastembed and its hub client look for files on
the network unless they are told that there is none.
"""

from __future__ import annotations

import os
from typing import Any

OFFLINE_ENVIRONMENT = {
    "ORT_DISABLE_TELEMETRY": "1",
    "ORT_TELEMETRY_DISABLED": "1",
    "HF_HUB_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "TRANSFORMERS_OFFLINE": "1",
}


def keep_silent() -> None:
    """Set the variables in this process; its children inherit them."""
    os.environ.update(OFFLINE_ENVIRONMENT)


def import_onnxruntime() -> Any:
    """onnxruntime, imported silently. Its Windows builds report through the system's event tracing: that is turned off too."""
    keep_silent()
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    return onnxruntime
