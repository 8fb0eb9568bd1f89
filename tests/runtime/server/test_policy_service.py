"""`PolicyService`, through the client and a real server."""

import statistics
import threading
import time

import pytest
from desk_scene import SlowEngine
from phonebuddy.v1 import errors, observation_pb2, policy_service_pb2
from served_desk import ServedDesk

from runtime.actions import Finish, OpenApp
from runtime.server.codec.observations import write_observation
from runtime.testing import FakeDevice, ScriptedEngine


def _look() -> observation_pb2.Observation:
    return write_observation(FakeDevice().observe())


def test_policies_are_listed_loaded_and_unloaded(served: ServedDesk) -> None:
    served.scene.library.engines["p"] = ScriptedEngine([])
    with served.client() as buddy:
        [policy] = buddy.policies()
        assert (policy.name, policy.engine, policy.prompt_format) == ("p", "scripted", "compact")
        assert policy.state == policy_service_pb2.POLICY_STATE_LOADED
        assert (policy.memory_bytes, policy.file_bytes) == (7, 5)
        assert policy.figures[0].how == "on ten tasks"
        assert buddy.load_policy("p").name == "p"
        assert buddy.unload_policy("p").name == "p"
        served.library.busy.add("p")
        with pytest.raises(errors.PolicyInUse):
            buddy.unload_policy("p")
        with pytest.raises(errors.UnknownPolicy):
            buddy.load_policy("q")


def test_a_policy_is_asked_directly(served: ServedDesk) -> None:
    engine = ScriptedEngine([OpenApp("Notes")])
    served.scene.library.engines["p"] = engine
    with served.client() as buddy:
        decided = buddy.decide("p", "open the notes", _look())
    assert decided.decision.action.open_app.app == "Notes"
    [prompt] = engine.prompts
    assert prompt.goal == "open the notes"
    assert prompt.observation.package == "com.example.home"


def test_what_is_kept_for_a_nameless_session_is_let_go_and_a_named_one_is_kept(
    served: ServedDesk,
) -> None:
    engine = ScriptedEngine([Finish()] * 3)
    served.scene.library.engines["p"] = engine
    with served.client() as buddy:
        for session in ("", "mine", "mine"):
            buddy.decide("p", "g", _look(), session=session)
    nameless, first, second = engine.sessions
    assert engine.ended == [nameless]
    assert first == second != "mine"


def test_a_session_has_one_question_at_a_time(served: ServedDesk) -> None:
    engine = SlowEngine([Finish(), Finish()])
    served.scene.library.engines["p"] = engine

    def ask() -> None:
        with served.client() as other:
            other.decide("p", "g", _look(), session="s")

    thread = threading.Thread(target=ask)
    thread.start()
    assert engine.thinking.wait(120)
    with served.client() as buddy:
        with pytest.raises(errors.InvalidRequest) as refused:
            buddy.decide("p", "g", _look(), session="s")
        assert "session" in refused.value.fields
        engine.answer.set()
        thread.join()
        buddy.decide("p", "g", _look(), session="s")


def test_a_caller_who_goes_away_ends_the_decode(served: ServedDesk) -> None:
    cancelled = threading.Event()

    class Listening(SlowEngine):
        def decide(self, prompt, *, session="", on_text=None, cancel=None):  # noqa: ANN001, ANN202
            assert cancel is not None
            cancel.listen(cancelled.set)
            return super().decide(prompt, session=session, on_text=on_text, cancel=cancel)

    engine = Listening([Finish()])
    served.scene.library.engines["p"] = engine
    buddy = served.client()

    def ask() -> None:
        with pytest.raises((errors.CallCancelled, ValueError)):
            buddy.decide("p", "g", _look())

    thread = threading.Thread(target=ask)
    thread.start()
    assert engine.thinking.wait(120)
    assert not cancelled.is_set()
    buddy.close()
    assert cancelled.wait(120)
    thread.join()


def test_deciding_over_the_wire_adds_little(served: ServedDesk) -> None:
    """Of the processor, in client and server; `bench runtime` measures it by the clock."""
    served.scene.library.engines["p"] = ScriptedEngine(lambda _look: Finish())
    look = _look()
    with served.client() as buddy:
        buddy.decide("p", "g", look)
        spent: list[float] = []
        for _ in range(50):
            began = time.process_time()
            buddy.decide("p", "g", look)
            spent.append(time.process_time() - began)
    assert statistics.median(spent) < 0.1
