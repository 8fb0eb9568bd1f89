from built_in import CATALOGUE
from hypothesis import given
from hypothesis import strategies as st

from phoneworld import Start, Task, TaskName, WordingSet, parse_task_name

TEMPLATES = st.sampled_from(["contacts.add", "com.x.add.form", "com.x.look>com.y.add", "a.b+c"])
NAMES = st.builds(
    TaskName,
    TEMPLATES,
    st.integers(0, 2**63 - 1),
    st.sampled_from(list(Start)),
    st.sampled_from(list(WordingSet)),
    st.none() | st.integers(0, 40),
)


@given(NAMES)
def test_a_name_is_read_as_it_was_written(name: TaskName) -> None:
    assert parse_task_name(str(name)) == name


def test_the_usual_task_has_a_plain_name() -> None:
    assert str(TaskName("contacts.add", 7)) == "contacts.add#7"
    assert str(TaskName("contacts.add", 7, Start.APP_DEEP, WordingSet.HELD_OUT, 3)) == (
        "contacts.add#7@app-deep~held-out.3"
    )


def test_what_is_no_task_has_no_parts() -> None:
    for text in ("", "buy milk", "#7", "contacts.add", "contacts.add#", "contacts.add#7~new"):
        assert parse_task_name(text) is None, text


def test_the_catalogue_finds_a_task_by_its_name() -> None:
    task = CATALOGUE.task("contacts.add#7")
    assert task == Task(CATALOGUE.template("contacts.add"), 7)
    assert task.name == "contacts.add#7"
