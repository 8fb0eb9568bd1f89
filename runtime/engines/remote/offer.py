"""Policies that a model server answers for: from a bundle to its engine."""

from __future__ import annotations

from runtime.engine import Engine
from runtime.engines.offer import EngineOffer, LoadRequest
from runtime.engines.remote.model import RemoteModel
from runtime.errors import BadBundle, UnsupportedPolicy

KEY_PREFIX = "PHONEBUDDY_KEY_"


def check_key_variable(name: str, remote: RemoteModel) -> None:
    """`UnsupportedPolicy` for a variable that no policy's key is in.

    A bundle may come from anybody, and must not have any variable sent to any server.
    """
    if remote.key_variable and not remote.key_variable.startswith(KEY_PREFIX):
        raise UnsupportedPolicy(
            f"the policy {name!r} wants the key in {remote.key_variable}: keys are taken from "
            f"variables whose names begin with {KEY_PREFIX} only; rename it there and in policy.json"
        )


def load(request: LoadRequest) -> Engine:
    """The engine of a policy; its server is not asked yet."""
    from runtime.engines.remote.engine import RemoteEngine

    remote = request.remote
    if remote is None:
        raise BadBundle(f"the remote policy {request.name!r} does not say where it answers")
    check_key_variable(request.name, remote)
    key = request.environ.get(remote.key_variable, "") if remote.key_variable else ""
    if remote.key_variable and not key:
        raise UnsupportedPolicy(
            f"the policy {request.name!r} needs the key of {remote.url!r}: set the environment "
            f"variable {remote.key_variable} for the runtime"
        )
    return RemoteEngine(remote, request.prompt_format, key=key.strip(), sampling=request.sampling)


OFFER = EngineOffer(load=load, in_memory=False, is_remote=True)
