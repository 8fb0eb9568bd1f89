from pathlib import Path

import pytest
from built_in import CATALOGUE
from worded_folder import TEMPLATE, write_wordings

import trainer
from phoneworld import open_catalogue
from trainer.errors import BadConfig
from trainer.rl.config import read_config
from trainer.rl.places import tasks_of

SHIPPED = sorted((Path(trainer.__file__).parent / "configs").glob("rl-*.toml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_shipped_configurations_can_be_used(path: Path) -> None:
    config = read_config(path)

    assert config.rollouts.tries >= 2
    assert len(tasks_of(config, CATALOGUE)) > 100


def test_goals_can_be_drawn_from_wordings_to_train_on(tmp_path: Path) -> None:
    file = tmp_path / "rl.toml"
    file.write_text(f'[tasks]\ntemplates = ["{TEMPLATE}"]\nseeds = "10"\nwordings = ["train"]')
    catalogue = open_catalogue([write_wordings(tmp_path / "words")])

    assert tasks_of(read_config(file), catalogue) == (f"{TEMPLATE}#10~train",)


def test_a_configuration_says_where_tasks_begin(tmp_path: Path) -> None:
    file = tmp_path / "rl.toml"
    file.write_text("[tasks]\ntemplates = ['notes.create']\nseeds = '10'\nstart = 'recents'")

    assert tasks_of(read_config(file), CATALOGUE) == ("notes.create#10@recents",)


def test_configurations_are_shipped() -> None:
    assert [path.name for path in SHIPPED] == [
        "rl-large.toml",
        "rl-one-gpu.toml",
        "rl-short.toml",
        "rl-tiny.toml",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("iterations = 0", "iterations is 0"),
        ("[rollouts]\ntemperature = 0.0", "rollouts.temperature"),
        ("[clip]\nlow = 1.5", "clip.low"),
        ('[tasks]\nwordings = ["mine"]', "tasks.wordings"),
        ("[sampling]\nexploration = 0", "sampling.exploration"),
        ("[judge]\nurl = 'http://x'", "judge.model is missing"),
        ("[judge]\nurl = 'http://x'\nmodel = 'm'\nvotes = 0", "judge.votes is 0"),
        ("[update]\nkl = 'much'", "update.kl"),
    ],
)
def test_what_makes_no_sense_is_named(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "rl.toml"
    file.write_text(text)

    with pytest.raises(BadConfig, match=message):
        read_config(file)
