"""A general model as the policy of an evaluation: what it will cost, counted as it goes, and a limit.

PhoneWorld's screens are made up, so nothing private leaves the machine; money does. So the estimate comes
first, and nothing is asked without a word on how much may be spent.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from runtime.cancellation import Cancellation
from runtime.engine import Decided, Engine, Prompt, TextListener
from runtime.policies.named_model import is_model_name, model_manifest
from runtime.policies.prices import load_prices
from trainer.errors import EvaluationError
from trainer.evaluation.bundle import Bundle
from trainer.evaluation.result import TaskResult

HOME = Path("~/.phonebuddy")
SPENT = "spent.json"
ANY = "any"
_STEPS_TO_ORACLE = 1.5
"""General models take about so many steps where an oracle takes one."""
_PROMPT_TOKENS = {"elements": 3_000, "screenshot": 3_500, "both": 4_500}
"""Rules, tools, history and a screen of PhoneWorld's, in round figures."""
_REPLY_TOKENS = 400


@dataclass(frozen=True, slots=True)
class Spending:
    """What was spent so far, over all parts of an evaluation. `dollars` is None without a price."""

    decisions: int = 0
    tokens: int = 0
    dollars: float | None = 0.0


def policy_argument(text: str) -> Path | str:
    """A folder, or the name of a model."""
    return text if is_model_name(text) else Path(text)


def open_model(name: str, home: Path = HOME) -> Bundle:
    """A model by its name, as if it were a bundle."""
    manifest = model_manifest(name, environ=os.environ, prices=load_prices(home.expanduser()))
    return Bundle(Path(), manifest)


def estimate(bundle: Bundle, oracle_steps: Sequence[int]) -> Spending:
    """What so many tasks will cost, roughly."""
    decisions = round(_STEPS_TO_ORACLE * sum(oracle_steps))
    prompt = decisions * _PROMPT_TOKENS[bundle.manifest.observation.value]
    reply = decisions * _REPLY_TOKENS
    remote = bundle.manifest.remote
    price = None if remote is None else remote.price
    dollars = None if price is None else (prompt * price.input + reply * price.output) / 1_000_000
    return Spending(decisions, prompt + reply, dollars)


def words(spending: Spending) -> str:
    """So much in words."""
    cost = "at an unknown price" if spending.dollars is None else f"${spending.dollars:.2f}"
    return f"{spending.decisions:,} decisions, {spending.tokens:,} tokens, {cost}"


def read_limit(spend: str, expected: Spending) -> float | None:
    """How much may be spent; None for any amount. `EvaluationError` where nobody has said."""
    if spend == ANY:
        return None
    if not spend:
        if expected.dollars == 0:
            return None
        raise EvaluationError(
            f"this takes about {words(expected)}: say how much may be spent with --spend DOLLARS, or "
            f"--spend {ANY}"
        )
    try:
        limit = float(spend)
    except ValueError as error:
        raise EvaluationError(f"--spend is a number of dollars, or {ANY}, not {spend!r}") from error
    if expected.dollars is None:
        raise EvaluationError(
            "the price of this model is not known, so no limit can hold: put it into "
            f"{HOME}/prices.toml, or say --spend {ANY}"
        )
    return limit


class MeteredEngine:
    """An engine whose decisions are counted. Safe from any thread, as it is."""

    def __init__(self, engine: Engine, before: Spending) -> None:
        self._engine = engine
        self._lock = threading.Lock()
        self._spent = before

    @property
    def spent(self) -> Spending:
        with self._lock:
            return self._spent

    @property
    def wants_screenshot(self) -> bool:
        return self._engine.wants_screenshot

    def decide(
        self,
        prompt: Prompt,
        *,
        session: str = "",
        on_text: TextListener | None = None,
        cancel: Cancellation | None = None,
    ) -> Decided:
        decided = self._engine.decide(prompt, session=session, on_text=on_text, cancel=cancel)
        usage = decided.usage
        with self._lock:
            spent, cost = self._spent, usage.cost_dollars
            known = spent.dollars is not None and cost is not None
            self._spent = Spending(
                spent.decisions + 1,
                spent.tokens + usage.prompt_tokens + usage.reply_tokens,
                (spent.dollars or 0.0) + (cost or 0.0) if known else None,
            )
        return decided

    def end_session(self, session: str) -> None:
        self._engine.end_session(session)

    def close(self) -> None:
        self._engine.close()


def read_spent(folder: Path) -> Spending:
    """What earlier parts of an evaluation spent."""
    try:
        told = json.loads((folder / SPENT).read_text(encoding="utf-8"))
        return Spending(int(told["decisions"]), int(told["tokens"]), told["dollars"])
    except FileNotFoundError:
        return Spending()
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise EvaluationError(f"{folder / SPENT} cannot be read: {error}") from error


def within(
    results: Iterator[TaskResult], engine: MeteredEngine, folder: Path, limit: float | None
) -> Iterator[TaskResult]:
    """The results until the limit is reached; what was spent is kept beside them after each."""
    for result in results:
        yield result
        spent = engine.spent
        (folder / SPENT).write_text(json.dumps(asdict(spent)), encoding="utf-8")
        if limit is not None and (spent.dollars or 0.0) >= limit:
            return
