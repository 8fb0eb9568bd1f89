"""`phonebuddy replay`: do again what a run did, as far as the screens are as they were."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from google.protobuf.json_format import MessageToDict
from phonebuddy.v1 import run_pb2
from phonebuddy.v1.client import Client
from phonebuddy.v1.errors import BuddyError, CannotUndo, InvalidRequest

from tui.answers import wants_answer
from tui.choices import usable_policy
from tui.commands.answers import EVERYTHING
from tui.commands.consent import ensure_consent
from tui.commands.exit_codes import EXPLAINED
from tui.commands.json_output import DOCUMENTED
from tui.commands.live_run import add_run_options, follow
from tui.commands.problems import problem_of
from tui.commands.run import add_choice, add_limits
from tui.commands.runtime_access import add_connection, open_runtime
from tui.commands.targets import choose_device, choose_policy, find_run
from tui.errors import Problem
from tui.home import go_home
from tui.plain_text import one_line

DESCRIPTION = """\
Do again what a run did, step by step: also what you did in it yourself.

Each step is done only where the screen is as it was recorded: the same app and page, and the same
thing to touch, found by what it is and not by where it was. The guard asks anew. Where the screen
differs, the replay says what differs, and the policy goes on from there with the same task.

With --set, it is a macro: a value that was typed, answered or touched is replaced by another, wherever it
stands as whole words, also in the task; the guard judges what is really done. Things that had the value in
their name are found by the new one, if just one has it. A value that nothing has is refused, and what can
be set is told.

A phone that is not as it was when the recording began is told before anything is done on it."""
EPILOG = f"""\
examples:
  phonebuddy replay last
  phonebuddy replay last --home-first
  phonebuddy replay last --set "Ada=Grace" --set "Text message=I am late"
  phonebuddy replay last --undo-first --connect 127.0.0.1:7777
  phonebuddy replay 20260114-101502-113-8f0a2b6c1d --device adb://R5CT10

{EXPLAINED}

{DOCUMENTED}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("run_id", metavar="RUN", help="its id, a part of it, or last")
    add_choice(parser)
    add_limits(parser)
    parser.add_argument(
        "--undo-first",
        action="store_true",
        help="take the run back before, where its phone can go back",
    )
    parser.add_argument(
        "--home-first", action="store_true", help="press the home button before, and then compare"
    )
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        dest="values",
        help="another value in place of a recorded one, which NAME is, or of the field or question NAME; "
        "may be given several times",
    )
    add_run_options(parser)
    add_connection(parser)


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    values = _values(given.values)
    with open_runtime(given) as runtime:
        client = runtime.client
        recorded = find_run(client, given.run_id)
        device, why = recorded.device, "as in the recording"
        if given.device:
            device, why = choose_device(client.devices, given.device)
        policies = client.policies()
        # One that is gone is no reason to refuse: it decides only where the screens differ.
        known = {policy.name for policy in policies if usable_policy(policy)}
        wanted = given.model or given.policy
        policy = choose_policy(
            client, wanted or (recorded.policy if recorded.policy in known else "")
        )
        ensure_consent(client, policy)
        if given.undo_first:
            _undo(client, recorded.id)
        if given.home_first:
            go_home(client, device)
        goal = _compare(client, recorded, device, values, at_home=given.home_first)
        begun = client.start(
            goal,
            device=device,
            policy=policy.name,
            steps=given.steps,
            seconds=given.seconds,
            dollars=given.spend,
            refuse_when_busy=not given.queue,
            approved_rules=[rule for rule in given.yes if rule != EVERYTHING],
            screenshots=not given.no_screenshots,
            replay_of=recorded.id,
            replay_values=values,
            answer_schema=(
                MessageToDict(recorded.answer_schema) if wants_answer(recorded) else None
            ),
        )
        return follow(client, begun, given, why=why)


def _undo(client: Client, run_id: str) -> None:
    try:
        client.undo(run_id)
    except CannotUndo as error:
        raise Problem(one_line(str(error)), next=f"phonebuddy replay {run_id}") from error


def _values(given: Sequence[str]) -> dict[str, str]:
    """What stands for recorded values, by name."""
    values: dict[str, str] = {}
    for word in given:
        name, separator, value = word.partition("=")
        if not separator or not name.strip() or not value:
            raise Problem(
                f"--set {one_line(word, 80)!r} is no name and value",
                next='phonebuddy replay last --set "Ada=Grace"',
            )
        if name in values:
            raise Problem(f"--set gives {one_line(name, 80)!r} twice")
        values[name] = value
    return values


def _compare(
    client: Client, recorded: run_pb2.Run, device: str, values: dict[str, str], *, at_home: bool
) -> str:
    """Say how the phone differs from what it was, and what would be replaced; the task with the values."""
    try:
        found = client.check_replay(recorded.id, device=device, replay_values=values)
    except InvalidRequest:
        raise  # a value that nothing has
    except BuddyError as error:
        if values:
            raise problem_of(error) from error
        # What keeps the phone from being seen keeps the replay from it, and is told then.
        return recorded.goal
    for one in found.replacements:
        print(f"note: step {one.step + 1} is now: {one_line(one.words)}", file=sys.stderr)
    for difference in found.differences:
        print(f"note: {one_line(difference)}", file=sys.stderr)
    if found.can_undo:
        print("note: --undo-first would make it what it was.", file=sys.stderr)
    if found.differences and not at_home:
        print("note: --home-first would begin at the home screen.", file=sys.stderr)
    return found.goal
