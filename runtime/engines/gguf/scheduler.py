"""The thread that answers: takes in what was asked, and goes round by round until it is closed."""

from __future__ import annotations

import logging
import threading

from runtime.engines.gguf.batch_decoder import BatchDecoder
from runtime.engines.gguf.inbox import Inbox
from runtime.errors import EngineClosed, EngineError

_log = logging.getLogger(__name__)


class GgufScheduler:
    """Runs from `start` to `close`. It alone touches the context that the questions are answered in."""

    def __init__(self, inbox: Inbox, decoder: BatchDecoder) -> None:
        self._inbox = inbox
        self._decoder = decoder
        self._thread = threading.Thread(target=self._work, name="gguf-scheduler", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """End what is asked with `EngineClosed`, and wait for the thread."""
        self._inbox.close()
        self._thread.join()

    def _work(self) -> None:
        decoder = self._decoder
        while arrivals := self._inbox.take(
            due=decoder.due, admits=decoder.admits, most=decoder.room
        ):
            try:
                for session in arrivals.ended:
                    decoder.forget(session)
                for question in arrivals.asked:
                    decoder.begin(question)
                decoder.round()
            except Exception as error:  # noqa: BLE001  a defect of ours: those who wait must hear of it
                _log.exception("the gguf engine failed")
                decoder.fail_all(EngineError(f"the gguf engine failed: {error!r}"))
        decoder.fail_all(EngineClosed("this policy was unloaded while it answered; load it again"))
