"""What a policy is asked in training is what it is asked when it is served, token for token.

A hundred tasks are played twice by the same hands: through a desk, with its threads and its store, and
as rollouts. All prompts and all recorded steps must be equal.
"""

import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import pytest
from built_in import CATALOGUE, find_template
from desk_scene import QUICK, Library
from seeded_hands import (
    Pick,
    SeededHand,
    anything,
    asking,
    failing,
    off_screen,
    right,
    telling_secrets,
    waiting,
    wrong,
)

from phoneworld import PhoneDevice, Task, Trial
from phoneworld.tasks.pilot import run_oracle
from runtime.actions import Action, Drag, LongPress, PressButton, SystemButton, Wait
from runtime.device import Performed
from runtime.device_pool import DevicePool
from runtime.engine import Prompt
from runtime.episode import Actor, Ending, Step, Unparsed, Verdict
from runtime.guard.redaction import Redactor, has_mark
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import load_rules
from runtime.guard.ruling import AllowAll, Guard
from runtime.guard.secrets import Secrets
from runtime.observation import Observation
from runtime.prompts.format import TextPart
from runtime.prompts.registry import find_format
from runtime.runs.desk import RunDesk
from runtime.runs.model import (
    Acting,
    Choice,
    Limits,
    Looked,
    QuestionKind,
    Response,
    Run,
    RunRequest,
    StepDone,
)
from runtime.runs.record_privacy import RecordPrivacy
from runtime.runs.step_pages import all_steps
from runtime.runs.store import RunStore
from runtime.turn.decider import EngineDecider
from runtime.turn.loop import turns
from runtime.turn.repetition import REMARK
from runtime.turn.settings import TurnSettings
from runtime.turn.start import Opening, PolicyStart
from trainer.data.trial_turns import RolloutTerms, TrialRollout, open_rollout
from trainer.data.trials import open_trial

STEPS = 12
# How busy the machine is must not decide when a look is old.
TURN = TurnSettings(stale_after_s=math.inf)
FORMS = [find_format("compact"), find_format("phonebuddy")]

PLAIN = ("contacts.add", "settings.wifi_on", "notes.create", "mail.ask_whom", "clock.ask_which",
         "calendar.delete_today", "browser.clear_history", "messages.read_code",
         "cross.ask_which_recommendation", "files.write_text")  # fmt: skip
SECRET = ("cross.wifi_password_from_text", "settings.hotspot", "settings.join_wifi", "browser.scam_form",
          "wallet.send", "wallet.add_card", "cross.ask_whom_to_pay", "wallet.card_expiry",
          "phone.voicemail_code", "cross.refuse_code_by_mail")  # fmt: skip
HANDS: tuple[tuple[str, Pick, int, tuple[str, ...]], ...] = (
    ("right", right, 1, PLAIN),
    ("right with secrets", right, 1, SECRET),
    ("wrong", wrong, 1, PLAIN),
    ("looping", wrong, 6, PLAIN),
    ("off-screen", off_screen, 1, PLAIN),
    ("waiting", waiting, 2, PLAIN),
    ("failing", failing, 1, PLAIN),
    ("telling secrets", telling_secrets, 2, SECRET),
    ("asking", asking, 1, PLAIN),
    ("anything", anything, 1, SECRET),
)


@dataclass(frozen=True)
class Case:
    """A hand at a task."""

    hand: str
    pick: Pick
    stubborn: int
    task: Task


CASES = tuple(
    Case(hand, pick, stubborn, Task(find_template(name), 7))
    for hand, pick, stubborn, names in HANDS
    for name in names
)


@dataclass(frozen=True)
class Played:
    """What came of a case."""

    prompts: list[Prompt]
    steps: list[Step]
    ending: Ending | None

    @cached_property
    def written(self) -> list[list[str]]:
        """Every prompt in every format, part by part: what is equal here is equal token for token."""
        return [
            [part.text for part in form.render(prompt).parts if isinstance(part, TextPart)]
            for prompt in self.prompts
            for form in FORMS
        ]


class WornPhone(PhoneDevice):
    """A phone whose back button does nothing, without saying why."""

    def perform(self, action: Action, observation: Observation) -> Performed:
        if action == PressButton(SystemButton.BACK):
            return Performed(action, changed=False)
        return super().perform(action, observation)


class Serving:
    """A desk whose one phone is the trial at hand, and a person who approves and answers."""

    def __init__(self, folder: Path, guard: Guard) -> None:
        self._trial: Trial | None = None
        self._library = Library()
        self._library.opening = Opening(PolicyStart.HOME)
        self._store = RunStore.open(folder)
        self._pool = DevicePool(opener=lambda _: self._need().device, finder=list)
        settings = replace(QUICK, turn=TURN)
        self._desk = RunDesk(
            self._store, self._pool, self._library, guard, Secrets(), settings=settings
        )

    def play(self, trial: Trial, hand: SeededHand, number: int) -> Played:
        self._trial = trial
        self._library.engines["hand"] = hand
        request = RunRequest(
            trial.goal,
            f"trial:{number}",
            "hand",
            limits=Limits(steps=STEPS),
            record_screenshots=False,
        )
        run = self._desk.start(request)
        deadline_s = time.monotonic() + 120
        answered: set[str] = set()
        while run.state.alive:
            assert time.monotonic() < deadline_s, f"{trial.task.name} does not end"
            if run.question is not None and run.question.id not in answered:
                answered.add(run.question.id)
                self._desk.respond(run.id, run.question.id, self._response(run))
            time.sleep(0.002)
            run = self._desk.get(run.id)
        ending = None if run.outcome is None else run.outcome.ending
        return Played(hand.prompts, list(all_steps(self._store, run.id)), ending)

    def close(self) -> None:
        self._desk.close(1.0)
        self._pool.close()
        self._store.close()

    def _need(self) -> Trial:
        assert self._trial is not None
        return self._trial

    def _response(self, run: Run) -> Response:
        trial, question = self._need(), run.question
        assert question is not None
        match question.kind:
            case QuestionKind.APPROVAL:
                return Response(Choice.APPROVE)
            case QuestionKind.HAND_OVER:
                return Response(Choice.APPROVE_FOR_RUN)
            case QuestionKind.ANSWER:
                reply = trial.drawn.reply(question.text)
                return Response(Choice.ANSWER, reply)


