import json
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from pathlib import Path

import pytest
from model_server import Call, serve_model

from phoneworld import open_device
from runtime.actions import Finish, OpenApp, Output
from runtime.engine import Decided, Prompt, TokenTrace
from runtime.episode import Decision, Judgement
from runtime.observation import Observation
from trainer.errors import InvalidDataRequest
from trainer.rl.judge import Judge, JudgeConfig, JudgedStep, JudgeFault, read_verdict
from trainer.rl.judged import JudgedPhone, read_goals
from trainer.rl.lockstep import roll_out
from trainer.rl.rewards import Rewards

PASS, FAIL, BROKEN = (
    json.dumps({"verdict": word, "reason": f"because {word}"})
    for word in ("pass", "fail", "env_error")
)


def _answers(*votes: str) -> Callable[[Call], None]:
    said = cycle(votes)

    def answer(call: Call) -> None:
        call.answer(200, {"choices": [{"message": {"role": "assistant", "content": next(said)}}]})

    return answer


@pytest.fixture(scope="module")
def screen() -> Iterator[Observation]:
    device = open_device("phoneworld://?seed=1")
    yield device.observe()
    device.close()


def _judge(screen: Observation, answer: Callable[[Call], None]) -> tuple[Judgement, list[Call]]:
    scenes = [
        JudgedStep(screen, OpenApp("Settings")),
        JudgedStep(screen, Output("42")),
        JudgedStep(screen, Finish("I did everything perfectly")),
        JudgedStep(screen),
    ]
    with serve_model(answer) as server:
        judge = Judge(JudgeConfig(server.url, "judge", key="k"))
        try:
            return judge.judge("Open Settings.", "Settings is open", scenes), server.calls
        finally:
            judge.close()


def test_a_unanimous_yes_is_a_success(screen: Observation) -> None:
    judgement, calls = _judge(screen, _answers(PASS))

    assert judgement == Judgement(True)
    assert len(calls) == 3
    assert calls[0].headers["Authorization"] == "Bearer k"


def test_one_vote_against_makes_it_a_failure(screen: Observation) -> None:
    assert _judge(screen, _answers(PASS, FAIL, PASS))[0] == Judgement(False, ("because fail",))


def test_the_judge_sees_all_screens_and_answers_but_no_claim(screen: Observation) -> None:
    _, calls = _judge(screen, _answers(PASS))

    shown = json.dumps(calls[0].body["messages"])
    assert shown.count("Screen ") >= 4
    assert "Settings is open" in shown
    assert "42" in shown
    assert "perfectly" not in shown


def test_a_judge_that_blames_the_phone_makes_a_fault(screen: Observation) -> None:
    with pytest.raises(JudgeFault, match="env_error"):
        _judge(screen, _answers(BROKEN, BROKEN, FAIL))


@pytest.mark.parametrize(
    "answer",
    [
        lambda call: call.answer(500, {"error": "out of order"}),
        lambda call: call.answer(200, {"choices": []}),
        lambda call: call.answer(200, {"choices": [{"message": {"content": None}}]}),
        lambda call: call.hang_up(),
    ],
)
def test_a_judge_that_gives_no_answer_makes_a_fault(
    screen: Observation, answer: Callable[[Call], None]
) -> None:
    with pytest.raises(JudgeFault, match="judge at"):
        _judge(screen, answer)


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ('Let me see. {"verdict": "pass", "reason": "ok"}', "pass"),
        ('{"verdict": "pass"} no: {"verdict": "fail", "reason": "x"}', "fail"),
        ("It passes, I would say.", "fail"),
        ('{"verdict": "PASSED"}', "fail"),
        ('{"verdict": ["pass"]}', "fail"),
        ("", "fail"),
    ],
)
def test_what_is_no_clear_yes_is_no_success(reply: str, verdict: str) -> None:
    assert read_verdict(reply)[0] == verdict


class Opener:
    """Opens Settings, and says that it is done."""

    def decide(self, prompts: Sequence[Prompt], sessions: Sequence[str]) -> list[Decided]:
        form = [OpenApp("Settings") if not prompt.history else Finish("done") for prompt in prompts]
        return [Decided(Decision(action), trace=TokenTrace((1,), (2,))) for action in form]

    def end(self, session: str) -> None: ...


def test_any_phone_with_goals_and_a_judge_is_an_environment(tmp_path: Path) -> None:
    goals = tmp_path / "goals.jsonl"
    goals.write_text('{"name": "open", "goal": "Open Settings.", "rubric": "open", "steps": 4}\n')
    mark = tmp_path / "resets"
    with serve_model(_answers(PASS)) as server:
        judge = Judge(JudgeConfig(server.url, "judge", votes=1))
        phone = JudgedPhone(
            "real",
            "phoneworld://?seed=3",
            read_goals(goals),
            judge,
            reset_command=("sh", "-c", f"echo {{address}} >> {mark}"),
        )
        (group,) = roll_out(
            [("real", "open")], {"real": phone}, Opener(), tries=2, rewards=Rewards()
        )
        phone.close()
        judge.close()

    assert [each.reward for each in group.tries] == [1.0, 1.0]
    assert mark.read_text().splitlines() == ["phoneworld://?seed=3"] * 2
    assert len(server.calls) == 2


def test_a_phone_that_cannot_be_reset_is_a_fault(tmp_path: Path) -> None:
    goals = tmp_path / "goals.jsonl"
    goals.write_text('{"name": "open", "goal": "Open Settings."}\n')
    judge = Judge(JudgeConfig("http://127.0.0.1:1/v1", "judge"))
    phone = JudgedPhone("real", "phoneworld://", read_goals(goals), judge, reset_command=("false",))

    (group,) = roll_out([("real", "open")], {"real": phone}, Opener(), tries=2, rewards=Rewards())
    judge.close()

    assert group.tries == ()
    assert len(group.faults) == 2


def test_goals_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    goals = tmp_path / "goals.jsonl"
    goals.write_text('{"name": "open"}\n')

    with pytest.raises(InvalidDataRequest, match="JSON object a line"):
        read_goals(goals)
