"""What a hand can do with the phone itself: buttons, shade, clipboard, share sheet, dialogs."""

import pytest

from phoneworld import PhoneDevice, Workshop
from phoneworld.composition import keyboard_look
from phoneworld.gestures import keyboard_top
from phoneworld.keyboard import keys
from phoneworld.render.paint import paint
from phoneworld.system.badges import badge_count
from runtime.actions import (
    Action,
    Click,
    CloseApp,
    Direction,
    Drag,
    ElementRef,
    LongPress,
    OpenApp,
    Point,
    PressButton,
    Scroll,
    Stroke,
    SystemButton,
    Type,
    Wait,
)
from runtime.observation import Element, Observation

CONTACTS = "com.phoneworld.contacts"


class Hand:
    """Finds things by what is written on them."""

    def __init__(self, device: PhoneDevice) -> None:
        self.device = device
        self.phone = device.phone
        self.screen: Observation = device.observe()

    def do(self, action: Action) -> str:
        note = self.device.perform(action, self.screen).note
        self.screen = self.device.observe()
        return note

    def find(self, label: str) -> Element:
        for element in self.screen.elements:
            if label in (element.text.partition(",")[0], element.description, element.hint):
                return element
        raise AssertionError(f"no {label!r} among {self.labels()}")

    def tap(self, label: str) -> None:
        self.do(Click(ElementRef(self.find(label).index)))

    def hold(self, label: str) -> None:
        self.do(LongPress(ElementRef(self.find(label).index)))

    def labels(self) -> list[str]:
        return [element.label for element in self.screen.elements]

    def shade(self) -> None:
        self.do(Scroll(Stroke(Point(500, 3), Point(500, 600))))

    def back(self) -> str:
        return self.do(PressButton(SystemButton.BACK))


@pytest.fixture
def hand(workshop: Workshop) -> Hand:
    return Hand(PhoneDevice(workshop.phone(0)))


def test_launcher_opens_an_app(hand: Hand) -> None:
    hand.tap("Contacts")

    assert hand.screen.package == CONTACTS


def test_swiping_up_at_home_opens_the_drawer_where_apps_are_searched(hand: Hand) -> None:
    hand.do(Scroll(Stroke(Point(500, 800), Point(500, 200))))
    hand.tap("Search apps")
    hand.do(Type("sett"))

    assert "Settings" in hand.labels()
    assert "Contacts" not in hand.labels()


def test_the_search_bar_of_the_home_screen_leads_to_the_field_with_the_keyboard_up(
    hand: Hand,
) -> None:
    hand.do(Click(Point(500, 905)))
    hand.do(Type("sett"))

    assert "Settings" in hand.labels()
    assert "Contacts" not in hand.labels()


def test_apps_that_do_not_fit_stand_on_the_next_page_of_the_home_screen(hand: Hand) -> None:
    assert "Wallet" not in hand.labels()
    hand.do(Scroll(Stroke(Point(800, 500), Point(200, 500))))
    assert "Wallet" in hand.labels()
    assert "Calculator" not in hand.labels()
    assert "Phone" in hand.labels(), "the dock is on every page"
    hand.do(Scroll(Stroke(Point(800, 500), Point(200, 500))))
    assert "Wallet" in hand.labels(), "there is no third page"
    hand.do(Scroll(Stroke(Point(200, 500), Point(800, 500))))
    assert "Calculator" in hand.labels()
    hand.do(Scroll(Stroke(Point(800, 500), Point(200, 500))))
    hand.tap("Wallet")
    hand.do(PressButton(SystemButton.HOME))
    assert "Calculator" in hand.labels(), "Home leads to the first page"


def test_icons_carry_badges_for_what_is_new(workshop: Workshop) -> None:
    phone = workshop.phone(0)
    mail, clock = phone.app("com.phoneworld.mail"), phone.app("com.phoneworld.clock")
    unread = phone.app_database(mail).value(
        "SELECT count(*) FROM mails WHERE folder = 'inbox' AND read = 0"
    )
    assert badge_count(phone, mail) == unread > 0
    assert badge_count(phone, clock) == 0
    before = paint(phone.frame(), max_side_px=400).tobytes()
    for number in range(120):
        phone.notify(clock.package, "Alarm", f"{number}")
    assert badge_count(phone, clock) == 120
    assert paint(phone.frame(), max_side_px=400).tobytes() != before


