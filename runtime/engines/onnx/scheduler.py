"""Shares one decoder between sessions, in a thread of its own, the only one that touches its memory.

Questions are begun in the order they come. In each turn, one of the prompts goes on by a chunk, and
all replies go on by a token, together: so nobody waits for the end of another's prompt.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from runtime.engines.onnx.job import DecodeJob
from runtime.engines.onnx.kv_cache import KvCache
from runtime.engines.onnx.session import Array, short
from runtime.engines.onnx.slots import SlotPool
from runtime.errors import EngineClosed, EngineError, EngineOverloaded, PhoneBuddyError

_JOIN_S = 30.0


@dataclass(frozen=True, slots=True)
class SchedulerLimits:
    """What a scheduler keeps to: questions that wait, tokens at once, tokens that are kept."""

    queue: int
    batch_tokens: int
    tokens: int


class OnnxScheduler:
    """Runs jobs. The memory's last slot is kept for the constant part that all prompts begin with."""

    def __init__(
        self,
        memory: KvCache,
        bounds: SchedulerLimits,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._memory = memory
        self._bounds = bounds
        self._now = now
        self._constant = len(memory.slots) - 1
        self._seats = SlotPool(self._constant)
        self._changed = threading.Condition()
        self._waiting: deque[DecodeJob] = deque()
        self._ended: list[str] = []
        self._closed = False
        self._active: list[DecodeJob] = []
        self._thread = threading.Thread(target=self._work, name="onnx-policy", daemon=True)
        self._thread.start()

    def submit(self, job: DecodeJob) -> None:
        """Have a job done, soon; its `done` is set when it is."""
        with self._changed:
            if self._closed:
                raise EngineClosed("this policy was unloaded: load it again")
            # One that can be begun at once does not wait.
            room = self._bounds.queue + max(0, self._constant - len(self._active))
            waiting = self._count_waiting()
            if waiting >= room:
                raise EngineOverloaded(
                    f"{waiting} questions wait for this policy already: ask again later, "
                    "or serve it with more sessions or a longer queue"
                )
            self._waiting.append(job)
            self._changed.notify()

    @property
    def waiting(self) -> int:
        """How many jobs wait to be begun."""
        with self._changed:
            return self._count_waiting()

    def _count_waiting(self) -> int:
        # Those that nobody waits for any more are cleared away between two evaluations.
        return sum(not job.left for job in self._waiting)

    def end_session(self, session: str) -> None:
        """Forget a session; a job of its that is being done is finished first."""
        with self._changed:
            self._ended.append(session)
            self._changed.notify()

    def close(self) -> None:
        """End the thread; jobs that are not done fail."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        if threading.current_thread() is not self._thread:
            self._thread.join(_JOIN_S)

    def _work(self) -> None:
        try:
            while self._wait():
                self._leave()
                self._begin()
                self._turn()
        finally:
            # Whatever has ended this thread, nobody waits for it any longer.
            with self._changed:
                self._closed = True
            for job in [*self._active, *self._waiting]:
                self._end(job, EngineClosed("this policy was unloaded before it had answered"))

    def _wait(self) -> bool:
        """Until there is something to do; False when there is nothing more to be done, ever."""
        with self._changed:
            while not (self._closed or self._waiting or self._active or self._ended):
                self._changed.wait()
            return not self._closed

    def _leave(self) -> None:
        """Let go of jobs that nobody waits for, and of sessions that have ended."""
        for job in [job for job in self._active if job.left]:
            self._end(job)
        with self._changed:
            self._waiting = deque(job for job in self._waiting if not job.left)
            busy = {job.session for job in self._active}
            gone = [session for session in self._ended if session not in busy]
            self._ended = [session for session in self._ended if session in busy]
        for session in gone:
            self._forget(session)

    def _begin(self) -> None:
        """Give waiting jobs a slot, in order, as far as there are slots."""
        with self._changed:
            waiting = list(self._waiting)
        for job in waiting:
            busy = {other.slot for other in self._active}
            if any(other.session == job.session for other in self._active):
                continue
            if not self._fits(job, busy):
                break
            seat = self._seats.seat(job.session, busy)
            if seat is None:
                break
            job.slot, taken_over = seat
            if taken_over:
                self._memory.clear(job.slot)
            with self._changed:
                self._waiting.remove(job)
                self._active.append(job)
            self._guarded([job], self._prepare)

    def _fits(self, job: DecodeJob, busy: set[int]) -> bool:
        """Whether there is memory for a job, once idle sessions are forgotten for it, oldest first."""
        while self._needed_tokens(job) > self._bounds.tokens:
            idle = [name for name in self._seats.idle(busy) if name != job.session]
            if idle:
                self._forget(idle[0])
            elif self._active:
                return False
            else:
                # Alone it always fits: no prompt is longer than the memory.
                self._memory.clear(self._constant)
                return True
        return True

    def _needed_tokens(self, job: DecodeJob) -> int:
        """The most tokens that are kept if a job is done beside the others."""
        kept = self._kept()
        own = self._seats.find(job.session)
        kept[-1 if own is None else own] = job.most
        return sum(kept.values())

    def _kept(self) -> dict[int, int]:
        """The tokens of each slot, at most."""
        kept = {slot: here.reached for slot, here in enumerate(self._memory.slots)}
        return kept | {job.slot: max(job.most, kept[job.slot]) for job in self._active}

    def _prepare(self, jobs: list[DecodeJob]) -> None:
        """Reuse what the slot, or the constant part, has of the prompt already."""
        job = jobs[0]
        memory = self._memory
        job.begun_s = self._now()
        begun = [*job.prompt, *job.reply.begin()]
        own = memory.slots[job.slot].reusable(job.prompt, recurrent=memory.recurrent)
        shared = memory.slots[self._constant].reusable(job.prompt, recurrent=memory.recurrent)
        if shared > own:
            memory.copy(self._constant, job.slot, shared)
        else:
            memory.cut(job.slot, own)
        job.cached = max(own, shared)
        job.pending = begun[job.cached :]

    def _turn(self) -> None:
        # Tokens without an alternative, and what follows them: short, and a reply waits for it.
        for job in [job for job in self._active if job.replying and len(job.pending) > 1]:
            self._guarded([job], self._chunk_of)
        prompting = next((job for job in self._active if not job.replying), None)
        if prompting is not None:
            self._guarded([prompting], self._chunk_of)
            if prompting in self._active:
                # The next turn goes on with another prompt.
                self._active.remove(prompting)
                self._active.append(prompting)
        single = [job for job in self._active if job.replying and len(job.pending) == 1]
        if single:
            self._guarded(single, self._token_each)

    def _chunk_of(self, jobs: list[DecodeJob]) -> None:
        job = jobs[0]
        memory = self._memory
        here = len(memory.slots[job.slot].tokens)
        count = min(self._bounds.batch_tokens, len(job.pending))
        if memory.recurrent:
            # A state can only be kept as it is, so a chunk ends where one is to be kept.
            count = min([count, *(mark - here for mark in job.marks if mark > here)])
        chunk, job.pending = job.pending[:count], job.pending[count:]
        logits = memory.evaluate(job.slot, chunk)
        if memory.recurrent and here + count in job.marks:
            memory.mark(job.slot)
        if not job.pending:
            self._keep_constant(job)
            self._advance(job, logits)

    def _token_each(self, jobs: list[DecodeJob]) -> None:
        tokens = [job.pending.pop() for job in jobs]
        scores = self._memory.evaluate_together([job.slot for job in jobs], tokens)
        for job, logits in zip(jobs, scores, strict=True):
            self._guarded([job], lambda jobs, logits=logits: self._advance(jobs[0], logits))

    def _advance(self, job: DecodeJob, logits: Array) -> None:
        if not job.first_s:
            job.first_s = self._now()
        job.pending = job.reply.advance(logits)
        if not job.pending:
            self._end(job)

    def _keep_constant(self, job: DecodeJob) -> None:
        """Keep the first part of a prompt for those that begin with it in a slot of their own."""
        if job.replying or not job.marks or not job.marks[0]:
            return
        first, memory = job.marks[0], self._memory
        fits = sum(self._kept().values()) + first <= self._bounds.tokens
        if fits and memory.slots[self._constant].tokens != list(job.prompt[:first]):
            memory.copy(job.slot, self._constant, first)

    def _guarded(self, jobs: list[DecodeJob], work: Callable[[list[DecodeJob]], None]) -> None:
        """Do work for jobs; when it fails, they do, and nobody else."""
        try:
            work(jobs)
        except PhoneBuddyError as error:
            for job in jobs:
                self._fail(job, error)
        except Exception as error:  # noqa: BLE001 - whatever onnxruntime raises must not end this thread
            for job in jobs:
                self._fail(job, EngineError(f"onnxruntime could not evaluate: {short(error)}"))

    def _fail(self, job: DecodeJob, error: Exception) -> None:
        # What the slot holds is not known after a failure.
        self._memory.clear(job.slot)
        self._end(job, error)

    def _end(self, job: DecodeJob, error: Exception | None = None) -> None:
        if job.done.is_set() and job not in self._active:
            return
        if job in self._active:
            self._active.remove(job)
        job.error = error
        job.ended_s = self._now()
        job.done.set()

    def _forget(self, session: str) -> None:
        slot = self._seats.release(session)
        if slot is not None:
            self._memory.clear(slot)
