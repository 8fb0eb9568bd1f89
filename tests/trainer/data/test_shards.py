import gzip
from dataclasses import replace
from pathlib import Path

import pytest
from made_episodes import done, make_episode, screen

from runtime.actions import Click, ElementRef
from runtime.episode import Episode
from runtime.observation import Screenshot
from trainer.data.shards import clear_parts, publish, read_shard, write_shard
from trainer.errors import DataError


@pytest.fixture
def episodes() -> list[Episode]:
    first = (screen("clock", "Alarm", "Größe\n#3"), Click(ElementRef(0)))
    return [make_episode(f"Goal {n}", first, done("clock"), id=str(n)) for n in range(3)]


def test_episodes_come_back_as_they_were(tmp_path: Path, episodes: list[Episode]) -> None:
    shard = publish(write_shard(tmp_path, "00000", episodes))
    assert shard.name == "00000.jsonl.gz"
    assert list(read_shard(shard)) == episodes


def test_the_same_episodes_are_the_same_bytes(tmp_path: Path, episodes: list[Episode]) -> None:
    one = write_shard(tmp_path / "a", "00000", episodes).read_bytes()
    assert one == write_shard(tmp_path / "b", "00000", episodes).read_bytes()


def test_screenshots_are_kept_in_folders_and_read_when_asked_for(
    tmp_path: Path, episodes: list[Episode]
) -> None:
    picture = Screenshot(b"jpeg", "image/jpeg", 4, 4)
    step = episodes[0].steps[0]
    filmed = replace(step, observation=replace(step.observation, screenshot=picture))
    episode = replace(episodes[0], steps=(filmed, *episodes[0].steps[1:]))
    shard = publish(write_shard(tmp_path, "00000", [episode]))
    assert list(read_shard(shard, screenshots=True)) == [episode]
    assert list(read_shard(shard)) == [episodes[0]]


def test_a_shard_does_not_count_before_it_is_published(
    tmp_path: Path, episodes: list[Episode]
) -> None:
    part = write_shard(tmp_path, "00000", episodes)
    assert [path.name for path in tmp_path.iterdir()] == ["00000.jsonl.gz.part"]
    clear_parts(tmp_path, keep=["00000.jsonl.gz"])
    assert not part.exists()


def test_what_the_manifest_does_not_name_is_cleared_away(
    tmp_path: Path, episodes: list[Episode]
) -> None:
    for name in ("00000", "00001"):
        publish(write_shard(tmp_path, name, episodes))
    clear_parts(tmp_path, keep=["00001.jsonl.gz"])
    assert [path.name for path in tmp_path.iterdir()] == ["00001.jsonl.gz"]


def test_a_shard_that_was_cut_off_is_reported(tmp_path: Path, episodes: list[Episode]) -> None:
    shard = publish(write_shard(tmp_path, "00000", episodes))
    shard.write_bytes(shard.read_bytes()[:-20])
    with pytest.raises(DataError, match="collect it again"):
        list(read_shard(shard))


def test_a_damaged_line_is_reported(tmp_path: Path, episodes: list[Episode]) -> None:
    shard = publish(write_shard(tmp_path, "00000", episodes))
    shard.write_bytes(
        gzip.compress(gzip.decompress(shard.read_bytes()).replace(b"Alarm", b"alarm"))
    )
    with pytest.raises(DataError, match=r"line 2 of .* is damaged"):
        list(read_shard(shard))


def test_an_episode_without_its_steps_is_reported(tmp_path: Path, episodes: list[Episode]) -> None:
    shard = publish(write_shard(tmp_path, "00000", episodes))
    lines = gzip.decompress(shard.read_bytes()).splitlines(keepends=True)
    shard.write_bytes(gzip.compress(b"".join([*lines[:1], *lines[2:]])))
    with pytest.raises(DataError, match="episode 0 of"):
        list(read_shard(shard))
