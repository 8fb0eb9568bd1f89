"""Words that people use for one another when they ask for something: drawn as noise on sentences.

A group's phrases may stand for each other. They need not mean the same everywhere: a sentence in which
one was exchanged is still understood.
"""

from __future__ import annotations

import re
from random import Random

GROUPS = (
    ("turn on", "switch on", "enable", "activate", "put on"),
    ("turn off", "switch off", "disable", "deactivate", "shut off", "kill"),
    ("delete", "remove", "get rid of", "erase", "bin", "trash", "throw out", "scrap"),
    ("add", "put in", "enter", "jot down", "include", "stick in", "log"),
    ("create", "make", "set up", "start", "open a new"),
    ("change", "update", "switch", "alter", "edit", "modify", "adjust"),
    ("set", "put", "make", "change"),
    ("show me", "let me see", "pull up", "bring up", "display"),
    ("find", "look for", "look up", "search for", "locate", "hunt down"),
    ("tell me", "let me know", "say", "give me", "report"),
    ("what is", "what's", "whats"),
    ("check", "see", "look", "have a look", "verify"),
    ("send", "shoot", "fire off", "write"),
    ("message", "text", "sms", "msg"),
    ("email", "e-mail", "mail"),
    ("call", "ring", "phone", "dial"),
    ("buy", "order", "purchase", "get me", "pick up"),
    ("book", "reserve", "get"),
    ("cancel", "call off", "drop", "scrap"),
    ("move", "shift", "push", "put"),
    ("save", "keep", "store", "hold on to"),
    ("play", "put on", "start"),
    ("pay", "transfer", "send", "wire"),
    ("rename", "call", "retitle"),
    ("reply", "answer", "respond", "write back"),
    ("forward", "pass on", "send on"),
    ("mark", "tick", "check off", "flag"),
    ("copy", "duplicate"),
    ("share", "send", "pass along"),
    ("open", "go to", "launch", "bring up"),
    ("close", "quit", "exit"),
    ("remind me", "give me a reminder", "ping me", "nudge me"),
    ("alarm", "wake-up"),
    ("appointment", "event", "entry", "meeting"),
    ("calendar", "diary", "schedule", "agenda"),
    ("contacts", "address book", "people list"),
    ("contact", "person"),
    ("photo", "picture", "pic", "image", "shot"),
    ("photos", "pictures", "pics", "images"),
    ("song", "track", "tune"),
    ("shopping cart", "cart", "basket"),
    ("wish list", "wishlist", "favourites"),
    ("note", "memo"),
    ("list", "checklist"),
    ("folder", "directory"),
    ("file", "document", "doc"),
    ("recipe", "dish"),
    ("price", "cost"),
    ("cheapest", "least expensive", "lowest priced"),
    ("most expensive", "priciest", "dearest"),
    ("latest", "newest", "most recent", "last"),
    ("oldest", "earliest", "first"),
    ("quickest", "fastest", "shortest"),
    ("biggest", "largest", "highest"),
    ("smallest", "lowest", "littlest"),
    ("unread", "new", "not yet read"),
    ("tomorrow", "tmrw", "tmr"),
    ("tonight", "this evening"),
    ("please", "pls", "plz"),
    ("and then", "after that", "then"),
    ("number", "no.", "digits"),
    ("phone number", "number", "phone"),
    ("volume", "loudness", "sound level"),
    ("brightness", "screen brightness"),
    ("wi-fi", "wifi", "wireless"),
    ("screen", "display"),
    ("notifications", "alerts"),
    ("flight mode", "airplane mode", "aeroplane mode"),
    ("dark theme", "dark mode", "night mode"),
    ("could you", "can you", "would you", "will you", "pls"),
    ("i want", "i'd like", "i need", "i wanna"),
    ("how much", "what amount", "how many dollars"),
    ("how many", "what number of"),
    ("when", "what time", "at what time"),
    ("which", "what"),
    ("who", "which person"),
    ("where", "in which place", "whereabouts"),
    ("make sure", "see to it", "ensure"),
    ("every day", "daily", "each day"),
    ("every week", "weekly", "each week"),
    ("so that", "so"),
    ("because", "cause", "since"),
)


def _table() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for group in GROUPS:
        for phrase in group:
            found[phrase] = found.get(phrase, ()) + tuple(one for one in group if one != phrase)
    return found


_OTHERS = _table()
_PHRASES = re.compile(
    rf"\b(?:{'|'.join(sorted(map(re.escape, _OTHERS), key=len, reverse=True))})(?!\w)",
    re.IGNORECASE,
)


def exchange(text: str, rng: Random, share: float) -> str:
    """The text with a share of its known phrases exchanged for others."""

    def other(found: re.Match[str]) -> str:
        phrase = found[0]
        if rng.random() >= share:
            return phrase
        drawn = rng.choice(_OTHERS[phrase.lower()])
        return drawn[:1].upper() + drawn[1:] if phrase[:1].isupper() else drawn

    return _PHRASES.sub(other, text)
