"""A server that is killed again and again while runs go on, and what must hold after each time.

One phone is behind adb and outlives the server: what was really sent to it can be counted there. A
policy types a text of its own in every step, so that whatever is sent twice is seen twice.
"""

from __future__ import annotations

import re
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from e2e_rehearsal import Rehearsal, line_of
from e2e_runs import Watching, kind_of
from phonebuddy.v1 import run_pb2
from phonebuddy.v1.errors import Unreachable
from phonebuddy.v1.requests import has_ended
from runtime_process import RuntimeProcess, call, write_script

from phoneworld import Workshop
from phoneworld.adb.proof.served import ServedPhone
from phoneworld.device import PhoneDevice
from runtime.actions import Finish, Type
from runtime.turn.sending import UNKNOWN_EFFECT
from runtime.turn.start import PolicyStart

SEED = 1
GENERATIONS = 12
TOKENS = 24
APPS = ("Settings", "Notes", "Contacts", "Files", "Clock", "Calendar", "Mail", "Tasks")
INTERRUPTED = run_pb2.RUN_STATE_INTERRUPTED
MET = ("RUN_STATE_WAITING", "RUN_STATE_QUEUED", "RUN_STATE_RUNNING")
"""The states that kills must find runs in."""


def begin_note(phone: ServedPhone, workshop: Workshop) -> None:
    """Leave the phone with the cursor in a new note, as nothing but a policy will touch it then."""
    hand = Rehearsal(workshop, SEED)
    hand.open("Notes")
    hand.tap("New note")
    hand.tap("Text note")
    hand.tap("Note", role="field")

    def begin() -> None:
        workshop.reset(phone.phone, SEED)
        device = PhoneDevice(phone.phone)
        for action in hand.actions:
            device.perform(action, device.observe())

    phone.run(begin)


def write_policies(policies: Path) -> None:
    """`typist-N` types into a note, `stroller` looks around, `asker` asks and waits."""
    for generation in range(GENERATIONS):
        typing = [line_of(Type(f"g{generation}n{number};")) for number in range(TOKENS)]
        lines = [*typing, line_of(Finish("typed"))]
        # The cursor is in the note already: at home there is nothing to type into.
        write_script(policies, f"typist-{generation}", *lines, starts=PolicyStart.ANYWHERE)
    strolls = [{**call("open_app", app=app), "seconds": 0.02} for app in APPS * 3]
    write_script(policies, "stroller", *strolls, call("finish", text="seen"))
    asking = [call("open_app", app="Notes"), call("ask_user", question="Shall I go on?")]
    write_script(policies, "asker", *asking, call("finish", text="answered"))
    write_script(policies, "quick", call("open_app", app="Clock"), call("finish", text="quick"))


@dataclass(slots=True)
class Tally:
    """What was seen in all rounds."""

    kills: int = 0
    in_mid_start: int = 0
    heard: int = 0
    interrupted: int = 0
    unknown: int = 0
    unknown_but_done: int = 0
    states: Counter[str] = field(default_factory=Counter[str])
    finished: Counter[str] = field(default_factory=Counter[str])

    @property
    def missing(self) -> list[str]:
        """States in which no kill has found a run yet."""
        return [state for state in MET if state not in self.states]


