"""All that a report tells of a run, fetched from a runtime."""

from __future__ import annotations

from dataclasses import dataclass, field

from phonebuddy.v1 import observation_pb2, run_pb2
from phonebuddy.v1.client import Client
from phonebuddy.v1.errors import NoScreenshot

from tui.words import question_title, question_words, response_words


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question in a step, and the answer to it; empty where there was none."""

    title: str
    text: str
    answer: str = ""


@dataclass(frozen=True, slots=True)
class StepRecord:
    """A step with its screen and what was asked in it."""

    step: run_pb2.Step
    screenshot: observation_pb2.Screenshot | None = None
    questions: tuple[AskedQuestion, ...] = ()


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A run that has ended, whole."""

    run: run_pb2.Run
    steps: tuple[StepRecord, ...] = field(default_factory=tuple[StepRecord, ...])


def fetch_run(client: Client, run: run_pb2.Run) -> RunRecord:
    """The record of a run that has ended."""
    questions = _questions(client, run.id)
    steps = tuple(
        StepRecord(step, _screenshot(client, run.id, number), questions.get(number, ()))
        for number, step in enumerate(client.steps(run.id))
    )
    return RunRecord(run, steps)


def _screenshot(client: Client, run_id: str, step: int) -> observation_pb2.Screenshot | None:
    try:
        return client.screenshot(run_id, step)
    except NoScreenshot:
        return None


def _questions(client: Client, run_id: str) -> dict[int, tuple[AskedQuestion, ...]]:
    """What was asked, by step."""
    asked: dict[str, tuple[int, run_pb2.Question]] = {}
    answers: dict[str, str] = {}
    for event in client.watch(run_id):
        match event.WhichOneof("happening"):
            case "asked":
                asked[event.asked.question.id] = (event.asked.step, event.asked.question)
            case "answered":
                told = event.answered
                _, question = asked.get(told.question_id, (0, run_pb2.Question()))
                answers[told.question_id] = response_words(told.response, question.kind)
            case _:
                pass
    found: dict[int, tuple[AskedQuestion, ...]] = {}
    for name, (step, question) in asked.items():
        entry = AskedQuestion(
            question_title(question), question_words(question), answers.get(name, "")
        )
        found[step] = (*found.get(step, ()), entry)
    return found
