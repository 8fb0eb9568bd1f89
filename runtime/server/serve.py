"""The composition root: makes everything that a server consists of, and serves until it is asked to stop."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.cancellation import Cancellation
from runtime.device_pool import DevicePool
from runtime.engine import Engine
from runtime.engines.limits import EngineLimits
from runtime.guard.engine_opinion import EngineOpinion
from runtime.guard.log_filter import RedactingFilter
from runtime.guard.redaction import Redactor
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import load_rules
from runtime.guard.secrets import FileSecrets, Secrets
from runtime.policies.bare import bare_gguf
from runtime.policies.builtin import builtin_folder
from runtime.policies.bundle import PolicyManifest
from runtime.policies.engine_loader import load_engine
from runtime.policies.library import PolicyLibrary
from runtime.policies.prices import load_prices
from runtime.policies.remote_consent import FILE as REMOTE_FILE
from runtime.policies.remote_consent import FileConsents
from runtime.runs.desk import RunDesk
from runtime.runs.settings import RunSettings
from runtime.runs.store import RunStore
from runtime.server.address import Address, TcpAddress, check_exposure
from runtime.server.allocator import give_back_memory
from runtime.server.assembly import Domain, Server, ServerOptions
from runtime.server.config import ServerConfig
from runtime.server.data_folder import hold_folder, write_atomically
from runtime.server.guarded_phones import GuardedPhones
from runtime.server.housekeeping import Chore, chores
from runtime.server.logs import start_logging
from runtime.server.notifying_store import HappeningListener, NotifyingStore, log_happening
from runtime.server.tls import read_credentials
from runtime.server.token import read_token

if TYPE_CHECKING:
    from runtime.server.metrics import Metrics

RELIEVE_EVERY_S = 15.0
PRUNE_EVERY_S = 3600.0
GIVE_BACK_EVERY_S = 5.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Calling:
    """How whoever started the server hears of it."""

    on_ready: Callable[[Address], None]
    ready_file: Path | None = None
    die_with_parent: bool = False


def serve(config: ServerConfig, environment: Mapping[str, str], calling: Calling) -> None:
    """Serve until a signal, or the parent's end, says to stop; then shut down in good order."""
    secrets = FileSecrets(config.secrets) if config.secrets is not None else Secrets()
    redacting = RedactingFilter(Redactor.for_record(secrets.values()))
    start_logging(as_json=config.log_format == "json", level=config.log_level, filters=[redacting])
    token = read_token(config.token_file, environment)
    credentials = read_credentials(config.tls_cert, config.tls_key)
    address = config.address
    check_exposure(address, has_tls=credentials is not None, has_token=bool(token))
    if isinstance(address, TcpAddress) and not token:
        _log.warning(
            "every user of this machine can reach %s and control your phones: give a token "
            "(--token-file), or leave --listen out for a socket that only you can use",
            address,
        )
    metrics = _metrics(config)
    with ExitStack() as stack:
        lock = stack.enter_context(hold_folder(config.data))
        store = RunStore.open(config.data)
        stack.callback(store.close)
        _prune(store, config)
        pool = DevicePool()
        stack.callback(pool.close)
        library = _library(config, metrics)
        stack.callback(library.close)
        guard = RuleGuard(
            load_rules(config.guard_rules),
            secrets=secrets,
            opinion=_opinion(config.guard_opinion, library, secrets),
        )
        desk = _desk(
            config, NotifyingStore(store, _listeners(metrics)), pool, library, guard, secrets
        )
        guarded = GuardedPhones(pool, guard, secrets)
        options = ServerOptions(
            address=address,
            token=token,
            credentials=credentials,
            limits=config.limits,
            most_watchers=config.most_watchers,
            most_mirrors=config.most_mirrors,
            shutdown_s=config.shutdown_seconds,
            count=metrics.called if metrics is not None else None,
        )

        def on_ready(where: Address) -> None:
            lock.write_address(str(where))
            if calling.ready_file is not None:
                ready = json.dumps({"address": str(where), "pid": os.getpid()})
                write_atomically(calling.ready_file, ready)
            calling.on_ready(where)

        async def run() -> None:
            server = Server(Domain(desk, store, pool, library, guarded), options)
            if metrics is not None:
                metrics.watch_runs(store, lambda: server.feeds.watchers)
                where, stop_metrics = metrics.serve(config.metrics)
                _log.info("metrics are at http://%s/metrics", where)
                stack.callback(stop_metrics)
            with chores(
                Chore("unloading idle policies", RELIEVE_EVERY_S, lambda: _relieve(library)),
                Chore("giving memory back", GIVE_BACK_EVERY_S, give_back_memory),
                Chore("forgetting old runs", PRUNE_EVERY_S, lambda: _prune(store, config)),
            ):
                await _until_stopped(server, on_ready, die_with_parent=calling.die_with_parent)

        asyncio.run(run())


