"""A phone's control service on a port of this machine, beside the port that adb connects to.

Loopback only, and the same event loop as the phone's adb server: that loop owns the phone.
"""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Self

from phoneworld.adb.errors import ServeError
from phoneworld.adb.session import AdbSession

if TYPE_CHECKING:
    import grpc.aio

HOST = "127.0.0.1"
MAX_CALLS = 64
"""How many may be open at once, streams included."""


class EmulatorServer:
    """Serves one phone. Use it as `async with`, or `start` and `close` it."""

    def __init__(self, session: AdbSession, port: int = 0) -> None:
        if not 0 <= port <= 65535:
            raise ServeError(f"there is no port {port}: choose one from 1 to 65535, or 0 for any")
        self.session = session
        self.port = port
        self._server: grpc.aio.Server | None = None

    @property
    def address(self) -> str:
        """What a gRPC channel takes."""
        return f"{HOST}:{self.port}"

    async def start(self) -> int:
        """Listen; the port, which may have been chosen just now."""
        # Slow to import, and served only where it was asked for.
        import grpc
        import grpc.aio

        from phoneworld.emulator.methods import Methods
        from phoneworld.emulator.service import EmulatorService
        from phoneworld.emulator.snapshot_service import SnapshotService
        from phoneworld.emulator.snapshots import Snapshots

        session = self.session
        methods = Methods(session, EmulatorService(session), SnapshotService(Snapshots(session)))
        server = grpc.aio.server(
            options=[
                # A raw picture has 10 MB.
                ("grpc.max_send_message_length", -1),
                # Otherwise two servers may listen on one port, each getting half of the calls.
                ("grpc.so_reuseport", 0),
            ],
            maximum_concurrent_rpcs=MAX_CALLS,
        )
        server.add_generic_rpc_handlers((methods,))
        try:
            # Refuses peers of other machines by itself; clients with or without it can connect.
            self.port = server.add_secure_port(self.address, grpc.local_server_credentials())
        except RuntimeError as error:
            raise ServeError(
                f"{self.address} cannot be listened on; choose another port"
            ) from error
        await server.start()
        self._server = server
        return self.port

    async def close(self) -> None:
        """Stop listening, and end all calls."""
        if self._server is not None:
            await self._server.stop(grace=None)
            self._server = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()
