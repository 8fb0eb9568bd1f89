"""Who answers what a run asks: rules that were approved before, the person at the terminal, a program
on standard input; or nobody, which is a no.
"""

from __future__ import annotations

import json
import os
import sys
import termios
import threading
from collections.abc import Callable, Collection
from typing import Any, Protocol, cast

from phonebuddy.v1 import run_pb2
from phonebuddy.v1.client import Client
from phonebuddy.v1.errors import BuddyError, UnknownQuestion, WrongState

from tui.plain_text import one_line
from tui.words import question_lines, question_title

EVERYTHING = "all"
MOST_TYPED = 4096
"""Terminals hand over a line at a time, and none is longer."""

Question = run_pb2.Question
Tell = Callable[[str], None]

CHOICES = {
    "approve": run_pb2.CHOICE_APPROVE,
    "approve_for_run": run_pb2.CHOICE_APPROVE_FOR_RUN,
    "deny": run_pb2.CHOICE_DENY,
    "answer": run_pb2.CHOICE_ANSWER,
}


class Answers(Protocol):
    """Responds to questions, now or later."""

    def asked(self, run_id: str, question: Question) -> None: ...


def is_approved(question: Question, yes: Collection[str]) -> bool:
    """Whether `--yes` covers a question: by its rule, the kind of risk, or all of them."""
    if question.kind != run_pb2.QUESTION_KIND_APPROVAL:
        return False
    return bool({question.rule, question.risk, EVERYTHING} & set(yes))


class Approved:
    """Says yes to what `--yes` covers, and leaves the rest to another."""

    def __init__(self, client: Client, yes: Collection[str], others: Answers, tell: Tell) -> None:
        self._client = client
        self._yes = yes
        self._others = others
        self._tell = tell

    def asked(self, run_id: str, question: Question) -> None:
        if is_approved(question, self._yes):
            self._tell(f"yes, as --yes says (rule {question.rule})")
            self._client.approve(run_id, question.id)
        else:
            self._others.asked(run_id, question)


class Nobody:
    """There is nobody to ask, and the run is told so."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def asked(self, run_id: str, question: Question) -> None:
        self._client.deny(run_id, question.id, nobody=True)


class TerminalPerson:
    """Whoever sits at the terminal. What they read is written to standard error."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def asked(self, run_id: str, question: Question) -> None:
        self._say(f"\n{question_title(question)}")
        for line in question_lines(question):
            self._say(f"  {line}")
        while not self._answered(run_id, question):
            pass

    def _answered(self, run_id: str, question: Question) -> bool:
        match question.kind:
            case run_pb2.QUESTION_KIND_ANSWER:
                text = self._read("your answer (nothing: none) > ")
                if text:
                    self._client.answer(run_id, question.id, text)
                else:
                    self._client.deny(run_id, question.id)
                return True
            case run_pb2.QUESTION_KIND_HAND_OVER:
                asked = "d: I have done it, r: let it handle such screens, s: stop > "
            case _:
                asked = "y: yes, r: yes for this run, n: no, t: take over, s: stop > "
        word = self._read(asked)
        handed_over = question.kind == run_pb2.QUESTION_KIND_HAND_OVER
        match "s" if word is None and handed_over else word:
            case "y" | "yes" if not handed_over:
                self._client.approve(run_id, question.id)
            case "d" | "done" if handed_over:
                self._client.approve(run_id, question.id)
            case "r" | "run":
                self._client.approve(run_id, question.id, for_run=True)
            case "n" | "no" | None:
                self._client.deny(run_id, question.id)
            case "t" | "take over" if not handed_over:
                self._client.take_over(run_id)
                self._read("the phone is yours; press Enter to hand it back > ")
                self._client.resume(run_id)
            case "s" | "stop":
                self._client.cancel(run_id, "stopped at the terminal")
            case _:
                return False
        return True

    def _read(self, asked: str) -> str | None:
        """A line of the person's; None at the end of their input.

        Only what is typed after it was asked: what was typed before answers something else. So nothing
        may wait in Python's own buffer, of which the terminal does not know.
        """
        keyboard = sys.stdin.fileno()
        termios.tcflush(keyboard, termios.TCIFLUSH)
        print(asked, end="", file=sys.stderr, flush=True)
        line = os.read(keyboard, MOST_TYPED).decode(errors="replace")
        if not line:
            self._say("")
            return None
        return one_line(line) if asked.startswith("your") else one_line(line).lower()

    def _say(self, line: str) -> None:
        print(line, file=sys.stderr, flush=True)


class OneAtATime:
    """Whoever sits at the terminal, asked by several phones: one question after the other."""

    def __init__(self, person: Answers, turn: threading.Lock, phone: str) -> None:
        self._person = person
        self._turn = turn
        self._phone = phone

    def asked(self, run_id: str, question: Question) -> None:
        with self._turn:
            print(f"\n{self._phone} asks:", end="", file=sys.stderr, flush=True)
            self._person.asked(run_id, question)


class AnswerProgram:
    """A program that writes answers, one JSON object a line; what it leaves open at its end is a no.

    {"question": "q7", "choice": "approve" | "approve_for_run" | "deny"}
    {"question": "q9", "choice": "answer", "text": "Ada"}

    Where several runs ask, an answer names its `run`.
    """

    def __init__(self, client: Client, complain: Tell) -> None:
        self._client = client
        self._complain = complain
        self._lock = threading.Lock()
        self._open: dict[str, str] = {}
        self._ended = False
        self._reader: threading.Thread | None = None

    def asked(self, run_id: str, question: Question) -> None:
        with self._lock:
            self._open[run_id] = question.id
            if self._reader is None:
                self._reader = threading.Thread(target=self._read, name="answers", daemon=True)
                self._reader.start()
            ended = self._ended
        if ended:
            self._deny()

    def _read(self) -> None:
        for line in sys.stdin:
            if line.strip():
                self._respond(line)
        with self._lock:
            self._ended = True
        self._deny()

    def _deny(self) -> None:
        with self._lock:
            left, self._open = self._open, {}
        for run_id, question in left.items():
            self._send(run_id, question, run_pb2.CHOICE_NOBODY, "")

    def _respond(self, line: str) -> None:
        try:
            said = cast("dict[str, Any]", json.loads(line))
            choice = CHOICES[said["choice"]]
            text, question = str(said.get("text", "")), str(said["question"])
            run_id = str(said.get("run", ""))
        except (ValueError, KeyError, TypeError):
            self._complain(
                f"not an answer: {one_line(line, 120)}; it must be an object with question "
                f"and choice ({', '.join(CHOICES)})"
            )
            return
        with self._lock:
            meant = [
                run
                for run, asked in self._open.items()
                if asked == question and run_id in {"", run}
            ]
            if len(meant) == 1:
                del self._open[meant[0]]
        if not meant:
            self._complain(f"nothing is asked under {one_line(question, 40)!r}")
        elif len(meant) > 1:
            self._complain(f"several runs ask under {one_line(question, 40)!r}: name the run")
        else:
            self._send(meant[0], question, choice, text)

    def _send(self, run_id: str, question: str, choice: run_pb2.Choice, text: str) -> None:
        try:
            self._client.respond(run_id, question, choice, text)
        except (UnknownQuestion, WrongState):
            return  # answered elsewhere, or the run has ended
        except BuddyError as error:
            with self._lock:
                self._open.setdefault(run_id, question)  # it can be answered better
            self._complain(one_line(str(error)))
