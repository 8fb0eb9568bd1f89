"""What a list shows once its data has changed, and where an app goes that stands on what was not recorded."""

from __future__ import annotations

from written_screens import BACKWARDS, WIDTH, dialog, recording_of, screen, tap, touch, view

from phoneworld.reconstruction.modules.form import FieldVotes
from phoneworld.reconstruction.rebuild import rebuild
from phoneworld.reconstruction.replayer import Replayer
from phoneworld.recording.model import RecordedScreen
from runtime.actions import Action


def listed(*names: str) -> RecordedScreen:
    """A list of rows that open, with a heading where a name ends with a colon."""
    tops = [300 + 110 * place for place in range(len(names))]
    inside = "".join(
        view("TextView", name, top)
        if name.endswith(":")
        else view("LinearLayout", "", top, view("TextView", name, top))
        for name, top in zip(names, tops, strict=True)
    )
    box = (
        f'<node class="android.widget.ListView" scrollable="true" package="p" '
        f'bounds="[0,290][{WIDTH},1900]">{inside}</node>'
    )
    return screen("Entries", box)


def entry(name: str) -> RecordedScreen:
    return screen("Entry", view("TextView", name, 300, id="name"), view("Button", "More", 700))


ASKED = dialog(
    "Delete this entry?",
    view("Button", "Cancel", 1000, left=100),
    view("Button", "Delete", 1150, left=100),
)
HOME = listed("Trees:", "Apple", "Birch", "Cedar")
OTHER = listed("Trees:", "Apple", "Fig", "Gingko")
APPLE, BIRCH = 460, 570


def walks() -> list[list[RecordedScreen | Action]]:
    return [
        [HOME, tap(APPLE), entry("Apple"), BACKWARDS, HOME],
        [HOME, tap(BIRCH), entry("Birch"), tap(750), ASKED, tap(1050), entry("Birch")],
        [OTHER, tap(BIRCH), entry("Fig"), BACKWARDS, OTHER],
    ]


def texts(replayer: Replayer) -> list[str]:
    return [one.text for one in replayer.device.observe().elements if one.text]


def test_rows_that_stay_keep_the_headings_between_them() -> None:
    replayer = Replayer(rebuild(recording_of(*walks()), look=False).spec)
    replayer.cold_start()
    for words in ("Birch", "More", "Delete"):
        touch(replayer, words)
    assert texts(replayer) == ["Entries", "Trees:", "Apple", "Cedar"]


def test_a_list_that_showed_all_it_had_shows_no_rows_of_another_recording() -> None:
    replayer = Replayer(rebuild(recording_of(*walks()), look=False).spec)
    replayer.cold_start()
    for words in ("Apple", "More", "Delete"):
        touch(replayer, words)
    assert "Fig" not in texts(replayer)
    assert "Cedar" in texts(replayer)


def test_what_usually_follows_decides_where_no_content_is_near() -> None:
    """A word that two contents share by chance does not tell which dialog content follows."""
    again = view("Button", "Ask", 1800)

    def page(first: str, rest: str) -> RecordedScreen:
        words = [first, *(f"{rest}{n}" for n in range(9))]
        return screen(
            "Words", *(view("TextView", w, 300 + 110 * n) for n, w in enumerate(words)), again
        )

    pages = [page(word, word) for word in ("ash", "elm", "yew", "fig", "may")]
    usual = dialog("Choose", view("TextView", "Hello World", 1000, left=100))
    once = dialog("Choose", view("TextView", "Nothing yet", 1000, left=100))
    asked: list[list[RecordedScreen | Action]] = [[one, tap(1850), usual] for one in pages[1:]]
    replayer = Replayer(rebuild(recording_of([pages[0], tap(1850), once], *asked), look=False).spec)
    new = page("ash", "tea")
    name = replayer.name_of(new)
    replayer.stand_on([(name, replayer.state_of(name, new))], [new])
    touch(replayer, "Ask")
    assert "Hello World" in texts(replayer)


def test_a_field_that_held_its_text_alone_tells_which_column_it_is() -> None:
    votes = FieldVotes()
    row = [("title", "Maple"), ("body", "Maple")]
    votes.add({"EditText#one": "Maple", "EditText#two": "Maple"}, row)
    votes.add({"EditText#two": "Juniper"}, [("title", "Maple"), ("body", "Juniper")])
    assert votes.columns() == {"EditText#one": "title", "EditText#two": "body"}


def test_first_and_last_name_are_one_column_together() -> None:
    votes = FieldVotes()
    votes.add({"EditText#first": "Ann", "EditText#last": "Lee"}, [("name", "Ann Lee")])
    assert votes.columns() == {"EditText#first": "name", "EditText#last": "name"}
