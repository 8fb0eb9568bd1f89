"""The real adb, with a server of its own: for tests and measurements, never for the phone itself.

Private port, private home, no USB, no emulators, no mDNS: phones and servers of whoever works on
this machine are never touched.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from phoneworld.adb.errors import ServeError

START_S = 15.0


@dataclass(frozen=True, slots=True)
class Done:
    """How a call of adb ended, and what it wrote."""

    status: int
    out: bytes
    err: bytes

    @property
    def text(self) -> str:
        return self.out.decode("utf-8", "replace")


def find_adb() -> Path | None:
    """The adb that adbutils brings, if it brings one for this system."""
    # Not imported: adbutils reads the server's port from the environment when it is.
    spec = importlib.util.find_spec("adbutils")
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent / "binaries" / "adb"
    return path if path.exists() else None


class HostAdb:
    """One adb server and its client. Use it as `with`, so that the server ends in any case."""

    def __init__(self, path: Path, home: Path) -> None:
        self.path = path
        self.port = _free_port()
        self.environment = {
            "PATH": os.defpath,
            "HOME": str(home),
            "ANDROID_ADB_SERVER_PORT": str(self.port),
            "ADB_LOCAL_TRANSPORT_MAX_PORT": "5553",
            "ADB_MDNS": "0",
            "ADB_MDNS_AUTO_CONNECT": "0",
        }
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server, and wait until it listens."""
        # It takes one USB device, of a name that none has.
        words = ["-P", str(self.port), "--one-device", "none", "server", "nodaemon"]
        self._server = subprocess.Popen(
            [self.path, *words],
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + START_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError as error:
                if time.monotonic() > deadline:
                    self.stop()
                    raise ServeError(f"adb did not listen within {START_S:.0f} s") from error
                time.sleep(0.05)
            else:
                return

    def stop(self) -> None:
        """End the server."""
        server, self._server = self._server, None
        if server is None:
            return
        subprocess.run(
            [self.path, "-P", str(self.port), "kill-server"],
            env=self.environment,
            check=False,
            capture_output=True,
            timeout=10,
        )
        try:
            server.wait(5)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    async def run(self, *words: str, given: bytes = b"", timeout_s: float = 20) -> Done:
        """Call adb and wait for it; `TimeoutError` if it takes too long."""
        process = await asyncio.create_subprocess_exec(
            self.path,
            *words,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        try:
            out, err = await asyncio.wait_for(process.communicate(given), timeout_s)
        except TimeoutError:
            process.kill()
            await process.wait()
            raise
        return Done(process.returncode or 0, out, err)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
