"""Where a model server is asked, and whether prompts may go there.

A prompt holds what is on the phone's screen, and the request the server's key: both travel encrypted,
or not further than this machine, unless the bundle says that the network is trusted.
"""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import urlsplit

from runtime.engines.remote.model import RemoteModel
from runtime.errors import UnsupportedPolicy

CHAT_COMPLETIONS = "/chat/completions"
_HOST = re.compile(r"[a-z0-9_](?:[a-z0-9._-]{0,252})|[0-9a-f:.]{2,45}(?:%[a-z0-9]{1,16})?")


def completions_url(remote: RemoteModel) -> str:
    """The address of chat completions; `UnsupportedPolicy` for one that prompts must not go to.

    `remote.url` is the server's base (`http://127.0.0.1:8080/v1`) or the whole address.
    """
    return endpoint_url(remote, CHAT_COMPLETIONS)


def endpoint_url(remote: RemoteModel, endpoint: str) -> str:
    """The address of an endpoint below the server's base, or the whole one where the bundle gives that."""
    try:
        parts = urlsplit(remote.url)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise UnsupportedPolicy(f"the server's address {remote.url!r} is none: {error}") from error
    if parts.username is not None or parts.password is not None:
        # Said without the address: it holds a password.
        raise UnsupportedPolicy(
            "the server's address holds a user or password: name an environment variable "
            "with the key in key_variable instead"
        )
    if parts.scheme not in {"http", "https"} or not host:
        raise UnsupportedPolicy(f"{remote.url!r} is no http or https address of a server")
    if not _HOST.fullmatch(host):
        # Letters of other scripts look like those of a server that is trusted.
        raise UnsupportedPolicy(
            f"{host!a} is no host name in plain letters: write it as DNS does (xn--...)"
        )
    if parts.query or parts.fragment:
        raise UnsupportedPolicy(f"{remote.url!r} must end with its path, as /v1 does")
    if parts.scheme == "http" and not (remote.allow_plain_http or is_loopback(host)):
        raise UnsupportedPolicy(
            f"{remote.url!r} would send screens and the key unencrypted: use https, or, where "
            "the network between is trusted, a bundle with allow_plain_http (docs/runtime.md)"
        )
    path = parts.path.rstrip("/")
    if not path.endswith(endpoint):
        path += endpoint
    return f"{parts.scheme}://{parts.netloc}{path}"


def is_loopback(host: str) -> bool:
    """Whether a host is this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
