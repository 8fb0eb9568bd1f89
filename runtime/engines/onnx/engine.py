"""A policy that is an ONNX graph: prompts to tokens, tokens to a decision. Text only."""

from __future__ import annotations

import itertools
import time
import zlib
from collections.abc import Callable

import numpy as np

from runtime.cancellation import Cancellation
from runtime.engine import Decided, Prompt, TextListener, Usage
from runtime.engines.onnx.footprint import choose_context, token_budget
from runtime.engines.onnx.graph import open_graph
from runtime.engines.onnx.job import Audience, DecodeJob
from runtime.engines.onnx.kv_cache import make_memory
from runtime.engines.onnx.scheduler import OnnxScheduler, SchedulerLimits
from runtime.engines.onnx.settings import OnnxSettings
from runtime.engines.reply import ReplyDecoder, ReplyRules
from runtime.engines.tokens import PolicyTokens
from runtime.errors import EngineClosed, EngineError, PromptTooLong
from runtime.prompts.format import ImagePart, PromptFormat, Rendered, TextPart
from runtime.prompts.restating import format_of


class OnnxEngine:
    """One loaded graph and the sessions that are kept for it."""

    def __init__(
        self, settings: OnnxSettings, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Load it. `BadBundle` or `UnsupportedPolicy` says why it cannot be served."""
        settings.check()
        self._settings = settings
        self._now = now
        self._tokens = PolicyTokens(settings.tokenizer, settings.chat)
        graph = open_graph(settings.weights, threads=settings.threads)
        self._weight_bytes = graph.weight_bytes
        self._vocabulary = self._tokens.vocabulary(graph.scores)
        self.context_tokens = choose_context(settings, graph)
        # One more slot than sessions, for the constant part of their prompts.
        slots = settings.sessions + 1
        memory = make_memory(graph, slots=slots, context_tokens=self.context_tokens)
        bounds = SchedulerLimits(
            queue=settings.queue,
            batch_tokens=settings.batch_tokens,
            tokens=token_budget(settings, graph),
        )
        self._scheduler: OnnxScheduler | None = OnnxScheduler(memory, bounds, now=now)
        self._nameless = itertools.count()

    @classmethod
    def load(cls, settings: OnnxSettings) -> OnnxEngine:
        """A loaded policy, as `GgufEngine.load` gives one."""
        return cls(settings)

    @property
    def wants_screenshot(self) -> bool:
        return False

    @property
    def memory_bytes(self) -> int:
        """Weights and evaluated tokens at most: what the policy takes, but for working memory."""
        return self._weight_bytes + self._settings.kv_bytes

    @property
    def waiting(self) -> int:
        """How many questions wait to be begun."""
        return self._scheduler.waiting if self._scheduler is not None else 0

    def tokens_of(self, text: str) -> int:
        """How many tokens a text is."""
        return len(self._tokens.text(text))

    def decide(
        self,
        prompt: Prompt,
        *,
        session: str = "",
        on_text: TextListener | None = None,
        cancel: Cancellation | None = None,
    ) -> Decided:
        scheduler = self._running()
        if cancel is not None:
            cancel.check()
        started_s = self._now()
        tokens, marks = self._tokenize(self._form(prompt).render(prompt))
        audience = Audience(on_text)
        reply = self._reply(prompt, session, audience)
        # A question without a session keeps nothing, and is in nobody's way.
        name = session or f"\0{next(self._nameless)}"
        job = DecodeJob(name, tokens, marks, reply, room=self._room, asked_s=self._now())
        scheduler.submit(job)
        try:
            _wait(job, audience, cancel)
        finally:
            if not session:
                scheduler.end_session(name)
        return self._decided(prompt, job, started_s)

    def end_session(self, session: str) -> None:
        if self._scheduler is not None and session:
            self._scheduler.end_session(session)

    def close(self) -> None:
        scheduler, self._scheduler = self._scheduler, None
        if scheduler is not None:
            scheduler.close()

    @property
    def _room(self) -> int:
        return self._settings.sampling.max_reply_tokens

    def _running(self) -> OnnxScheduler:
        if self._scheduler is None:
            raise EngineClosed(f"{self._settings.weights.name} was unloaded: load it again")
        return self._scheduler

    def _tokenize(self, rendered: Rendered) -> tuple[list[int], tuple[int, ...]]:
        """The tokens of a prompt, and after how many of them its shared parts end."""
        tokens = list(self._tokens.opening)
        ends: list[int] = []
        for part in rendered.parts:
            match part:
                case TextPart(text):
                    tokens += self._tokens.text(text)
                    ends.append(len(tokens))
                case ImagePart():
                    raise EngineError(
                        f"{self._settings.weights.name} is an ONNX policy, which reads text only: "
                        "serve it as GGUF with its projector (mmproj)"
                    )
        tokens += self._tokens.closing
        room = self._room
        if len(tokens) + room > self.context_tokens:
            raise PromptTooLong(
                f"the prompt has {len(tokens)} tokens, and with {room} for the reply that is more "
                f"than the {self.context_tokens} of this policy's context: shorten the history, or "
                "serve it with a larger context"
            )
        stable = ends[: rendered.stable]
        return tokens, tuple(dict.fromkeys([*stable[:1], *stable[-1:]]))

    def _reply(self, prompt: Prompt, session: str, audience: Audience) -> ReplyDecoder:
        settings = self._settings
        constraint = None
        if settings.constrained:
            constraint = self._vocabulary.constrain(self._form(prompt).grammar(prompt.observation))
        # The same for the same step of the same session, and another for any other.
        seed = [settings.sampling.seed, zlib.crc32(session.encode()), len(prompt.history)]
        return ReplyDecoder(
            self._tokens,
            ReplyRules(settings.sampling, settings.chat),
            constraint=constraint,
            random=np.random.default_rng(seed),
            on_text=audience.on_piece,
        )

    def _decided(self, prompt: Prompt, job: DecodeJob, started_s: float) -> Decided:
        text = job.reply.text
        end = self._settings.chat.reply_end
        if end and not self._settings.constrained:
            text = text.partition(end)[0]
        decision = self._form(prompt).parse_reply(text, prompt.observation)
        first_s = job.first_s or job.ended_s
        usage = Usage(
            prompt_tokens=len(job.prompt),
            cached_tokens=job.cached,
            reply_tokens=job.reply.count,
            forced_tokens=job.reply.forced_count,
            queue_ms=(job.begun_s - job.asked_s) * 1e3,
            prompt_ms=(job.asked_s - started_s) * 1e3,
            first_token_ms=(first_s - job.begun_s) * 1e3,
            decode_ms=(job.ended_s - first_s) * 1e3,
            grammar_ms=job.reply.grammar_s * 1e3,
        )
        return Decided(decision, usage, confidence=job.reply.confidence)

    def _form(self, prompt: Prompt) -> PromptFormat:
        return format_of(prompt, self._settings.prompt_format)


def _wait(job: DecodeJob, audience: Audience, cancel: Cancellation | None) -> None:
    """Until the job is done, or cancelled: then at once, whatever is being evaluated."""

    def stop() -> None:
        job.left = True
        audience.begin_leaving()
        job.done.set()

    stop_listening = cancel.listen(stop) if cancel is not None else None
    try:
        job.done.wait()
    finally:
        if stop_listening is not None:
            stop_listening()
        job.left = True
        audience.leave()
    if cancel is not None:
        cancel.check()
    if job.error is not None:
        raise job.error
