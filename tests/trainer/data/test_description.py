from pathlib import Path

from trainer.data.description import describe_data
from trainer.data.manifest import DatasetManifest, EpisodeEntry, ShardEntry, write_manifest


def _shard(number: int, source: str, *items: EpisodeEntry) -> ShardEntry:
    return ShardEntry(f"{number:05}.jsonl.gz", source, "train", "off", items)


def test_a_data_set_is_described_by_who_played_it(tmp_path: Path) -> None:
    made = DatasetManifest(
        (
            _shard(0, "oracle", EpisodeEntry("a", "mail.star#10", "single-app", 4, success=True)),
            _shard(1, "oracle", EpisodeEntry("b", "mail.star#11", "single-app", 6, success=True)),
            _shard(2, "runs", EpisodeEntry("c", "", "", 1_500, success=None)),
        )
    )
    write_manifest(tmp_path, made)

    assert describe_data(tmp_path).lines == (
        "2 episodes with 10 steps by oracle; split train; realism off; 1 templates, seeds 10:12",
        "1 episodes with 1,500 steps by runs; split train; realism off",
    )


def test_starts_are_named_where_not_all_are_home(tmp_path: Path) -> None:
    items = [
        EpisodeEntry("a", "mail.star#10", "single-app", 4, success=True),
        EpisodeEntry("b", "mail.star#10@shade", "single-app", 5, success=True),
    ]
    write_manifest(tmp_path, DatasetManifest((_shard(0, "oracle", *items),)))

    (line,) = describe_data(tmp_path).lines
    assert "; starts home, shade; 1 templates, seeds 10:11" in line