def test_back_leads_out_of_an_app_step_by_step(hand: Hand) -> None:
    hand.do(OpenApp("Settings"))
    hand.tap("Display")
    hand.back()
    assert "Network & internet" in [label.partition(",")[0] for label in hand.labels()]
    hand.back()
    assert hand.screen.package == "com.phoneworld.launcher"
    assert hand.back() == "this is the home screen"


def test_app_is_as_it_was_left(hand: Hand) -> None:
    hand.do(OpenApp("Settings"))
    hand.tap("Display")
    hand.do(PressButton(SystemButton.HOME))
    hand.do(OpenApp("Settings"))

    assert "Dark theme" in hand.labels()


def test_closed_app_starts_anew(hand: Hand) -> None:
    hand.do(OpenApp("Settings"))
    hand.tap("Display")
    hand.do(CloseApp("Settings"))
    hand.do(OpenApp("Settings"))

    assert "Dark theme" not in hand.labels()


def test_recents_list_open_apps_and_swiping_ends_one(hand: Hand) -> None:
    hand.do(OpenApp("Settings"))
    hand.do(OpenApp("Contacts"))
    hand.do(Click(Point(850, 995)))
    assert [label for label in hand.labels() if label in ("Settings", "Contacts")] == [
        "Contacts",
        "Settings",
    ]
    y = hand.screen.point(*hand.find("Settings").bounds.center).y
    hand.do(Scroll(Stroke(Point(200, y), Point(800, y))))

    assert "Settings" not in hand.labels()


def test_navigation_bar_answers_to_touch(hand: Hand) -> None:
    hand.do(OpenApp("Settings"))
    hand.do(Click(Point(500, 995)))

    assert hand.screen.package == "com.phoneworld.launcher"


def test_shade_switches_settings_and_swiping_up_closes_it(hand: Hand) -> None:
    hand.shade()
    hand.tap("Wi-Fi")
    assert hand.phone.settings.on("global", "wifi_on")
    assert hand.find("Wi-Fi").checked
    hand.do(Scroll(Stroke(Point(500, 900), Point(500, 200))))

    assert hand.screen.package == "com.phoneworld.launcher"


def test_notification_opens_its_screen_and_is_gone(hand: Hand) -> None:
    hand.phone.notify(CONTACTS, "Birthday", "Somebody turns 40", route="person", id=1)
    hand.shade()
    hand.tap("Contacts")

    assert hand.screen.package == CONTACTS
    assert hand.screen.activity == ".person"
    assert not hand.phone.system.rows("SELECT * FROM notifications")


def test_notification_is_swiped_away(hand: Hand) -> None:
    hand.phone.notify(CONTACTS, "Birthday", "Somebody turns 40")
    hand.shade()
    y = hand.screen.point(*hand.find("Contacts").bounds.center).y
    hand.do(Scroll(Stroke(Point(200, y), Point(900, y))))

    assert "No notifications" in hand.labels()


def test_text_is_copied_from_one_field_and_pasted_into_another(hand: Hand) -> None:
    hand.phone.launch(CONTACTS, "edit")
    hand.screen = hand.device.observe()
    hand.tap("First name")
    hand.do(Type("Ada"))
    hand.hold("First name")
    hand.tap("Select all")
    hand.tap("Copy")
    hand.tap("Last name")
    hand.hold("Last name")
    hand.tap("Paste")

    assert hand.phone.texts["last"] == "Ada"


def test_selection_is_replaced_by_what_is_typed(hand: Hand) -> None:
    hand.phone.launch(CONTACTS, "edit")
    hand.screen = hand.device.observe()
    hand.tap("First name")
    hand.do(Type("Ada"))
    hand.hold("First name")
    hand.do(Type("Bob"))

    assert hand.phone.texts["first"] == "Bob"