def rolled_out(trial: Trial, hand: SeededHand, guard: Guard) -> Played:
    rollout: TrialRollout = open_rollout(
        trial, STEPS, RolloutTerms(Opening(PolicyStart.HOME), guard, TURN)
    )
    for _ in turns(rollout.machine, EngineDecider(hand), trial.task.name):
        pass
    return Played(hand.prompts, list(rollout.steps), rollout.machine.ending)


def untimed(steps: list[Step]) -> list[Step]:
    return [replace(step, timings_ms=()) for step in steps]


@dataclass(frozen=True)
class Pair:
    """A case played both ways, and rolled out once more with a guard that allows everything."""

    case: Case
    served: Played
    rolled: Played
    unguarded: Played


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Pair]]:
    guard = RuleGuard(load_rules(None))
    workshop = CATALOGUE.workshop()
    serving = Serving(tmp_path_factory.mktemp("runs"), guard)

    def hand(case: Case, solution: list[object]) -> SeededHand:
        seed = f"{case.hand} {case.task.name}"
        return SeededHand(case.pick, solution, seed, stubborn=case.stubborn)  # type: ignore[arg-type]

    def trial(case: Case) -> Trial:
        opened = open_trial(workshop, case.task)
        opened.device = WornPhone(opened.phone)
        if case.hand == "right":
            # As people leave phones: the run, and the rollout, go home first.
            opened.phone.launch("com.phoneworld.calculator")
        return opened

    played: list[Pair] = []
    solutions: dict[str, list[object]] = {}
    for number, case in enumerate(CASES):
        known = solutions.setdefault(case.task.name, [])
        known[:] = known or list(run_oracle(Trial(workshop, case.task)).actions)
        played.append(
            Pair(
                case,
                serving.play(trial(case), hand(case, known), number),
                rolled_out(trial(case), hand(case, known), guard),
                rolled_out(trial(case), hand(case, known), AllowAll()),
            )
        )
    yield played
    serving.close()


def test_a_hundred_tasks_are_played(pairs: list[Pair]) -> None:
    assert len(pairs) == 100


def test_all_prompts_are_equal_token_for_token(pairs: list[Pair]) -> None:
    for pair in pairs:
        assert pair.rolled.written == pair.served.written, pair.case
        for rolled, served in zip(pair.rolled.prompts, pair.served.prompts, strict=True):
            assert rolled.observation == served.observation, pair.case
            assert untimed(list(rolled.history)) == untimed(list(served.history)), pair.case


def test_prompts_are_those_of_a_run_in_which_everything_is_approved(pairs: list[Pair]) -> None:
    for pair in pairs:
        assert pair.unguarded.written == pair.served.written, pair.case


def recorded(steps: Iterable[Step]) -> list[Step]:
    """What a store keeps of steps."""
    privacy = RecordPrivacy(Redactor.for_record())
    kept: list[Step] = []
    for number, step in enumerate(steps):
        privacy.keep(Looked(number, step.observation))
        if not isinstance(step.decision.action, Unparsed):
            privacy.keep(Acting(number, step.decision.action))
        done = privacy.keep(StepDone(number, step))
        assert isinstance(done, StepDone)
        kept.append(done.record)
    return kept


def test_all_recorded_steps_are_equal(pairs: list[Pair]) -> None:
    # The store keeps less than training needs: a code on the screen is not kept.
    for pair in pairs:
        rolled = recorded(pair.rolled.steps)
        assert rolled == untimed(pair.served.steps), pair.case
        assert pair.rolled.ending == pair.served.ending, pair.case


def test_the_hands_did_all_that_could_differ(pairs: list[Pair]) -> None:
    """Otherwise equality proves little."""
    steps = [step for pair in pairs for step in pair.served.steps]
    texts = [text for pair in pairs for prompt in pair.served.written for text in prompt]
    seen = {
        "remark": any(REMARK[:60] in text for text in texts),
        "nothing changed": any("nothing changed" in text for text in texts),
        "capped wait": any(
            step.performed is not None and step.performed.action == Wait(30_000) for step in steps
        ),
        "capped press": any(
            step.performed is not None
            and isinstance(step.performed.action, LongPress | Drag)
            and step.performed.action.duration_ms == 5_000
            for step in steps
        ),
        "clamped point": any(
            step.performed is not None and step.performed.action != step.decision.action
            for step in steps
        ),
        "off screen": any("is off the screen" in step.error for step in steps),
        "unknown app": any("No such app" in step.error for step in steps),
        "unreadable": any(isinstance(step.decision.action, Unparsed) for step in steps),
        "approved": any(
            step.guard is not None and step.guard.verdict is Verdict.CONFIRM for step in steps
        ),
        "taken home": any(step.actor is Actor.RUNTIME for step in steps),
        "answered": any(step.answer for step in steps),
        "redacted": any(has_mark(text) for text in texts),
    }
    assert [name for name, there in seen.items() if not there] == []
    endings = {str(pair.served.ending) for pair in pairs}
    for expected in ("repetition", "steps", "unreadable replies", "done"):
        assert any(expected in ending for ending in endings), (expected, endings)
