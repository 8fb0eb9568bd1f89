"""Android's key codes: numbers and names, as `input keyevent` and uiautomator2 give them.

Only codes are here; what a key does is in `phoneworld.adb.handset.key_presses`.
"""

from __future__ import annotations

from collections.abc import Mapping

UNKNOWN = 0
LAST_CODE = 316
PREFIX = "KEYCODE_"

_NAMES: tuple[tuple[int, str], ...] = (
    (0, "UNKNOWN SOFT_LEFT SOFT_RIGHT HOME BACK CALL ENDCALL 0 1 2 3 4 5 6 7 8 9 STAR POUND"),
    (19, "DPAD_UP DPAD_DOWN DPAD_LEFT DPAD_RIGHT DPAD_CENTER VOLUME_UP VOLUME_DOWN POWER CAMERA"),
    (28, "CLEAR A B C D E F G H I J K L M N O P Q R S T U V W X Y Z COMMA PERIOD"),
    (57, "ALT_LEFT ALT_RIGHT SHIFT_LEFT SHIFT_RIGHT TAB SPACE SYM EXPLORER ENVELOPE ENTER DEL"),
    (68, "GRAVE MINUS EQUALS LEFT_BRACKET RIGHT_BRACKET BACKSLASH SEMICOLON APOSTROPHE SLASH AT"),
    (78, "NUM HEADSETHOOK FOCUS PLUS MENU NOTIFICATION SEARCH MEDIA_PLAY_PAUSE MEDIA_STOP"),
    (87, "MEDIA_NEXT MEDIA_PREVIOUS MEDIA_REWIND MEDIA_FAST_FORWARD MUTE PAGE_UP PAGE_DOWN"),
    (94, "PICTSYMBOLS SWITCH_CHARSET BUTTON_A BUTTON_B BUTTON_C BUTTON_X BUTTON_Y BUTTON_Z"),
    (102, "BUTTON_L1 BUTTON_R1 BUTTON_L2 BUTTON_R2 BUTTON_THUMBL BUTTON_THUMBR BUTTON_START"),
    (109, "BUTTON_SELECT BUTTON_MODE ESCAPE FORWARD_DEL CTRL_LEFT CTRL_RIGHT CAPS_LOCK"),
    (116, "SCROLL_LOCK META_LEFT META_RIGHT FUNCTION SYSRQ BREAK MOVE_HOME MOVE_END INSERT"),
    (125, "FORWARD MEDIA_PLAY MEDIA_PAUSE MEDIA_CLOSE MEDIA_EJECT MEDIA_RECORD F1 F2 F3 F4 F5"),
    (136, "F6 F7 F8 F9 F10 F11 F12 NUM_LOCK NUMPAD_0 NUMPAD_1 NUMPAD_2 NUMPAD_3 NUMPAD_4"),
    (149, "NUMPAD_5 NUMPAD_6 NUMPAD_7 NUMPAD_8 NUMPAD_9 NUMPAD_DIVIDE NUMPAD_MULTIPLY"),
    (156, "NUMPAD_SUBTRACT NUMPAD_ADD NUMPAD_DOT NUMPAD_COMMA NUMPAD_ENTER NUMPAD_EQUALS"),
    (162, "NUMPAD_LEFT_PAREN NUMPAD_RIGHT_PAREN VOLUME_MUTE INFO CHANNEL_UP CHANNEL_DOWN ZOOM_IN"),
    (169, "ZOOM_OUT TV WINDOW GUIDE DVR BOOKMARK CAPTIONS SETTINGS"),
    (187, "APP_SWITCH"),
    (204, "LANGUAGE_SWITCH MANNER_MODE 3D_MODE CONTACTS CALENDAR MUSIC CALCULATOR"),
    (219, "ASSIST BRIGHTNESS_DOWN BRIGHTNESS_UP MEDIA_AUDIO_TRACK SLEEP WAKEUP PAIRING"),
    (231, "VOICE_ASSIST"),
    (276, "SOFT_SLEEP CUT COPY PASTE SYSTEM_NAVIGATION_UP SYSTEM_NAVIGATION_DOWN"),
    (282, "SYSTEM_NAVIGATION_LEFT SYSTEM_NAVIGATION_RIGHT ALL_APPS REFRESH THUMBS_UP THUMBS_DOWN"),
)

CODES: Mapping[str, int] = {
    name: first + place for first, names in _NAMES for place, name in enumerate(names.split())
}
"""Codes by name, without the prefix."""

NAMES: Mapping[int, str] = {code: name for name, code in CODES.items()}

_SIGNS = {
    "STAR": "**",
    "POUND": "##",
    "COMMA": ",<",
    "PERIOD": ".>",
    "SPACE": "  ",
    "GRAVE": "`~",
    "MINUS": "-_",
    "EQUALS": "=+",
    "LEFT_BRACKET": "[{",
    "RIGHT_BRACKET": "]}",
    "BACKSLASH": "\\|",
    "SEMICOLON": ";:",
    "APOSTROPHE": "'\"",
    "SLASH": "/?",
    "AT": "@@",
    "PLUS": "++",
    "NUMPAD_DIVIDE": "//",
    "NUMPAD_MULTIPLY": "**",
    "NUMPAD_SUBTRACT": "--",
    "NUMPAD_ADD": "++",
    "NUMPAD_DOT": "..",
    "NUMPAD_COMMA": ",,",
    "NUMPAD_EQUALS": "==",
    "NUMPAD_LEFT_PAREN": "((",
    "NUMPAD_RIGHT_PAREN": "))",
}
CHARACTERS: Mapping[int, str] = {
    **{CODES[name]: signs for name, signs in _SIGNS.items()},
    **{CODES[letter]: letter.lower() + letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
    **{CODES[digit]: digit + sign for digit, sign in zip("0123456789", ")!@#$%^&*(", strict=True)},
    **{CODES[f"NUMPAD_{digit}"]: digit * 2 for digit in "0123456789"},
}
"""What a key types: without shift, and with."""


def code_of(word: str) -> int:
    """The code that a number or a name stands for; `UNKNOWN` for what is neither, as on Android."""
    if word.isascii() and word.isdecimal() and len(word) < 6:
        return int(word) if int(word) <= LAST_CODE else UNKNOWN
    return CODES.get(word.removeprefix(PREFIX), UNKNOWN)
