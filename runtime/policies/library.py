"""The policies of a runtime: found, loaded when they are first needed, shared, and let go again.

Loading is done once however many ask, in a thread of its own, so that whoever waits can be cancelled.
Memory is bounded: what is idle for longest goes first, what is in use stays.
"""

from __future__ import annotations

import os
import shlex
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from runtime.cancellation import Cancellation
from runtime.engine import Engine
from runtime.engines.limits import EngineLimits
from runtime.errors import (
    BadBundle,
    ConsentNeeded,
    InvalidRequest,
    NoMemoryLeft,
    PhoneBuddyError,
    PolicyError,
    PolicyInUse,
    ShuttingDown,
    UnknownPolicy,
    UnsupportedPolicy,
)
from runtime.policies.bare import BarePolicy
from runtime.policies.bundle import PolicyManifest
from runtime.policies.catalog import FoundBundle, find_policies
from runtime.policies.engine_loader import is_installed, load_engine, missing_libraries, opening_of
from runtime.policies.lease import Lease
from runtime.policies.library_entry import PolicyEntry
from runtime.policies.memory import (
    available_bytes,
    estimated_bytes,
    file_bytes,
    full_text,
    in_mb,
    resident_bytes,
)
from runtime.policies.named_model import is_model_name, model_manifest
from runtime.policies.prices import Prices
from runtime.policies.remote_consent import (
    MemoryConsents,
    RemoteConsents,
    RemoteUse,
)
from runtime.policies.status import PolicyStatus
from runtime.policies.verification import Digests, verify

Load = Callable[[Path, PolicyManifest], Engine]


