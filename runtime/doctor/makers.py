"""What makers of phones have put between adb and the phone, and where to turn it off."""

from __future__ import annotations

from dataclasses import dataclass

from runtime.backends.adb.errors import SWITCH


@dataclass(frozen=True, slots=True)
class MakerAdvice:
    """What to do about one maker's phones. `touches` is the switch that lets adb touch them."""

    touches: str
    also: str = ""


_XIAOMI = MakerAdvice(
    "in the developer options, turn on 'USB debugging (Security settings)', for which a SIM card and a Mi "
    "account are needed once, then restart the phone",
)
_OPPO = MakerAdvice(
    "in the developer options, turn on 'Disable permission monitoring', then restart the phone",
    "without it the phone also keeps adb from choosing keyboards",
)
_VIVO = MakerAdvice(
    "in the developer options, turn on the simulated click by USB ('USB模拟点击')",
)
_HUAWEI = MakerAdvice(
    SWITCH,
    "if it leaves when the cable is moved: in the developer options, turn on 'Allow ADB debugging in charge "
    "only mode', or choose 'Transfer files' when it is plugged in",
)
_SAMSUNG = MakerAdvice(
    "turn off 'Auto Blocker' in Security and privacy, which keeps USB commands away",
    "apps of Secure Folder cannot be opened by adb",
)
ADVICE: dict[str, MakerAdvice] = {
    "xiaomi": _XIAOMI,
    "redmi": _XIAOMI,
    "poco": _XIAOMI,
    "oppo": _OPPO,
    "realme": _OPPO,
    "oneplus": _OPPO,
    "vivo": _VIVO,
    "iqoo": _VIVO,
    "huawei": _HUAWEI,
    "honor": _HUAWEI,
    "samsung": _SAMSUNG,
}
ANY = MakerAdvice(SWITCH)


def advice_for(*names: str) -> MakerAdvice:
    """The advice for a phone of this manufacturer and brand."""
    known = (ADVICE.get(name.strip().lower()) for name in names)
    return next((advice for advice in known if advice is not None), ANY)
