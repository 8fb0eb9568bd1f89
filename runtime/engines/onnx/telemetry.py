"""onnxruntime tells its maker what it runs on, from its import on, unless it is told not to before."""

from __future__ import annotations

import os


def forbid_telemetry() -> None:
    """To be called before onnxruntime is imported. Children of this process do not report either."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
