"""How expectations and changes come to a verdict."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phoneworld.changes import Change, changes_between
from phoneworld.store import Databases
from phoneworld.tasks.expect import (
    Added,
    Changed,
    Evidence,
    Expectation,
    ExpectedAnswer,
    ExpectedEnding,
    ExpectedQuestion,
    Maybe,
    Removed,
    judge,
)
from phoneworld.tasks.matchers import (
    Anything,
    Between,
    Contains,
    Digits,
    Exact,
    OneOf,
    StartsWith,
    matches,
    says,
)
from runtime.actions import FinishStatus

DB = "/data/notes.db"
DONE = FinishStatus.DONE
NEW = Change(DB, "notes", None, {"_id": 3, "title": "Milk", "updated": 5})
GONE = Change(DB, "notes", {"_id": 1, "title": "Eggs"}, None)
EDITED = Change(
    DB,
    "notes",
    {"_id": 2, "title": "Tea", "updated": 1},
    {"_id": 2, "title": "Coffee", "updated": 2},
)


def solved(expectations: list[Expectation], *changes: Change, **evidence: object) -> bool:
    given_evidence = {"status": DONE, **evidence}
    return judge(expectations, Evidence(changes=changes, **given_evidence)).success  # type: ignore[arg-type]


def test_wanted_changes_and_no_others() -> None:
    wanted: list[Expectation] = [
        Added(DB, "notes", {"title": "milk"}),
        Removed(DB, "notes", {"title": "Eggs"}),
        Changed(DB, "notes", {"title": "Tea"}, {"title": "Coffee"}),
    ]

    assert solved(wanted, NEW, GONE, EDITED)
    assert not solved(wanted, NEW, GONE)
    assert not solved(wanted[:2], NEW, GONE, EDITED)


def test_one_change_serves_one_expectation() -> None:
    twice: list[Expectation] = [Added(DB, "notes", {"title": "Milk"})] * 2

    assert not solved(twice, NEW)
    assert solved(twice, NEW, NEW)


def test_other_columns_of_a_changed_row_must_stay() -> None:
    both = Change(DB, "notes", {"title": "Tea", "pinned": 0}, {"title": "Coffee", "pinned": 1})

    assert not solved([Changed(DB, "notes", {"title": "Tea"}, {"title": "Coffee"})], both)


def test_time_stamps_move_along() -> None:
    assert solved([Changed(DB, "notes", {"title": "Tea"}, {"title": "Coffee"})], EDITED)


def test_derived_tables_and_columns_count_for_nothing() -> None:
    looked = Change(DB, "notes", {"title": "Tea", "opened": 0}, {"title": "Tea", "opened": 1})
    derived = {DB: frozenset({"notes.opened", "history"})}

    assert solved([], looked, Change(DB, "history", None, {"q": "tea"}), derived=derived)
    assert not solved([], looked)


def test_what_may_happen_need_not() -> None:
    perhaps: list[Expectation] = [Maybe(Added(DB, "notes", {"title": "Milk"}))]

    assert solved(perhaps)
    assert solved(perhaps, NEW)
    assert not solved(perhaps, NEW, NEW)


def test_answer_has_all_parts_and_no_wrong_one() -> None:
    wanted: list[Expectation] = [ExpectedAnswer("$12.50", ("today", "14 May"), nots=("$12.05",))]

    assert solved(wanted, said=("It was $12.50, on 14 May.",))
    assert not solved(wanted, said=("It was $12.50.",))
    assert not solved(wanted, said=("$12.50 or $12.05, today",))


def test_question_must_be_asked_and_needless_ones_not() -> None:
    assert solved([ExpectedQuestion()], questions=("Which?",))
    assert not solved([ExpectedQuestion()])
    assert not solved([], questions=("Which?",))


@pytest.mark.parametrize("status", list(FinishStatus))
def test_ending_must_be_the_wanted_one(status: FinishStatus) -> None:
    assert solved([ExpectedEnding(FinishStatus.REFUSED)], status=status) is (
        status is FinishStatus.REFUSED
    )
    assert solved([], status=status) is (status is DONE)


def test_unfinished_episode_is_not_solved() -> None:
    assert not solved([], status=None)


def test_changes_are_found_row_by_row() -> None:
    databases = Databases()
    database = databases.create(DB, "CREATE TABLE notes (_id INTEGER PRIMARY KEY, title TEXT);")
    database.insert_many("notes", [{"title": "Eggs"}, {"title": "Tea"}])
    before = databases.serialize()
    database.run("DELETE FROM notes WHERE title = 'Eggs'")
    database.run("UPDATE notes SET title = 'Coffee' WHERE title = 'Tea'")
    database.insert("notes", title="Milk")

    found = changes_between(before, databases.serialize())

    assert [(c.before and c.before["title"], c.after and c.after["title"]) for c in found] == [
        ("Eggs", None),
        ("Tea", "Coffee"),
        (None, "Milk"),
    ]


def test_nothing_changed_is_nothing_found() -> None:
    databases = Databases()
    databases.create(DB, "CREATE TABLE notes (_id INTEGER PRIMARY KEY);")

    assert changes_between(databases.serialize(), databases.serialize()) == []


@pytest.mark.parametrize(
    ("wanted", "found", "fits"),
    [
        ("Ada  Lovelace", "ada lovelace ", True),
        ("Ada", "Ada B", False),
        (Exact("Ada"), "ada", False),
        (Digits("+1 555 0100"), "+15550100", True),
        (Digits("+1 555 0100"), "+15550101", False),
        (Contains("milk", "eggs"), "Eggs and milk", True),
        (Contains("milk", "eggs"), "milk", False),
        (Contains("3 May"), "on 13 May", False),
        (StartsWith("city:"), "city:3", True),
        (StartsWith("city:"), "the city:3", False),
        (OneOf(1, "two"), "TWO", True),
        (OneOf(1, "two"), 3, False),
        (Between(1, 2), 2, True),
        (Between(1, 2), "2", False),
        (Anything(), None, True),
        (5, 5.0, True),
        (5, "5", False),
        (None, None, True),
    ],
)
def test_values_match(wanted: object, found: object, *, fits: bool) -> None:
    assert matches(wanted, found) is fits


@pytest.mark.parametrize(
    ("answer", "wanted", "said"),
    [
        ("The total is 1,250.00 dollars", "1250", True),
        ("It costs $3.50.", "3.5", True),
        ("It costs $13.50.", "3.5", False),
        ("Meet at 09:30", "09:30", True),
        ("ada.l@example.com", "ada.l@example.com", True),
        ("+1 245 555 0170", "+1 245 555 0170", True),
        ("+1 245 555 0171", "+1 245 555 0170", False),
        ("yes", "", False),
    ],
)
def test_answers_say_what_is_wanted(answer: str, wanted: str, *, said: bool) -> None:
    assert says(answer, wanted) is said


@given(st.text(alphabet="abc 12", min_size=1), st.text(alphabet="xyz "), st.text(alphabet="xyz "))
def test_text_around_an_answer_does_not_matter(wanted: str, before: str, after: str) -> None:
    assert says(f"{before} {wanted} {after}", wanted) is bool(wanted.strip())
