from made_episodes import actions_of, done, make_episode, notes, screen

from runtime.actions import Click, ElementRef, LongPress, OpenApp, Output, Type
from runtime.episode import Decision, Episode
from trainer.data.notes import annotate, notes_of

HOME = (screen("launcher", "Mail", "Notes"), OpenApp("Mail"))


def test_a_value_is_noted_where_it_was_last_seen_before_it_is_typed_elsewhere() -> None:
    episode = make_episode(
        "Write the booking code down.",
        HOME,
        (screen("mail", "Your booking"), Click(ElementRef(0))),
        (screen("mail", "Your code is 9HU4C9."), OpenApp("Notes")),
        (screen("notes", "[Note]"), Type("9HU4C9", ElementRef(0))),
        done("notes", "9HU4C9"),
    )
    assert notes(annotate(episode, ["9HU4C9"])) == ["", "", "Note: 9HU4C9", "", ""]


def test_it_is_found_without_being_told_what_matters() -> None:
    episode = make_episode(
        "Write the booking code down.",
        HOME,
        (screen("mail", "Your code is 9HU4C9."), OpenApp("Notes")),
        (screen("notes", "[Note]"), Type("The code: 9HU4C9", ElementRef(0))),
        done("notes"),
    )
    assert notes(annotate(episode)) == ["", "Note: 9HU4C9", "", ""]


def test_nothing_is_noted_that_the_goal_tells() -> None:
    episode = make_episode(
        "Write 9HU4C9 down.",
        HOME,
        (screen("mail", "Your code is 9HU4C9."), OpenApp("Notes")),
        (screen("notes", "[Note]"), Type("9HU4C9", ElementRef(0))),
        done("notes"),
    )
    assert notes(annotate(episode, ["9HU4C9"])) == ["", "", "", ""]


def test_nothing_is_noted_that_is_said_while_it_is_in_sight() -> None:
    episode = make_episode(
        "What is the code?",
        HOME,
        (screen("mail", "Your code is 9HU4C9."), Output("9HU4C9")),
        done("mail", "Your code is 9HU4C9."),
    )
    assert notes(annotate(episode, ["9HU4C9"])) == ["", "", ""]


def test_what_was_typed_once_is_in_the_history_and_not_noted_for_the_next_time() -> None:
    episode = make_episode(
        "Write the code into both notes.",
        HOME,
        (screen("mail", "Your code is 9HU4C9."), OpenApp("Notes")),
        (screen("notes", "[Note]"), Type("9HU4C9", ElementRef(0))),
        (screen("notes", "9HU4C9", "Next"), Click(ElementRef(1))),
        (screen("notes", "[Note]"), Type("9HU4C9", ElementRef(0))),
        done("notes"),
    )
    assert notes(annotate(episode, ["9HU4C9"])) == ["", "Note: 9HU4C9", "", "", "", ""]


def test_a_row_that_is_chosen_in_one_app_after_reading_its_name_in_another_is_noted() -> None:
    steps = (
        HOME,
        (screen("messages", "Photograph the bike is done!"), OpenApp("Tasks")),
        (screen("tasks", "Clean up", "Photograph the bike"), Click(ElementRef(1))),
        done("tasks"),
    )
    episode = make_episode("Tick off what Vera says is done.", *steps)
    wanted = ["", "Note: Photograph the bike", "", ""]
    assert notes(annotate(episode, ["Photograph the bike"])) == wanted
    assert notes(annotate(episode)) == wanted


def test_what_another_app_chances_to_show_is_not_where_it_was_read() -> None:
    episode = make_episode(
        "Enter the day my parcel comes.",
        HOME,
        (screen("shop", "Arrives Fri, 15 May"), OpenApp("Calendar")),
        (screen("calendar", "Fri, 15 May", "New"), Click(ElementRef(1))),
        (screen("calendar", "14 May 2026", "15 May 2026"), Click(ElementRef(1))),
        done("calendar"),
    )
    assert notes(annotate(episode, ["Fri, 15 May"]))[1] == "Note: Fri, 15 May"
    assert notes(annotate(episode, ["Fri, 15 May"]))[2] == ""


def test_what_goes_into_a_sum_is_noted_and_the_sum_is_not() -> None:
    episode = make_episode(
        "How much are both orders together?",
        HOME,
        (screen("mail", "Total $51.64"), Click(ElementRef(0))),
        (screen("mail", "Total $51.09"), Output("$102.73")),
        done("mail"),
    )
    assert notes(annotate(episode, ["$51.64", "$51.09"])) == ["", "Note: $51.64", "", ""]


