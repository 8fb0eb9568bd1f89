"""TRL's environment: the tools it offers, the reward it gives, and TRL's own trainer taking a step with it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tiny_models import tiny_llama, torch_folder
from transformers.utils.chat_template_utils import get_json_schema

from trainer.adapters.session import open_trials
from trainer.adapters.trl_env import OVER, PhoneTools, PhoneToolsFactory, task_rows

EXAMPLE = Path(__file__).parents[3] / "examples" / "trl_grpo.py"
TOOLS = (
    "ask_user", "click", "finish", "long_press", "open_app", "output", "press_button", "scroll",
    "type", "wait",
)  # fmt: skip


@pytest.mark.parametrize("name", TOOLS)
def test_each_tool_describes_itself_to_a_chat_template(name: str) -> None:
    schema = get_json_schema(getattr(PhoneTools(), name))["function"]
    assert schema["name"] == name
    assert schema["description"]
    assert all(each.get("description") for each in schema["parameters"]["properties"].values())


def test_the_reward_is_the_verifiers() -> None:
    phone = PhoneToolsFactory(most_steps=10)()
    first = phone.reset(task="clock.city_time#3", prompt=[])
    assert first.startswith(open_trials().open("clock.city_time#3").goal)
    assert phone.get_reward() == 0.0
    assert "#" in phone.open_app("Clock")
    assert phone.finish("It is noon.", "done") == OVER
    assert phone.get_reward() < 0
    assert phone.click(0) == OVER


def test_rows_are_tasks_of_the_split() -> None:
    catalogue = open_trials().catalogue
    rows = task_rows("validation", 5)
    assert {catalogue.split_of(str(row["task"])) for row in rows} == {"validation"}
    assert rows == task_rows("validation", 5)


@pytest.mark.slow
def test_trls_own_trainer_takes_a_step_by_the_example(tmp_path: Path) -> None:
    import trl

    model = torch_folder(tiny_llama(tmp_path))
    template = Path(trl.__file__).parent / "chat_templates" / "qwen3.jinja"
    (model / "chat_template.jinja").write_text(template.read_text())
    done = subprocess.run(
        [
            sys.executable, EXAMPLE, "--model", str(model), "--output", str(tmp_path / "out"),
            "--tasks", "2", "--generations", "2", "--most-tokens", "8", "--template", "contacts.add",
        ],
        capture_output=True, text=True, check=False,
        env={**os.environ, "HF_HUB_OFFLINE": "1", "TRL_EXPERIMENTAL_SILENCE": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert "step 1: reward 0.000" in done.stdout
