"""A task, a schema, and JSON out: with a general model, with the built-in policy, and over gRPC."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from google.protobuf.json_format import MessageToDict
from phonebuddy.v1.errors import InvalidRequest
from phonebuddy_command import Inside
from runtime_process import RuntimeProcess, call, write_script

from runtime.testing.providers import AskedModel, ChatStandIn, ModelAnswer, serve_provider

PHONE = "phoneworld://?seed=7"
ALARM = {
    "type": "object",
    "properties": {
        "time": {"type": "string"},
        "days": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["time", "days"],
}
ONE = {"type": "object", "properties": {"on": {"type": "boolean"}}, "required": ["on"]}
FITS = {"time": "07:30", "days": ["Mon", "Tue"]}


def forgetful(asked: AskedModel) -> ModelAnswer:
    """A model that answers in words until it is told that they do not fit."""
    schema = re.search(r"JSON schema:\n(.+)\n", asked.text)
    assert schema is not None
    assert json.loads(schema[1]) == ALARM
    if "does not fit the schema" not in asked.text:
        return ModelAnswer(call=("finish", {"text": "At half past seven."}))
    return ModelAnswer(call=("finish", {"text": f"```json\n{json.dumps(FITS)}\n```"}))


def stubborn(asked: AskedModel) -> ModelAnswer:
    del asked
    return ModelAnswer(call=("finish", {"text": "At half past seven."}))


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RuntimeProcess]:
    folder = tmp_path_factory.mktemp("answers")
    write_script(folder / "policies", "says", call("finish", text="Yes, it is on."))
    process = RuntimeProcess(folder)
    yield process
    process.close()


def test_general_model_is_shown_the_schema_told_what_does_not_fit_and_answers(
    runtime: RuntimeProcess, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "alarm.json"
    file.write_text(json.dumps(ALARM))
    with serve_provider(ChatStandIn(forgetful)) as served:
        phonebuddy = Inside(capsys, "--connect", runtime.address)
        model = f"{served.url}/v1#tiny"
        phonebuddy("policies", "allow", model)
        run = ("run", "when does my alarm ring?", "--device", PHONE, "--model", model)

        told = phonebuddy(*run, "--schema", str(file), "--json")
        over = json.loads(told.splitlines()[-1])
        assert (over["outcome"], over["answer"], over["steps"]) == ("done", FITS, 2)

        shown = phonebuddy("runs", "show", "last")
        assert 'answer   {"days": ["Mon", "Tue"], "time": "07:30"}' in shown


def test_model_that_does_not_come_to_it_has_run_out(
    runtime: RuntimeProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    with serve_provider(ChatStandIn(stubborn)) as served:
        phonebuddy = Inside(capsys, "--connect", runtime.address)
        model = f"{served.url}/v1#other"
        phonebuddy("policies", "allow", model)
        run = ("run", "when does my alarm ring?", "--device", PHONE, "--model", model)

        told = phonebuddy(*run, "--schema", json.dumps(ALARM), status=3)

        assert "the answer does not fit the schema: it is no JSON" in told
        assert len(served.asked) == 3


def test_words_of_a_small_policy_are_fitted_and_told(
    runtime: RuntimeProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    phonebuddy = Inside(capsys, "--connect", runtime.address)
    run = ("run", "is wi-fi on?", "--device", PHONE, "--policy", "says")

    assert 'answer  {"on": true}' in phonebuddy(*run, "--schema", json.dumps(ONE))
    refused = phonebuddy(*run, "--schema", '{"type": "text"}', status=2)
    assert "no JSON schema" in refused
    assert "no JSON" in phonebuddy(*run, "--schema", "{", status=2)
    assert "cannot be read" in phonebuddy(*run, "--schema", "not-there.json", status=2)


def test_schema_and_answer_over_grpc(runtime: RuntimeProcess) -> None:
    with runtime.client() as client:
        begun = client.start("is it on?", device=PHONE, policy="says", answer_schema=ONE)
        over = client.wait(begun.id)
        assert MessageToDict(over.outcome.answer) == {"on": True}
        assert MessageToDict(over.answer_schema) == ONE
        with pytest.raises(InvalidRequest, match="nothing is fetched"):
            client.start(
                "is it on?",
                device=PHONE,
                policy="says",
                answer_schema={"$ref": "https://example.org/schema.json"},
            )
