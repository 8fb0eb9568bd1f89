"""Sliders in the compact format: said, read, allowed, remembered, and moved on a phone."""

import pytest
from built_in import CATALOGUE
from hypothesis import given
from hypothesis import strategies as st
from prompt_trials import a_screen, accepts, an_element

from phoneworld import Task, Trial, Workshop
from phoneworld.tasks.pilot import run_oracle
from runtime.action_words import say
from runtime.actions import Action, Drag, ElementRef, Point
from runtime.engine import Prompt
from runtime.engines.constraint import TokenVocabulary
from runtime.episode import Actor, Decision, Step, Unparsed
from runtime.errors import Inexpressible
from runtime.observation import Element, Observation
from runtime.prompts import find_format
from runtime.prompts.format import FormatOptions, TextPart
from runtime.sliders import slid_to, slide

COMPACT = find_format("compact", FormatOptions(rules=""))


def a_slider(bounds: tuple[int, int, int, int] = (100, 500, 900, 600)) -> Element:
    return an_element("55%", role="slider", description="Media volume", bounds=bounds)


SCREEN = a_screen(an_element("Sound"), a_slider(), an_element("Vibrate", bounds=(0, 700, 999, 800)))


def reply_of(action: Drag, screen: Observation = SCREEN) -> str:
    return COMPACT.write_reply(Decision(action), screen)


def test_a_slider_is_moved_to_a_value() -> None:
    action = slide(SCREEN.elements[1], 40, SCREEN)
    reply = reply_of(action)
    assert reply == (
        'Slide 55% (Media volume) #1 to 40 %\n{"name":"slide","arguments":{"index":1,"percent":40}}'
    )
    assert COMPACT.parse_reply(reply, SCREEN).action == action
    step = Step(SCREEN, Decision(action), Actor.POLICY)
    parts = COMPACT.render(Prompt("Do it", SCREEN, (step,))).parts
    assert parts[1] == TextPart("- Slide 55% (Media volume) to 40 %\n")


def test_people_read_where_it_is_moved_to() -> None:
    assert say(slide(SCREEN.elements[1], 40, SCREEN), SCREEN).endswith(" to 40 %")


@given(
    st.integers(0, 700), st.integers(0, 1800), st.integers(2, 300), st.data(), st.integers(0, 100)
)
def test_what_is_said_of_a_slider_means_the_same(
    left: int, top: int, width: int, data: st.DataObject, percent: int
) -> None:
    height = data.draw(st.integers(1, min(width - 1, 200)))
    screen = a_screen(a_slider((left, top, left + width, top + height)))
    action = slide(screen.elements[0], percent, screen)
    x, y = screen.pixel(action.end)
    assert screen.elements[0].bounds.contains(x, y)
    reply = reply_of(action, screen)
    assert COMPACT.parse_reply(reply, screen).action == action
    slid = slid_to(action, screen)
    assert slid is not None
    if width - height > 100:
        # On one with fewer pixels than values, neighbours share a place.
        assert slid[1] == percent


def test_a_person_s_finger_on_a_slider_is_the_nearest_whole_percent() -> None:
    by_hand = Drag(Point(300, 270), Point(423.7, 261), 900)
    reply = reply_of(by_hand)
    assert reply.startswith("Slide 55% (Media volume) #1 to 40 %\n")
    read = COMPACT.parse_reply(reply, SCREEN).action
    assert isinstance(read, Drag)
    assert read.duration_ms == 900
    assert slid_to(read, SCREEN) == (SCREEN.elements[1], 40)


def test_other_drags_are_said_as_before() -> None:
    assert reply_of(Drag(ElementRef(1), ElementRef(2))).startswith("Drag 55% (Media volume) #1 to ")
    assert reply_of(Drag(ElementRef(1), Point(500, 370))).startswith(
        "Drag 55% (Media volume) #1 to"
    )
    upright = a_screen(a_slider((100, 100, 200, 900)))
    with pytest.raises(Inexpressible):
        reply_of(Drag(ElementRef(0), Point(150, 300)), upright)


def test_only_sliders_of_this_screen_are_offered(byte_vocabulary: TokenVocabulary) -> None:
    grammar = COMPACT.grammar(SCREEN)
    good = reply_of(slide(SCREEN.elements[1], 7, SCREEN))
    assert accepts(byte_vocabulary, grammar, list(good.encode()))
    for wrong in (
        good.replace('"index":1', '"index":2'),
        good.replace('"percent":7', '"percent":101'),
        good.replace('"percent":7', '"percent":07'),
    ):
        assert not accepts(byte_vocabulary, grammar, list(wrong.encode()))
    assert "slide" not in COMPACT.grammar(a_screen(an_element("Sound")))


@pytest.mark.parametrize(
    "arguments",
    [
        '{"index":2,"percent":40}',
        '{"index":99,"percent":40}',
        '{"index":1,"percent":140}',
        '{"index":1,"percent":true}',
        '{"index":1}',
        '{"index":1,"percent":4,"far":1}',
    ],
)
def test_a_slide_that_means_nothing_is_not_guessed(arguments: str) -> None:
    read = COMPACT.parse_reply(f'{{"name":"slide","arguments":{arguments}}}', SCREEN).action
    assert isinstance(read, Unparsed)
    assert "slid" in read.reason


@pytest.mark.parametrize("seed", [10, 11, 12, 13])
def test_the_oracle_of_a_volume_said_in_compact_solves_its_task(
    shared_workshop: Workshop, seed: int
) -> None:
    task = Task(CATALOGUE.template("settings.volume"), seed)
    done: list[Action] = []
    run_oracle(Trial(shared_workshop, task), recorder=lambda _, action, __: done.append(action))
    assert sum(isinstance(action, Drag) for action in done) == 1
    trial = Trial(shared_workshop, task)
    for action in done:
        seen = trial.observe()
        read = COMPACT.parse_reply(COMPACT.write_reply(Decision(action), seen), seen).action
        assert not isinstance(read, Unparsed)
        trial.act(read, seen)
    assert trial.judge().success
