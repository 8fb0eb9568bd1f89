"""Which phone and policy a command uses: those that are named, or what makes sense without a word."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence

from phonebuddy.v1 import run_pb2
from phonebuddy.v1.client import Client
from phonebuddy.v1.errors import UnknownRun, UnsupportedPolicy

from tui.choices import (
    EXAMPLE_TASK,
    VIRTUAL,
    VIRTUAL_PHONE,
    Device,
    Policy,
    advice,
    pick_policy,
    usable_device,
    usable_policy,
)
from tui.errors import Problem
from tui.models import NAMES, is_model
from tui.plain_text import one_line

KNOWN = (f"{VIRTUAL}://", "adb://")
LAST = "last"
ALL = "all"
DEMO = "(needs no policy: a virtual phone, and the task's own scripted solution)"
_SEARCHED = 1000
"""So many of the newest runs are known by a part of their id."""


def choose_device(list_devices: Callable[[], Sequence[Device]], wanted: str) -> tuple[str, str]:
    """The address of the phone, and a word on why it is this one where nobody asked for it.

    Listing can take a second, and an address says all without it.
    """
    if wanted.startswith(KNOWN):
        return wanted, ""
    devices = list_devices()
    if wanted:
        return _named_device(devices, wanted), ""
    real = [device for device in devices if device.kind != VIRTUAL]
    usable = [device for device in real if usable_device(device)]
    if len(usable) == 1:
        return usable[0].address, "the only phone that is attached"
    if usable:
        listed = ", ".join(device.address for device in usable)
        raise Problem(
            f"several phones are attached: {listed}",
            next=f"the same again with --device {usable[0].address}",
        )
    if real:
        raise Problem(
            f"the phone that is attached cannot be used yet. {advice(real)}",
            next=f"phonebuddy doctor   (or the same again with --device {VIRTUAL_PHONE})",
        )
    return VIRTUAL_PHONE, "no phone is attached, so this is the built-in virtual one"


def choose_devices(
    list_devices: Callable[[], Sequence[Device]], wanted: str
) -> tuple[list[str], dict[str, str]]:
    """The addresses of several phones, each once; and those that are meant but cannot be used, with why.

    `all` are the phones that are attached: virtual ones are named.
    """
    if wanted != ALL:
        named = [choose_device(list_devices, word)[0] for word in _words(wanted)]
        return list(dict.fromkeys(named)), {}
    real = [device for device in list_devices() if device.kind != VIRTUAL]
    usable = [device.address for device in real if usable_device(device)]
    troubled = {
        device.address: one_line(device.advice) or "cannot be used"
        for device in real
        if not usable_device(device)
    }
    if not usable:
        why = f"no phone can be used. {advice(real)}" if real else "no phone is attached"
        raise Problem(
            why, next=f"the same again with --devices {VIRTUAL_PHONE}?seed=1,{VIRTUAL_PHONE}?seed=2"
        )
    return usable, troubled


def _words(wanted: str) -> list[str]:
    words = [word.strip() for word in wanted.split(",")]
    if not all(words):
        raise Problem("--devices has an empty name", next="phonebuddy devices list")
    return words


def _named_device(devices: Sequence[Device], wanted: str) -> str:
    """An address, the serial of a phone, or a kind of phone."""
    kinds = {device.kind for device in devices} | {VIRTUAL, "adb"}
    scheme, separator, _ = wanted.partition("://")
    if separator and scheme in kinds:
        return wanted
    addresses = [device.address for device in devices]
    for device in devices:
        if wanted in {device.address, device.kind, device.address.partition("://")[2]}:
            return device.address
    raise Problem(
        f"there is no phone {one_line(wanted, 80)!r}{_meant(wanted, addresses)}; "
        f"there is {', '.join(addresses) or 'none'}",
        next="phonebuddy devices list",
    )


def choose_policy(client: Client, wanted: str) -> Policy:
    """The policy: one that learnt before a script, where nobody asked for one; or a model by its name."""
    if is_model(wanted):
        try:
            return client.policy(wanted)
        except UnsupportedPolicy as error:
            raise Problem(one_line(str(error)), next=f"a model is {NAMES}") from error
    return named_policy(client.policies(), wanted)


def named_policy(policies: Sequence[Policy], wanted: str) -> Policy:
    """The policy of that name among those that there are."""
    if not wanted:
        chosen = pick_policy(policies)
        for policy in policies:
            if policy.name == chosen:
                return policy
        raise Problem(_no_policy(policies), next=f'phoneworld demo "{EXAMPLE_TASK}"   {DEMO}')
    for policy in policies:
        if policy.name == wanted:
            if not usable_policy(policy):
                raise Problem(
                    f"the policy {wanted} cannot be used: {one_line(policy.problem)}",
                    next="phonebuddy policies list",
                )
            return policy
    names = [policy.name for policy in policies]
    raise Problem(
        f"there is no policy {one_line(wanted, 80)!r}{_meant(wanted, names)}; "
        f"there is {', '.join(names) or 'none'}",
        next="phonebuddy policies list",
    )


def _no_policy(policies: Sequence[Policy]) -> str:
    if policies:
        problems = "; ".join(one_line(policy.problem, 200) for policy in policies)
        return f"no policy can be used: {problems}"
    return (
        "there is no policy yet: one is a folder with a policy.json, below ~/.phonebuddy/policies or "
        "where --policies says"
    )


def find_run(client: Client, word: str) -> run_pb2.Run:
    """A run by its id, a part of it that no other has, or `last`."""
    if word != LAST:
        try:
            return client.get(word)
        except UnknownRun:
            pass
    found: list[run_pb2.Run] = []
    for number, run in enumerate(client.runs()):
        if word == LAST:
            return run
        if word in run.id:
            found.append(run)
        if number >= _SEARCHED:
            break
    if len(found) == 1:
        return found[0]
    if found:
        some = ", ".join(run.id for run in found[:5])
        raise Problem(f"{len(found)} runs have {word!r} in their id: {some}")
    what = "there are no runs yet" if word == LAST else f"there is no run {one_line(word, 80)!r}"
    raise Problem(what, next="phonebuddy runs list")


def _meant(wanted: str, names: Iterable[str]) -> str:
    near = difflib.get_close_matches(wanted, list(names), 1, cutoff=0.5)
    return f" (is {near[0]} meant?)" if near else ""
