"""Nothing is told to anybody: onnxruntime reports what it runs on unless it is kept from that."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

OPENED = """
from pathlib import Path
from runtime.engines.onnx.session import open_session
from runtime.errors import UnsupportedPolicy
try:
    open_session(Path("no-such-model.onnx"), threads=1)
except UnsupportedPolicy:
    pass
"""
LOADED = """
from pathlib import Path
from runtime.engines.limits import EngineLimits
from runtime.engines.offer import LoadRequest
from runtime.engines.onnx.offer import load
from runtime.engines.sampling import TokenSampling
from runtime.errors import PhoneBuddyError
from runtime.prompts.format import CHATML
from tap_format import TapFormat
nowhere = Path("no-such-model.onnx")
try:
    load(LoadRequest(name="p", prompt_format=TapFormat(), limits=EngineLimits(), weights=nowhere,
                     tokenizer=nowhere, chat=CHATML, sampling=TokenSampling(), environ={}))
except PhoneBuddyError:
    pass
"""


def files_after(code: str, home: Path) -> list[str]:
    """What a process leaves in its home."""
    environment = {name: value for name, value in os.environ.items() if "TELEMETRY" not in name}
    path = os.pathsep.join(one for one in sys.path if one)
    environment |= {"HOME": str(home), "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("XDG_CACHE_HOME", None)
    done = subprocess.run(
        [sys.executable, "-c", code + "\nimport sys; assert 'onnxruntime' in sys.modules"],
        env=environment, cwd=home, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return sorted(one.name for one in home.rglob("*") if one.is_file())


@pytest.mark.parametrize("code", [OPENED, LOADED], ids=["session", "policy"])
def test_no_report_is_even_kept_for_later(code: str, tmp_path: Path) -> None:
    assert files_after(code, tmp_path) == []
