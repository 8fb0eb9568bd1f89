"""Telling this machine's adb server that a phone is here, as an emulator does when it has started.

An adb server looks for emulators only when it starts itself, and only on the odd ports 5555 to 5585.
Nothing is started: where no server runs, the next one looks for itself.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

HOST = "127.0.0.1"
ADB_SERVER_PORT = 5037
PATIENCE_S = 2.0


async def announce(port: int, *, server_port: int = ADB_SERVER_PORT) -> bool:
    """Name a phone's adb port to the adb server; whether there was one to hear it."""
    message = f"host:emulator:{port}".encode()
    try:
        async with asyncio.timeout(PATIENCE_S):
            _, writer = await asyncio.open_connection(HOST, server_port)
            try:
                writer.write(b"%04x" % len(message) + message)
                await writer.drain()
            finally:
                writer.close()
                with suppress(OSError):
                    await writer.wait_closed()
    except (OSError, TimeoutError):
        return False
    return True
