"""The server as a process of its own, with scripted policies."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from phonebuddy.v1.client import Client

from runtime.lenient_json import JsonValue
from runtime.policies.bundle import EngineKind, PolicyManifest
from runtime.policies.bundle_writer import write_bundle
from runtime.turn.start import PolicyStart

PATIENCE_S = 60.0
"""For whatever starts or ends: as long as the product itself waits for a runtime."""


def write_script(
    policies: Path, name: str, *lines: dict[str, JsonValue], starts: PolicyStart = PolicyStart.HOME
) -> None:
    """A scripted policy: a line of the script for each decision."""
    script = policies / f"{name}.jsonl"
    policies.mkdir(parents=True, exist_ok=True)
    script.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    manifest = PolicyManifest(
        name, EngineKind.SCRIPTED, "compact", weights="script.jsonl", starts=starts
    )
    write_bundle(policies / name, manifest, {"script.jsonl": script})


def call(tool: str, **arguments: JsonValue) -> dict[str, JsonValue]:
    """A line of a script: one call of a tool."""
    return {"action": {"name": tool, "arguments": arguments}}


class RuntimeProcess:
    """`python -m runtime serve`, until it is stopped. `folder` holds data and policies."""

    def __init__(
        self, folder: Path, *options: str, environment: dict[str, str] | None = None
    ) -> None:
        self.folder = folder
        self._ready = folder / "ready.json"
        self._ready.unlink(missing_ok=True)
        self.output = folder / "output"
        words = ["--data", str(folder / "data"), "--policies", str(folder / "policies")]
        if "--listen" not in options:
            words += ["--listen", "127.0.0.1:0"]
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "runtime", "serve", *words, *options),
                    *("--ready-file", str(self._ready)),
                ],
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**os.environ, "HOME": str(folder), **(environment or {})},
            )

    @property
    def address(self) -> str:
        """Where it listens; waits until it does."""
        deadline = time.monotonic() + PATIENCE_S
        while not self._ready.exists():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"it did not start: {self.output.read_text()}")
            time.sleep(0.02)
        ready = json.loads(self._ready.read_text())
        assert ready["pid"] == self.process.pid
        return ready["address"]

    def client(self, **options: object) -> Client:
        return Client(self.address, **options)  # type: ignore[arg-type]

    def wait(self, timeout_s: float = PATIENCE_S) -> int:
        return self.process.wait(timeout_s)

    def stop(self) -> int:
        """Ask it to stop; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def kill(self) -> None:
        """As the kernel would, in an emergency."""
        self.process.kill()
        self.close()

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if self.process.stdin is not None:
            self.process.stdin.close()
