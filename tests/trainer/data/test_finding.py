"""Lessons in finding: the named line is there once and is tapped, or it is out of view."""

from dataclasses import replace

import pytest
from built_in import CATALOGUE, TRIALS
from hypothesis import given
from hypothesis import strategies as st
from made_episodes import done, make_episode, screen

from phoneworld import Task
from phoneworld.tasks.template import Parameters
from runtime.actions import Click, ElementRef, OpenApp, Scroll, Type
from runtime.episode import Episode
from runtime.observation import SCROLLABLE, Bounds, Element, Observation
from runtime.prompts.compact import CompactFormat
from runtime.prompts.format import FormatOptions
from runtime.prompts.screen_lines import label_of
from trainer.data.finding import FindingKind, FindingLesson, FindingSamples, lessons_of
from trainer.data.goal_values import GoalValues
from trainer.data.rewording import GoalMix, Rewording
from trainer.data.trials import oracle_episode

COMPACT = CompactFormat(FormatOptions(rules="", history_steps=24))
ROWS = ("Rent, 1 May", "Lunch, 2 May", "Ticket, 3 May", "Lamp, 4 May", "Boots, 5 May")
HOME = (screen("launcher", "Wallet"), OpenApp("Wallet"))


def in_a_list(seen: Observation) -> Observation:
    """The same screen with a list around all of it."""
    bounds = Bounds(0, 0, 1080, 2400)
    around = Element(len(seen.elements), "list", "", "", "", "", bounds, SCROLLABLE)
    return replace(seen, elements=(*seen.elements, around))


def tapping(index: int, *rows: str, goal: str = "Delete the payment Lamp.") -> Episode:
    seen = in_a_list(screen("wallet", *rows))
    return make_episode(goal, HOME, (seen, Click(ElementRef(index))), done("wallet", "Deleted"))


def lessons(episode: Episode, *values: str) -> list[FindingLesson]:
    return [lesson for _, lesson in lessons_of(episode, values)]


def of_kind(found: list[FindingLesson], kind: FindingKind) -> list[FindingLesson]:
    return [lesson for lesson in found if lesson.kind is kind]


def test_another_line_is_named_and_tapped() -> None:
    episode = tapping(3, *ROWS)
    found = of_kind(lessons(episode, "Lamp"), FindingKind.SIBLING)
    assert len(found) == 2
    for lesson in found:
        assert isinstance(lesson.action, Click)
        assert isinstance(lesson.action.target, ElementRef)
        (name,) = lesson.named
        assert ROWS[lesson.action.target.index].startswith(f"{name}, ")
        assert lesson.goal(episode.goal) == f"Delete the payment {name}."
        assert name != "Lamp"


def test_a_line_that_differs_in_one_named_field_stands_beside_the_named_one() -> None:
    rows = ("Lunch, 1 May", "Tea, 2 May", "Lunch, 3 May", "Tea, 4 May")
    episode = tapping(2, *rows, goal="Delete the payment Lunch of 3 May.")
    (lesson,) = of_kind(lessons(episode, "Lunch", "3 May"), FindingKind.ONE_FIELD)
    labels = [label_of(element) for element in lesson.observation.elements[:4]]
    assert lesson.action == Click(ElementRef(2))
    assert labels[2] == "Lunch, 3 May"
    (changed,) = {*labels} - {*rows}
    assert changed in ("Lunch, 2 May", "Lunch, 4 May", "Tea, 3 May")
    assert lesson.goal(episode.goal) == episode.goal


def test_a_list_that_ends_before_the_named_line_is_scrolled() -> None:
    (lesson,) = of_kind(lessons(tapping(3, *ROWS), "Lamp"), FindingKind.OUT_OF_VIEW)
    assert isinstance(lesson.action, Scroll)
    shown = [label_of(element) for element in lesson.observation.elements]
    assert shown == [*ROWS[:3], ""]
    assert [element.index for element in lesson.observation.elements] == [0, 1, 2, 3]
    # With fewer lines above it, or without a list around them, nothing is known of where it went.
    assert not of_kind(lessons(tapping(2, *ROWS), "Ticket"), FindingKind.OUT_OF_VIEW)


