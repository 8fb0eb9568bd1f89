"""The page: every run with its steps, readable without scripts, stepped through with them.

Whatever a phone showed or a policy said is text here, never markup. The page may load nothing: its
own policy forbids it.
"""

from __future__ import annotations

import base64
import hashlib
import time
from collections.abc import Sequence
from html import escape
from importlib.resources import files

from phonebuddy.v1 import run_pb2

from tui.action_words import element_label
from tui.change_words import changes_of, nothing_words
from tui.endings import LOOKS, outcome_words, run_ending
from tui.plain_text import duration_words, one_line, steps_words
from tui.report.run_record import AskedQuestion, RunRecord, StepRecord
from tui.report.screen_html import screen_html
from tui.sentences import thought_words
from tui.words import (
    actor_words,
    device_info_words,
    element_words,
    is_restating,
    record_words,
    result_words,
)


def report_page(records: Sequence[RunRecord]) -> str:
    """The whole page."""
    style, script = _asset("report.css"), _asset("report.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    title = one_line(records[0].run.goal, 80) if len(records) == 1 else f"{len(records)} runs"
    runs = "\n".join(_run(record) for record in records)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)} - PhoneBuddy</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n{runs}\n<script>{script}</script>\n</body>\n</html>\n"
    )


def _asset(name: str) -> str:
    return files("tui.report").joinpath(name).read_text(encoding="utf-8")


def _run(record: RunRecord) -> str:
    run = record.run
    ending = run_ending(run)
    word = LOOKS[ending].word if ending is not None else "not ended"
    told = outcome_words(run.outcome) if run.HasField("outcome") else one_line(run.reason)
    phone = device_info_words(run.device_info) if run.HasField("device_info") else run.device
    facts = (
        f"{_times(run)}{steps_words(run.steps)}{f', {run.tokens} tokens' if run.tokens else ''}",
        f"{one_line(phone)} ({one_line(run.device)})",
        f"policy {one_line(run.policy)}",
        f"run {run.id}{f', which replays {run.replay_of}' if run.replay_of else ''}",
    )
    count = len(record.steps)
    steps = "".join(_step(number, count, step) for number, step in enumerate(record.steps, 1))
    return (
        f'<article class="run {ending or "alive"}"><header><h1>{escape(one_line(run.goal))}</h1>'
        f'<p class="ending"><b>{escape(word)}</b> {escape(told)}</p>'
        f"{_changes(record)}"
        f'<p class="facts">{escape(" · ".join(facts))}</p></header>'
        f'<nav class="steps" aria-label="Steps"></nav>{steps}</article>'
    )


def _times(run: run_pb2.Run) -> str:
    """When it was and how long it took; nothing of a run that nobody timed."""
    if not run.created.seconds:
        return ""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(run.created.seconds))
    seconds = run.updated.ToNanoseconds() / 1e9 - run.created.ToNanoseconds() / 1e9
    return f"{when}, {duration_words(seconds)}, "


def _changes(record: RunRecord) -> str:
    changes = changes_of(record.run.outcome)
    if changes is None:
        return ""
    undone = "<p>The run was taken back since.</p>" if record.run.undone else ""
    if not changes:
        return f'<p class="changes">{nothing_words(record.run.outcome)}</p>{undone}'
    lines = "".join(f"<li>{escape(line)}</li>" for line in changes)
    return f'<div class="changes">Changed on the phone:<ul>{lines}</ul></div>{undone}'


def _step(number: int, count: int, record: StepRecord) -> str:
    step = record.step
    done = record_words(step, step.observation)
    who = "" if is_restating(step) else actor_words(step.actor)
    parts = [
        f'<p class="number">Step {number} of {count}{f" · {escape(who)}" if who else ""}</p>',
        f"<h2>{escape(done)}</h2>",
    ]
    if thought := thought_words(step.decision.thought, done):
        parts.append(f'<p class="thought">{escape(thought)}</p>')
    said = step.decision.action.output.text or step.decision.action.finish.text
    if said and not is_restating(step):
        parts.append(f"<blockquote>{escape(one_line(said))}</blockquote>")
    parts += [_question(question) for question in record.questions]
    if result := result_words(step):
        parts.append(f'<p class="result">{escape(result)}</p>')
    if step.guard.rule:
        parts.append(f'<p class="facts">rule of the guard: {escape(one_line(step.guard.rule))}</p>')
    parts += [_timings(record), _elements(record)]
    return (
        f'<section class="step" data-number="{number}"><figure>{screen_html(record)}'
        f"<figcaption>{escape(one_line(step.observation.package))}</figcaption></figure>"
        f"<div>{''.join(parts)}</div></section>"
    )


def _question(question: AskedQuestion) -> str:
    answer = question.answer or "not answered"
    return (
        f'<p class="question"><b>{escape(question.title)}</b> {escape(question.text)}<br>'
        f"{escape(answer)}</p>"
    )


def _timings(record: StepRecord) -> str:
    timings = [each for each in record.step.timings if each.milliseconds >= 0.5]
    if not timings:
        return ""
    longest = max(each.milliseconds for each in timings)
    rows = "".join(
        f"<tr><td>{escape(one_line(each.part))}</td><td>{each.milliseconds:.0f} ms</td>"
        f'<td><meter min="0" max="{longest:.1f}" value="{each.milliseconds:.1f}"></meter></td></tr>'
        for each in timings
    )
    whole = sum(each.milliseconds for each in timings) / 1000
    return f'<table class="times"><caption>{duration_words(whole)}</caption>{rows}</table>'


def _elements(record: StepRecord) -> str:
    named = [each for each in record.step.observation.elements if element_label(each)]
    if not named:
        return ""
    lines = "".join(f"<li>{escape(element_words(each))}</li>" for each in named)
    return f"<details><summary>The screen in words</summary><ul>{lines}</ul></details>"
