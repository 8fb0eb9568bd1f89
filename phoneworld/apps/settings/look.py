"""The pages about what is seen and heard: display, sound, accessibility."""

from __future__ import annotations

from phoneworld.apps.settings.data import CHIMES, TEXT_SIZES, TIMEOUTS, TONES, WALLPAPERS
from phoneworld.apps.settings.page import SettingsPage
from phoneworld.ui.rows import Section, switch_tile
from phoneworld.ui.view import View


class DisplayPage(SettingsPage):
    """Brightness, theme, text size."""

    title = "Display"
    dimmest = 0
    """What the left end of the brightness slider sets."""

    def rows(self) -> list[View]:
        settings = self.phone.settings
        dark = settings.get("secure", "ui_night_mode") == "2"
        return [
            self.slider(
                "Brightness level",
                "system",
                "screen_brightness",
                icon="brightness_6",
                top=255,
                least=self.dimmest,
            ),
            self.switch("Adaptive brightness", "system", "screen_brightness_mode"),
            switch_tile(
                "Dark theme",
                on=dark,
                on_click=lambda: settings.put("secure", "ui_night_mode", "1" if dark else "2"),
                icon="dark_mode",
            ),
            self.switch("Night Light", "secure", "night_display_activated", icon="nightlight"),
            self.choice("Screen timeout", TIMEOUTS, "system", "screen_off_timeout", icon="timer"),
            self.choice("Font size", TEXT_SIZES, "system", "font_scale", icon="format_size"),
            self.choice("Wallpaper", WALLPAPERS, "system", "wallpaper", icon="wallpaper"),
            self.switch(
                "Auto-rotate screen", "system", "accelerometer_rotation", icon="screen_rotation"
            ),
        ]


class Sound(SettingsPage):
    """Volumes and tones."""

    title = "Sound & vibration"

    def rows(self) -> list[View]:
        return [
            self.slider("Media volume", "system", "volume_music", icon="music_note"),
            self.slider("Ring volume", "system", "volume_ring", icon="notifications"),
            self.slider("Alarm volume", "system", "volume_alarm", icon="alarm"),
            self.slider("Notification volume", "system", "volume_notification", icon="sms"),
            self.choice("Phone ringtone", {tone: tone for tone in TONES}, "system", "ringtone"),
            self.choice(
                "Default notification sound",
                {chime: chime for chime in CHIMES},
                "system",
                "notification_sound",
            ),
            Section("Other sounds and vibration"),
            self.switch("Vibrate when ringing", "system", "vibrate_when_ringing"),
            self.switch("Dial pad tones", "system", "dtmf_tone"),
            self.switch("Touch sounds", "system", "sound_effects_enabled"),
            self.switch("Touch vibration", "system", "haptic_feedback_enabled"),
        ]


class Accessibility(SettingsPage):
    """What makes the phone easier to use."""

    title = "Accessibility"

    def rows(self) -> list[View]:
        return [
            self.switch(
                "Magnification",
                "secure",
                "accessibility_display_magnification_enabled",
                icon="search",
            ),
            self.switch(
                "High contrast text", "secure", "high_text_contrast_enabled", icon="text_fields"
            ),
            self.choice("Font size", TEXT_SIZES, "system", "font_scale", icon="format_size"),
        ]
