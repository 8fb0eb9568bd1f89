"""Figures for Prometheus, in a registry of their own, over plain HTTP on this machine only."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from runtime.errors import ConfigError
from runtime.runs.model import Asked, Ended, Happening, PolicyDecided, RunState, StepDone
from runtime.runs.queries import RunQuery
from runtime.server.address import TcpAddress, parse_address
from runtime.server.ports import RunArchive

_MILLISECONDS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000)
_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60)
_MOST_ALIVE = 10_000


class Metrics:
    """Counts what it is called with. Safe from any thread."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._ended = Counter(
            "phonebuddy_runs_ended", "Runs that have ended", ["ending"], registry=registry
        )
        self._steps = Counter(
            "phonebuddy_steps", "Steps that are over", ["actor"], registry=registry
        )
        self._parts = Histogram(
            "phonebuddy_step_part_milliseconds",
            "What the parts of a step took",
            ["part"],
            buckets=_MILLISECONDS,
            registry=registry,
        )
        self._tokens = Counter(
            "phonebuddy_tokens", "Tokens of prompts and replies", ["kind"], registry=registry
        )
        self._questions = Counter(
            "phonebuddy_questions", "Questions to the person", ["kind", "rule"], registry=registry
        )
        self._loads = Counter(
            "phonebuddy_engine_loads", "Policies that were loaded", ["engine"], registry=registry
        )
        self._calls = Counter(
            "phonebuddy_grpc_calls", "Calls that are over", ["method", "code"], registry=registry
        )
        self._call_seconds = Histogram(
            "phonebuddy_grpc_call_seconds",
            "How long calls took",
            ["method"],
            buckets=_SECONDS,
            registry=registry,
        )

    def happened(self, _run_id: str, happening: Happening) -> None:
        """Something happened to a run."""
        match happening:
            case StepDone(record=record):
                self._steps.labels(record.actor.value).inc()
                for part, milliseconds in record.timings_ms:
                    self._parts.labels(part).observe(milliseconds)
            case PolicyDecided(usage=usage):
                self._tokens.labels("cached").inc(usage.cached_tokens)
                self._tokens.labels("prompt").inc(max(0, usage.prompt_tokens - usage.cached_tokens))
                self._tokens.labels("forced").inc(usage.forced_tokens)
                self._tokens.labels("reply").inc(max(0, usage.reply_tokens - usage.forced_tokens))
            case Asked(question=question):
                self._questions.labels(question.kind.value, question.rule).inc()
            case Ended(outcome):
                self._ended.labels(type(outcome.ending).__name__).inc()
            case _:
                pass

    def loaded(self, engine: str) -> None:
        """A policy was loaded."""
        self._loads.labels(engine).inc()

    def called(self, method: str, code: str, seconds: float) -> None:
        """A call is over."""
        self._calls.labels(method, code).inc()
        self._call_seconds.labels(method).observe(seconds)

    def watch_runs(self, archive: RunArchive, watchers: Callable[[], int]) -> None:
        """Also tell of the runs that are alive and of their watchers, when asked."""
        Gauge("phonebuddy_watchers", "Watchers of runs", registry=self.registry).set_function(
            watchers
        )
        self.registry.register(_RunsByState(archive))

    def serve(self, address: str) -> tuple[TcpAddress, Callable[[], None]]:
        """Answer Prometheus; where, and what ends that."""
        where = parse_address(address)
        if not isinstance(where, TcpAddress) or not where.is_loopback:
            raise ConfigError(
                f"metrics are for this machine only, and {address} is not: "
                "give 127.0.0.1:PORT, and let a proxy with TLS and a password reach further"
            )
        try:
            server, thread = start_http_server(where.port, where.host, self.registry)
        except OSError as error:
            raise ConfigError(f"metrics cannot be served at {address}: {error}") from error

        def stop() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return where.with_port(server.server_port), stop


class _RunsByState(Collector):
    """How many runs are alive, counted when asked."""

    def __init__(self, archive: RunArchive) -> None:
        self._archive = archive

    def collect(self) -> Iterable[Metric]:
        alive = frozenset(state for state in RunState if state.alive)
        counts = dict.fromkeys(sorted(alive), 0)
        for run in self._archive.runs(RunQuery(states=alive, limit=_MOST_ALIVE)).runs:
            counts[run.state] += 1
        family = GaugeMetricFamily("phonebuddy_runs", "Runs that are alive", labels=["state"])
        for state, count in counts.items():
            family.add_metric([state.value], count)
        yield family
