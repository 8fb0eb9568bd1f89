"""Huddle as one app: its own screens and data, and those of all mini-apps."""

from __future__ import annotations

from phoneworld.app import App, Screen
from phoneworld.apps.huddle import data, wallet
from phoneworld.apps.huddle.chat_info import ChatInfo
from phoneworld.apps.huddle.chats import ChatList, HuddleContactList, HuddlePerson
from phoneworld.apps.huddle.discover import Discover
from phoneworld.apps.huddle.me import EditProfile, HuddleWallet, Me
from phoneworld.apps.huddle.miniapp import find_minis
from phoneworld.apps.huddle.recipients import NewChat, NewGroup, ShareToChat
from phoneworld.apps.huddle.thread import Attach, ChatThread
from phoneworld.phone import Phone
from phoneworld.world import World


def seed(phone: Phone, world: World) -> None:
    """Fill the database: Huddle's own tables first, then each mini-app's."""
    data.seed(phone, world)
    wallet.seed(phone.databases[data.PATH], world)
    for mini in find_minis().values():
        mini.seed(phone, world)


def _screens() -> dict[str, type[Screen]]:
    own: dict[str, type[Screen]] = {
        "chats": ChatList,
        "contacts": HuddleContactList,
        "discover": Discover,
        "me": Me,
        "thread": ChatThread,
        "info": ChatInfo,
        "attach": Attach,
        "new": NewChat,
        "group": NewGroup,
        "share": ShareToChat,
        "person": HuddlePerson,
        "profile": EditProfile,
        "wallet": HuddleWallet,
    }
    for mini in find_minis().values():
        own |= {f"{mini.name}/{route}": screen for route, screen in mini.screens.items()}
    return own


APP = App(
    package=data.PACKAGE,
    label="Huddle",
    icon="forum",
    color="#00897b",
    screens=_screens(),
    start="chats",
    database=data.DATABASE,
    schema="\n".join(
        [data.SCHEMA, wallet.SCHEMA, *(mini.schema for mini in find_minis().values())]
    ),
    seed=seed,
    accepts={"text": "share", "file": "share"},
    permissions=("android.permission.READ_CONTACTS",),
    tells=data.tell_change,
    unseen=data.unread_count,
    derived=(*data.DERIVED, *(name for mini in find_minis().values() for name in mini.derived)),
)
