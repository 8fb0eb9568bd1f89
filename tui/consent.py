"""What a person agrees to when a policy runs elsewhere, in words."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from tui.plain_text import one_line


def consent_lines(policy: str, host: str, key: str) -> tuple[str, ...]:
    """What the policy would do."""
    where = "runs in another program on this computer" if _is_here(host) else "runs elsewhere"
    sent = f"{one_line(policy)} {where}: what is on the phone's screen goes to {one_line(host)}"
    with_key = f", with the key that the runtime has in {one_line(key)}" if key else ""
    return (f"{sent}{with_key}.", "This is asked once for this policy, server and key.")


def _is_here(host: str) -> bool:
    """Whether a server's address is this computer's own."""
    try:
        name = urlsplit(host).hostname or ""
        return name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
