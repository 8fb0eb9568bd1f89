"""Counting the sound tasks that recordings give."""

from __future__ import annotations

from phoneworld.reconstruction.task_survey import TaskCount, cause_of, format_counts


def test_findings_of_one_cause_are_counted_together() -> None:
    one = "p.q.open.settings#0: oracle: p.q/settings is not open, but p.q/main"
    other = "p.q.open.about#1: oracle: p.q/about is not open, but p.q/main"
    assert cause_of(one) == cause_of(other) == "open: oracle: … is not open, but …"


def test_apps_with_enough_tasks_are_counted_of_all_that_were_tried() -> None:
    many = TaskCount("a: A", 60, tuple(f"p.open.{n}: Open it." for n in range(10)), ())
    few = TaskCount("b: B", 60, ("p.count.x: How many?",), ("p.open.y#0: oracle: lost",))
    none = TaskCount("c", 0, (), (), "no screen of it was recorded")
    text = format_counts([many, few, none])
    assert "1 of 3 apps have at least 10 sound tasks; 11 sound tasks in all" in text
    assert "Not built: c: no screen of it was recorded" in text
    assert "open 10, count 1" in text
