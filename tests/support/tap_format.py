"""A small format that can only tap, for tests of engines that evaluate prompts: stable parts first."""

from __future__ import annotations

import re
from collections.abc import Sequence

from runtime.actions import Click, ElementRef
from runtime.engine import Decided, Engine, Prompt
from runtime.episode import Actor, Decision, Step, Unparsed
from runtime.observation import Bounds, Element, Observation
from runtime.prompts.format import ImagePart, ObservationKind, Part, Rendered, TextPart

RULES = (
    "You control a phone. A screen is a list of numbered elements. Say in a few words what you look "
    "for, then give the number of the element to tap.\n"
)
LABELS = "Clock Mail Maps Music Photos Wallet Notes Calendar Camera Files Browser Contacts".split()
_REPLY = re.compile(r'(.*): \{"tap": \{"index": (\d+)\}\}', re.DOTALL)


class TapFormat:
    def __init__(
        self,
        *,
        rules: str = RULES,
        observation: ObservationKind = ObservationKind.ELEMENTS,
        thought: str = "/[A-Za-z ]{1,24}/",
    ) -> None:
        self._rules = rules
        self._observation = observation
        self._thought = thought

    @property
    def name(self) -> str:
        return "tap"

    @property
    def observation(self) -> ObservationKind:
        return self._observation

    def render(self, prompt: Prompt) -> Rendered:
        parts: list[Part] = [TextPart(self._rules), TextPart(f"Task: {prompt.goal}\n")]
        parts += [TextPart(f"Done: {step.decision.reply}\n") for step in prompt.history]
        stable = len(parts)
        screenshot = prompt.observation.screenshot
        if self._observation.has_screenshot and screenshot is not None:
            parts.append(ImagePart(screenshot))
        lines = "".join(f"[{e.index}] {e.role} {e.text}\n" for e in prompt.observation.elements)
        parts.append(TextPart(f"Screen:\n{lines}Reply:\n"))
        return Rendered(tuple(parts), stable)

    def grammar(self, observation: Observation) -> str:
        indices = " | ".join(f'"{element.index}"' for element in observation.elements)
        call = r'": {\"tap\": {\"index\": " index "}}"'
        return f'start: "I look for " thought {call}\nthought: {self._thought}\nindex: {indices}'

    def write_reply(self, decision: Decision, observation: Observation) -> str:
        assert isinstance(decision.action, Click)
        assert isinstance(decision.action.target, ElementRef)
        index = decision.action.target.index
        return f'{decision.thought}: {{"tap": {{"index": {index}}}}}'

    def parse_reply(self, reply: str, observation: Observation) -> Decision:
        found = _REPLY.fullmatch(reply)
        if not found:
            return Decision(Unparsed(reply, "not a tap"), reply=reply)
        return Decision(Click(ElementRef(int(found[2]))), thought=found[1], reply=reply)


def screen(number: int, *, elements: int = 6) -> Observation:
    """A screen of buttons, another for each number."""
    buttons = tuple(
        Element(
            index,
            "Button",
            f"{LABELS[(index * 5 + number) % len(LABELS)]} {number}",
            "",
            "",
            "",
            Bounds(0, index, 10, index + 1),
            1,
        )
        for index in range(elements)
    )
    return Observation(
        id=f"screen-{number}",
        package="test",
        activity="main",
        width_px=1080,
        height_px=2400,
        rotation=0,
        elements=buttons,
        keyboard_shown=False,
        focused=None,
        secure=False,
        notices=(),
        screenshot=None,
        time_s=0.0,
    )


def run_of(
    engine: Engine, goal: str, *, session: str, screens: Sequence[Observation]
) -> list[tuple[Prompt, Decided]]:
    """Ask for one screen after the other, each time with the steps before."""
    history: tuple[Step, ...] = ()
    asked: list[tuple[Prompt, Decided]] = []
    for seen in screens:
        prompt = Prompt(goal, seen, history)
        decided = engine.decide(prompt, session=session)
        asked.append((prompt, decided))
        history += (Step(seen, decided.decision, Actor.POLICY),)
    return asked
