import pytest

from runtime.action_text import parse_reply
from runtime.actions import Action, Click, ElementRef, Finish, OpenApp, Type
from runtime.engine import Engine, Prompt
from runtime.episode import Unparsed
from runtime.observation import Observation
from runtime.testing import FakeDevice, ScriptedEngine


def run(engine: Engine, device: FakeDevice, *, most: int = 10) -> Action | Unparsed:
    """The smallest loop: look, decide, act, until there is nothing to perform."""
    for _ in range(most):
        look = device.observe()
        action = engine.decide(Prompt("note it", look)).decision.action
        if isinstance(action, Finish | Unparsed):
            return action
        device.perform(action, look)
    raise AssertionError("no end")


def test_actions_are_given_in_turn() -> None:
    device = FakeDevice()
    script = [OpenApp("Notes"), Type("milk", ElementRef(0)), Click(ElementRef(1)), Finish("ok")]

    assert run(ScriptedEngine(script), device) == Finish("ok")
    assert device.notes == ["milk"]


def test_text_is_parsed_as_a_models_reply() -> None:
    engine = ScriptedEngine(['<think>so</think>{"name": "finish", "arguments": {}}', "hm"])
    prompt = Prompt("", FakeDevice().observe())

    assert engine.decide(prompt).decision.thought == "so"
    assert isinstance(engine.decide(prompt).decision.action, Unparsed)


def test_reply_of_a_scripted_action_reads_back() -> None:
    engine = ScriptedEngine([Click(ElementRef(3))])
    decision = engine.decide(Prompt("", FakeDevice().observe())).decision

    assert parse_reply(decision.reply).action == decision.action


def test_function_of_what_is_seen_decides() -> None:
    def choose(look: Observation) -> Action:
        return OpenApp("Notes") if look.package.endswith("home") else Finish(look.package)

    assert run(ScriptedEngine(choose), FakeDevice()) == Finish("com.example.notes")


def test_script_that_runs_out_says_so() -> None:
    with pytest.raises(AssertionError, match="it has 1 replies, and one more was asked for"):
        run(ScriptedEngine([OpenApp("Notes")]), FakeDevice())


def test_prompts_are_kept() -> None:
    engine = ScriptedEngine([Finish()])
    prompt = Prompt("goal", FakeDevice().observe())
    engine.decide(prompt)

    assert engine.prompts == [prompt]
