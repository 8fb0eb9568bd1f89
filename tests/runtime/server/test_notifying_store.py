"""What a server tells of itself: logs, metrics, and nothing that was redacted."""

import io
import json
import logging
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from runtime.actions import Action, Finish, OpenApp
from runtime.engine import Usage
from runtime.episode import Actor, Decision, Finished, FinishStatus, Outcome, Step
from runtime.errors import ConfigError
from runtime.guard.log_filter import RedactingFilter
from runtime.guard.redaction import Redactor
from runtime.observation import Observation
from runtime.runs.model import (
    Asked,
    Ended,
    Happening,
    Looked,
    PolicyDecided,
    Question,
    QuestionKind,
    RunRequest,
    RunState,
    StateChanged,
    StepDone,
)
from runtime.runs.store import RunStore
from runtime.server.logs import JsonLines, PlainLines, start_logging
from runtime.server.metrics import Metrics
from runtime.server.notifying_store import NotifyingStore, log_happening
from runtime.testing import FakeDevice

SECRET = "correct-horse-battery"


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    stream = io.StringIO()
    root = logging.getLogger()
    level = root.level
    yield stream
    root.setLevel(level)
    for handler in [each for each in root.handlers if getattr(each, "stream", None) is stream]:
        root.removeHandler(handler)


def _look() -> Observation:
    return FakeDevice().observe()


def _step(action: Action | None = None, **fields: object) -> Step:
    return Step(
        _look(),
        Decision(action or OpenApp("Notes")),
        Actor.POLICY,
        timings_ms=(("observe", 1.5), ("decode", 20.0)),
        **fields,  # type: ignore[arg-type]
    )


def test_json_lines_have_a_field_for_what_they_are_about(stream: io.StringIO) -> None:
    start_logging(as_json=True, level="info", stream=stream)
    log = logging.getLogger("runtime.test")
    log.info("opened %s", "it", extra={"run_id": "r", "step": 3, "device": "fake:", "policy": "p"})
    log.debug("too quiet")
    try:
        raise ValueError("broken")
    except ValueError:
        log.exception("line one\nline two")
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert lines[0]["message"] == "opened it"
    assert (lines[0]["run_id"], lines[0]["step"], lines[0]["policy"]) == ("r", 3, "p")
    assert lines[1]["message"] == "line one\nline two"
    assert "ValueError: broken" in lines[1]["exception"]
    assert len(lines) == 2


def test_plain_lines_cannot_be_forged_by_what_is_logged(stream: io.StringIO) -> None:
    start_logging(as_json=False, level="info", stream=stream)
    logging.getLogger("x").warning("a\n2026-01-01 fake line\r", extra={"run_id": "r"})
    [line] = stream.getvalue().splitlines()
    assert "warning a\\n2026-01-01 fake line\\r run_id=r" in line


def test_secrets_do_not_reach_the_log(stream: io.StringIO) -> None:
    filters = [RedactingFilter(Redactor.for_record([SECRET]))]
    for as_json in (True, False):
        start_logging(as_json=as_json, level="info", filters=filters, stream=stream)
    try:
        raise ValueError(SECRET)
    except ValueError:
        logging.getLogger("x").exception("typed %s", SECRET, extra={"device": SECRET})
    assert "typed" in stream.getvalue()
    assert SECRET not in stream.getvalue()


def test_what_happens_to_runs_is_logged_after_it_is_on_record(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    records = RunStore.open(tmp_path)
    heard: list[tuple[str, Happening]] = []

    def failing(_run_id: str, _happening: Happening) -> None:
        raise RuntimeError("no metrics today")

    store = NotifyingStore(
        records, (log_happening, failing, lambda run_id, what: heard.append((run_id, what)))
    )
    with caplog.at_level(logging.INFO):
        run, _ = store.create(RunRequest("g", "fake:1", "p"), now_s=1.0)
        again, new = store.create(RunRequest("g", "fake:1", "p"), now_s=1.0, key="k")
        store.append(run.id, StepDone(0, _step(error="the cable is loose")), now_s=2.0)
        store.append(run.id, StateChanged(RunState.FINISHED, "done"), now_s=3.0)
        outcome = Outcome(Finished(FinishStatus.DONE))
        store.append(run.id, Ended(outcome), now_s=3.0)
    assert new
    assert again.id != run.id
    assert [type(what) for _, what in heard] == [StepDone, StateChanged, Ended]
    steps = [record for record in caplog.records if getattr(record, "step", None) == 0]
    assert steps[0].getMessage() == "Open Notes (not done: the cable is loose)"
    assert steps[0].__dict__["milliseconds"] == 21.5
    assert records.run(run.id).outcome == outcome
    records.close()


def _figures(metrics: Metrics) -> dict[str, float]:
    return {
        f"{sample.name}{sorted(sample.labels.values())}": sample.value
        for family in metrics.registry.collect()
        for sample in family.samples
    }


def test_metrics_count_what_happens(tmp_path: Path) -> None:
    store = RunStore.open(tmp_path)
    metrics = Metrics()
    metrics.watch_runs(store, lambda: 7)
    store.create(RunRequest("g", "fake:1", "p"), now_s=1.0)
    question = Question("q", QuestionKind.APPROVAL, "may I?", rule="send")
    for happening in (
        StepDone(0, _step()),
        PolicyDecided(0, Decision(Finish()), Usage(100, 60, 20, 5)),
        Asked(0, question),
        Ended(Outcome(Finished(FinishStatus.DONE))),
        Looked(1, _look()),
    ):
        metrics.happened("r", happening)
    metrics.called("/a/B", "OK", 0.003)
    metrics.loaded("gguf")
    figures = _figures(metrics)
    assert figures["phonebuddy_steps_total['policy']"] == 1
    assert figures["phonebuddy_step_part_milliseconds_sum['decode']"] == 20.0
    assert figures["phonebuddy_tokens_total['cached']"] == 60
    assert figures["phonebuddy_tokens_total['prompt']"] == 40
    assert figures["phonebuddy_tokens_total['forced']"] == 5
    assert figures["phonebuddy_tokens_total['reply']"] == 15
    assert figures["phonebuddy_questions_total['approval', 'send']"] == 1
    assert figures["phonebuddy_runs_ended_total['Finished']"] == 1
    assert figures["phonebuddy_grpc_calls_total['/a/B', 'OK']"] == 1
    assert figures["phonebuddy_engine_loads_total['gguf']"] == 1
    assert figures["phonebuddy_watchers[]"] == 7
    assert figures["phonebuddy_runs['queued']"] == 1
    assert figures["process_resident_memory_bytes[]"] > 1e6
    store.close()


def test_metrics_are_served_on_this_machine_only() -> None:
    metrics = Metrics()
    where, stop = metrics.serve("127.0.0.1:0")
    with urllib.request.urlopen(f"http://{where}/metrics", timeout=120) as answer:
        assert b"process_resident_memory_bytes" in answer.read()
    stop()
    for elsewhere in ("0.0.0.0:1", "unix:/tmp/x", "example.com:80"):
        with pytest.raises(ConfigError, match="this machine only"):
            metrics.serve(elsewhere)


def test_the_formatters_are_told_apart_by_name() -> None:
    record = logging.LogRecord("n", logging.INFO, "p", 1, "m", None, None)
    assert json.loads(JsonLines().format(record))["message"] == "m"
    assert PlainLines().format(record).endswith("info    m")