def test_value_is_shared_with_another_app(hand: Hand) -> None:
    hand.do(OpenApp("Contacts"))
    name = hand.screen.elements[2].text
    hand.tap(name)
    hand.tap("More options")
    hand.tap("Share")
    hand.tap("Messages")

    assert hand.screen.package == "com.phoneworld.messages"
    assert any(name in str(value) for value in hand.phone.texts.values())


def test_permission_is_asked_for_once(hand: Hand) -> None:
    hand.do(OpenApp("Camera"))
    hand.tap("While using the app")
    hand.do(CloseApp("Camera"))
    hand.do(OpenApp("Camera"))

    assert hand.screen.package == "com.phoneworld.camera"


def test_denied_permission_is_not_granted(hand: Hand) -> None:
    hand.do(OpenApp("Camera"))
    hand.tap("Don't allow")

    assert not hand.phone.system.value(
        "SELECT granted FROM permissions WHERE package = ?", "com.phoneworld.camera"
    )


def test_keys_are_typed_by_tapping_them(hand: Hand) -> None:
    hand.do(OpenApp("Contacts"))
    hand.tap("Search contacts")
    look = keyboard_look(hand.phone)
    assert look is not None
    display = hand.phone.realism.display
    top = keyboard_top(hand.phone)
    by_value = {
        key.value: key for key in keys(look, display.width_px, top, display.density_dpi / 160)
    }
    for letter in ("h", "a"):
        x, y = by_value[letter].bounds.center
        hand.do(Click(hand.screen.point(x, y)))

    assert hand.phone.texts["query"] == "ha"


def test_back_hides_the_keyboard_first(hand: Hand) -> None:
    hand.do(OpenApp("Contacts"))
    hand.tap("Search contacts")
    assert hand.screen.keyboard_shown
    hand.back()

    assert not hand.screen.keyboard_shown
    assert hand.screen.package == CONTACTS


def test_dialog_hides_what_is_behind_it_and_is_left_by_tapping_outside(hand: Hand) -> None:
    hand.do(OpenApp("Settings"))
    hand.tap("Display")
    hand.tap("Screen timeout")
    assert "Dark theme" not in hand.labels()
    hand.do(Click(Point(500, 60)))

    assert "Dark theme" in hand.labels()


def test_slider_follows_the_finger(hand: Hand) -> None:
    hand.do(OpenApp("Settings"))
    hand.tap("Sound & vibration")
    slider = next(e for e in hand.screen.elements if e.description == "Media volume")
    end = hand.screen.point(slider.bounds.right - 1, slider.bounds.center[1])
    hand.do(Drag(ElementRef(slider.index), end))

    assert hand.phone.settings.get("system", "volume_music") == "100"


def test_list_scrolls_to_its_end_and_no_further(hand: Hand) -> None:
    hand.do(OpenApp("Contacts"))
    last = hand.phone.contacts.value(
        "SELECT display_name FROM raw_contacts ORDER BY sort_key DESC LIMIT 1"
    )
    notes = [hand.do(Scroll(Direction.DOWN)) for _ in range(10)]

    assert "does not scroll further" in notes[-1]
    assert last in hand.labels()


def test_clock_stands_still_unless_told(hand: Hand) -> None:
    before = hand.screen.time_s
    hand.do(OpenApp("Contacts"))
    assert hand.screen.time_s == before
    hand.do(Wait(90_000))

    assert hand.screen.time_s == before + 90


def test_toast_is_seen_once(hand: Hand) -> None:
    hand.phone.launch(CONTACTS, "edit")
    hand.screen = hand.device.observe()
    hand.tap("Save")
    assert hand.screen.notices == ("Enter a name",)

    assert hand.device.observe().notices == ()


def test_app_that_stops_itself_leads_home(hand: Hand) -> None:
    hand.phone.launch("com.phoneworld.settings", "app", {"package": "com.phoneworld.settings"})
    hand.screen = hand.device.observe()
    hand.tap("Force stop")
    hand.tap("OK")

    assert hand.screen.package == "com.phoneworld.launcher"
    hand.do(OpenApp("Settings"))
    assert "Settings" in hand.labels()
