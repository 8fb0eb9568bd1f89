"""How the screens reach their runtime."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from phonebuddy.v1.async_client import AsyncClient
from phonebuddy.v1.client import Client


@dataclass(frozen=True, slots=True)
class RuntimeConnection:
    """Where a runtime is and what it wants. `local`: it was started for us, and ends with us."""

    address: str
    token: str | None = None
    tls_root: Path | None = None
    """A certificate in PEM form; turns TLS on."""
    tls: bool = False
    """TLS with the system's own certificates."""
    local: bool = False

    @property
    def is_here(self) -> bool:
        """Whether it runs on this computer for this person: a unix socket leads nowhere else."""
        return self.local or self.address.startswith("unix:")

    @property
    def name(self) -> str:
        """What people see of it."""
        return "this computer" if self.is_here else self.address

    def client(self, *, patience_s: float = 30.0) -> AsyncClient:
        """A client for the running event loop, to be closed."""
        return AsyncClient(
            self.address,
            token=self.token or "",
            root_certificate=self.tls_root,
            tls=self.tls,
            patience_s=patience_s,
        )

    def export(self, run_id: str, folder: Path) -> None:
        """Write a run as an episode record into a new folder. Blocks."""
        with Client(
            self.address, token=self.token or "", root_certificate=self.tls_root, tls=self.tls
        ) as client:
            client.export(run_id, folder)
