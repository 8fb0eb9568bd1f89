"""Data sets for other people's trainers: exported by the command, loaded back by `datasets`, taken by TRL."""

import json
from pathlib import Path
from typing import Any

import pytest
from tiny_models import tiny_llama, torch_folder

from runtime.action_text import parse_call
from runtime.episode import Episode
from trainer.cli import main
from trainer.data.store import read_episodes
from trainer.errors import InvalidDataRequest


def load(*given: str, **options: str) -> Any:  # noqa: ANN401 - it depends on what is asked, and rows are dicts
    import datasets

    return datasets.load_dataset(*given, **options)


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few episodes of oracles, of two splits, with screenshots."""
    folder = tmp_path_factory.mktemp("episodes")
    main(
        ["collect", "--out", str(folder), "--templates", "contacts.add", "clock.city_time",
         "--seeds", "1:3", "--split", "all", "--screenshots", "--workers", "1"],
    )  # fmt: skip
    return folder


@pytest.fixture(scope="module")
def exported(collected: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("parquet") / "plain"
    assert main(["data", "export", str(collected), "--parquet", str(out)]) == 0
    return out


def test_every_episode_comes_back_with_its_split_and_verdict(
    collected: Path, exported: Path
) -> None:
    loaded = load("parquet", data_dir=str(exported))
    episodes = {episode.id: episode for episode in read_episodes(collected)}
    assert set(loaded) == {"train", "validation"}
    rows = [row for split in loaded.values() for row in split]
    assert {row["id"] for row in rows} == set(episodes)
    for row in rows:
        episode = episodes[row["id"]]
        assert row["success"] is True
        assert row["ending"] == "Finished"
        assert row["steps"] == len(episode.steps)
        assert row["goal"] == episode.goal
        assert row["goal"] in row["messages"][0]["content"]


def test_the_calls_in_the_messages_are_the_actions_of_the_episode(
    collected: Path, exported: Path
) -> None:
    loaded = load("parquet", data_dir=str(exported), split="train")
    episodes: dict[str, Episode] = {each.id: each for each in read_episodes(collected)}
    for row in loaded:
        calls = [
            call["function"]
            for message in row["messages"]
            for call in message.get("tool_calls") or ()
        ]
        actions = [parse_call(call["name"], call["arguments"]) for call in calls]
        assert actions == [step.decision.action for step in episodes[row["id"]].steps]
        names = {tool["function"]["name"] for tool in json.loads(row["tools"])}
        assert {call["name"] for call in calls} <= names
        roles = [message["role"] for message in row["messages"]]
        assert roles[:2] == ["user", "assistant"]
        assert set(roles[2::2]) <= {"tool"}


def test_pictures_come_along_one_for_each_place_in_the_messages(
    collected: Path, tmp_path: Path
) -> None:
    out = tmp_path / "pictures"
    assert main(["data", "export", str(collected), "--parquet", str(out), "--images"]) == 0
    row = load("parquet", data_dir=str(out), split="train")[0]
    parts = [part for message in row["messages"] for part in message["content"]]
    assert sum(part["type"] == "image" for part in parts) == len(row["images"]) == row["steps"]
    assert row["images"][0].size[0] > 100


def test_a_folder_with_something_in_it_is_refused(collected: Path, exported: Path) -> None:
    from phoneworld import open_catalogue
    from trainer.data.parquet_export import export_parquet

    with pytest.raises(InvalidDataRequest, match="is not empty"):
        export_parquet(collected, exported, open_catalogue())


def test_pictures_of_episodes_that_have_none_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain, out = tmp_path / "episodes", tmp_path / "parquet"
    collect = ["collect", "--out", str(plain), "--templates", "clock.city_time"]
    assert main([*collect, "--seeds", "1:2", "--split", "all", "--workers", "1"]) == 0

    assert main(["data", "export", str(plain), "--parquet", str(out), "--images"]) == 2
    assert "collect them with --screenshots" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.slow
def test_trls_sft_trainer_takes_it_as_it_is(exported: Path, tmp_path: Path) -> None:
    import trl
    from transformers import AutoTokenizer
    from trl.trainer.sft_config import SFTConfig
    from trl.trainer.sft_trainer import SFTTrainer

    model = torch_folder(tiny_llama(tmp_path))
    template = Path(trl.__file__).parent / "chat_templates" / "qwen3.jinja"
    tokenizer = AutoTokenizer.from_pretrained(model)
    tokenizer.chat_template = template.read_text()
    trainer = SFTTrainer(
        model=str(model),
        processing_class=tokenizer,
        train_dataset=load("parquet", data_dir=str(exported), split="train"),
        args=SFTConfig(
            output_dir=str(tmp_path / "out"), max_steps=1, per_device_train_batch_size=1,
            max_length=256, report_to="none", save_strategy="no", bf16=False,
            dataloader_pin_memory=False,
        ),
    )  # fmt: skip
    assert trainer.train().training_loss > 0
