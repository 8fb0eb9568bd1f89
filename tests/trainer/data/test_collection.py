import json
from pathlib import Path

import pytest
from built_in import CATALOGUE, TRIALS

from phoneworld import Task
from trainer.data.collection import Unit, collect, make_unit, missing_tasks
from trainer.data.manifest import DatasetManifest, read_manifest, spans
from trainer.data.shards import publish
from trainer.data.store import open_collection, read_episodes
from trainer.data.trials import TrialFault
from trainer.errors import DataError, DataInUse


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / "shards").iterdir()}


def test_everything_asked_for_is_there_in_order(small_set: Path, tasks: list[Task]) -> None:
    assert [episode.task for episode in read_episodes(small_set)] == [task.name for task in tasks]
    assert [len(shard.items) for shard in read_manifest(small_set).shards] == [3, 3, 2]


def test_the_manifest_counts_by_split_kind_template_and_seed(small_set: Path) -> None:
    counts = json.loads((small_set / "manifest.json").read_text())["counts"]
    assert counts["episodes"] == 8
    assert counts["seeds"] == ["10:12"]
    assert counts["splits"] == {"train": 8}
    assert counts["kinds"] == {"cross-app": 2, "single-app": 6}
    assert counts["templates"]["contacts.add"] == 2
    assert counts["steps"] == sum(len(e.steps) for e in read_episodes(small_set))


def test_what_is_there_is_not_made_again(tmp_path: Path, tasks: list[Task]) -> None:
    with open_collection(tmp_path) as collection:
        collect(collection, tasks[:2], TRIALS, split="train")
    before = contents(tmp_path)
    with open_collection(tmp_path) as collection:
        collect(collection, tasks[:2], TRIALS, split="train")
    with open_collection(tmp_path) as collection:
        assert missing_tasks(collection, tasks[:3], "off") == [tasks[2]]
        assert missing_tasks(collection, tasks[:1], "mild") == [tasks[0]]
    assert contents(tmp_path) == before
    assert len(before) == 1


def test_after_a_crash_it_goes_on_and_ends_as_if_there_had_been_none(
    tmp_path: Path, tasks: list[Task], small_set: Path
) -> None:
    with open_collection(tmp_path) as collection:
        collect(collection, tasks[:3], TRIALS, split="train", tasks_a_shard=3)
    # Killed in the middle of one shard, and after writing another that was not counted yet.
    names = tuple(task.name for task in tasks)
    shards = tmp_path / "shards"
    make_unit(
        TRIALS, Unit(CATALOGUE, shards, "00001", names[3:4], "train", "off", screenshots=False)
    )
    lost = make_unit(
        TRIALS, Unit(CATALOGUE, shards, "00002", names[6:], "train", "off", screenshots=False)
    )
    assert lost.part is not None
    publish(lost.part)
    with open_collection(tmp_path) as collection:
        collect(collection, tasks, TRIALS, split="train", tasks_a_shard=3)
    assert contents(tmp_path) == contents(small_set)
    assert read_manifest(tmp_path) == read_manifest(small_set)


def test_two_processes_make_the_same_episodes_as_one(
    tmp_path: Path, tasks: list[Task], small_set: Path
) -> None:
    with open_collection(tmp_path) as collection:
        collect(collection, tasks, TRIALS, split="train", tasks_a_shard=3, workers=2)
    assert contents(tmp_path) == contents(small_set)
    assert read_manifest(tmp_path) == read_manifest(small_set)


def test_levels_of_realism_lie_side_by_side(tmp_path: Path, tasks: list[Task]) -> None:
    with open_collection(tmp_path) as collection:
        for level in ("off", "looks"):
            collect(collection, tasks[:1], TRIALS, split="train", realism=level)
    ids = [episode.id for episode in read_episodes(tmp_path)]
    assert ids == ["contacts.add#10@off", "contacts.add#10@looks"]


def test_only_one_process_adds_to_a_data_set(tmp_path: Path) -> None:
    with open_collection(tmp_path), pytest.raises(DataInUse), open_collection(tmp_path):
        pass


def test_a_fault_is_counted_until_the_task_succeeds(small_set: Path) -> None:
    fault = TrialFault("contacts.add#10", "off", "lost")
    faulty = DatasetManifest().with_faults((fault,)).with_faults((fault,))
    assert faulty.faults == (fault,)
    assert faulty.with_shard(read_manifest(small_set).shards[0]).faults == ()


def test_a_folder_without_a_data_set_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="trainer collect --out"):
        list(read_episodes(tmp_path))


def test_a_shard_that_is_missing_is_reported(tmp_path: Path, tasks: list[Task]) -> None:
    with open_collection(tmp_path) as collection:
        collect(collection, tasks[:1], TRIALS, split="train")
    (tmp_path / "shards" / "00000.jsonl.gz").unlink()
    with pytest.raises(DataError, match="is missing"):
        list(read_episodes(tmp_path))


def test_numbers_are_written_as_ranges() -> None:
    assert spans({3, 4, 5, 9}) == ["3:6", "9:10"]
