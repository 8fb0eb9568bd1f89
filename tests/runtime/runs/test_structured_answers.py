"""A run with a schema ends as done only with an answer that fits it."""

import json
from dataclasses import replace

import pytest
from desk_scene import SECRET, Scene

from runtime.actions import Finish, FinishStatus, OpenApp, Output
from runtime.answer_schema import AnswerSchema, read_answer_schema
from runtime.cancellation import Cancellation
from runtime.engine import Decided, Prompt, TextListener
from runtime.episode import Finished, FinishedUnsure, RanOut
from runtime.testing import ScriptedEngine
from runtime.turn.start import Opening

COUNT = read_answer_schema(
    {"type": "object", "properties": {"count": {"type": "integer"}}, "required": ["count"]}
)
NAME = read_answer_schema(
    {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
)
READER = Opening(reads_schema=True)


class Doubting(ScriptedEngine):
    """Is never sure."""

    def decide(
        self,
        prompt: Prompt,
        *,
        session: str = "",
        on_text: TextListener | None = None,
        cancel: Cancellation | None = None,
    ) -> Decided:
        decided = super().decide(prompt, session=session, on_text=on_text, cancel=cancel)
        return replace(decided, confidence=0.1)


def answered(scene: Scene, run_id: str) -> str:
    outcome = scene.until_over(run_id).outcome
    assert outcome is not None
    assert isinstance(outcome.ending, Finished), outcome
    return outcome.ending.answer


def test_answer_that_fits_is_in_the_outcome(scene: Scene) -> None:
    scene.library.opening = READER
    engine = ScriptedEngine([OpenApp("Notes"), Finish('{"count": 3}')])

    run = scene.start(engine, answer_schema=COUNT)

    assert answered(scene, run.id) == '{"count": 3}'
    assert [json.loads(prompt.answer_schema) for prompt in engine.prompts] == [COUNT.value] * 2


def test_policy_that_reads_the_schema_is_told_what_does_not_fit_and_tries_again(
    scene: Scene,
) -> None:
    scene.library.opening = READER
    engine = ScriptedEngine([Finish("three"), Finish('{"count": "3"}'), Finish('{"count": 3}')])

    run = scene.start(engine, answer_schema=COUNT)

    assert answered(scene, run.id) == '{"count": 3}'
    told = [step.error for step in engine.prompts[-1].history]
    assert "no JSON" in told[0]
    assert "is not of type 'integer'" in told[1]


def test_policy_that_never_fits_it_has_run_out_with_the_reason(scene: Scene) -> None:
    scene.library.opening = READER

    run = scene.start([Finish("1"), Finish("2"), Finish("3"), Finish("4")], answer_schema=COUNT)

    over = scene.until_over(run.id)
    assert over.outcome is not None
    assert isinstance(over.outcome.ending, RanOut)
    assert "does not fit the schema: 3 is not of type" in over.outcome.ending.limit
    assert over.steps == 3


def test_words_of_a_policy_that_is_not_shown_the_schema_are_fitted(scene: Scene) -> None:
    run = scene.start([Finish("There are 3.")], answer_schema=COUNT)

    assert answered(scene, run.id) == '{"count": 3}'


def test_such_a_policy_has_one_try(scene: Scene) -> None:
    run = scene.start([Finish("Many."), Finish("3")], answer_schema=COUNT)

    over = scene.until_over(run.id)
    assert over.outcome is not None
    assert isinstance(over.outcome.ending, RanOut)
    assert over.steps == 1


def test_what_was_told_last_is_the_answer_where_the_last_word_is_empty(scene: Scene) -> None:
    run = scene.start([Output("Ada"), Finish()], answer_schema=NAME)

    assert answered(scene, run.id) == '{"name": "Ada"}'


def test_small_policy_answers_by_what_it_tells_and_not_by_its_last_word(scene: Scene) -> None:
    run = scene.start([Output("There are 3."), Finish("I have counted 12.")], answer_schema=COUNT)

    assert answered(scene, run.id) == '{"count": 3}'


def test_giving_up_needs_no_answer(scene: Scene) -> None:
    run = scene.start([Finish("No such app.", FinishStatus.IMPOSSIBLE)], answer_schema=COUNT)

    assert answered(scene, run.id) == ""


def test_doubt_keeps_the_answer(scene: Scene) -> None:
    scene.library.opening = Opening(done_confidence=0.5)
    engine = Doubting([OpenApp("Notes"), Finish("3")])
    run = scene.start(engine, answer_schema=COUNT)

    outcome = scene.until_over(run.id).outcome
    assert outcome is not None
    assert isinstance(outcome.ending, FinishedUnsure)
    assert outcome.ending.answer == '{"count": 3}'


@pytest.mark.parametrize("said", [SECRET, "4111 1111 1111 1111", "Your code is 471193"])
def test_answer_with_what_is_kept_out_of_records_is_not_told(scene: Scene, said: str) -> None:
    run = scene.start([Finish(said)], answer_schema=NAME)

    assert answered(scene, run.id) == ""


def test_schema_is_kept_with_the_run(scene: Scene) -> None:
    run = scene.start([Finish("3")], answer_schema=COUNT)

    scene.until_over(run.id)
    assert isinstance(scene.desk.get(run.id).request.answer_schema, AnswerSchema)
    assert scene.desk.get(run.id).request.answer_schema == COUNT
