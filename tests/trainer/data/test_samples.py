from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from made_episodes import done, make_episode, screen

from runtime.actions import Click, ElementRef, OpenApp, Point
from runtime.engine import Prompt
from runtime.episode import Actor
from runtime.prompts.compact import CompactFormat
from runtime.prompts.format import FormatOptions, ObservationKind
from trainer.data.notes import annotate
from trainer.data.samples import (
    Skipped,
    read_samples,
    read_trajectories,
    samples_of,
    trajectory_of,
)
from trainer.data.store import read_episodes

COMPACT = CompactFormat(FormatOptions(rules="", history_steps=24))
EPISODE = make_episode(
    "Tap it",
    (screen("launcher", "Clock"), OpenApp("Clock")),
    (screen("clock", "Alarm"), Click(ElementRef(0))),
    done("clock", "Done"),
)


def test_a_sample_is_what_the_runtime_would_ask_and_hear(small_set: Path) -> None:
    for episode in read_episodes(small_set):
        for sample in samples_of(episode, COMPACT):
            step = episode.steps[sample.step]
            history = episode.steps[: sample.step]
            asked = COMPACT.render(Prompt(episode.goal, step.observation, history))
            assert (sample.parts, sample.stable) == (asked.parts, asked.stable)
            heard = COMPACT.parse_reply(sample.reply, step.observation)
            assert COMPACT.write_reply(heard, step.observation) == sample.reply


def test_the_text_of_a_sample() -> None:
    sample = list(samples_of(EPISODE, COMPACT))[1]
    assert sample.prompt == "Task: Tap it.\n- Open Clock\nScreen clock/main\nAlarm #0\nDo:\n"
    assert sample.texts[: sample.stable] == ("Task: Tap it.\n", "- Open Clock\n")
    assert sample.reply == 'Tap Alarm #0\n{"name":"click","arguments":{"index":0}}'


def test_notes_are_in_replies_and_in_later_prompts(small_set: Path) -> None:
    episode = next(e for e in read_episodes(small_set) if e.task.startswith("cross."))
    samples = list(samples_of(episode, COMPACT))
    noted = "Sat, 16 May 14:15; Odeon Park; VE6500"
    assert samples[5].reply.startswith(f"Note: {noted}\n")
    assert f"(noted: {noted})" not in samples[5].prompt
    assert all(f"(noted: {noted})" in sample.prompt for sample in samples[6:])


def test_every_step_of_oracles_can_be_said_sliders_too(small_set: Path) -> None:
    skipped = Skipped()
    steps = sum(len(episode.steps) for episode in read_episodes(small_set))
    samples = list(read_samples([small_set], COMPACT, skipped=skipped))
    assert len(samples) == steps
    assert not skipped.total
    slides = [sample.reply for sample in samples if sample.reply.startswith("Slide ")]
    assert len(slides) == 2
    assert all('{"name":"slide","arguments":{"index":' in reply for reply in slides)


def test_what_cannot_be_said_is_skipped_and_counted() -> None:
    skipped = Skipped()
    nowhere = make_episode(
        "Tap it", (screen("clock", "Alarm"), Click(Point(999, 999))), done("clock", "Done")
    )
    samples = list(samples_of(nowhere, COMPACT, skipped))
    assert [sample.step for sample in samples] == [1]
    assert skipped.reasons == {"Click cannot be said": 1}


def test_failed_steps_of_a_policy_are_history_but_no_samples() -> None:
    first, *rest = EPISODE.steps
    failed = replace(first, actor=Actor.POLICY, error="there is no such app", performed=None)
    samples = list(samples_of(replace(EPISODE, steps=(failed, *rest)), COMPACT))
    assert [sample.step for sample in samples] == [1, 2]
    assert "- Open Clock -> failed: there is no such app\n" in samples[0].prompt


def test_a_seed_gives_the_same_order_every_time_and_another_seed_another(small_set: Path) -> None:
    def order(seed: int | None) -> list[tuple[str, int]]:
        return [(s.episode, s.step) for s in read_samples([small_set], COMPACT, seed=seed)]

    assert order(1) == order(1) != order(2)
    assert sorted(order(1)) == sorted(order(None))
    assert order(None) == [
        (s.episode, s.step) for e in read_episodes(small_set) for s in samples_of(e, COMPACT)
    ]


def test_several_data_sets_are_mixed(small_set: Path) -> None:
    assert len(list(read_samples([small_set, small_set], COMPACT, seed=3))) == 2 * len(
        list(read_samples([small_set], COMPACT))
    )


def test_a_trajectory_tells_the_goal_once_and_every_screen_with_its_reply() -> None:
    trajectory = trajectory_of(EPISODE, COMPACT)
    assert trajectory.text == (
        "Task: Tap it.\n"
        "Screen launcher/main\nClock #0\nDo:\n"
        'Open Clock\n{"name":"open_app","arguments":{"app":"Clock"}}\n'
        "Screen clock/main\nAlarm #0\nDo:\n"
        'Tap Alarm #0\n{"name":"click","arguments":{"index":0}}\n'
        "Screen clock/main\nDone #0\nDo:\n"
        'Done\n{"name":"finish","arguments":{"text":""}}\n'
    )
    spoken = [piece.text for piece in trajectory.pieces if piece.is_reply]
    assert [text.splitlines()[0] for text in spoken] == ["Open Clock", "Tap Alarm #0", "Done"]


def test_trajectories_come_in_an_order_drawn_from_the_seed(small_set: Path) -> None:
    def order(seed: int | None) -> list[str]:
        return [t.episode for t in read_trajectories([small_set], COMPACT, seed=seed)]

    assert order(5) == order(5) != order(None)
    assert sorted(order(5)) == sorted(order(None))


def test_a_format_with_pictures_skips_steps_that_have_none() -> None:
    both = CompactFormat(FormatOptions(ObservationKind.BOTH, rules=""))
    skipped = Skipped()
    assert list(samples_of(annotate(EPISODE), both, skipped)) == []
    assert skipped.reasons == {"no screenshot": 3}


def test_samples_of_one_episode_begin_alike(small_set: Path) -> None:
    episode = next(iter(read_episodes(small_set)))
    samples = list(samples_of(episode, COMPACT))
    for earlier, later in pairwise(samples):
        assert later.texts[: earlier.stable] == earlier.texts[: earlier.stable]
