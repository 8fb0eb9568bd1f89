"""A run as one page: whole, harmless, and without anything from elsewhere."""

import re
from html.parser import HTMLParser

from phonebuddy.v1 import observation_pb2, run_pb2
from tui_canned import GAVE_UP, ended_run
from tui_events import DONE, Events, click, screen, screenshot

from tui.report import RunRecord, report_page
from tui.report.run_record import AskedQuestion, StepRecord

HOSTILE = "<script>alert(1)</script><img src=https://evil.example/x>"


def step(*labels: str, touches: tuple[tuple[int, int], ...] = ((450, 175),)) -> run_pb2.Step:
    made = Events().done(0, click(0), touches=touches).step_done.record
    made.observation.CopyFrom(screen(*labels))
    return made


def changed(*lines: str) -> run_pb2.Outcome:
    outcome = run_pb2.Outcome()
    outcome.CopyFrom(DONE)
    outcome.changes.CopyFrom(run_pb2.Changes(lines=lines))
    return outcome


class Reader(HTMLParser):
    """What a browser would take from a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.sources: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.sources += [value or "" for name, value in attrs if name in {"src", "href"}]

    def handle_data(self, data: str) -> None:
        self.text += data


def read(*records: RunRecord) -> Reader:
    reader = Reader()
    reader.feed(report_page(records))
    return reader


def test_a_page_tells_task_ending_changes_steps_and_questions() -> None:
    asked = AskedQuestion("May I pay?", "Pay 12.50?", "Nobody was there to approve")
    record = RunRecord(
        ended_run(1, "turn on wi-fi", changed("Wi-Fi: off -> on")),
        (StepRecord(step("Wi-Fi"), screenshot()), StepRecord(step("Pay now"), None, (asked,))),
    )
    text = read(record).text
    for part in (
        "turn on wi-fi",
        "Done: Wi-Fi is on.",
        "Wi-Fi: off -> on",
        "Step 2 of 2",
        "Tap 'Pay now'",
        "May I pay? Pay 12.50?",
        "Nobody was there to approve",
        "decode",
        "1200 ms",
    ):
        assert part in text


def test_what_phones_and_policies_say_is_text_and_nothing_is_loaded() -> None:
    hostile = step(HOSTILE)
    hostile.decision.thought = f"I think {HOSTILE}"
    asked = AskedQuestion(HOSTILE, HOSTILE, HOSTILE)
    record = RunRecord(
        ended_run(1, HOSTILE, changed(HOSTILE)), (StepRecord(hostile, screenshot(), (asked,)),)
    )
    page = read(record)
    assert page.tags.count("script") == 1
    assert "img" not in page.tags
    assert page.sources
    assert all(source.startswith("data:image/png;base64,") for source in page.sources)


def test_the_page_forbids_itself_to_load_anything() -> None:
    page = report_page([RunRecord(ended_run(1, "go", DONE))])
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy.startswith("default-src 'none'; img-src data:")


def test_a_picture_of_an_unknown_kind_is_not_embedded() -> None:
    picture = observation_pb2.Screenshot(data=b"<svg/>", mime="image/svg+xml")
    page = read(RunRecord(ended_run(1, "go", DONE), (StepRecord(step("Save"), picture),)))
    assert page.sources == []
    assert "Save" in page.text


def test_touches_are_drawn_and_a_stroke_has_its_way() -> None:
    tapped = read(RunRecord(ended_run(1, "go", DONE), (StepRecord(step("Save")),)))
    assert (tapped.tags.count("circle"), tapped.tags.count("line")) == (1, 0)
    stroke = step("Save", touches=((1, 2), (3, 400)))
    swiped = read(RunRecord(ended_run(1, "go", DONE), (StepRecord(stroke),)))
    assert (swiped.tags.count("circle"), swiped.tags.count("line")) == (2, 1)


def test_a_password_is_not_in_the_page() -> None:
    hidden = step("hunter2")
    hidden.observation.elements[0].password = True
    hidden.decision.action.Clear()
    page = read(RunRecord(ended_run(1, "go", DONE), (StepRecord(hidden),)))
    assert "hunter2" not in page.text


def test_several_runs_stand_on_one_page_each_with_its_ending() -> None:
    page = read(
        RunRecord(ended_run(1, "turn on wi-fi", DONE)), RunRecord(ended_run(2, "fly", GAVE_UP))
    )
    assert page.tags.count("article") == 2
    assert "gave up" in page.text
