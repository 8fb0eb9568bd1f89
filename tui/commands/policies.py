"""`phonebuddy policies`: what can decide, and loading it."""

from __future__ import annotations

import argparse
import json
import sys

from phonebuddy.v1 import policy_service_pb2
from phonebuddy.v1.client import Client
from phonebuddy.v1.enum_names import short_name

from tui.commands.consent import allow
from tui.commands.runtime_access import Runtime, add_connection, open_runtime
from tui.commands.tables import columns
from tui.commands.targets import choose_policy
from tui.consent import consent_lines
from tui.plain_text import one_line, size_words
from tui.words import policy_state_words

DESCRIPTION = """\
List policies, load one, let one go, allow one that runs elsewhere.

A policy is a folder with a policy.json: weights for llama.cpp or onnxruntime, the address of a model
server, or a script. Runs load theirs by themselves; loading one before saves the first run the wait,
on a runtime that goes on running (--connect)."""
EPILOG = """\
examples:
  phonebuddy policies                                the same as: phonebuddy policies list
  phonebuddy policies list --policies examples/policies
  phonebuddy policies load buddy --connect 127.0.0.1:7777"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    listing = actions.add_parser("list", help="all policies, a line each (the default)")
    load = actions.add_parser("load", help="verify a policy and load it")
    unload = actions.add_parser("unload", help="free the memory of a policy that no run uses")
    allowing = actions.add_parser(
        "allow", help="let a policy that runs elsewhere have what is on the screen"
    )
    for each in (load, unload, allowing):
        each.add_argument("name", metavar="NAME")
    for each in (parser, listing, load, unload, allowing):
        each.add_argument(
            "--json", action="store_true", default=argparse.SUPPRESS, help="for programs"
        )
        add_connection(each)


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    as_json = "json" in vars(given)
    with open_runtime(given) as runtime:
        if given.action == "allow":
            _allow(runtime.client, given.name)
        elif given.action in {"load", "unload"}:
            _change(runtime, given.action, given.name, as_json=as_json)
        else:
            _list(runtime.client, as_json=as_json)
    return 0


def _list(client: Client, *, as_json: bool) -> None:
    policies = client.policies()
    if as_json:
        for policy in policies:
            print(json.dumps(_policy_json(policy), ensure_ascii=False))
        return
    if not policies:
        print("there are no policies: one is a folder with a policy.json, below --policies FOLDER")
        return
    rows = [
        (
            one_line(policy.name),
            one_line(policy.engine),
            policy_state_words(policy.state),
            one_line(policy.problem or policy.description),
        )
        for policy in policies
    ]
    print(*columns(rows), sep="\n")


def _allow(client: Client, name: str) -> None:
    policy = choose_policy(client, name)
    name = policy.name
    if not policy.remote:
        print(f"{name} runs on the runtime's own computer: there is nothing to allow")
        return
    print(consent_lines(policy.name, policy.remote_host, policy.remote_key)[0])
    allow(client, policy)
    print("allowed")


def _change(runtime: Runtime, action: str, name: str, *, as_json: bool) -> None:
    client = runtime.client
    name = choose_policy(client, name).name
    if action == "load":
        print(f"loading {name} ...", file=sys.stderr, flush=True)
        policy = client.load_policy(name)
    else:
        policy = client.unload_policy(name)
    if as_json:
        print(json.dumps(_policy_json(policy), ensure_ascii=False))
        return
    memory = f", {size_words(policy.memory_bytes)}" if policy.memory_bytes else ""
    print(f"{name}: {policy_state_words(policy.state)}{memory}")
    if action == "load" and runtime.ours:
        print("It can be loaded. The runtime of this command ends now, and lets it go again.")


def _policy_json(policy: policy_service_pb2.Policy) -> dict[str, object]:
    state = short_name(policy_service_pb2.PolicyState, policy.state)
    return {
        "name": policy.name,
        "engine": policy.engine,
        "state": state,
        "description": policy.description,
        "problem": policy.problem,
        "observation": policy.observation,
        "memory_bytes": policy.memory_bytes,
        "file_bytes": policy.file_bytes,
        "remote": policy.remote,
        "remote_host": policy.remote_host,
        "remote_key": policy.remote_key,
        "needs_consent": policy.needs_consent,
    }
