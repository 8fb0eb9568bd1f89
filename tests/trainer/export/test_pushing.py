"""Sharing a checkpoint: its card and template, what would be sent, and what is."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2.sandbox import ImmutableSandboxedEnvironment
from tiny_models import tiny_llama, torch_folder

from runtime.prompts.format import CHATML, ChatMarkup
from trainer.cli import main
from trainer.errors import ExportError
from trainer.export.checkpoint_card import CARD, TEMPLATE, chat_template, complete_checkpoint
from trainer.export.pushing import plan_push, push
from trainer.models.checkpoint import open_checkpoint


@dataclass
class RecordingHub:
    """Takes what is sent, and keeps it."""

    sent: list[dict[str, object]] = field(default_factory=list)

    def create_repo(self, repo_id: str, **kwargs: object) -> None:
        self.sent.append({"created": repo_id, **kwargs})

    def upload_folder(self, **kwargs: object) -> None:
        self.sent.append(kwargs)


@pytest.fixture
def checkpoint(tmp_path: Path) -> Path:
    return torch_folder(tiny_llama(tmp_path))


def test_a_dry_run_completes_the_checkpoint_and_sends_nothing(
    checkpoint: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (checkpoint / TEMPLATE).unlink(missing_ok=True)
    (checkpoint / ".env").write_text("HF_TOKEN=x")
    (checkpoint / "state.pt").write_bytes(b"optimizer")
    assert main(["push", str(checkpoint), "me/policy"]) == 0
    said = capsys.readouterr().out
    assert "nothing was sent" in said
    assert "private model me/policy" in said
    assert "model.safetensors" in said
    assert ".env" not in said
    assert "state.pt" not in said
    card = (checkpoint / CARD).read_text()
    assert card.startswith("---\nlibrary_name: transformers\n")
    assert "## Limits" in card


def test_what_was_planned_is_what_is_sent(checkpoint: Path) -> None:
    hub = RecordingHub()
    (checkpoint / "notes[1].txt").write_text("x")
    plan = plan_push(checkpoint, "me/policy")
    push(plan, hub, message="first")
    created, sent = hub.sent
    assert created == {
        "created": "me/policy", "repo_type": "model", "private": True, "exist_ok": True,
    }  # fmt: skip
    assert sent["folder_path"] == checkpoint
    assert len(sent["allow_patterns"]) == len(plan.files)  # pyright: ignore[reportArgumentType]
    assert "notes[[]1].txt" in sent["allow_patterns"]  # pyright: ignore[reportOperatorIssue]


def test_a_folder_of_parquet_files_is_a_data_set(tmp_path: Path) -> None:
    (tmp_path / "train.parquet").write_bytes(b"x")
    (tmp_path / "README.md").write_text("card")
    assert plan_push(tmp_path, "me/data", private=False).kind == "dataset"


@pytest.mark.parametrize("repo", ["policy", "a/b/c", "/b"])
def test_what_names_no_repository_is_refused(checkpoint: Path, repo: str) -> None:
    with pytest.raises(ExportError, match="names no repository"):
        plan_push(checkpoint, repo)


def test_a_checkpoint_keeps_the_card_and_template_that_it_has(checkpoint: Path) -> None:
    (checkpoint / TEMPLATE).write_text("{{ messages }}")
    (checkpoint / CARD).write_text("mine")
    assert complete_checkpoint(checkpoint) == ()
    assert (checkpoint / CARD).read_text() == "mine"
    assert open_checkpoint(checkpoint).template == "{{ messages }}"


def test_the_folder_of_an_adapter_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "adapter_config.json").write_text("{}")
    assert complete_checkpoint(tmp_path) == ()
    assert [path.name for path in tmp_path.iterdir()] == ["adapter_config.json"]


markups = st.builds(ChatMarkup, st.text(max_size=20), st.text(max_size=20), st.text(max_size=10))


@given(markups | st.just(CHATML), st.text(), st.text())
def test_the_template_says_what_our_prompts_say(
    markup: ChatMarkup, prompt: str, reply: str
) -> None:
    # As transformers renders templates.
    jinja = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
    template = jinja.from_string(chat_template(markup))
    asked = [{"role": "user", "content": prompt}]
    question = template.render(messages=asked, add_generation_prompt=True)
    assert question == markup.before_prompt + prompt + markup.before_reply
    answered = [*asked, {"role": "assistant", "content": reply}]
    whole = template.render(messages=answered, add_generation_prompt=False)
    assert whole == question + reply + markup.reply_end
