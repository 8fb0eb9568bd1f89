"""Episodes of PhoneWorld's oracles, and whether their decisions can be made from their prompts."""

from built_in import CATALOGUE, TRIALS, find_template

from phoneworld import Kind, Task, Template
from phoneworld.apps.contacts.tasks.changes import AddContact
from phoneworld.errors import OracleLost
from phoneworld.tasks.pilot import Pilot
from runtime.actions import AskUser
from runtime.episode import Actor, Episode, Finished
from trainer.data.explained import Origin, needs, unexplained, without_notes
from trainer.data.notes import notes_of
from trainer.data.trials import TrialFault, open_trial, oracle_episode


def made(name: str, seed: int = 10, level: str = "off") -> Episode:
    episode = oracle_episode(TRIALS.workshop, Task(find_template(name), seed), level)
    assert isinstance(episode, Episode), episode
    return episode


def test_an_oracle_solves_its_task_and_finishes() -> None:
    episode = made("contacts.add")
    assert episode.outcome is not None
    assert episode.outcome.success is True
    assert isinstance(episode.outcome.ending, Finished)
    assert (episode.id, episode.task) == ("contacts.add#10@off", "contacts.add#10")
    assert {step.actor for step in episode.steps} == {Actor.ORACLE}


def test_the_same_task_is_the_same_episode() -> None:
    assert made("mail.answer_question", 12) == made("mail.answer_question", 12)


def test_tasks_of_one_seed_look_different_at_a_level_of_realism() -> None:
    names = ("contacts.add", "clock.add_alarm", "mail.send", "notes.copy_detail")
    trials = [open_trial(TRIALS.workshop, Task(find_template(name), 10), "looks") for name in names]
    assert len({trial.phone.realism for trial in trials}) == len(names)


def test_the_answer_to_a_question_is_kept_as_the_runtime_keeps_it() -> None:
    steps = made("cross.ask_which_recommendation").steps
    asked = [step for step in steps if isinstance(step.decision.action, AskUser)]
    assert len(asked) == 1
    assert asked[0].answer == "Blue Oven"
    assert asked[0].performed is None


class Lost(AddContact):
    """A task whose oracle gets lost."""

    def solve(self, pilot: Pilot) -> None:
        raise OracleLost("no 'Save' on the screen")


def test_an_oracle_that_gets_lost_is_a_fault_and_no_episode() -> None:
    fault = oracle_episode(TRIALS.workshop, Task(Template.of(Lost), 10))
    assert fault == TrialFault("contacts.add#10", "off", "OracleLost: no 'Save' on the screen")


class TooShort(AddContact):
    """A task whose oracle does nothing."""

    def solve(self, pilot: Pilot) -> None:
        pilot.home()


def test_an_episode_that_its_verifier_does_not_accept_is_a_fault() -> None:
    fault = oracle_episode(TRIALS.workshop, Task(Template.of(TooShort), 10))
    assert isinstance(fault, TrialFault)
    assert fault.error.startswith("judged a failure: missing")


def test_the_steps_of_an_oracle_are_counted_once_for_all() -> None:
    assert TRIALS.oracle_steps("contacts.add#10") == len(made("contacts.add").steps)


def test_a_ticket_is_noted_with_all_that_the_calendar_needs_of_it() -> None:
    noted = [notes_of(step) for step in made("cross.ticket_to_calendar").steps]
    assert [notes for notes in noted if notes] == [["Sat, 16 May 14:15", "Odeon Park", "VE6500"]]
    assert made("cross.ticket_to_calendar").steps[5].decision.thought.count("Note: ") == 3


def test_cross_app_tasks_need_notes_and_have_them() -> None:
    names = [name for name, template in CATALOGUE.templates.items() if template.kind is Kind.CROSS][
        ::4
    ]
    wanted = missing = lacking = 0
    for name in names:
        episode = made(name, 11)
        bare = needs(without_notes(episode))
        wanted += sum(need.origin is Origin.EARLIER_SCREEN for need in bare)
        missing += sum(need.origin is Origin.EARLIER_SCREEN for need in unexplained(episode))
        lacking += not bare
    assert wanted >= len(names) / 2
    assert missing <= wanted / 50
    assert lacking < len(names)


def test_what_is_computed_comes_from_nowhere() -> None:
    found = unexplained(made("mail.spent_total"))
    assert [(need.word, need.origin) for need in found] == [("$102.73", Origin.NOWHERE)]
