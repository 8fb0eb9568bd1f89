"""A desk (`desk_scene`) behind a real gRPC server, which runs in a thread of its own."""

import asyncio
import threading
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import TypeVar

from desk_scene import Scene
from phonebuddy.v1.client import Client

from runtime.cancellation import Cancellation
from runtime.engine import Engine
from runtime.errors import InvalidRequest, PolicyInUse, UnknownPolicy
from runtime.guard.ruling import AllowAll
from runtime.guard.secrets import Secrets
from runtime.policies.bundle import EngineKind, Figure, PolicyManifest
from runtime.policies.lease import Lease
from runtime.policies.remote_consent import RemoteUse
from runtime.policies.status import PolicyState, PolicyStatus
from runtime.runs.store import RunStore
from runtime.server.address import Address, TcpAddress, UnixAddress
from runtime.server.assembly import Domain, Server, ServerOptions
from runtime.server.guarded_phones import GuardedPhones
from runtime.turn.start import Opening, PolicyStart

T = TypeVar("T")


class SceneLibrary:
    """The policies of a scene, as the server wants them. A name in `busy` cannot be unloaded."""

    def __init__(self, engines: dict[str, Engine]) -> None:
        self.engines = engines
        self.busy: set[str] = set()

    def policies(self) -> Sequence[PolicyStatus]:
        return [self.status(name) for name in self.engines]

    def load(self, name: str, *, cancel: Cancellation | None = None) -> PolicyStatus:
        with self.use(name, cancel=cancel):
            return self.status(name)

    def unload(self, name: str) -> PolicyStatus:
        if name in self.busy:
            raise PolicyInUse(f"{name} is in use")
        return self.status(name)

    def price_is_known(self, name: str) -> bool:
        return name != "unpriced"

    def check(self, name: str) -> None:
        """Nothing: none of these runs elsewhere."""

    def allow_remote(self, use: RemoteUse) -> PolicyStatus:
        raise InvalidRequest("host", f"{use.policy} is no remote policy")

    def use(self, name: str, *, cancel: Cancellation | None = None) -> Lease:
        if name not in self.engines:
            raise UnknownPolicy(f"there is no policy {name!r}")
        return Lease(self.engines[name], _manifest(name), lambda: None, Opening(PolicyStart.HOME))

    def status(self, name: str) -> PolicyStatus:
        return PolicyStatus(
            name, Path(name), _manifest(name), PolicyState.LOADED, memory_bytes=7, file_bytes=5
        )


def _manifest(name: str) -> PolicyManifest:
    figures = (Figure("success", 0.5, "share", "on ten tasks"),)
    return PolicyManifest(name, EngineKind.SCRIPTED, "compact", figures=figures)


class ServedDesk:
    """Serves a scene, on a free port of this machine if nothing else is given, until it is closed."""

    def __init__(self, folder: Path, *, address: Address | None = None, **options: object) -> None:
        self.scene = Scene(folder)
        self.store = self._store()
        self.library = SceneLibrary(self.scene.library.engines)
        self._given = ServerOptions(
            address=address or TcpAddress("127.0.0.1", 0),
            **{"shutdown_s": 0.5, **options},  # type: ignore[arg-type]
        )
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, name="served desk")
        self._thread.start()
        self.server: Server
        self.address = str(self._call(self._start()))

    def client(self, **options: object) -> Client:
        """A client of it, to be closed."""
        return Client(self.address, **options)  # type: ignore[arg-type]

    def stop(self) -> None:
        """Shut down in good order."""
        self._call(self.server.stop())

    def again(self) -> None:
        """Shut down, then serve the same store at the same address.

        Only on a socket file: a port that was let go may be someone else's by then.
        """
        assert isinstance(self._given.address, UnixAddress)
        self.stop()
        self.store.close()
        self.scene.restart()
        self.store = self._store()
        self._call(self._start())

    def close(self) -> None:
        self.stop()
        self.scene.close()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(120)
        self.loop.close()

    async def _start(self) -> Address:
        scene = self.scene
        guarded = GuardedPhones(scene.pool, AllowAll(), Secrets())
        domain = Domain(scene.desk, self.store, scene.pool, self.library, guarded)
        self.server = Server(domain, self._given)
        return await self.server.start()

    def _store(self) -> RunStore:
        assert isinstance(self.scene.store, RunStore)
        return self.scene.store

    def _call(self, work: Coroutine[None, None, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)
