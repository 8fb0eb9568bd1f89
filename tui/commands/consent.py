"""Asking, on a terminal, whether a policy may send what is on the screen elsewhere."""

from __future__ import annotations

import shlex
import sys

from phonebuddy.v1.client import Client
from phonebuddy.v1.policy_service_pb2 import Policy

from tui.commands.problems import Problem
from tui.consent import consent_lines


def ensure_consent(client: Client, policy: Policy) -> None:
    """Go on with a policy that runs elsewhere only if the person has agreed to that, or does now."""
    if not policy.needs_consent:
        return
    name = policy.name
    lines = consent_lines(policy.name, policy.remote_host, policy.remote_key)
    if not sys.stdin.isatty():
        raise Problem(lines[0], next=f"phonebuddy policies allow {shlex.quote(name)}")
    print(*lines, sep="\n", file=sys.stderr)
    print("Allow it? [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().casefold() not in {"y", "yes"}:
        raise Problem(f"{name} was not allowed, and was not asked")
    allow(client, policy)


def allow(client: Client, policy: Policy) -> Policy:
    """The person has agreed."""
    return client.allow_remote_policy(policy.name, host=policy.remote_host, key=policy.remote_key)
