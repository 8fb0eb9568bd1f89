"""Two sets of weights as one engine: one says what goals mean, the other decides.

A small policy that learns both in the same weights forgets part of what it could decide. Loaded and
closed together; what is asked goes to one of them by the prompt alone.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from runtime.cancellation import Cancellation
from runtime.engine import Decided, Engine, Prompt, TextListener
from runtime.engines.offer import EngineOffer, LoadRequest

CONTEXT_TOKENS = 1024
"""What restating needs: some sentences, and no screen."""
_KV_SHARE = 16


class RoutedEngine:
    """An engine whose restating prompts are answered by another one."""

    def __init__(self, deciding: Engine, restating: Engine) -> None:
        self._deciding = deciding
        self._restating = restating

    @property
    def wants_screenshot(self) -> bool:
        return self._deciding.wants_screenshot

    def decide(
        self,
        prompt: Prompt,
        *,
        session: str = "",
        on_text: TextListener | None = None,
        cancel: Cancellation | None = None,
    ) -> Decided:
        # A goal is restated once: nothing is worth keeping of it.
        if prompt.restating:
            return self._restating.decide(prompt, on_text=on_text, cancel=cancel)
        return self._deciding.decide(prompt, session=session, on_text=on_text, cancel=cancel)

    def end_session(self, session: str) -> None:
        self._deciding.end_session(session)

    def close(self) -> None:
        self._deciding.close()
        self._restating.close()


def restating_request(request: LoadRequest, weights: Path) -> LoadRequest:
    """The same policy with the weights that restate, and the little room that they need."""
    limits = request.limits
    smaller = replace(limits, sessions=1, kv_bytes=max(1, limits.kv_bytes // _KV_SHARE))
    return replace(
        request,
        weights=weights,
        projector=None,
        adapter=None,
        limits=smaller,
        context_tokens=CONTEXT_TOKENS,
    )


def load_routed(
    offer: EngineOffer, request: LoadRequest, load_restating: Callable[[], Engine]
) -> Engine:
    """Both at once; nothing is left behind where one of them cannot be loaded."""
    with ThreadPoolExecutor(1, thread_name_prefix="restating") as beside:
        second = beside.submit(load_restating)
        try:
            deciding = offer.load(request)
        except BaseException:
            if second.exception() is None:
                second.result().close()
            raise
        try:
            return RoutedEngine(deciding, second.result())
        except BaseException:
            deciding.close()
            raise