class PolicyLibrary:
    """Safe from any thread."""

    def __init__(
        self,
        folders: Iterable[Path],
        *,
        memory_budget_bytes: int,
        bare: Iterable[BarePolicy] = (),
        limits: EngineLimits | None = None,
        load: Load | None = None,
        consents: RemoteConsents | None = None,
        prices: Prices | None = None,
        environ: Mapping[str, str] | None = None,
        spare_bytes: int = 256 << 20,
        available: Callable[[], int] = available_bytes,
        resident: Callable[[], int] = resident_bytes,
        installed: Callable[[str], bool] = is_installed,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`consents` are to remote policies; without it, nobody has agreed to any. Models that were agreed
        to by name are listed. `environ` says which keys there are.

        `memory_budget_bytes` is for all loaded policies; of what the machine has `available`,
        `spare_bytes` are left to others; `resident` is what this process has. `installed` says
        whether an engine's library is there.
        """
        self._folders = tuple(folders)
        self._bare = tuple(bare)
        self._limits = EngineLimits() if limits is None else limits
        self._load: Load = self._load_engine if load is None else load
        self._consents = MemoryConsents() if consents is None else consents
        self._prices: Prices = {} if prices is None else prices
        self._environ = os.environ if environ is None else environ
        self._models: dict[str, FoundBundle] = {}
        self._budget = memory_budget_bytes
        self._spare = spare_bytes
        self._available = available
        self._resident = resident
        self._installed = installed
        self._clock = clock
        self._digests = Digests()
        self._changed = threading.Condition()
        self._entries: dict[tuple[Path, str], PolicyEntry] = {}
        self._closed = False
        self._ending = Cancellation()
        for name in sorted(self._consents.agreed_policies()):
            with suppress(UnknownPolicy, UnsupportedPolicy):
                self._know_model(name)
        self.refresh()

    def refresh(self) -> None:
        """Look at the folders again. What is loaded stays as it is."""
        listed = (*find_policies(self._folders, self._bare), *self._models.values())
        found = {(one.folder, one.name): one for one in listed}
        with self._changed:
            kept = {key: entry for key, entry in self._entries.items() if entry.at_work}
            entries: dict[tuple[Path, str], PolicyEntry] = {}
            for key, one in found.items():
                before = self._entries.get(key)
                entries[key] = kept.pop(key, None) or (
                    before if before is not None and before.found == one else PolicyEntry(one)
                )
            self._entries = {**entries, **kept}

    def policies(self) -> tuple[PolicyStatus, ...]:
        """Every policy there is, also those that cannot be used."""
        self.refresh()
        with self._changed:
            return tuple(self._status(entry) for entry in self._entries.values())

    def status(self, name: str) -> PolicyStatus:
        """One policy, or model; `UnknownPolicy` if there is none of that name."""
        self._know_model(name)
        with self._changed:
            return self._status(self._named(name))

    def use(self, name: str, *, cancel: Cancellation | None = None) -> Lease:
        """The policy, loaded, for as long as the lease is kept: `with library.use(name) as lease`.

        Raises what keeps it from being loaded; asking again later tries again.
        """
        self._know_model(name)
        if not self._is_at_work(name):
            self.refresh()  # it may have come, or been exported again, since
        forget = (lambda: None) if cancel is None else cancel.listen(self._wake)
        try:
            with self._changed:
                entry = self._usable(name)
                entry.waiting += 1
                try:
                    engine = self._await_loaded(entry, cancel)
                finally:
                    entry.waiting -= 1
                entry.users += 1
                entry.used_s = self._clock()
                return Lease(engine, entry.manifest, lambda: self._give_back(entry), entry.opening)
        finally:
            forget()

    def load(self, name: str, *, cancel: Cancellation | None = None) -> PolicyStatus:
        """Have the policy loaded before it is needed."""
        with self.use(name, cancel=cancel):
            return self.status(name)

    def check(self, name: str) -> None:
        """`ConsentNeeded` for a remote policy that nobody has agreed to."""
        self._know_model(name)
        with self._changed:
            for entry in self._entries.values():
                if entry.found.name == name and not entry.found.problem:
                    self._check_consent(entry)
                    return

    def allow_remote(self, use: RemoteUse) -> PolicyStatus:
        """The person agrees to what a remote policy does: to just that host and key, for good."""
        self._know_model(use.policy)
        with self._changed:
            named = self._named(use.policy).checked_remote_use()
            if named != use:
                what = (
                    "no remote policy" if named is None else f"for {named.host} and {named.key!r}"
                )
                raise InvalidRequest("host", f"the policy {use.policy!r} is {what}")
        self._consents.allow(use)
        return self.status(use.policy)

    def price_is_known(self, name: str) -> bool:
        """Whether what a policy costs can be told: one that runs here costs nothing."""
        self._know_model(name)
        with self._changed:
            manifest = self._named(name).found.manifest
        return manifest is None or manifest.remote is None or manifest.remote.price is not None

    def unload(self, name: str) -> PolicyStatus:
        """Free its memory; `PolicyInUse` while it is used or being loaded."""
        with self._changed:
            entry = self._named(name)
            if entry.users or entry.waiting or entry.loading:
                raise PolicyInUse(
                    f"the policy {name!r} is in use by {entry.users + entry.waiting}: "
                    "it can be unloaded when they are done"
                )
            if entry.idle:
                self._let_go(entry)
            return self._status(entry)

    def relieve(self) -> int:
        """Let go of idle policies while the machine is short of memory; how many went."""
        gone = 0
        with self._changed:
            while self._available() < self._spare and (entry := self._longest_idle()) is not None:
                self._let_go(entry)
                gone += 1
        return gone

    def close(self) -> None:
        """Close every engine, also those in use, whose callers get `EngineClosed`."""
        self._ending.cancel("the policies were closed")
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            while any(entry.at_work for entry in self._entries.values()):
                loaded = [entry for entry in self._entries.values() if entry.engine is not None]
                if loaded:
                    self._let_go(loaded[0])
                else:
                    self._changed.wait()

    def _know_model(self, name: str) -> None:
        """Have a model that is named rather than bundled among the policies. Without the lock."""
        if name in self._models or not is_model_name(name):
            return
        manifest = model_manifest(name, environ=self._environ, prices=self._prices)
        self._models[name] = FoundBundle(Path(), name, manifest, bare=True)
        self.refresh()

    def _is_at_work(self, name: str) -> bool:
        with self._changed:
            named = [entry for entry in self._entries.values() if entry.found.name == name]
            return any(entry.at_work for entry in named)

    # Everything below is called with the lock held, unless it says otherwise.

    def _status(self, entry: PolicyEntry) -> PolicyStatus:
        found = entry.found
        manifest = found.manifest
        lasting = found.problem or (
            "" if manifest is None else missing_libraries(manifest, self._installed)
        )
        problem = lasting or (str(entry.failure) if entry.failure is not None else "")
        return PolicyStatus(
            found.name,
            found.folder,
            manifest,
            entry.state(lasting),
            problem,
            entry.users,
            entry.measured_bytes if entry.engine is not None else 0,
            0 if manifest is None else file_bytes(found.folder, manifest),
            needs_consent=(use := entry.remote_use) is not None and not self._consents.allows(use),
        )

    def _named(self, name: str) -> PolicyEntry:
        """The policy of that name: a usable one if there is one."""
        named = [entry for entry in self._entries.values() if entry.found.name == name]
        for entry in named:
            if not entry.found.problem:
                return entry
        if named:
            return named[0]
        known = ", ".join(sorted({entry.found.name for entry in self._entries.values()})) or "none"
        raise UnknownPolicy(f"there is no policy {name!r}; there are: {known}")

    def _usable(self, name: str) -> PolicyEntry:
        self._check_open()
        entry = self._named(name)
        if entry.found.problem:
            raise BadBundle(entry.found.problem)
        self._check_consent(entry)
        return entry

    def _check_consent(self, entry: PolicyEntry) -> None:
        use = entry.checked_remote_use()
        if use is None or self._consents.allows(use):
            return
        key = f", with the key in {use.key}" if use.key else ""
        raise ConsentNeeded(
            f"the policy {use.policy!r} sends what is on the screen to {use.host}{key}: it acts once "
            f"you have agreed to that (phonebuddy policies allow {shlex.quote(use.policy)})",
            policy=use.policy,
            host=use.host,
            key=use.key,
        )

    def _check_open(self) -> None:
        if self._closed:
            raise ShuttingDown("the policies were closed: the runtime is shutting down")

    def _await_loaded(self, entry: PolicyEntry, cancel: Cancellation | None) -> Engine:
        attempt = entry.attempts
        while True:
            self._check_open()
            if cancel is not None:
                cancel.check()
            if entry.engine is not None and not entry.closing:
                return entry.engine
            if entry.attempts > attempt and entry.failure is not None and not entry.loading:
                # A new one, for each caller has a traceback of its own.
                failure = entry.failure
                kind = type(failure) if isinstance(failure, PolicyError) else PolicyError
                raise kind(str(failure)) from failure
            if not entry.loading and not entry.closing:
                attempt = entry.attempts
                entry.loading = True
                name = f"load {entry.found.name}"
                threading.Thread(
                    target=self._run_load, args=(entry,), name=name, daemon=True
                ).start()
            self._changed.wait()

    def _give_back(self, entry: PolicyEntry) -> None:
        """Without the lock."""
        with self._changed:
            entry.users -= 1
            entry.used_s = self._clock()
            self._changed.notify_all()

    def _wake(self) -> None:
        """Without the lock, in whatever thread cancels."""
        with self._changed:
            self._changed.notify_all()

    def _run_load(self, entry: PolicyEntry) -> None:
        """Without the lock, in a thread of its own."""
        engine: Engine | None = None
        failure: PhoneBuddyError | None = None
        before_bytes = self._resident()
        try:
            engine = self._make(entry)
        except PhoneBuddyError as error:
            failure = error
        except Exception as error:  # noqa: BLE001 - whatever a model library raises, the rest goes on
            failure = PolicyError(f"the policy {entry.found.name!r} failed to load: {error!r}")
            failure.__cause__ = error
        with self._changed:
            entry.engine = engine
            entry.measured_bytes = max(0, self._resident() - before_bytes)
            entry.failure = failure
            entry.used_s = self._clock()
            if engine is None:
                entry.bytes = 0
            entry.attempts += 1
            entry.loading = False
            self._changed.notify_all()

    def _make(self, entry: PolicyEntry) -> Engine:
        """Without the lock."""
        folder, manifest = entry.found.folder, entry.manifest
        if not entry.found.bare:
            verify(folder, manifest, digests=self._digests, cancel=self._ending)
        with self._changed:
            self._make_room(entry, estimated_bytes(folder, manifest, self._limits))
        entry.opening = opening_of(folder, manifest)
        return self._load(folder, manifest)

    def _load_engine(self, folder: Path, manifest: PolicyManifest) -> Engine:
        return load_engine(folder, manifest, self._limits)

    def _make_room(self, entry: PolicyEntry, needed: int) -> None:
        """Set `needed` bytes aside for a policy, and let go of idle ones for them."""
        name = entry.found.name
        if needed > self._budget:
            raise UnsupportedPolicy(
                f"the policy {name!r} needs about {in_mb(needed)}, and all policies together may take "
                f"{in_mb(self._budget)}: raise the memory budget, or take a smaller policy"
            )
        while True:
            self._check_open()
            taken = sum(other.bytes for other in self._entries.values())
            coming = sum(other.bytes for other in self._entries.values() if other.loading)
            over = taken + needed - self._budget
            short = needed + coming + self._spare - self._available() if needed else 0
            if over <= 0 and short <= 0:
                entry.bytes = needed
                return
            idle = self._longest_idle()
            if idle is not None:
                self._let_go(idle)
            elif any(other.closing for other in self._entries.values()):
                self._changed.wait()
            else:
                raise NoMemoryLeft(full_text(name, needed, over, short, self._in_use()))

    def _longest_idle(self) -> PolicyEntry | None:
        idle = [entry for entry in self._entries.values() if entry.idle and entry.bytes]
        return min(idle, key=lambda entry: entry.used_s, default=None)

    def _in_use(self) -> list[str]:
        return [entry.found.name for entry in self._entries.values() if entry.bytes]

    def _let_go(self, entry: PolicyEntry) -> None:
        """Close its engine; the lock is released meanwhile."""
        engine, entry.engine, entry.closing = entry.engine, None, True
        self._changed.release()
        try:
            if engine is not None:
                engine.close()
        finally:
            self._changed.acquire()
            entry.closing = False
            entry.bytes = 0
            self._changed.notify_all()
