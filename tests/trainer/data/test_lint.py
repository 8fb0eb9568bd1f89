from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from built_in import CATALOGUE, TRIALS, find_template
from made_episodes import done, make_episode, screen

from phoneworld import Task
from runtime.actions import Click, ElementRef, Finish, OpenApp, Type
from runtime.episode import Episode
from runtime.prompts.compact import CompactFormat
from runtime.prompts.format import FormatOptions
from trainer.data.collection import item_of
from trainer.data.lint import Check, Report, lint
from trainer.data.manifest import ShardEntry
from trainer.data.shards import write_shard
from trainer.data.stats import measure, quantiles
from trainer.data.store import open_collection
from trainer.data.trials import oracle_episode

COMPACT = CompactFormat(FormatOptions(rules="", history_steps=24))


def report_on(
    tmp_path: Path, episodes: Sequence[Episode], *, split: str = "train", longest: int = 8000
) -> Report:
    with open_collection(tmp_path) as collection:
        part = write_shard(collection.shards, "00000", episodes)
        items = tuple(item_of(episode, CATALOGUE) for episode in episodes)
        collection.add(part, ShardEntry("00000.jsonl.gz", "test", split, "off", items))
    return lint(tmp_path, COMPACT, TRIALS, longest_prompt=longest)


def solved(name: str, seed: int) -> Episode:
    episode = oracle_episode(TRIALS.workshop, Task(find_template(name), seed))
    assert isinstance(episode, Episode)
    return episode


def two(**changes: str) -> tuple[Episode, Episode]:
    """The same task done in two ways."""
    look = screen("clock", "Alarm", "Timer")
    return (
        make_episode("Go", (look, Click(ElementRef(0))), done("clock"), id="a"),
        make_episode("Go", (look, Click(ElementRef(1))), done("clock"), id="b"),
    )


def test_a_sound_data_set_has_no_serious_findings(small_set: Path) -> None:
    report = lint(small_set, COMPACT, TRIALS)
    assert report.is_fit
    assert report.episodes == 8
    assert {finding.check for finding in report.findings} <= {Check.UNSAYABLE, Check.COMPUTED}


@pytest.mark.parametrize("task", ["contacts.add#7", "contacts.add#2", "notes.add_total#10"])
def test_test_tasks_and_held_out_templates_in_training_are_leaks(tmp_path: Path, task: str) -> None:
    name, _, seed = task.partition("#")
    report = report_on(tmp_path, [solved(name, int(seed))])
    assert [finding.where for finding in report.of(Check.LEAK)] == [f"{task}@off"]
    assert not report.is_fit


def test_the_same_task_in_a_test_set_is_no_leak(tmp_path: Path) -> None:
    assert report_on(tmp_path, [solved("contacts.add", 7)], split="test").is_fit


def test_a_goal_that_gives_the_answer_away_is_found(tmp_path: Path) -> None:
    episode = solved("mail.answer_question", 10)
    complete = replace(episode, goal=f"{episode.goal} It is 37NEMC.")
    report = report_on(tmp_path, [complete])
    assert [finding.detail for finding in report.of(Check.GIVEN_AWAY)] == ["code = '37NEMC'"]
    assert report.of(Check.BROKEN)  # and it is not the goal of that task


def test_one_prompt_with_two_replies_is_a_contradiction(tmp_path: Path) -> None:
    report = report_on(tmp_path, two())
    (found,) = report.contradictions
    assert found.samples == 2
    assert [reply.splitlines()[0] for reply, _ in found.replies] == ["Tap Alarm #0", "Tap Timer #1"]
    assert report.is_fit


def test_the_same_reply_twice_is_no_contradiction(tmp_path: Path) -> None:
    first, _ = two()
    assert report_on(tmp_path, [first, replace(first, id="c")]).contradictions == []


def test_an_episode_that_is_there_twice_is_found(tmp_path: Path) -> None:
    first, _ = two()
    assert len(report_on(tmp_path, [first, first]).of(Check.TWICE)) == 1


def test_broken_episodes_are_found(tmp_path: Path) -> None:
    first, second = two()
    cut = replace(first, outcome=None)
    longer = replace(second, steps=(*second.steps, *second.steps))
    endless = make_episode("Go", (screen("clock", "Alarm"), Click(ElementRef(0))), id="d")
    empty = replace(first, id="e", steps=())
    details = [
        (finding.where, finding.detail)
        for finding in report_on(tmp_path, [cut, longer, endless, empty]).of(Check.BROKEN)
    ]
    assert details == [
        ("a", "has no outcome: it was never finished"),
        ("b", "goes on after it finished in step 1"),
        ("d", "its oracle did not finish"),
        ("e", "has no steps"),
    ]


def test_a_damaged_shard_is_found(tmp_path: Path) -> None:
    report_on(tmp_path, two())
    shard = tmp_path / "shards" / "00000.jsonl.gz"
    shard.write_bytes(shard.read_bytes()[:-9])
    assert not lint(tmp_path, COMPACT, TRIALS).is_fit


def test_long_prompts_and_missing_notes_are_found(tmp_path: Path) -> None:
    forgetful = make_episode(
        "Write the code down",
        (screen("mail", "Your code is 9HU4C9."), OpenApp("Notes")),
        (screen("notes", "[Note]"), Type("9HU4C9", ElementRef(0))),
        (screen("notes"), Finish("Saved 4711")),
    )
    report = report_on(tmp_path, [forgetful], longest=80)
    assert [f.detail for f in report.of(Check.NOT_NOTED)] == ["'9HU4C9'"]
    assert [f.detail for f in report.of(Check.COMPUTED)] == ["'4711'"]
    assert report.of(Check.OVERSIZE)


def test_figures_tell_how_much_memory_a_data_set_takes(small_set: Path) -> None:
    stats = measure(small_set, COMPACT)
    assert {name: kind.episodes for name, kind in stats.kinds.items()} == {
        "cross-app": 2,
        "single-app": 6,
    }
    cross = stats.kinds["cross-app"]
    assert cross.noted == cross.need_memory > 0
    assert stats.actions["Finish"] == 8
    assert len(stats.prompts) == len(stats.replies) == sum(stats.episodes)


def test_quantiles_are_values_that_occur() -> None:
    assert quantiles([5, 1, 3], (0.0, 0.5, 1.0)) == [1, 3, 5]
    assert quantiles([]) == []
