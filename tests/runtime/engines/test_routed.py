"""Two sets of weights as one engine: who answers what, and what is left when one cannot be loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from runtime.actions import Finish, Output
from runtime.cancellation import Cancellation
from runtime.engine import Engine, Prompt
from runtime.engines.limits import EngineLimits
from runtime.engines.offer import EngineOffer, LoadRequest
from runtime.engines.routed import (
    CONTEXT_TOKENS,
    RoutedEngine,
    load_routed,
    restating_request,
)
from runtime.engines.sampling import TokenSampling
from runtime.errors import BadBundle, EngineClosed
from runtime.prompts.registry import find_format
from runtime.testing import FakeDevice, ScriptedEngine

SCREEN = FakeDevice().observe()
RESTATING = Path("restating.onnx")


def request() -> LoadRequest:
    return LoadRequest(
        name="two",
        prompt_format=find_format("compact"),
        limits=EngineLimits(),
        weights=Path("deciding.onnx"),
        sampling=TokenSampling(),
        environ={},
    )


class Shelf:
    """Offers scripted engines, and keeps what was asked for."""

    def __init__(self, broken: Path | None = None) -> None:
        self.asked: list[LoadRequest] = []
        self.loaded: list[ScriptedEngine] = []
        self._broken = broken

    def load(self, wanted: LoadRequest) -> Engine:
        self.asked.append(wanted)
        if wanted.weights == self._broken:
            raise BadBundle("no graph")
        action = Output("Set an alarm.") if wanted.weights == RESTATING else Finish("done")
        self.loaded.append(ScriptedEngine([action]))
        return self.loaded[-1]


def test_goals_are_restated_by_their_own_weights_and_decisions_by_the_others() -> None:
    restating, deciding = ScriptedEngine([Output("Set an alarm.")]), ScriptedEngine([Finish("ok")])
    engine = RoutedEngine(deciding, restating)

    said = engine.decide(Prompt("wake me", SCREEN, restating=True), session="run")
    done = engine.decide(Prompt("Set an alarm.", SCREEN), session="run")

    assert said.decision.action == Output("Set an alarm.")
    assert done.decision.action == Finish("ok")
    assert [len(one.prompts) for one in (restating, deciding)] == [1, 1]


def load(shelf: Shelf) -> Engine:
    """Both engines, as a bundle with weights that restate has them loaded."""
    wanted = request()
    return load_routed(
        EngineOffer(load=shelf.load),
        wanted,
        lambda: shelf.load(restating_request(wanted, RESTATING)),
    )


def test_both_are_loaded_with_a_short_context_for_what_goals_mean() -> None:
    shelf = Shelf()

    load(shelf).close()

    asked = {one.weights: one for one in shelf.asked}
    assert asked[RESTATING].context_tokens == CONTEXT_TOKENS
    assert asked[RESTATING].limits.kv_bytes < asked[Path("deciding.onnx")].limits.kv_bytes
    for engine in shelf.loaded:
        with pytest.raises(EngineClosed):
            engine.decide(Prompt("x", SCREEN), cancel=Cancellation())


@pytest.mark.parametrize("broken", [RESTATING, Path("deciding.onnx")])
def test_nothing_is_left_loaded_where_one_of_them_is_broken(broken: Path) -> None:
    shelf = Shelf(broken)

    with pytest.raises(BadBundle, match="no graph"):
        load(shelf)

    (engine,) = shelf.loaded
    with pytest.raises(EngineClosed):
        engine.decide(Prompt("x", SCREEN))
