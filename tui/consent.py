"""What a person agrees to when a policy runs elsewhere, in words."""

from __future__ import annotations

from tui.plain_text import one_line


def consent_lines(policy: str, host: str, key: str) -> tuple[str, ...]:
    """What the policy would do."""
    sent = (
        f"{one_line(policy)} runs elsewhere: what is on the phone's screen goes to {one_line(host)}"
    )
    with_key = f", with the key that the runtime has in {one_line(key)}" if key else ""
    return (f"{sent}{with_key}.", "This is asked once for this policy, server and key.")