async def _until_stopped(
    server: Server, on_ready: Callable[[Address], None], *, die_with_parent: bool
) -> None:
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()

    def on_signal() -> None:
        if stop.is_set():
            # Whoever asks twice does not want to wait. What is on record stays on record.
            os._exit(130)
        stop.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, on_signal)
    try:
        on_ready(await server.start())
        if die_with_parent:
            _watch_parent(loop, stop.set)
        await stop.wait()
        _log.info("stopping: runs come to rest")
    finally:
        await server.stop()
        _log.info("stopped")


def _watch_parent(loop: asyncio.AbstractEventLoop, on_end: Callable[[], None]) -> None:
    """Have `on_end` called once standard input is closed, as the end of a parent closes it."""

    def read() -> None:
        while os.read(sys.stdin.fileno(), 65536):
            pass
        with suppress(RuntimeError):  # the loop may have ended by itself
            loop.call_soon_threadsafe(on_end)

    threading.Thread(target=read, name="parent", daemon=True).start()


def _relieve(library: PolicyLibrary) -> None:
    gone = library.relieve()
    if gone:
        _log.warning("memory is short: %d policies were unloaded", gone)


def _prune(store: RunStore, config: ServerConfig) -> None:
    gone = store.prune(config.retention, now_s=time.time())
    if gone:
        _log.info("%d old runs were forgotten", len(gone))


def _metrics(config: ServerConfig) -> Metrics | None:
    """Where they are asked for: the library that counts is slow to import."""
    if not config.metrics:
        return None
    from runtime.server.metrics import Metrics

    return Metrics()


def _library(config: ServerConfig, metrics: Metrics | None) -> PolicyLibrary:
    limits = EngineLimits(threads=config.policy_threads)

    def load(folder: Path, manifest: PolicyManifest) -> Engine:
        engine = load_engine(folder, manifest, limits)
        if metrics is not None:
            metrics.loaded(manifest.engine)
        return engine

    budget = config.policy_memory_mb * 1024 * 1024 or sys.maxsize
    bare = [bare_gguf(config.gguf, projector=config.mmproj)] if config.gguf is not None else []
    folders = [config.policies, builtin_folder()]
    return PolicyLibrary(
        folders,
        memory_budget_bytes=budget,
        bare=bare,
        limits=limits,
        load=load,
        consents=FileConsents(config.data / REMOTE_FILE),
        prices=load_prices(config.data),
    )


def _opinion(name: str, library: PolicyLibrary, secrets: Secrets) -> EngineOpinion | None:
    """A policy of the library, loaded while it is asked. It sees what policies may see."""
    if not name:
        return None

    @contextmanager
    def use(cancel: Cancellation | None) -> Generator[Engine]:
        with library.use(name, cancel=cancel) as lease:
            yield lease.engine

    return EngineOpinion(use, lambda: Redactor.for_prompt(secrets.values()))


def _listeners(metrics: Metrics | None) -> tuple[HappeningListener, ...]:
    return (log_happening,) if metrics is None else (log_happening, metrics.happened)


def _desk(
    config: ServerConfig,
    store: NotifyingStore,
    pool: DevicePool,
    library: PolicyLibrary,
    guard: RuleGuard,
    secrets: Secrets,
) -> RunDesk:
    settings = RunSettings(most_alive=config.most_runs)
    return RunDesk(store, pool, library, guard, secrets, settings=settings)
