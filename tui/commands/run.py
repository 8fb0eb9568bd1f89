"""`phonebuddy run`: have a task done, and follow it here."""

from __future__ import annotations

import argparse
import sys
from functools import partial

from phonebuddy.v1 import run_pb2
from phonebuddy.v1.client import Client

from tui.answers import read_schema
from tui.commands.answers import EVERYTHING
from tui.commands.consent import ensure_consent
from tui.commands.each_phone import EachPhone
from tui.commands.exit_codes import EXPLAINED
from tui.commands.json_output import DOCUMENTED
from tui.commands.live_run import add_run_options, follow
from tui.commands.runtime_access import add_connection, open_runtime
from tui.commands.targets import choose_device, choose_devices, choose_policy
from tui.errors import Problem
from tui.models import NAMES
from tui.plain_text import one_line
from tui.settings import load_settings

DESCRIPTION = """\
Have a task done on a phone, and follow it here.

Steps are told as they happen. What the guard asks about (payments, messages, deletions ...) is asked
in the terminal; without a terminal the answer is no, unless --yes covers it. Ctrl-C ends the run, and
the phone is still when the command returns.

Without --device it is the phone that is attached, or else the built-in virtual one."""
EPILOG = f"""\
examples:
  phonebuddy run "turn on wi-fi"
  phonebuddy run "text Ada that I am late" --device adb://R5CT10 --policy buddy
  phonebuddy run "empty the bin" --yes delete --steps 20
  phonebuddy run "turn on wi-fi" --model anthropic:claude-opus-5-5 --spend 0.50
  phonebuddy run "when does my next alarm ring?" --schema alarm.json --json | jq 'select(.event == "over").answer'
  phonebuddy run "turn on wi-fi" --devices all --each
  phonebuddy run "turn on wi-fi" --json | jq -r 'select(.event == "decided").words'

{EXPLAINED}

{DOCUMENTED}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("task", metavar="TASK", help="what is to be done, in words")
    add_choice(parser)
    add_limits(parser)
    parser.add_argument(
        "--devices",
        metavar="all|A,B",
        default="",
        help="several phones, with --each: all that are attached, or these",
    )
    parser.add_argument(
        "--each", action="store_true", help="the task on each of --devices at once, and one report"
    )
    parser.add_argument(
        "--schema",
        metavar="FILE|JSON",
        default="",
        help="a JSON schema: the run is done only with an answer that fits it",
    )
    add_run_options(parser)
    add_connection(parser)


def add_choice(parser: argparse.ArgumentParser) -> None:
    """Options that say where, and by what."""
    parser.add_argument(
        "--device",
        metavar="PHONE",
        default="",
        help="its address (adb://SERIAL, phoneworld://?seed=7) or serial; see phonebuddy devices",
    )
    parser.add_argument(
        "--policy", metavar="NAME", default="", help="which policy; see phonebuddy policies"
    )
    parser.add_argument(
        "--model", metavar="MODEL", default="", help=f"a model instead of a policy: {NAMES}"
    )


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Options of what a new run may use."""
    parser.add_argument("--steps", type=int, metavar="N", help="end after so many steps")
    parser.add_argument("--seconds", type=float, metavar="S", help="end after so many seconds")
    parser.add_argument(
        "--spend",
        type=float,
        metavar="DOLLARS",
        help="end once the model has cost so much; the step that reaches it is the last",
    )
    parser.add_argument("--queue", action="store_true", help="wait while another run has the phone")
    parser.add_argument(
        "--no-screenshots", action="store_true", help="do not record pictures of the screen"
    )


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    if not given.task.strip():
        raise Problem("the task is empty", next='phonebuddy run "turn on wi-fi"')
    settings = load_settings()
    for warning in settings.warnings:
        print(f"note: {warning}", file=sys.stderr)
    schema = read_schema(given.schema) if given.schema else None
    _check_several(given)
    with open_runtime(given) as runtime:
        client = runtime.client
        wanted = given.model or given.policy or settings.model or settings.policy
        if given.each:
            devices, troubled = choose_devices(client.devices, given.devices)
            policy = choose_policy(client, wanted)
            ensure_consent(client, policy)
            start = partial(_start, client, given, policy.name, schema)
            return EachPhone(client, given, start).run(devices, troubled)
        device, why = choose_device(client.devices, given.device or settings.device)
        policy = choose_policy(client, wanted)
        ensure_consent(client, policy)
        begun = _start(client, given, policy.name, schema, device)
        return follow(client, begun, given, why=why)


def _check_several(given: argparse.Namespace) -> None:
    """Several phones are meant on purpose, and not by a slip."""
    if given.each != bool(given.devices):
        raise Problem(
            "--each and --devices belong together",
            next=f'phonebuddy run "{one_line(given.task, 40)}" --devices all --each',
        )
    if given.devices and given.device:
        raise Problem("--device is for one phone, and --devices for several: give one of them")


def _start(
    client: Client,
    given: argparse.Namespace,
    policy: str,
    schema: dict[str, object] | None,
    device: str,
) -> run_pb2.Run:
    return client.start(
        given.task,
        device=device,
        policy=policy,
        steps=given.steps,
        seconds=given.seconds,
        dollars=given.spend,
        refuse_when_busy=not given.queue,
        approved_rules=[rule for rule in given.yes if rule != EVERYTHING],
        screenshots=not given.no_screenshots,
        answer_schema=schema,
    )
