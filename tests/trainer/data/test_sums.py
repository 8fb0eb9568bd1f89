"""Sums in hindsight: what a step says that nothing shows is written as what it was made of."""

from made_episodes import done, make_episode, screen

from phoneworld import open_catalogue
from runtime.actions import Click, ElementRef, OpenApp, Output, Type
from runtime.episode import Episode
from runtime.prompts.sums import sums_of
from trainer.data.sums import with_sums
from trainer.data.trials import oracle_episode

HOME = (screen("launcher", "Mail", "Notes"), OpenApp("Mail"))


def sums(episode: Episode) -> list[str]:
    return [
        f"{worked.result} = {worked.expression}"
        for step in episode.steps
        for worked in sums_of(step.decision.thought)
    ]


def orders(said: str, *shown: str) -> Episode:
    return make_episode(
        "What did both orders cost?", HOME, (screen("mail", *shown), Output(said)), done("mail")
    )


def test_a_total_is_what_it_was_made_of() -> None:
    episode = orders("Together $84.68.", "Order total: $57.53", "Order total: $27.15")
    assert sums(with_sums(episode, ["$57.53", "$27.15"])) == ["$84.68 = $57.53+$27.15"]


def test_what_a_screen_shows_is_no_sum() -> None:
    episode = orders("$84.68", "Order total: $57.53", "Order total: $27.15", "In all: $84.68")
    assert not sums(with_sums(episode, ["$57.53", "$27.15"]))


def test_nothing_is_made_of_what_the_prompt_does_not_show() -> None:
    episode = orders("$84.68", "Order total: $57.53")
    assert not sums(with_sums(episode, ["$57.53", "$27.15"]))


def test_without_hidden_numbers_nothing_is_looked_for() -> None:
    assert not sums(with_sums(orders("5", "2", "3"), ["blue"]))


def test_a_time_in_two_fields_is_calculated_for_both() -> None:
    episode = make_episode(
        "Wake me 70 minutes before my first appointment.",
        (screen("calendar", "Breakfast 08:30"), Type("07", ElementRef(0))),
        (screen("calendar", "Breakfast 08:30"), Type("20", ElementRef(0))),
        (screen("calendar", "Breakfast 08:30"), Click(ElementRef(0))),
        done("calendar"),
    )
    found = sums(with_sums(episode, ["08:30"]))
    assert found == ["07 = hour of 08:30-70", "20 = minute of 08:30-70"]


def test_oracles_of_tasks_with_sums_say_how_they_calculate() -> None:
    catalogue = open_catalogue()
    workshop = catalogue.workshop()
    for name in ("wallet.sent_total", "browser.ticket_total", "cross.meter_difference"):
        made = oracle_episode(workshop, catalogue.task(f"{name}#10"))
        assert isinstance(made, Episode)
        assert sums(made), name
