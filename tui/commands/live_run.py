"""Following a run in the terminal to its end: told, asked, and stopped by Ctrl-C."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from phonebuddy.v1 import run_pb2
from phonebuddy.v1.client import Client
from phonebuddy.v1.errors import (
    NotStill,
    ShuttingDown,
    UnknownQuestion,
    Unreachable,
    WrongState,
)

from tui.commands.answers import (
    EVERYTHING,
    AnswerProgram,
    Answers,
    Approved,
    Nobody,
    TerminalPerson,
)
from tui.commands.exit_codes import INTERRUPTED, exit_code
from tui.commands.json_output import JsonLinesOutput
from tui.commands.reader import forget_reader
from tui.commands.run_output import RunOutput
from tui.commands.text_output import TextOutput
from tui.errors import Problem
from tui.plain_text import one_line

STOPPED_HERE = "stopped at the terminal"


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Options of commands that follow a run."""
    parser.add_argument(
        "--yes",
        metavar="RULE",
        action="append",
        default=[],
        help="answer yes to what this rule of the guard asks about: its name (send), a kind of risk "
        f"(message), or {EVERYTHING}; may be given several times",
    )
    parser.add_argument(
        "--json", action="store_true", help="one JSON object a line, for programs (see below)"
    )


def follow(
    client: Client,
    run: run_pb2.Run,
    given: argparse.Namespace,
    *,
    why: str = "",
    after: int = 0,
    begun_here: bool = True,
) -> int:
    """Tell a run to its end, and have its questions answered; the exit code.

    What was begun here ends when nobody reads on, as with `| head`: its questions would reach nobody.
    """
    output = _output(as_json=given.json, may_undo=bool(getattr(given, "connect", "")))
    answers = _answers(client, output, given.yes, as_json=given.json)
    try:
        try:
            output.began(run, why=why)
            tell_run(client, run.id, output, answers, after)
            over = client.get(run.id)
            output.over(over)
        except BrokenPipeError:
            if not begun_here:
                raise
            forget_reader()
            over = _end(client, run)
    except (Unreachable, ShuttingDown) as error:
        raise Problem(
            f"the runtime is gone, and run {run.id} with it: {one_line(str(error))}",
            next=f"phonebuddy runs continue {run.id}",
            code=INTERRUPTED,
        ) from error
    return exit_code(over)


def tell_run(client: Client, run_id: str, output: RunOutput, answers: Answers, after: int) -> None:
    """Tell what happens until the run has ended, and have its questions answered."""
    stopping = False
    while True:
        try:
            for event in client.watch(run_id, after=after):
                after = event.sequence
                output.happened(event)
                if event.WhichOneof("happening") == "asked":
                    _pass_on(client, run_id, event.asked.question, answers, output)
        except KeyboardInterrupt:
            if stopping:
                raise  # whoever asks twice does not want to wait
            stopping = True
            output.remark("stopping (Ctrl-C again leaves at once)")
            cancel_run(client, run_id)
        else:
            return


def _end(client: Client, run: run_pb2.Run) -> run_pb2.Run:
    """The run, once it has ended."""
    cancel_run(client, run.id)
    for _ in client.watch(run.id, after=run.sequence):
        pass
    return client.get(run.id)


def _output(*, as_json: bool, may_undo: bool) -> RunOutput:
    return JsonLinesOutput(sys.stdout) if as_json else TextOutput(sys.stdout, may_undo=may_undo)


def _answers(client: Client, output: RunOutput, yes: Sequence[str], *, as_json: bool) -> Answers:
    if as_json:
        last: Answers = AnswerProgram(client, output.remark)
    elif sys.stdin.isatty():
        last = TerminalPerson(client)
    else:
        last = Nobody(client)
    return Approved(client, yes, last, output.remark)


def _pass_on(
    client: Client, run_id: str, question: run_pb2.Question, answers: Answers, output: RunOutput
) -> None:
    """Have a question answered, if it is still open: others may be quicker."""
    if client.get(run_id).question.id != question.id:
        return
    try:
        answers.asked(run_id, question)
    except (UnknownQuestion, WrongState):
        output.remark("answered elsewhere")


def cancel_run(client: Client, run_id: str) -> None:
    """End a run; one that has ended is left as it is."""
    try:
        client.cancel(run_id, STOPPED_HERE)
    except (WrongState, NotStill):
        return  # it has ended, or will as soon as the phone is still
