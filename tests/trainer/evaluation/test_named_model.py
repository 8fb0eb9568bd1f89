"""A general model on a suite: the estimate first, a limit, and going on where it stopped."""

import json
from pathlib import Path

import pytest

from runtime.testing.providers import AskedModel, ModelAnswer, OpenAiStandIn, serve_provider
from trainer.cli import main
from trainer.errors import EvaluationError
from trainer.evaluation.named_model import Spending, policy_argument, read_limit


def gives_up(_asked: AskedModel) -> ModelAnswer:
    return ModelAnswer(call=("finish", {"status": "impossible", "text": "too hard"}))


def test_evaluation_is_estimated_limited_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PHONEBUDDY_KEY_OPENAI", "sk-test")
    with serve_provider(OpenAiStandIn(gives_up)) as served:
        model = f"openai:gpt-5.4@{served.url}/v1?see=elements"
        words = ["eval", "--policy", model, "--suite", "notes.*", "--jobs", "1"]
        words += ["--out", str(tmp_path / "out")]

        assert main(words) != 0
        said = "".join(capsys.readouterr())
        assert "tasks take about" in said
        assert "--spend DOLLARS" in said
        assert not served.asked

        # A decision costs (1000 * 2.5 + 50 * 15) / 1,000,000 dollars: two of them reach the limit.
        assert main([*words, "--spend", "0.006"]) == 0
        assert "the spending limit is reached" in capsys.readouterr().out
        assert len(served.asked) < 5
        assert main([*words, "--spend", "any"]) == 0
        said = capsys.readouterr().out
        spent = json.loads((tmp_path / "out" / "spent.json").read_text())

    assert "of them done already" in said
    assert spent["decisions"] >= len(served.asked) - 1
    assert spent["dollars"] == pytest.approx(spent["decisions"] * 0.00325)
    assert (tmp_path / "out" / "report.md").exists()


def test_limit_needs_a_price_and_a_word() -> None:
    with pytest.raises(EvaluationError, match="not known"):
        read_limit("5", Spending(1, 1, None))
    with pytest.raises(EvaluationError, match="--spend DOLLARS"):
        read_limit("", Spending(1, 1, None))
    assert read_limit("", Spending(1, 1, 0.0)) is None
    assert read_limit("any", Spending(1, 1, None)) is None
    assert read_limit("2.5", Spending(1, 1, 1.0)) == 2.5


def test_name_of_a_model_is_told_from_a_folder() -> None:
    assert policy_argument("http://127.0.0.1:1/v1#m") == "http://127.0.0.1:1/v1#m"
    assert policy_argument("work/model") == Path("work/model")