def test_a_price_that_is_only_compared_with_another_is_noted() -> None:
    episode = make_episode(
        "Buy it where it is cheaper.",
        HOME,
        (screen("browser", "Hand cream $8.90"), OpenApp("Shop")),
        (screen("shop", "Hand cream $7.90", "Add to cart"), Click(ElementRef(1))),
        done("shop"),
    )
    assert notes(annotate(episode, ["$8.90", "$7.90"])) == ["", "Note: $8.90", "", ""]


def test_a_rating_that_came_off_worse_is_noted_within_one_app_too() -> None:
    episode = make_episode(
        "Which of the two is rated better?",
        HOME,
        (screen("maps", "Casa Verde, 3.6"), Click(ElementRef(0))),
        (screen("maps", "Pantry Lane, 3.8"), Output("Pantry Lane, 3.8")),
        done("maps", "Pantry Lane, 3.8"),
    )
    assert notes(annotate(episode, ["3.8", "3.6"])) == ["", "Note: 3.6", "", ""]


def test_what_is_copied_with_the_clipboard_is_not_noted() -> None:
    episode = make_episode(
        "Put the reference into a mail.",
        HOME,
        (screen("bills", "R04-25425"), LongPress(ElementRef(0))),
        (screen("bills", "R04-25425"), OpenApp("Mail")),
        (screen("mail", "[Text]", "Paste"), Click(ElementRef(1))),
        done("mail", "R04-25425"),
    )
    assert notes(annotate(episode, ["R04-25425"])) == ["", "", "", "", ""]


def test_a_time_that_is_entered_in_parts_is_noted_as_a_whole() -> None:
    episode = make_episode(
        "Set an alarm for the departure.",
        HOME,
        (screen("mail", "Departure 15:35, gate 9"), OpenApp("Clock")),
        (screen("clock", "[Hour]"), Type("15", ElementRef(0))),
        (screen("clock", "[Minute]"), Type("35", ElementRef(0))),
        done("clock"),
    )
    assert notes(annotate(episode)) == ["", "Note: 15:35", "", "", ""]


def test_a_small_number_that_is_no_part_of_a_time_is_not_noted() -> None:
    episode = make_episode(
        "How many events are there?",
        HOME,
        (screen("calendar", "5 May 2026"), Click(ElementRef(0))),
        (screen("calendar", "Dentist", "Choir"), Output("5")),
        done("calendar"),
    )
    assert notes(annotate(episode)) == ["", "", "", ""]


def test_several_values_are_noted_in_the_order_of_the_screen() -> None:
    episode = make_episode(
        "Save the sender.",
        HOME,
        (screen("mail", "Wanda Garcia", "+1 914 555 0164"), OpenApp("Contacts")),
        (screen("contacts", "[Phone]"), Type("+1 914 555 0164", ElementRef(0))),
        (screen("contacts", "[Name]"), Type("Wanda Garcia", ElementRef(0))),
        done("contacts"),
    )
    noted = annotate(episode, ["+1 914 555 0164", "Wanda Garcia"])
    assert notes_of(noted.steps[1]) == ["Wanda Garcia", "+1 914 555 0164"]


def test_notes_and_thoughts_that_are_there_stay() -> None:
    look = screen("mail", "Your code is 9HU4C9.")
    plain = make_episode(
        "Go.", (look, OpenApp("Notes")), (screen("notes"), Type("9HU4C9")), done("notes")
    )
    first = plain.steps[0]
    thinking = Episode(
        **{name: getattr(plain, name) for name in plain.__slots__ if name != "steps"},
        steps=(
            type(first)(look, Decision(OpenApp("Notes"), "Note: 9HU4C9\nOpen Notes"), first.actor),
            *plain.steps[1:],
        ),
    )
    assert annotate(thinking, ["9HU4C9"]) == thinking


def test_noting_again_changes_nothing_and_never_the_actions() -> None:
    episode = make_episode(
        "Call them.",
        HOME,
        (screen("mail", "Ring +1 739 555 0132 now"), OpenApp("Phone")),
        (screen("phone", "[Number]"), Type("+1 739 555 0132", ElementRef(0))),
        done("phone"),
    )
    once = annotate(episode, ["+1 739 555 0132"])
    assert annotate(once, ["+1 739 555 0132"]) == once != episode
    assert actions_of(once) == actions_of(episode)
