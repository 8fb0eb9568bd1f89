"""Phones for programs that act on them without a run of ours, such as other people's agents.

The guard stays in between: such a program is shown what a policy would be shown, and what a policy would
have to ask about is not done until the person has approved just that, on just that screen. It names secrets
(`{{secret:NAME}}`) and never gets to know them.
"""

from __future__ import annotations

import hashlib
import threading
from dataclasses import dataclass, replace

from runtime.action_text import format_action
from runtime.actions import Action
from runtime.device import Performed
from runtime.episode import Verdict
from runtime.errors import ActionError, GuardError, StaleObservation
from runtime.guard.episode_guard import begin_episode
from runtime.guard.page_memory import PageMemory
from runtime.guard.redaction import Redactor
from runtime.guard.ruling import Guard, Ruling
from runtime.guard.secrets import SecretStore, fill
from runtime.observation import Observation
from runtime.runs.model import Question
from runtime.runs.questions import approval
from runtime.server.ports import DevicePort
from runtime.turn.withheld import withheld_look


@dataclass(frozen=True, slots=True)
class GuardedLook:
    """What a program may see. `withheld` says why it is shown nothing."""

    observation: Observation
    withheld: str = ""


@dataclass(frozen=True, slots=True)
class GuardedAct:
    """What became of an action: performed, or asked about, or refused; one of them."""

    performed: Performed | None = None
    question: Question | None = None
    refusal: str = ""


class _Watched:
    """A phone's guard, which remembers what was read where, its pages with secrets, and its newest look."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard
        self.pages = PageMemory()
        self.look: Observation | None = None


class GuardedPhones:
    """Safe from any thread."""

    def __init__(self, phones: DevicePort, guard: Guard, secrets: SecretStore) -> None:
        self._phones = phones
        self._guard = guard
        self._secrets = secrets
        self._redactor = Redactor.for_prompt(secrets.values())
        self._lock = threading.Lock()
        self._watched: dict[str, _Watched] = {}

    def seen(self, address: str, screen: Observation) -> GuardedLook:
        """What of a look the program is shown."""
        watched = self._of(address)
        ruling = watched.guard.judge_screen(screen)
        watched.look = screen
        if ruling.verdict is not Verdict.ALLOW:
            return GuardedLook(withheld_look(screen), _screen_words(ruling))
        return GuardedLook(self._redactor.observation(screen, watched.pages))

    def perform(self, address: str, action: Action, look: str, *, approved: str = "") -> GuardedAct:
        """Do it, ask first, or refuse. `approved` is the id of the question that the person approved."""
        watched = self._of(address)
        screen = watched.look
        if screen is None or screen.id != look:
            raise StaleObservation(
                f"the action is for the look {look!r}, which is not the newest: look again"
            )
        ruling = watched.guard.judge_screen(screen)
        if ruling.verdict is not Verdict.ALLOW:
            return GuardedAct(refusal=_screen_words(ruling))
        ruling = watched.guard.judge(action, screen)
        if ruling.verdict is Verdict.NEVER:
            why = ruling.effect or f"rule {ruling.rule!r}"
            return GuardedAct(refusal=f"the guard never allows this: {why}")
        if ruling.verdict is Verdict.CONFIRM:
            question = approval(_question_id(address, look, action, ruling), ruling, action, screen)
            if approved != question.id:
                return GuardedAct(question=question)
        try:
            filled = fill(action, screen, self._secrets)
        except (GuardError, ActionError) as error:
            return GuardedAct(refusal=str(error))
        watched.look = None  # a look is used up by acting on it
        watched.pages.typed(action, screen)
        performed = self._phones.perform(address, filled, look)
        return GuardedAct(replace(performed, action=action) if filled != action else performed)

    def _of(self, address: str) -> _Watched:
        with self._lock:
            if address not in self._watched:
                self._watched[address] = _Watched(begin_episode(self._guard, ""))
            return self._watched[address]


def _screen_words(ruling: Ruling) -> str:
    why = ruling.effect or f"rule {ruling.rule!r}"
    return f"only the person may see and handle this screen: {why}"


def _question_id(address: str, look: str, action: Action, ruling: Ruling) -> str:
    """The same for the same action on the same screen only."""
    asked = replace(ruling, money=None)
    text = "\n".join((address, look, format_action(action), repr(asked)))
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]
