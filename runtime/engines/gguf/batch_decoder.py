"""Answers several questions at once, in batches that they share. Used by one thread, round by round.

In a round every question gets its share of a batch, the batch is evaluated, and those whose tokens
are all evaluated choose the next. A question that fails ends alone: the others of its batch are
evaluated again, one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from runtime.engines.constraint import Logits
from runtime.engines.gguf.batch_shares import EvaluationDemand, share
from runtime.engines.gguf.completion import PendingCompletion
from runtime.engines.gguf.context import ABORTED, NO_ROOM, Context, Stretch
from runtime.engines.gguf.in_flight import InFlightQuestion
from runtime.engines.gguf.inbox import Inbox
from runtime.engines.gguf.sequence_cache import SequenceCache
from runtime.engines.gguf.vision import Projector
from runtime.errors import Cancelled, EngineError, PromptTooLong

Portion = tuple[InFlightQuestion, list[int]]


class BatchDecoder:
    """The questions that are being answered. `begin` makes a question's turn."""

    def __init__(
        self,
        context: Context,
        shelf: SequenceCache,
        inbox: Inbox,
        begin: Callable[[PendingCompletion], InFlightQuestion],
        *,
        projector: Projector | None,
        batch: int,
        parallel: int,
    ) -> None:
        self._context = context
        self._shelf = shelf
        self._inbox = inbox
        self._begin = begin
        self._projector = projector
        self._batch = batch
        self._parallel = parallel
        self._turns: list[InFlightQuestion] = []
        self._lap = 0

    @property
    def room(self) -> int:
        """How many more questions can be answered now. None while some are put back."""
        if any(turn.parked for turn in self._turns):
            return 0
        return self._parallel - len(self._turns)

    def admits(self, question: PendingCompletion) -> bool:
        """Whether a question may be begun: those of one session follow each other."""
        session = question.asking.session
        return not session or all(turn.session != session for turn in self._turns)

    def begin(self, question: PendingCompletion) -> None:
        self._turns.append(self._begin(question))

    def forget(self, session: str) -> None:
        self._shelf.forget(session)

    def due(self) -> bool:
        """Whether a round has anything to do."""
        return any(turn.question.over or _can_go_on(turn) for turn in self._turns)

    def round(self) -> None:
        self._lap += 1
        for turn in self._turns[:]:
            if turn.question.over:
                self._remove(turn)
                continue
            turn.begin_reply()
            if turn.logits is not None and turn.question.constraint is not None:
                self._choose(turn, turn.logits)
        able = [turn for turn in self._turns if _can_go_on(turn) and self._placed(turn)]
        seeing = next((turn for turn in able if turn.next_picture() is not None), None)
        batch = self._shared_out([turn for turn in able if turn.next_picture() is None])
        if batch:
            self._evaluate(batch)
        if seeing is not None and seeing.sequence is not None:
            self._look(seeing)

    def fail_all(self, error: BaseException) -> None:
        """End all questions, and whatever state they have left behind."""
        for turn in self._turns[:]:
            self._fail(turn, error)

    def _placed(self, turn: InFlightQuestion) -> bool:
        """Whether a question has its sequence; not while another evaluates the same opening first."""
        if turn.sequence is None:
            opening = turn.opening
            awaited = len(opening) > self._shelf.known(turn) and any(
                other.sequence is not None
                and other.done < len(opening)
                and other.opening == opening
                for other in self._turns
            )
            if awaited:
                return False
            self._shelf.place(turn)
        return True

    def _shared_out(self, turns: Sequence[InFlightQuestion]) -> list[Portion]:
        unproven = [turn for turn in turns if turn.unproven][:1]
        turns = unproven or turns
        stops = [self._shelf.stops(turn) for turn in turns]
        needs = [
            EvaluationDemand(len(turn.next_tokens(self._batch, stops=stop)), turn.replying)
            for turn, stop in zip(turns, stops, strict=True)
        ]
        # Where nothing can be cut back, an abort spoils all prompts of a batch: one at a time there.
        prompts = len(turns) if self._shelf.trims else 1
        shares = share(needs, batch=self._batch, lap=self._lap, prompts=prompts)
        return [(turn, turn.next_tokens(n)) for turn, n in zip(turns, shares, strict=True) if n]

    def _evaluate(self, batch: Sequence[Portion]) -> None:
        stretches = [
            Stretch(turn.in_sequence, turn.starts[turn.done], tokens, len(tokens) == turn.pending)
            for turn, tokens in batch
        ]
        with self._inbox.running({turn.question: len(tokens) for turn, tokens in batch}):
            code = self._context.evaluate(stretches)
        if code == NO_ROOM:
            self._make_room()
        elif code:
            self._undo([turn for turn, _ in batch], code)
        else:
            row = -1
            for turn, tokens in batch:
                row += len(tokens)
                turn.done += len(tokens)
                turn.unproven = False
                self._shelf.keep(turn, may_go=self._is_idle)
                if not turn.pending:
                    self._choose(turn, self._context.logits(row))

    def _undo(self, turns: Sequence[InFlightQuestion], code: int) -> None:
        for turn in turns:
            self._restore(turn)
            if code == ABORTED:
                continue
            if len(turns) == 1:
                self._fail(
                    turn, EngineError(f"llama.cpp could not evaluate a prompt (code {code})")
                )
            turn.unproven = True

    def _restore(self, turn: InFlightQuestion) -> None:
        """Have a sequence hold what is evaluated and no more, or else be begun anew."""
        trims = self._shelf.trims
        if not trims or not self._context.trim(turn.in_sequence, turn.starts[turn.done]):
            self._shelf.release(turn)

    def _look(self, turn: InFlightQuestion) -> None:
        """Evaluate a picture, which no batch can hold."""
        picture = turn.next_picture()
        assert picture is not None  # noqa: S101  the caller has looked
        if self._projector is None:
            self._fail(turn, EngineError("this policy has no vision part to see a picture with"))
            return
        try:
            with self._inbox.running({turn.question: picture.chunk.n_tokens}):
                self._projector.evaluate(
                    picture.chunk,
                    self._context.pointer,
                    n_past=turn.starts[turn.done],
                    sequence=turn.in_sequence,
                    n_batch=self._batch,
                )
        except PromptTooLong:
            self._restore(turn)
            self._make_room()
        except Cancelled:
            self._restore(turn)
        except EngineError as error:
            self._fail(turn, error)
        else:
            turn.done += 1
            self._shelf.keep(turn, may_go=self._is_idle)

    def _choose(self, turn: InFlightQuestion, logits: Logits) -> None:
        if turn.question.constraint is None:
            turn.logits = logits.copy()
            return
        # The grammar may have come while this was evaluated: what it forces goes before any choice.
        turn.begin_reply()
        if turn.pending:
            return
        try:
            answer = turn.choose(logits)
        except Exception as error:  # noqa: BLE001  a listener's or a grammar's: it is this question's
            self._fail(turn, EngineError(f"a reply could not be continued: {error}"))
            return
        if answer is not None:
            self._remove(turn)
            turn.question.end(answer)

    def _make_room(self) -> None:
        """Let go of idle sessions; then put the youngest question back; fail what is alone too large."""
        running = [turn for turn in self._turns if turn.sequence is not None]
        sessions = {turn.session for turn in running}
        if self._shelf.evict(lambda session: session not in sessions):
            return
        youngest = running[-1]
        if len(running) > 1:
            self._shelf.release(youngest)
            youngest.parked = True
        else:
            self._fail(
                youngest,
                PromptTooLong(
                    f"the memory for evaluated tokens, {self._context.cells} of them, is used up by "
                    "this prompt and its reply: shorten it, or allow the policy more memory"
                ),
            )

    def _is_idle(self, session: str) -> bool:
        return all(turn.session != session for turn in self._turns)

    def _fail(self, turn: InFlightQuestion, error: BaseException) -> None:
        self._remove(turn)
        turn.question.end(error)

    def _remove(self, turn: InFlightQuestion) -> None:
        self._shelf.release(turn)
        self._turns.remove(turn)
        for other in self._turns:
            other.parked = False


def _can_go_on(turn: InFlightQuestion) -> bool:
    if turn.logits is not None:
        return turn.question.constraint is not None
    return not turn.parked
