"""Rounds driven by hand, so that what happens between two steps of one can be chosen."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from tap_format import TapFormat, screen

from runtime.engine import Prompt
from runtime.engines.constraint import Constraint
from runtime.engines.gguf.batch_decoder import BatchDecoder
from runtime.engines.gguf.completion import Completion, CompletionRequest, PendingCompletion
from runtime.engines.gguf.context import Context, ContextSize, Stretch
from runtime.engines.gguf.in_flight import InFlightQuestion
from runtime.engines.gguf.inbox import Inbox
from runtime.engines.gguf.layout import Layout, lay_out
from runtime.engines.gguf.model import Model
from runtime.engines.gguf.sequence_cache import SequenceCache
from runtime.engines.gguf.vision import ImageChunk
from runtime.errors import EngineError
from runtime.prompts.format import CHATML


class WatchedContext(Context):
    """Calls back after each evaluation, before anything is made of it."""

    after: Callable[[], None] = staticmethod(lambda: None)

    def evaluate(self, stretches: Sequence[Stretch]) -> int:
        code = super().evaluate(stretches)
        self.after()
        return code


@dataclass
class Bench:
    model: Model
    context: WatchedContext
    decoder: BatchDecoder
    grammar: Callable[[], Constraint]
    layout: Layout

    def ask(self, layout: Layout | None = None, *, constrained: bool = True) -> PendingCompletion:
        random = np.random.default_rng(0)
        question = PendingCompletion(
            CompletionRequest(layout or self.layout, "", 0.0, 1.0, 64, random)
        )
        question.constraint = self.grammar() if constrained else None
        self.decoder.begin(question)
        return question

    def finish(self, *questions: PendingCompletion) -> None:
        for _ in range(500):
            if all(question.over for question in questions):
                return
            self.decoder.round()
        raise AssertionError("no end in sight")


@pytest.fixture
def bench(tiny: Path) -> Iterator[Bench]:
    model = Model.load(tiny)
    context = WatchedContext(model, ContextSize(2048, 9, 512, flash_attention=False))
    shelf = SequenceCache(context, sequences=9, sessions=4, trims=True)
    end = model.end_of(CHATML.reply_end)
    vocabulary, pieces, tap = model.vocabulary(end), model.pieces(), TapFormat()
    decoder = BatchDecoder(
        context,
        shelf,
        Inbox(context, room=4),
        lambda question: InFlightQuestion(question, pieces=pieces, ends=(end,)),
        projector=None,
        batch=512,
        parallel=4,
    )
    seen = screen(0)
    layout = lay_out(tap.render(Prompt("open the mail", seen)), CHATML, model, _no_pictures)
    yield Bench(model, context, decoder, lambda: vocabulary.constrain(tap.grammar(seen)), layout)
    context.close()
    model.close()


def _no_pictures(image: bytes) -> ImageChunk:
    raise AssertionError(f"a picture of {len(image)} bytes where there is none")


def result(question: PendingCompletion) -> Completion:
    assert question.over
    return question.wait()


def test_a_grammar_that_comes_while_the_prompt_is_evaluated_forces_what_it_forces(
    bench: Bench,
) -> None:
    early = bench.ask()
    bench.finish(early)
    late = bench.ask(constrained=False)

    def bring() -> None:
        late.constraint = late.constraint or bench.grammar()

    bench.context.after = bring
    bench.finish(late)
    assert result(late).text == result(early).text
    assert result(late).usage.forced_tokens == result(early).usage.forced_tokens


def test_a_grammar_that_comes_after_the_prompt_is_waited_for(bench: Bench) -> None:
    early, late = bench.ask(), bench.ask(constrained=False)
    bench.finish(early)
    assert not bench.decoder.due()
    late.constraint = bench.grammar()
    assert bench.decoder.due()
    bench.finish(late)
    assert result(late).text == result(early).text


def test_a_question_that_cannot_be_evaluated_fails_alone(bench: Bench) -> None:
    alone = bench.ask()
    bench.finish(alone)
    no_token = bench.model.size + 5
    bad = Layout((*bench.layout.units[:-1], no_token), bench.layout.opening, bench.layout.stable)
    questions = [bench.ask(), bench.ask(bad), bench.ask()]
    bench.finish(*questions)
    with pytest.raises(EngineError, match="could not evaluate"):
        questions[1].wait()
    assert [result(questions[0]).text, result(questions[2]).text] == [result(alone).text] * 2


def test_a_listener_that_fails_ends_its_own_question_only(bench: Bench) -> None:
    other = bench.ask()

    def fail(_: str) -> None:
        raise ValueError("a listener's own fault")

    asking = CompletionRequest(bench.layout, "", 0.0, 1.0, 64, np.random.default_rng(0))
    question = PendingCompletion(asking, on_text=fail)
    question.constraint = bench.grammar()
    bench.decoder.begin(question)
    bench.finish(other, question)
    assert result(other).text
    with pytest.raises(EngineError, match="a listener's own fault"):
        question.wait()


def test_an_opening_that_is_being_evaluated_is_waited_for(bench: Bench) -> None:
    questions = [bench.ask() for _ in range(3)]
    bench.finish(*questions)
    cached = [result(question).usage.cached_tokens for question in questions]
    assert cached == [0, bench.layout.opening, bench.layout.opening]
