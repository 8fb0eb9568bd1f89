"""Episodes as a Hugging Face data set: one parquet file for each split, a row for each episode.

Columns: `messages` (conversational, with tool calls), `tools` (JSON), `images` if wanted, and `id`, `task`, `goal`,
`split`, `success`, `ending`, `steps` and `policy`. TRL's SFTTrainer takes it as it is.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from phoneworld import Catalogue
from runtime.episode import Episode
from trainer.data.conversations import conversation_of, tools_text
from trainer.data.store import read_episodes
from trainer.errors import InvalidDataRequest

NO_SPLIT = "other"
"""Episodes of tasks that are in no split: real runs, held-out templates on training seeds."""
CARD = "README.md"

Row = dict[str, object]


def rows_of(folder: Path, catalogue: Catalogue, *, pictures: bool) -> Iterator[Row]:
    """The rows of a data set of ours."""
    tools = tools_text()
    for episode in read_episodes(folder, screenshots=pictures):
        yield row_of(episode, split_of(episode, catalogue), tools, pictures=pictures)


def row_of(episode: Episode, split: str, tools: str, *, pictures: bool) -> Row:
    """One episode."""
    told = conversation_of(episode, pictures=pictures)
    outcome = episode.outcome
    row: Row = {
        "id": episode.id,
        "task": episode.task,
        "goal": episode.goal,
        "split": split,
        "policy": episode.policy,
        "success": None if outcome is None else outcome.success,
        "ending": "" if outcome is None else type(outcome.ending).__name__,
        "steps": len(episode.steps),
        "tools": tools,
        "messages": list(told.messages),
    }
    if pictures:
        row["images"] = [{"bytes": data, "path": None} for data in told.images]
    return row


def split_of(episode: Episode, catalogue: Catalogue) -> str:
    """The split of an episode's task."""
    split = catalogue.split_of(episode.task) if "#" in episode.task else None
    return NO_SPLIT if split is None else split.value


def export_parquet(
    folder: Path, out: Path, catalogue: Catalogue, *, pictures: bool = False
) -> Mapping[str, int]:
    """Write the files; how many episodes each has."""
    from datasets import Dataset, Features, Image, Json, List, Value

    if out.exists() and any(out.iterdir()):
        raise InvalidDataRequest(f"{out} is not empty: choose another folder")
    if pictures and not _has_pictures(folder):
        raise InvalidDataRequest(
            f"the episodes of {folder} have no pictures: collect them with --screenshots, or export "
            "them without --images"
        )
    out.mkdir(parents=True, exist_ok=True)
    names = ("id", "task", "goal", "split", "policy", "ending", "tools")
    features = {name: Value("string") for name in names} | {
        "success": Value("bool"),
        "steps": Value("int32"),
        "messages": List(Json()),
    }
    if pictures:
        features["images"] = List(Image())
    counts: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as cache:
        whole = Dataset.from_generator(
            rows_of,
            features=Features(features),
            cache_dir=cache,
            gen_kwargs={"folder": folder, "catalogue": catalogue, "pictures": pictures},
        )
        for split in dict.fromkeys(whole["split"]):
            part = whole.filter(lambda name, wanted=split: name == wanted, input_columns=["split"])
            part.to_parquet(str(out / f"{split}.parquet"))
            counts[split] = len(part)
    (out / CARD).write_text(_card(counts))
    return counts


def _has_pictures(folder: Path) -> bool:
    episodes = read_episodes(folder, screenshots=True)
    return any(step.observation.screenshot for episode in episodes for step in episode.steps)


def _card(counts: Mapping[str, int]) -> str:
    """The data set's card, by which `datasets` finds the files."""
    files = "".join(f"  - split: {name}\n    path: {name}.parquet\n" for name in counts)
    lines = "".join(f"| {name} | {count} |\n" for name, count in counts.items())
    return (
        f"---\nconfigs:\n- config_name: default\n  data_files:\n{files}tags:\n- phonebuddy\n"
        "- agent\n---\n# Episodes on phones\n\nOne row is one episode: `messages` with tool calls, "
        "the `tools`, and the verifier's verdict (`success`).\n\n"
        f"| split | episodes |\n|---|---:|\n{lines}"
    )