@pytest.mark.parametrize(
    ("rows", "values"),
    [
        (("Rent", "Tea", "Lamp"), ("lamp",)),
        (("Rent", "5 May", "Lamp"), ("Lamp", "5 May")),
        (("Rent", "Tea", "The Lamp"), ("Lamp",)),
        (("Rent", "Tea", "Lamp"), ()),
    ],
    ids=["other letters", "more of the goal on it", "part of a field", "no values"],
)
def test_what_is_not_certain_gives_no_lesson(
    rows: tuple[str, ...], values: tuple[str, ...]
) -> None:
    assert not lessons(tapping(2, *rows), *values)


def test_what_the_steps_before_tell_of_is_not_renamed() -> None:
    seen = screen("wallet", *ROWS)
    searched = make_episode(
        "Delete the payment Lamp.",
        (screen("wallet", "[Search]"), Type("Lamp", ElementRef(0))),
        (seen, Click(ElementRef(3))),
        done("wallet", "Deleted"),
    )
    assert not lessons(searched, "Lamp")


def test_lines_that_are_not_alike_are_no_siblings() -> None:
    episode = tapping(1, "Rent, 1 May", "Lamp, 2 May", "Add")
    found = of_kind(lessons(episode, "Lamp"), FindingKind.SIBLING)
    assert [lesson.named for lesson in found] == [("Rent",)]


@given(
    st.lists(
        st.tuples(st.sampled_from("Rent Lunch Lamp Tea Boots Book".split()), st.integers(1, 4)),
        min_size=1,
        max_size=9,
    ),
    st.data(),
)
def test_every_lesson_is_sound(drawn: list[tuple[str, int]], data: st.DataObject) -> None:
    rows = [f"{name}, {day} May" for name, day in drawn]
    index = data.draw(st.integers(0, len(rows) - 1))
    name, day = drawn[index][0], f"{drawn[index][1]} May"
    values = data.draw(st.sampled_from([(name,), (day,), (name, day)]))
    goal = f"Delete {' of '.join(values)} now."
    for lesson in lessons(tapping(index, *rows, goal=goal), *values):
        said = lesson.goal(goal)
        assert said == f"Delete {' of '.join(lesson.named)} now."
        labels = {e.index: label_of(e) for e in lesson.observation.elements}
        naming = [
            place
            for place, label in labels.items()
            if all(value in label.split(", ") for value in lesson.named)
        ]
        if isinstance(lesson.action, Scroll):
            assert not naming
        else:
            assert [ElementRef(place) for place in naming] == [lesson.action.target]  # pyright: ignore[reportAttributeAccessIssue]  a tap


def test_values_are_read_from_goals_in_any_words_of_the_template() -> None:
    values = GoalValues(CATALOGUE)
    for name in (
        "contacts.delete#10~train.2",
        "contacts.delete#11",
        "contacts.delete#11~held-out.1",
    ):
        trial = TRIALS.open(name)
        drawn = Parameters(trial.drawn)
        found = values.of(make_episode(trial.goal, HOME, task=name))
        assert found
        assert set(found) <= {str(drawn[field]) for field in drawn}
    assert values.of(make_episode("Do it", HOME, task="contacts.delete#10")) == ()
    assert values.of(make_episode("Do it", HOME, task="somebody's own run")) == ()


def test_real_episodes_give_samples_that_are_read_as_they_are_meant() -> None:
    rewording = Rewording(CATALOGUE, COMPACT, GoalMix(variants=6, noise=0.5))
    made = FindingSamples(COMPACT, GoalValues(CATALOGUE), rewording)
    kinds: set[str] = set()
    for name in ("maps.remove_saved", "files.move", "huddle.cinema_watchlist"):
        episode = oracle_episode(TRIALS.workshop, Task(CATALOGUE.template(name), 10))
        assert isinstance(episode, Episode)
        samples = list(made.of(episode))
        assert samples == list(made.of(episode))
        for sample in samples:
            kinds.add(sample.episode.rpartition("/")[2].rpartition("-")[0])
            newest = sample.prompt.rpartition("Screen ")[2]
            if sample.reply.startswith("Tap "):
                line = sample.reply.splitlines()[0].removeprefix("Tap ")
                pointer = line.rpartition(" ")[2]
                assert f"{line}\n" in newest or f" {pointer}" in newest
            assert all(text.startswith("Task: ") for text in sample.goals.texts)
    assert "sibling" in kinds
