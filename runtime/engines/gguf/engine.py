"""The gguf engine: a policy in a GGUF file, on llama.cpp, asked by many threads at once."""

from __future__ import annotations

import os
import threading
import time
import zlib
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace

import numpy as np

from runtime.cancellation import Cancellation
from runtime.engine import Decided, Prompt, TextListener
from runtime.engines.gguf.batch_decoder import BatchDecoder
from runtime.engines.gguf.completion import Completion, CompletionRequest, PendingCompletion
from runtime.engines.gguf.context import Context, ContextSize
from runtime.engines.gguf.footprint import Footprint, Room, divide, measure
from runtime.engines.gguf.in_flight import InFlightQuestion
from runtime.engines.gguf.inbox import Inbox
from runtime.engines.gguf.layout import Layout, cells, lay_out
from runtime.engines.gguf.model import Model
from runtime.engines.gguf.scheduler import GgufScheduler
from runtime.engines.gguf.sequence_cache import SequenceCache
from runtime.engines.gguf.settings import GgufSettings
from runtime.engines.gguf.vision import ImageChunk, Projector
from runtime.errors import Cancelled, EngineClosed, EngineError, PromptTooLong, UnsupportedPolicy
from runtime.prompts.restating import format_of

_SMALL_BYTES = 256 << 20
"""Below this, a single token is evaluated sooner by one thread than by several."""


