"""One policy of a library: what was found, and what became of it."""

from __future__ import annotations

from runtime.engine import Engine
from runtime.engines.remote.offer import check_key_variable
from runtime.errors import BadBundle, NoMemoryLeft, PhoneBuddyError, PolicyError
from runtime.policies.bundle import PolicyManifest
from runtime.policies.catalog import FoundBundle
from runtime.policies.remote_consent import RemoteUse, remote_use
from runtime.policies.status import PolicyState
from runtime.turn.start import AT_ONCE


class PolicyEntry:
    """A policy and what became of it. Guarded by the library's lock."""

    def __init__(self, found: FoundBundle) -> None:
        self.found = found
        self.engine: Engine | None = None
        self.opening = AT_ONCE
        self.users = 0
        self.waiting = 0
        self.loading = False
        self.closing = False
        self.attempts = 0
        """How many loads have ended."""
        self.failure: PhoneBuddyError | None = None
        self.used_s = 0.0
        self.bytes = 0
        """What is set aside for it."""
        self.measured_bytes = 0
        """What this process grew by while it was loaded."""

    @property
    def at_work(self) -> bool:
        return self.engine is not None or self.loading or self.closing

    @property
    def idle(self) -> bool:
        return self.engine is not None and not (self.users or self.waiting or self.closing)

    @property
    def manifest(self) -> PolicyManifest:
        """`BadBundle` where it has none that can be read."""
        if self.found.manifest is None:
            raise BadBundle(self.found.problem)
        return self.found.manifest

    @property
    def remote_use(self) -> RemoteUse | None:
        """What the person has to agree to, where the model runs elsewhere."""
        manifest = self.found.manifest
        if manifest is None or manifest.remote is None:
            return None
        return remote_use(manifest.name, manifest.remote)

    def checked_remote_use(self) -> RemoteUse | None:
        """The same; `UnsupportedPolicy` for what nobody is asked to agree to."""
        manifest = self.found.manifest
        if manifest is not None and manifest.remote is not None:
            check_key_variable(manifest.name, manifest.remote)
        return self.remote_use

    def state(self, lasting_problem: str) -> PolicyState:
        """How far it is. `lasting_problem`: what keeps it from being loaded, and will."""
        if self.engine is not None:
            return PolicyState.LOADED
        if self.loading:
            return PolicyState.LOADING
        if lasting_problem or _stays(self.failure):
            return PolicyState.UNUSABLE
        return PolicyState.AVAILABLE


def _stays(failure: PhoneBuddyError | None) -> bool:
    """Whether a policy would probably fail again; memory may have become free by then."""
    return isinstance(failure, PolicyError) and not isinstance(failure, NoMemoryLeft)
