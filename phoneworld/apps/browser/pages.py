"""Pages as data: what a made-up web page consists of.

A page is a list of blocks, each a plain dict with its `kind`: heading, text, fact, list, link,
table, image, form, download. `phoneworld.apps.browser.blocks` shows them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Block = dict[str, Any]
"""Plain JSON values. `Any`: each kind of block knows what it holds."""


@dataclass(frozen=True, slots=True)
class WebPage:
    """One page. The address has no scheme, and no slash at its end."""

    url: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def host(self) -> str:
        return self.url.partition("/")[0]

    @property
    def words(self) -> str:
        """Everything that can be searched for; a space before every word."""
        return " ".join(("", self.title, self.host, *map(text_of, self.blocks)))

    def to_json(self) -> str:
        """The blocks, as the database keeps them."""
        return json.dumps(self.blocks, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Input:
    """A field of a form: `kind` is text, email, number, multiline, password, choice or check."""

    name: str
    label: str
    kind: str = "text"
    options: tuple[str, ...] = ()
    required: bool = True


def heading(text: str) -> Block:
    return {"kind": "heading", "text": text}


def text(words: str) -> Block:
    return {"kind": "text", "text": words}


def fact(label: str, value: str) -> Block:
    return {"kind": "fact", "label": label, "value": value}


def bullets(*items: str) -> Block:
    return {"kind": "list", "items": list(items)}


def link(words: str, url: str, note: str = "") -> Block:
    return {"kind": "link", "text": words, "url": url, "note": note}


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Block:
    return {"kind": "table", "head": list(head), "rows": [list(row) for row in rows]}


def image(art: str, caption: str) -> Block:
    return {"kind": "image", "art": art, "caption": caption}


def download(file: str, label: str, content: str) -> Block:
    return {"kind": "download", "file": file, "text": label, "content": content}


def form(name: str, button: str, thanks: str, *inputs: Input) -> Block:
    fields = [
        {
            "name": one.name,
            "label": one.label,
            "kind": one.kind,
            "options": list(one.options),
            "required": one.required,
        }
        for one in inputs
    ]
    return {"kind": "form", "name": name, "button": button, "thanks": thanks, "fields": fields}


def text_of(block: Block) -> str:
    """The words of a block: what searching and finding look at."""
    match block["kind"]:
        case "fact":
            return f"{block['label']}: {block['value']}"
        case "list":
            return " ".join(block["items"])
        case "table":
            return " ".join(" ".join(row) for row in (block["head"], *block["rows"]))
        case "image":
            return block["caption"]
        case "form":
            return " ".join((*(field["label"] for field in block["fields"]), block["button"]))
        case "link":
            return f"{block['text']} {block['note']}"
        case _:
            return block["text"]
