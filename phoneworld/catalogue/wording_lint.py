"""What is wrong with wordings: `lint_wordings` looks at the sentences, `lint_template` formats them.

A sentence must name every parameter that all standard goals name, and no other than they do; it must
not give away what is hidden; it stands once, and not in both sets. Whether it means what the template
asks for, only a reader can tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from string import Formatter

from phoneworld.catalogue.wording_files import Wordings
from phoneworld.errors import PhoneWorldError
from phoneworld.tasks.check import TaskFinding
from phoneworld.tasks.matchers import fold
from phoneworld.tasks.names import TaskName
from phoneworld.tasks.template import Template, parameter, phrase
from phoneworld.tasks.trial import Task, Trial
from phoneworld.tasks.wordings import WordingSet
from phoneworld.workshop import Workshop

SETS = (WordingSet.TRAIN, WordingSet.HELD_OUT)
_BETWEEN = re.compile(r"[^\w{}]+")


def lint_wordings(
    templates: Mapping[str, Template], wordings: Wordings, names: Iterable[str] | None = None
) -> list[TaskFinding]:
    """What can be told from the sentences alone, of these templates or of all."""
    wanted = wordings.templates if names is None else list(names)
    held_out = {
        plain(sentence): template
        for template, sentences in wordings.held_out.items()
        for sentence in sentences
    }
    found: list[TaskFinding] = []
    for name in wanted:
        template = templates.get(name)
        if template is None:
            found.append(TaskFinding(name, "wordings", "there is no such template"))
            continue
        found += _lint_sentences(template, wordings)
        for sentence in wordings.of(name, WordingSet.TRAIN):
            twin = held_out.get(plain(sentence))
            if twin is not None:
                found.append(
                    TaskFinding(name, "wordings", f"{sentence!r} is held out too, for {twin}")
                )
    return found


def lint_template(
    template: Template, wordings: Wordings, workshop: Workshop, seeds: Iterable[int]
) -> list[TaskFinding]:
    """What is wrong with the wordings of a template once its parameters are filled in."""
    found: dict[str, TaskFinding] = {}
    for seed in seeds:
        try:
            trial = Trial(workshop, Task(template, seed))
        except PhoneWorldError as error:
            return [TaskFinding(template.name, "set-up", str(error))]
        for kind, number, sentence in _sentences(template.name, wordings):
            place = TaskName(template.name, seed, wording=kind, sentence=number)
            for problem in _problems(sentence, template, trial):
                finding = TaskFinding(str(place), "wordings", f"{sentence!r} {problem}")
                found.setdefault(sentence, finding)
    return list(found.values())


def plain(sentence: str) -> str:
    """A sentence without what does not make it another: case, spaces and punctuation (e-mail is email)."""
    return _BETWEEN.sub("", sentence.casefold())


def parameters(sentence: str) -> frozenset[str]:
    """The parameters that a sentence names; `ValueError` where its braces do not match."""
    fields = [field for _, field, _, _ in Formatter().parse(sentence) if field is not None]
    return frozenset(re.split(r"[.\[]", field, maxsplit=1)[0] for field in fields)


def _sentences(name: str, wordings: Wordings) -> Iterator[tuple[WordingSet, int, str]]:
    for kind in SETS:
        for number, sentence in enumerate(wordings.of(name, kind)):
            yield kind, number, sentence


def _lint_sentences(template: Template, wordings: Wordings) -> Iterator[TaskFinding]:
    goals = [parameters(goal) for goal in template.goals]
    known = frozenset(name for goal in goals for name in goal)
    needed = frozenset(name for name in known if all(name in goal for goal in goals))
    standard = {plain(goal) for goal in template.goals}
    seen: dict[WordingSet, set[str]] = {kind: set() for kind in SETS}
    for kind, number, sentence in _sentences(template.name, wordings):

        def report(detail: str, place: str = f"{kind.value}.{number}: {sentence!r}") -> TaskFinding:
            return TaskFinding(template.name, "wordings", f"{place} {detail}")

        yield from _lint_parameters(sentence, template, needed, known, report)
        if not plain(sentence) or sentence != " ".join(sentence.split()):
            yield report("is empty, or has line breaks or spaces too many")
        if plain(sentence) in standard:
            yield report("is a standard goal")
        if plain(sentence) in seen[kind]:
            yield report("is there twice")
        seen[kind].add(plain(sentence))


def _lint_parameters(
    sentence: str,
    template: Template,
    needed: frozenset[str],
    known: frozenset[str],
    report: Callable[[str], TaskFinding],
) -> Iterator[TaskFinding]:
    try:
        named = parameters(sentence)
    except ValueError as error:
        yield report(f"cannot be read: {error}")
        return
    for name in sorted(needed - named):
        yield report(f"does not name {{{name}}}, which every standard goal does")
    for name in sorted(named & set(template.hidden)):
        yield report(f"gives {{{name}}} away, which is to be found out")
    for name in sorted(named - known - set(template.hidden)):
        yield report(f"names {{{name}}}, which no standard goal does")


def _problems(sentence: str, template: Template, trial: Trial) -> Iterator[str]:
    try:
        goal = phrase(sentence, trial.drawn)
    except (LookupError, ValueError, AttributeError, TypeError) as error:
        yield f"cannot be filled in: {type(error).__name__}: {error}"
        return
    for name in template.hidden:
        value = str(parameter(trial.drawn, name))
        # What the standard goal says too is no secret of this sentence's.
        if fold(value) in fold(goal) and fold(value) not in fold(trial.goal):
            yield f"gives away {name} = {value!r}"
