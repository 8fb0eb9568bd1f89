"""The phrase book is whole, phones speak it, and tasks can be solved whatever a phone looks like."""

from collections import Counter
from dataclasses import replace

import pytest
from built_in import CATALOGUE

from phoneworld import OFF, PhoneDevice, Workshop, at_level
from phoneworld.apps.settings.app import PAGES
from phoneworld.locale import phrases, readings, translator
from phoneworld.tasks.pilot import run_oracle
from phoneworld.tasks.trial import Task, Trial
from runtime.actions import Click, ElementRef, OpenApp
from runtime.observation import Observation

LANGUAGES = ("de", "es", "fr")
SAME_WORD = {frozenset({"Hour", "Time"})}
"""Phrases that are one word in another language, and never on one screen."""

TEMPLATES = (
    "calculator.compute",
    "clock.add_repeating_alarm",
    "clock.start_timer",
    "contacts.add",
    "contacts.read_number",
    "expenses.add",
    "messages.compose",
    "notes.create",
    "settings.flip_switch",
    "settings.join_wifi",
)


def texts(screen: Observation) -> list[str]:
    return [text for e in screen.elements for text in (e.text, e.description, e.hint) if text]


def look_at(workshop: Workshop, locale: str, app: str) -> list[str]:
    device = PhoneDevice(workshop.phone(0, realism=replace(OFF, locale=locale)))
    device.perform(OpenApp(app), device.observe())
    return texts(device.observe())


def test_languages_have_the_same_phrases() -> None:
    assert set(phrases()) == set(LANGUAGES)
    assert phrases()["de"].keys() == phrases()["es"].keys() == phrases()["fr"].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_phrases_are_sorted(language: str) -> None:
    book = phrases()[language]
    assert list(book) == sorted(book)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_empty(language: str) -> None:
    assert [words for words, said in phrases()[language].items() if not said.strip()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_different_phrases_stay_different(language: str) -> None:
    book = phrases()[language]
    counts = Counter(said.casefold() for said in book.values())
    same = {
        frozenset(words for words, said in book.items() if said.casefold() == double)
        for double, count in counts.items()
        if count > 1
    }
    assert same <= SAME_WORD


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_reads_like_another_english_phrase(language: str) -> None:
    book = phrases()[language]
    english = {words.casefold(): words for words in book}
    mixed_up = {
        words: said for words, said in book.items() if english.get(said.casefold(), words) != words
    }
    assert mixed_up == {}


def test_names_of_apps_are_not_translated(workshop: Workshop) -> None:
    labels = {app.label for app in workshop.apps.values()}
    assert labels & phrases()["de"].keys() == set()


def test_english_stays_as_it_is() -> None:
    assert translator("en-GB")("Save") == "Save"


def test_unknown_language_stays_english() -> None:
    assert translator("tlh")("Save") == "Save"


def test_region_does_not_matter() -> None:
    assert translator("de-AT")("Save") == "Speichern"


def test_readings_are_a_phrase_in_all_languages() -> None:
    assert readings("Save") == {"Save", "Speichern", "Guardar", "Enregistrer"}


def test_what_is_not_in_the_book_reads_like_itself() -> None:
    assert readings("Dear diary") == {"Dear diary"}


def test_settings_in_german_show_german_titles(workshop: Workshop) -> None:
    shown = " | ".join(look_at(workshop, "de", "Settings"))
    german = phrases()["de"]
    for title, summary, *_ in PAGES[:4]:
        if title in german:
            assert german[title] in shown
        assert german[summary] in shown
    assert "Netzwerk & Internet" in shown
    assert "Network & internet" not in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_and_descriptions_are_translated_too(workshop: Workshop, language: str) -> None:
    shown = look_at(workshop, language, "Contacts")
    book = phrases()[language]
    assert book["Search contacts"] in shown
    assert book["Create contact"] in shown


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_names_of_people_stay(workshop: Workshop, language: str) -> None:
    people = {person.name for person in workshop.world(0).people}
    shown = look_at(workshop, language, "Contacts")
    assert people & set(shown)


def test_toasts_are_translated(workshop: Workshop) -> None:
    device = PhoneDevice(workshop.phone(0, realism=replace(OFF, locale="de")))
    device.phone.launch("com.phoneworld.contacts", "edit")
    screen = device.observe()
    save = next(element for element in screen.elements if element.text == "Speichern")
    device.perform(Click(ElementRef(save.index)), screen)
    assert device.observe().notices == (phrases()["de"]["Enter a name"],)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", TEMPLATES)
def test_oracle_finds_its_way_whatever_the_phone_looks_like(
    workshop: Workshop, name: str, seed: int
) -> None:
    trial = Trial(workshop, Task(CATALOGUE.templates[name], seed), realism=at_level("looks", seed))
    run_oracle(trial)
    assert trial.judge().reasons == ()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TEMPLATES)
def test_oracle_reads_every_language(workshop: Workshop, name: str, language: str) -> None:
    trial = Trial(
        workshop, Task(CATALOGUE.templates[name], 1), realism=replace(OFF, locale=language)
    )
    run_oracle(trial)
    assert trial.judge().reasons == ()
