"""One task on several phones at once: told side by side, asked one after the other, one report.

Each phone has a run of its own, followed in a thread; whoever stops it stops them all. What cannot
begin on one phone is reported, and does not keep the others from theirs.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from phonebuddy.v1 import run_pb2
from phonebuddy.v1.client import Client
from phonebuddy.v1.errors import BuddyError
from phonebuddy.v1.requests import has_ended

from tui.answers import answer_line
from tui.commands.answers import (
    AnswerProgram,
    Answers,
    Approved,
    Nobody,
    OneAtATime,
    TerminalPerson,
)
from tui.commands.exit_codes import PROBLEM, STOPPED, exit_code, worst
from tui.commands.json_output import JsonLinesOutput, ending_json
from tui.commands.live_run import cancel_run, tell_run
from tui.commands.problems import problem_of
from tui.commands.reader import forget_reader
from tui.commands.run_output import RunOutput
from tui.commands.tables import columns
from tui.commands.text_output import TextOutput
from tui.endings import LOOKS, outcome_words, run_ending
from tui.plain_text import one_line, steps_words

_POLL_S = 0.2
_GRACE_S = 3.0
"""How long threads are waited for that may sit at the keyboard."""


@dataclass(slots=True)
class _Followed:
    """A run and the thread that tells it. `problem` is why it was not followed to its end."""

    run: run_pb2.Run
    thread: threading.Thread
    problem: str = ""


@dataclass(slots=True)
class _Shared:
    """What the threads share."""

    writing: threading.Lock = field(default_factory=threading.Lock)
    asking: threading.Lock = field(default_factory=threading.Lock)
    unread: threading.Event = field(default_factory=threading.Event)
    """Nobody reads on."""


class PhoneLines:
    """Standard output, for one of several phones: its lines begin with its name."""

    def __init__(self, name: str, shared: threading.Lock) -> None:
        self._name = name
        self._lock = shared

    def write(self, text: str, /) -> None:
        lines = [f"{self._name}{line}\n" for line in text.splitlines() if line.strip()]
        with self._lock:
            sys.stdout.write("".join(lines))

    def flush(self) -> None:
        with self._lock:
            sys.stdout.flush()

    def isatty(self) -> bool:
        return sys.stdout.isatty()


class EachPhone:
    """A task that is done on several phones; `start` begins it on one."""

    def __init__(
        self, client: Client, given: argparse.Namespace, start: Callable[[str], run_pb2.Run]
    ) -> None:
        self._client = client
        self._start = start
        self._yes: Sequence[str] = given.yes
        self._as_json: bool = given.json
        self._shared = _Shared()
        self._program = AnswerProgram(client, self._remark)

    def run(self, devices: Sequence[str], troubled: Mapping[str, str]) -> int:
        """Have it done on all of them; the worst of their exit codes."""
        followed: dict[str, _Followed] = {}
        not_begun = dict(troubled)
        first: BuddyError | None = None
        stopping = False
        try:
            for device in devices:
                try:
                    followed[device] = self._begin(device, devices)
                except BuddyError as error:
                    first = first or error
                    not_begun[device] = one_line(str(error))
            if first is not None and not followed:
                raise problem_of(first)
            self._wait(followed)
        except KeyboardInterrupt:
            stopping = True
            self._stop(followed)
        if self._shared.unread.is_set():
            forget_reader()
            self._stop(followed)
        runs = {device: self._client.get(one.run.id) for device, one in followed.items()}
        problems = not_begun | {d: one.problem for d, one in followed.items() if one.problem}
        codes = [*map(exit_code, runs.values()), *(PROBLEM for _ in not_begun)]
        code = STOPPED if stopping or self._shared.unread.is_set() else worst(codes)
        if not self._shared.unread.is_set():
            self._report(runs, problems, code)
        return code

    def _begin(self, device: str, devices: Sequence[str]) -> _Followed:
        run = self._start(device)
        name = f"{one_line(device).ljust(max(map(len, devices)))}  "
        lines = PhoneLines("" if self._as_json else name, self._shared.writing)
        output: RunOutput = (
            JsonLinesOutput(lines, of_several=True) if self._as_json else TextOutput(lines)
        )
        thread = threading.Thread(target=lambda: self._follow(one, output), daemon=True)
        one = _Followed(run, thread)
        thread.start()
        return one

    def _follow(self, one: _Followed, output: RunOutput) -> None:
        try:
            output.began(one.run, why="")
            tell_run(self._client, one.run.id, output, self._answers(one.run, output), 0)
            output.over(self._client.get(one.run.id))
        except BrokenPipeError:
            self._shared.unread.set()
        except BuddyError as error:
            one.problem = one_line(str(error))

    def _answers(self, run: run_pb2.Run, output: RunOutput) -> Answers:
        if self._as_json:
            last: Answers = self._program
        elif sys.stdin.isatty():
            person = TerminalPerson(self._client)
            last = OneAtATime(person, self._shared.asking, one_line(run.device))
        else:
            last = Nobody(self._client)
        return Approved(self._client, self._yes, last, output.remark)

    def _wait(self, followed: Mapping[str, _Followed]) -> None:
        for one in followed.values():
            while one.thread.is_alive() and not self._shared.unread.is_set():
                one.thread.join(_POLL_S)

    def _stop(self, followed: Mapping[str, _Followed]) -> None:
        """End what is alive. A thread that waits at the keyboard is left there."""
        for one in followed.values():
            if not has_ended(self._client.get(one.run.id).state):
                cancel_run(self._client, one.run.id)
        for one in followed.values():
            one.thread.join(_GRACE_S)

    def _remark(self, text: str) -> None:
        with self._shared.writing:
            print(json.dumps({"event": "remark", "text": text}, ensure_ascii=False), flush=True)

    def _report(
        self, runs: Mapping[str, run_pb2.Run], problems: Mapping[str, str], code: int
    ) -> None:
        if self._as_json:
            told: dict[str, Any] = {
                "event": "report",
                "runs": [{"device": device, **ending_json(run)} for device, run in runs.items()],
                "problems": problems,
                "exit_code": code,
            }
            print(json.dumps(told, ensure_ascii=False), flush=True)
            return
        rows = [("phone", "outcome", "steps", "run", "")]
        rows += [(one_line(device), *_cells(run)) for device, run in runs.items()]
        rows += [(one_line(device), "not begun", "", "", why) for device, why in problems.items()]
        print("", *columns(rows), sep="\n", flush=True)


def _cells(run: run_pb2.Run) -> tuple[str, str, str, str]:
    ending = run_ending(run)
    word = "still running" if ending is None else f"{LOOKS[ending].sign} {LOOKS[ending].word}"
    said = outcome_words(run.outcome) if run.HasField("outcome") else one_line(run.reason)
    if run.outcome.HasField("answer"):
        said = answer_line(run.outcome)
    return word, steps_words(run.steps), run.id, one_line(said, 160)
