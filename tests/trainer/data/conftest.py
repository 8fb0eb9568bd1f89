"""A small data set of real oracle episodes, made once."""

from pathlib import Path

import pytest
from built_in import TRIALS, find_template

from phoneworld import Task
from trainer.data.collection import collect
from trainer.data.store import open_collection

TEMPLATES = ("contacts.add", "cross.ticket_to_calendar", "settings.volume", "settings.wifi_on")


@pytest.fixture(scope="session")
def tasks() -> list[Task]:
    return [Task(find_template(name), seed) for seed in (10, 11) for name in TEMPLATES]


@pytest.fixture(scope="session")
def small_set(tmp_path_factory: pytest.TempPathFactory, tasks: list[Task]) -> Path:
    """Eight episodes in three shards."""
    folder = tmp_path_factory.mktemp("set")
    with open_collection(folder) as collection:
        collect(collection, tasks, TRIALS, split="train", tasks_a_shard=3)
    return folder
