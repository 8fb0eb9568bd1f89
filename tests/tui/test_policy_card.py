"""The card of a policy begins with what it can do."""

from phonebuddy.v1 import policy_service_pb2

from tui.policy_card import card

Figure = policy_service_pb2.Figure
EVAL = "trainer eval --regimes, split test"
PROOF = "against the checkpoint in torch, on 200 prompts"


def policy(*figures: Figure, memory: int = 0) -> policy_service_pb2.Policy:
    return policy_service_pb2.Policy(
        name="buddy",
        engine="onnx",
        base="nothing",
        state=policy_service_pb2.POLICY_STATE_LOADED,
        memory_bytes=memory,
        figures=figures,
    )


EVALUATED = (
    Figure(name="equal decisions", value=99.5, unit="%", how=f"the same action; {PROOF}"),
    Figure(name="prompt tokens", value=2789.876, unit="1/s", how=f"wall clock; {PROOF}"),
    Figure(name="tasks: solved, its own sentences", value=60.49, unit="%", how=f"60 %; {EVAL}"),
    Figure(name="tasks: false done, its own sentences", value=35.9, unit="%", how=f"36 %; {EVAL}"),
    Figure(name="tasks: solved, - single-app", value=63.2, unit="%", how=f"63 %; {EVAL}"),
    Figure(name="tasks: a step, median", value=0.0802, unit="s", how=EVAL),
)


def test_it_begins_with_what_the_policy_can_do() -> None:
    told = card(policy(*EVALUATED)).splitlines()
    assert told[1] == ("  its own sentences: 60 of 100 solved, 36 said to be done that are not")
    assert told[2] == "  A step takes 0.08 s."
    assert "single-app" not in "\n".join(told)


def test_then_comes_how_it_was_measured_each_way_once() -> None:
    told = card(policy(*EVALUATED))
    assert told.index("How it was measured") > told.index("Made from nothing")
    assert told.count(EVAL) == told.count(PROOF) == 1
    assert "equal decisions 99.5 %, prompt tokens 2790 1/s" in told


def test_memory_is_told_as_measured() -> None:
    assert "Takes 93 MB of memory, measured as it was loaded." in card(policy(memory=93_000_000))


def test_figures_of_others_stand_by_their_names() -> None:
    told = card(policy(Figure(name="success", value=0.5, unit="share", how="on ten tasks")))
    assert "on ten tasks: success 0.5 share" in told