class GgufEngine:
    """An `Engine`; made by `load`, whose work is freed by `close`."""

    def __init__(
        self,
        settings: GgufSettings,
        model: Model,
        *,
        projector: Projector | None,
        footprint: Footprint,
        room: Room,
        owned: ExitStack,
    ) -> None:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        small = model.weight_bytes < _SMALL_BYTES
        size = ContextSize(
            cells=room.cells,
            sequences=room.sequences,
            batch=settings.batch_tokens,
            threads=settings.threads or (1 if small else cores or 1),
            threads_batch=settings.threads_batch or cores or 1,
            flash_attention=settings.flash_attention,
        )
        self._settings = settings
        self._model = model
        self._projector = projector
        self.footprint = footprint
        """What the policy's evaluated tokens and sequences take."""
        self._room = room
        self._most_tokens = min(settings.context_tokens or model.trained_tokens, room.cells)
        end = model.end_of(settings.chat.reply_end)
        self._ends = (end, *(token for token in model.endings if token != end))
        self._vocabulary = model.vocabulary(end)
        self._pieces = model.pieces()
        context = Context(model, size, adapter_scale=settings.adapter_scale)
        owned.callback(context.close)
        shelf = SequenceCache(
            context, sequences=room.sequences, sessions=room.sessions, trims=footprint.trims
        )
        self._inbox = Inbox(context, room=settings.queue)
        self._scheduler = GgufScheduler(
            self._inbox,
            BatchDecoder(
                context,
                shelf,
                self._inbox,
                self._begin,
                projector=projector,
                batch=settings.batch_tokens,
                parallel=room.parallel,
            ),
        )
        self._encoder = ThreadPoolExecutor(1, thread_name_prefix="gguf-encoder")
        owned.callback(self._encoder.shutdown)
        self._owned = owned
        self._users = 0
        self._closed = False
        self._no_users = threading.Condition()
        self._scheduler.start()

    @classmethod
    def load(cls, settings: GgufSettings) -> GgufEngine:
        """Load a policy. `BadBundle` or `UnsupportedPolicy` say why one cannot be."""
        if settings.prompt_format.observation.has_screenshot and settings.projector is None:
            raise UnsupportedPolicy(
                f"{settings.weights.name} is to be shown screenshots, but has no vision part: add "
                "its projector (mmproj), or have it shown elements only"
            )
        with ExitStack() as owned:
            model = Model.load(settings.weights)
            owned.callback(model.close)
            if settings.adapter is not None:
                model.add_adapter(settings.adapter)
            projector = None
            if settings.projector is not None:
                threads = settings.threads_batch or os.cpu_count() or 1
                projector = Projector.load(settings.projector, model.pointer, threads=threads)
                owned.callback(projector.close)
            footprint = measure(model)
            room = divide(
                footprint,
                kv_bytes=settings.kv_bytes,
                context_tokens=settings.context_tokens or model.trained_tokens,
                sessions=settings.sessions,
                parallel=settings.parallel,
            )
            engine = cls(
                settings, model, projector=projector, footprint=footprint, room=room, owned=owned
            )
            engine._owned = owned.pop_all()
        return engine

    @property
    def wants_screenshot(self) -> bool:
        return self._settings.prompt_format.observation.has_screenshot

    @property
    def kv_bytes(self) -> int:
        """What is set aside for evaluated tokens."""
        tokens = self._room.cells * self.footprint.token_bytes
        return tokens + self._room.sequences * self.footprint.sequence_bytes

    @property
    def memory_bytes(self) -> int:
        """Weights and evaluated tokens: what the policy takes, but for working memory."""
        return self._model.weight_bytes + self.kv_bytes

    @property
    def sessions_kept(self) -> int:
        """How many sessions can be kept."""
        return self._room.sessions

    @property
    def waiting(self) -> int:
        """How many questions wait for their turn."""
        return self._inbox.waiting

    def tokens_of(self, text: str) -> int:
        """How many tokens a text is."""
        with self._using():
            return len(self._model.tokens(text))

    def decide(
        self,
        prompt: Prompt,
        *,
        session: str = "",
        on_text: TextListener | None = None,
        cancel: Cancellation | None = None,
    ) -> Decided:
        """As the contract says. Nothing is kept for a session without a name."""
        cancel = cancel or Cancellation()
        cancel.check()
        opening = self._settings.chat.reply_opening
        with self._using():
            started_s = time.perf_counter()
            layout = self._lay_out(prompt, cancel)
            written_s = time.perf_counter()
            question = PendingCompletion(
                self._asking(layout, session, len(prompt.history)),
                on_text=on_text,
                opening=opening,
            )
            answer = self._ask(question, prompt, cancel)
        usage = replace(answer.usage, prompt_ms=(written_s - started_s) * 1e3)
        reply = opening + answer.text
        form = format_of(prompt, self._settings.prompt_format)
        decision = form.parse_reply(reply, prompt.observation)
        return Decided(decision, usage, confidence=answer.confidence)

    def end_session(self, session: str) -> None:
        if not self._closed:
            self._inbox.end_session(session)

    def close(self) -> None:
        """As the contract says. Who is waiting gets `EngineClosed`."""
        with self._no_users:
            if self._closed:
                return
            self._closed = True
        self._scheduler.close()
        with self._no_users:
            self._no_users.wait_for(lambda: not self._users)
        self._owned.close()

    @contextmanager
    def _using(self) -> Generator[None]:
        """Nothing is freed meanwhile."""
        with self._no_users:
            if self._closed:
                raise EngineClosed("this policy was unloaded; load it again to ask it")
            self._users += 1
        try:
            yield
        finally:
            with self._no_users:
                self._users -= 1
                self._no_users.notify_all()

    def _lay_out(self, prompt: Prompt, cancel: Cancellation) -> Layout:
        settings = self._settings
        layout = lay_out(
            format_of(prompt, settings.prompt_format).render(prompt),
            settings.chat,
            self._model,
            lambda image: self._encode(image, cancel),
        )
        tokens, reply = cells(layout.units), settings.sampling.max_reply_tokens
        if tokens + reply > self._most_tokens:
            raise PromptTooLong(
                f"the prompt is {tokens} tokens and its reply may be {reply}, together more than the "
                f"{self._most_tokens} that fit: show less history, or give the policy a longer context"
            )
        return layout

    def _encode(self, image: bytes, cancel: Cancellation) -> ImageChunk:
        """Encode in a thread of its own, which goes on if it is no longer waited for."""
        if self._projector is None:
            raise EngineError(f"{self._model.path.name} has no vision part to see a picture with")
        done = threading.Event()
        encoding = self._encoder.submit(self._projector.encode, image)
        encoding.add_done_callback(lambda _: done.set())
        unlisten = cancel.listen(done.set)
        done.wait()
        unlisten()
        if cancel.cancelled:
            encoding.cancel()
        cancel.check()
        return encoding.result()

    def _asking(self, layout: Layout, session: str, step: int) -> CompletionRequest:
        sampling = self._settings.sampling
        # The same for the same step of a session, whoever else is asking meanwhile.
        random = np.random.default_rng([sampling.seed, zlib.crc32(session.encode()), step])
        return CompletionRequest(
            layout,
            session,
            sampling.temperature,
            sampling.top_p,
            sampling.max_reply_tokens,
            random,
        )

    def _begin(self, question: PendingCompletion) -> InFlightQuestion:
        return InFlightQuestion(question, pieces=self._pieces, ends=self._ends)

    def _ask(self, question: PendingCompletion, prompt: Prompt, cancel: Cancellation) -> Completion:
        self._inbox.submit(question)
        unlisten = cancel.listen(
            lambda: self._inbox.drop(question, Cancelled(cancel.reason or "cancelled"))
        )
        try:
            # Meanwhile the prompt is evaluated.
            form = format_of(prompt, self._settings.prompt_format)
            grammar = form.grammar(prompt.observation)
            question.constraint = self._vocabulary.constrain(grammar)
            self._inbox.nudge()
            return question.wait()
        except BaseException as error:
            self._inbox.drop(question, error)
            raise
        finally:
            unlisten()
