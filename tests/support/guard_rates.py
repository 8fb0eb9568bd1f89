"""How often the guard misses something irreversible, and how often it asks for nothing.

    python tests/support/guard_rates.py --all

Oracles of PhoneWorld's tasks, and a hand without a plan, act under the guard's eyes; what their
actions did is read from the phone's databases (`guard_truth`). Every question is answered with yes.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random

from built_in import CATALOGUE, find_template
from guard_truth import Deed, Watch, deeds

from phoneworld import PhoneDevice, Realism, Task, Trial, Workshop, at_level
from phoneworld.monkey import next_action
from phoneworld.tasks.pilot import run_oracle
from runtime.actions import Action, ElementRef
from runtime.device import Performed
from runtime.episode import Verdict
from runtime.guard.episode_guard import begin_episode
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import load_rules
from runtime.guard.ruling import Guard, Ruling
from runtime.observation import Observation

LANGUAGES = ("en", "de", "es", "fr")
EPISODE = 40


@dataclass(frozen=True, slots=True)
class Case:
    """An action that is worth a look: where it happened, what the guard said and what it did."""

    source: str
    screen: str
    action: str
    rule: str
    deeds: tuple[Deed, ...] = ()

    def __str__(self) -> str:
        done = "; ".join(f"{deed.risk}: {deed.what}" for deed in self.deeds)
        return f"{self.source} {self.screen} {self.action} [{self.rule or 'allowed'}] {done}"


@dataclass(slots=True)
class Rates:
    """Counts over all that was done."""

    tasks: int = 0
    harmless_tasks: int = 0
    disturbed_tasks: int = 0
    actions: int = 0
    irreversible: int = 0
    handed_over: int = 0
    judging_s: float = 0.0
    risks: Counter[str] = field(default_factory=Counter[str])
    missed: list[Case] = field(default_factory=list[Case])
    needless: list[Case] = field(default_factory=list[Case])

    @property
    def needless_share(self) -> float:
        """Questions about actions that changed nothing for good, of all actions."""
        return len(self.needless) / max(1, self.actions)

    @property
    def disturbed_share(self) -> float:
        """Harmless tasks with a question in them, of all harmless tasks."""
        return self.disturbed_tasks / max(1, self.harmless_tasks)

    def __str__(self) -> str:
        return (
            f"{self.tasks} tasks, {self.actions} actions, {self.irreversible} irreversible: "
            f"{len(self.missed)} missed; {len(self.needless)} needless questions "
            f"({self.needless_share:.2%} of actions); {self.disturbed_tasks} of "
            f"{self.harmless_tasks} harmless tasks disturbed ({self.disturbed_share:.2%}); "
            f"{self.handed_over} looks at screens for the person; "
            f"{self.judging_s / max(1, self.actions) * 1e6:.0f} us a judgement"
        )


class _Witness:
    """Judges each action before, and finds out after, what it was."""

    def __init__(self, rates: Rates, guard: Guard, trial: Trial | PhoneDevice, source: str) -> None:
        self._rates = rates
        self._guard = guard
        self._phone = trial.phone
        self._watch = Watch(trial.phone)
        self._source = source
        self.did_harm = False
        self.asked = False

    def judge(self, seen: Observation, action: Action) -> Ruling:
        begun = time.perf_counter()
        ruling = self._guard.judge(action, seen)
        self._rates.judging_s += time.perf_counter() - begun
        return ruling

    def saw(self, seen: Observation, action: Action, performed: Performed) -> None:
        del performed
        rates = self._rates
        rates.handed_over += self._guard.judge_screen(seen).verdict is not Verdict.ALLOW
        ruling = self.judge(seen, action)
        rates.actions += 1
        done = deeds(self._watch.changes(), action, seen, self._phone)
        asked = ruling.verdict is not Verdict.ALLOW
        self.did_harm |= bool(done)
        self.asked |= asked
        rates.irreversible += bool(done)
        rates.risks.update({deed.risk for deed in done})
        if bool(done) == asked:
            return
        screen = f"{seen.package.rpartition('.')[2]}{seen.activity}"
        case = Case(self._source, screen, _describe(action, seen), ruling.rule, tuple(done))
        (rates.missed if done else rates.needless).append(case)


def measure_tasks(
    workshop: Workshop,
    guard: Guard,
    names: Iterable[str],
    *,
    seeds: Iterable[int] = (0, 1),
    languages: Iterable[str] = LANGUAGES,
) -> Rates:
    """Let oracles solve tasks, in several languages and looks of the phone."""
    rates = Rates()
    named = list(names)
    for language in languages:
        for seed in seeds:
            look = replace(at_level("looks", seed), locale=language)
            for name in named:
                _measure_task(rates, workshop, guard, Task(find_template(name), seed), look)
    return rates


def _measure_task(
    rates: Rates, workshop: Workshop, guard: Guard, task: Task, look: Realism
) -> None:
    trial = Trial(workshop, task, realism=look)
    witness = _Witness(rates, begin_episode(guard, trial.goal), trial, f"{task.name} {look.locale}")
    run_oracle(trial, recorder=witness.saw)
    rates.tasks += 1
    if not witness.did_harm:
        rates.harmless_tasks += 1
        rates.disturbed_tasks += witness.asked


def measure_monkey(workshop: Workshop, guard: Guard, *, actions: int, seed: int = 0) -> Rates:
    """Let a hand without a plan use every app in turn, in all languages."""
    rates = Rates()
    rng = Random(seed)
    packages = [app.package for app in workshop.apps.values() if app.in_launcher]
    while rates.actions < actions:
        language = LANGUAGES[rates.tasks % len(LANGUAGES)]
        world = rng.randrange(4)
        look = replace(at_level("looks", rng.randrange(10_000)), locale=language)
        device = PhoneDevice(workshop.phone(world, realism=look))
        package = packages[rates.tasks % len(packages)]
        device.phone.launch(package)
        witness = _Witness(rates, guard, device, f"monkey {rates.tasks} {language}")
        for _ in range(EPISODE):
            seen = device.observe()
            action = next_action(rng, seen)
            witness.saw(seen, action, device.perform(action, seen))
        rates.tasks += 1
    return rates


def _describe(action: Action, seen: Observation) -> str:
    description = str(action)[:90]
    target = getattr(action, "target", None)
    if isinstance(target, ElementRef):
        element = seen.elements[target.index]
        name = element.resource_id.rpartition("/")[2]
        description = f"{type(action).__name__}({element.role} {element.label[:50]!r} {name})"
    title = next((one.text for one in seen.elements if one.text), "")
    return f"{description} on {title[:40]!r}"


def main() -> None:
    """Print the rates."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--all", action="store_true", help="all templates, not a sample of 40")
    parser.add_argument(
        "--monkey", type=int, default=4000, help="actions of the hand without a plan"
    )
    parser.add_argument("--rules", default=None, help="a file of rules of your own")
    parser.add_argument("--cases", type=int, default=20, help="how many cases to show of each kind")
    options = parser.parse_args()
    workshop = CATALOGUE.workshop()
    guard = RuleGuard(load_rules(options.rules))
    names = sorted(CATALOGUE.templates)
    if not options.all:
        names = sorted(Random(0).sample(names, 40))
    _show("tasks", measure_tasks(workshop, guard, names), options.cases)
    _show("monkey", measure_monkey(workshop, guard, actions=options.monkey), options.cases)


def _show(title: str, rates: Rates, cases: int) -> None:
    sys.stdout.write(f"{title}: {rates}\n")
    sys.stdout.write(f"  irreversible, by risk: {dict(rates.risks.most_common())}\n")
    for kind, found in (("missed", rates.missed), ("needless", rates.needless)):
        for case in found[:cases]:
            sys.stdout.write(f"  {kind}: {case}\n")


if __name__ == "__main__":
    main()
