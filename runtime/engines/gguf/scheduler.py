"""The thread that answers: takes in what was asked, and goes round by round until it is closed."""

from __future__ import annotations

import logging
import threading

from runtime.engines.gguf.answering import Answering
from runtime.engines.gguf.inbox import Inbox
from runtime.errors import EngineClosed, EngineError

_log = logging.getLogger(__name__)


class GgufScheduler:
    """Runs from `start` to `close`. It alone touches the context that the questions are answered in."""

    def __init__(self, inbox: Inbox, answering: Answering) -> None:
        self._inbox = inbox
        self._answering = answering
        self._thread = threading.Thread(target=self._work, name="gguf-scheduler", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """End what is asked with `EngineClosed`, and wait for the thread."""
        self._inbox.close()
        self._thread.join()

    def _work(self) -> None:
        answering = self._answering
        while arrivals := self._inbox.take(
            due=answering.due, admits=answering.admits, most=answering.room
        ):
            try:
                for session in arrivals.ended:
                    answering.forget(session)
                for question in arrivals.asked:
                    answering.begin(question)
                answering.round()
            except Exception as error:  # noqa: BLE001  a defect of ours: those who wait must hear of it
                _log.exception("the gguf engine failed")
                answering.fail_all(EngineError(f"the gguf engine failed: {error!r}"))
        answering.fail_all(
            EngineClosed("this policy was unloaded while it answered; load it again")
        )