class Ordeal:
    """One data folder, many lives of its server."""

    def __init__(self, folder: Path, phone: ServedPhone, random: Random) -> None:
        self.tally = Tally()
        self._folder = folder
        self._phone = phone
        self._random = random
        self._generation = -1
        # Of each run that may still change: what was heard of it, by number.
        self._heard: dict[str, dict[int, bytes]] = {}
        self._watched: list[Watching] = []
        self._late: list[tuple[str, threading.Thread]] = []
        self._started = 0
        self._runtime = self._start()
        self._buddy = self._runtime.client(patience_s=20)
        self._watcher = self._runtime.client(patience_s=0)

    def close(self) -> None:
        self._watcher.close()
        self._buddy.close()
        self._runtime.close()

    def round(self) -> None:
        """Have runs going on, kill the server, start it again, and look at everything."""
        self._have_runs()
        self._watch_all()
        self._call_late()
        self._wait_for_the_moment()
        for watching in self._watched:
            heard = self._heard[watching.run_id]
            heard |= {event.sequence: event.SerializeToString() for event in watching.events}
        self._kill()
        if self._random.random() < 0.2:
            # While it starts, and marks what the one before left behind.
            time.sleep(self._random.uniform(0.2, 0.6))
            self.tally.in_mid_start += 1
            self._kill()
        for watching in self._watched:
            watching.join()
            assert isinstance(watching.error, Unreachable | None), watching.error
        self._audit()

    def finish(self) -> None:
        """Let all that was interrupted be continued and come to its end."""
        self._have_runs()
        for run_id in list(self._heard):
            for event in self._buddy.watch(run_id):
                question = event.asked.question
                if question.id and self._buddy.get(run_id).question.id == question.id:
                    self._buddy.answer(run_id, question.id, "yes")
            ended = self._buddy.wait(run_id)
            assert ended.state == run_pb2.RUN_STATE_FINISHED, ended
            self.tally.finished[ended.policy.partition("-")[0]] += 1
            self._check(ended, self._heard[run_id])
        self._check_phone()

    # The server

    def _start(self) -> RuntimeProcess:
        return RuntimeProcess(self._folder, "--listen", f"unix:{self._folder / 's'}")

    def _kill(self) -> None:
        """Kill it, and start the next."""
        self._runtime.kill()
        self.tally.kills += 1
        self._runtime = self._start()

    def _wait_for_the_moment(self) -> None:
        """When a run is as no kill has found one; then a time at random, or in mid-action."""
        if self.tally.missing:
            self._wait_for_state(self.tally.missing[0])
            return
        if self.tally.unknown and self._random.random() < 0.4:
            time.sleep(self._random.uniform(0.0, 0.7))
            return
        typing = self._watched[0]
        first = len(typing.events)
        skipped = self._random.randrange(4)

        def acts(event: run_pb2.Event) -> bool:
            return kind_of(event) == "acting"

        typing.until_count(acts, sum(map(acts, typing.events[:first])) + 1 + skipped)
        time.sleep(self._random.uniform(0.0, 0.03))

    def _wait_for_state(self, state: str, within_s: float = 120.0) -> None:
        """Until some run was last heard to be so: what waits for a person or a phone stays so."""
        deadline = time.monotonic() + within_s
        while state not in (heard := [_state(watching.events) for watching in self._watched]):
            assert time.monotonic() < deadline, f"no run came to be {state}: {heard}"
            time.sleep(0.005)

    # The runs

    def _have_runs(self) -> None:
        """Continue what was interrupted; start anew what has finished."""
        buddy = self._buddy
        policies: list[str] = []
        for run_id in list(self._heard):
            run = buddy.get(run_id)
            if run.state == INTERRUPTED:
                before = run.sequence
                assert buddy.continue_run(run_id).sequence > before
            elif has_ended(run.state):
                self.tally.finished[run.policy.partition("-")[0]] += 1
                del self._heard[run_id]
                continue
            policies.append(run.policy)
        if not any(policy.startswith("typist") for policy in policies):
            self._generation += 1
            self._begin(f"typist-{self._generation}", self._phone.address)
        if "stroller" not in policies:
            self._begin("stroller", "phoneworld://?seed=2")
        # The second of these stands in line behind the first.
        for _ in range(2 - policies.count("asker")):
            self._begin("asker", "phoneworld://?seed=4")

    def _begin(self, policy: str, device: str) -> None:
        run = self._buddy.start(policy, device=device, policy=policy, screenshots=False, steps=500)
        self._heard[run.id] = {}

    def _watch_all(self) -> None:
        self._watcher.close()
        self._watcher = self._runtime.client(patience_s=0)
        runs = sorted(self._heard, key=lambda run_id: self._buddy.get(run_id).policy, reverse=True)
        self._watched = [
            Watching(self._watcher, run_id, after=max(self._heard[run_id], default=0))
            for run_id in runs
        ]

    def _call_late(self) -> None:
        """Ask for a run at about the time of the kill: it must begin once, and only once."""
        if self._random.random() < 0.6:
            return
        self._started += 1
        goal = f"late {self._started}"
        wait_s = self._random.uniform(0.0, 0.6)

        def ask() -> None:
            time.sleep(wait_s)
            self._buddy.start(
                goal, device="phoneworld://?seed=5", policy="quick", screenshots=False
            )

        thread = threading.Thread(target=ask, name=goal, daemon=True)
        thread.start()
        self._late.append((goal, thread))

    # What must hold

    def _audit(self) -> None:
        # Else the client asks in vain, waits longer each time, and comes late when it is there.
        assert self._runtime.address
        for goal, thread in self._late:
            thread.join(120)
            assert not thread.is_alive()
            begun = [run.id for run in self._buddy.runs(search=goal) if run.goal == goal]
            assert len(begun) == 1, f"{goal!r} was asked for once and has begun as {begun}"
        self._late.clear()
        for run_id, heard in self._heard.items():
            run = self._buddy.get(run_id)
            assert has_ended(run.state), f"{run} was alive when the server was killed"
            assert run.state in {INTERRUPTED, run_pb2.RUN_STATE_FINISHED}, run
            self._check(run, heard)
        self._check_phone()

    def _check(self, run: run_pb2.Run, heard: dict[int, bytes]) -> None:
        """Nothing that was heard is missing or different, and every action is closed."""
        events = list(self._buddy.watch(run.id))
        assert [event.sequence for event in events] == list(range(1, run.sequence + 1))
        stored = {event.sequence: event.SerializeToString() for event in events}
        for sequence, sent in heard.items():
            assert stored.get(sequence) == sent, f"event {sequence} of {run} was told otherwise"
        self.tally.heard += len(heard)
        acting = [event.acting.step for event in events if kind_of(event) == "acting"]
        done = [event.step_done.step for event in events if kind_of(event) == "step_done"]
        assert done == list(range(run.steps))
        assert len(acting) == len(set(acting)), f"sent again: {acting}"
        assert set(acting) <= set(done), f"not closed: {acting}"
        if run.state == INTERRUPTED:
            self.tally.interrupted += 1
            states = [e.state_changed.state for e in events if kind_of(e) == "state_changed"]
            assert states[-1] == INTERRUPTED
            self.tally.states[run_pb2.RunState.Name(states[-2])] += 1

    def _check_phone(self) -> None:
        """On the phone is what was done, once, in order; of what is not known, once or not at all."""
        sent: list[str] = []
        unknown: set[str] = set()
        runs = list(self._buddy.runs(device=self._phone.address))
        for run in reversed(runs):
            for step in self._buddy.steps(run.id):
                token = step.decision.action.type.text
                if not token:
                    continue
                sent.append(token)
                if step.error == UNKNOWN_EFFECT:
                    unknown.add(token)
                else:
                    assert step.performed.changed, (step.performed, step.error)
        written = self._phone.run(lambda: _note(self._phone))
        typed = re.findall(r"g\d+n\d+;", written)
        assert "".join(typed) == written
        doubled = [token for token, count in Counter(typed).items() if count > 1]
        assert not doubled, f"sent twice: {doubled}"
        known = [token for token in typed if token not in unknown]
        assert known == [token for token in sent if token not in unknown], (sent, typed, unknown)
        assert typed == [token for token in sent if token in typed], (sent, typed, unknown)
        self.tally.unknown = len(unknown)
        self.tally.unknown_but_done = len(unknown & set(typed))


def _state(events: list[run_pb2.Event]) -> str:
    """What a run was last heard to be; empty if nothing was."""
    states = [event.state_changed.state for event in events if kind_of(event) == "state_changed"]
    return run_pb2.RunState.Name(states[-1]) if states else ""


def _note(phone: ServedPhone) -> str:
    """What stands in the note that is being written; empty before there is one."""
    screen = PhoneDevice(phone.phone).observe()
    for element in screen.elements:
        if element.resource_id.endswith(":id/body"):
            return element.text
    return ""
