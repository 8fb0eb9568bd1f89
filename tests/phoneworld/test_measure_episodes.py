from built_in import CATALOGUE

from phoneworld import Workshop
from phoneworld.measure_episodes import SIZES, episode_rates, record_episodes


def test_whole_episodes_are_measured_with_and_without_pictures(workshop: Workshop) -> None:
    episodes = record_episodes(workshop, list(CATALOGUE.templates.values()), 2)
    rates = episode_rates(workshop, episodes)
    names = {"elements", *(f"rgb_{width}x{height}" for width, height in SIZES)}
    assert len(episodes) == 2
    assert all(episode.actions for episode in episodes)
    assert rates.steps.keys() == rates.resets.keys() == names
    assert min(*rates.steps.values(), *rates.resets.values()) > 0
