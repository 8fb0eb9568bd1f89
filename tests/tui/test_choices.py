from phonebuddy.v1 import device_service_pb2, policy_service_pb2

from tui.choices import (
    TaskChoice,
    advice,
    change,
    example_policy,
    missing,
    offers_virtual,
    pick_device,
    pick_policy,
    real_phones,
)

VIRTUAL = device_service_pb2.Device(
    address="phoneworld://", kind="phoneworld", state=device_service_pb2.DEVICE_STATE_AVAILABLE
)
REAL = device_service_pb2.Device(
    address="adb://1", kind="adb", state=device_service_pb2.DEVICE_STATE_AVAILABLE
)
LOCKED_OUT = device_service_pb2.Device(
    address="adb://2",
    kind="adb",
    state=device_service_pb2.DEVICE_STATE_UNUSABLE,
    advice="press Allow on the phone",
)


def policy(name: str, state: str = "AVAILABLE", engine: str = "gguf") -> policy_service_pb2.Policy:
    return policy_service_pb2.Policy(name=name, state=f"POLICY_STATE_{state}", engine=engine)


def test_a_real_phone_comes_before_the_virtual_one() -> None:
    assert pick_device([VIRTUAL, REAL]) == "adb://1"
    assert pick_device([VIRTUAL]) == "phoneworld://"
    assert pick_device([VIRTUAL, LOCKED_OUT]) == "phoneworld://"
    assert pick_device([LOCKED_OUT]) == ""
    assert pick_device([REAL], "adb://9") == "adb://9"


def test_what_was_picked_before_is_kept_while_it_can_be_used() -> None:
    assert pick_device([REAL, VIRTUAL], before="phoneworld://") == "phoneworld://"
    assert pick_device([REAL, LOCKED_OUT], before="adb://2") == "adb://1"
    assert pick_device([REAL], "adb://9", before="adb://1") == "adb://9"
    loaded = [policy("a"), policy("b", "LOADED")]
    assert pick_policy(loaded, before="a") == "a"
    assert pick_policy(loaded, before="gone") == "b"


def test_another_phone_or_policy_than_before_is_told_of() -> None:
    before = TaskChoice("adb://1", "a")
    assert change(before, before) == ""
    assert change(TaskChoice(), before) == ""
    assert change(before, TaskChoice("phoneworld://", "a")) == (
        "adb://1 cannot be used any more; now it is phoneworld://."
    )
    assert "now it is none" in change(before, TaskChoice("adb://1", ""))


def test_a_model_comes_before_a_script_and_a_loaded_one_first() -> None:
    script = policy("a", "LOADED", engine="scripted")
    assert pick_policy([script, policy("b")]) == "b"
    assert pick_policy([script]) == "a"
    assert pick_policy([policy("a"), policy("b", "LOADED")]) == "b"
    assert pick_policy([policy("a", "UNUSABLE"), policy("b")]) == "b"
    assert pick_policy([]) == ""
    assert pick_policy([policy("a")], "mine") == "mine"


def test_the_example_is_done_by_a_model_where_there_is_one() -> None:
    script = policy("wifi-script", engine="scripted")
    assert example_policy([script, policy("buddy")]) == "buddy"
    assert example_policy([policy("other", engine="scripted"), script]) == "wifi-script"
    assert example_policy([policy("buddy", "UNUSABLE"), script]) == "wifi-script"
    assert example_policy([script, policy("buddy")], "wifi-script") == "wifi-script"
    assert example_policy([]) == ""


def test_a_phone_that_waits_for_its_owner_is_told_of() -> None:
    assert advice([VIRTUAL, LOCKED_OUT]) == "adb://2: press Allow on the phone"
    assert real_phones([VIRTUAL, LOCKED_OUT]) == []
    assert real_phones([REAL]) == [REAL]
    assert advice([REAL]) == ""


def test_what_is_missing_is_told_with_what_to_do() -> None:
    assert "F3" in missing(TaskChoice("", "p"))
    assert "F4" in missing(TaskChoice("d", ""))
    assert missing(TaskChoice("d", "p")) == ""


def test_the_virtual_phone_is_offered_where_there_is_no_other_or_it_is_the_one_that_was_named() -> (
    None
):
    assert offers_virtual([VIRTUAL, LOCKED_OUT], "")
    assert not offers_virtual([VIRTUAL, REAL], "")
    assert offers_virtual([VIRTUAL, REAL], VIRTUAL.address)
    assert not offers_virtual([VIRTUAL, REAL], REAL.address)
