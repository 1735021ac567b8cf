"""All that can happen: one module to a mechanic, and this table of contents.

`AnyEvent` is the union of every event of the modules named here; `read` and `write` turn one into stored bytes and
back. A new mechanic adds its module to `MODULES`.
"""

import importlib
from functools import cache, reduce
from operator import or_
from typing import Any

import msgspec

from schemas.entry import Event

MODULES = (
    "book",
    "books",
    "building",
    "bushcraft",
    "camp",
    "cold",
    "combat",
    "company",
    "cooking",
    "corrections",
    "crafting",
    "declaring",
    "dice",
    "disputes",
    "farming",
    "felling",
    "fights",
    "fishing",
    "gear",
    "gifts",
    "gm",
    "goods",
    "healing",
    "house",
    "hunger",
    "hunting",
    "learning",
    "lights",
    "lockpicking",
    "maps",
    "marks",
    "meals",
    "medicine",
    "mining",
    "notes",
    "people",
    "ranked",
    "repairs",
    "rolling",
    "routines",
    "reversing",
    "rulings",
    "salvaging",
    "sessions",
    "shots",
    "snares",
    "states",
    "stealth",
    "tasks",
    "tents",
    "tracking",
    "trading",
    "trapping",
    "travel",
    "trust",
    "using",
)  # fmt: skip


@cache
def classes() -> dict[str, type[Event]]:
    """Every event by its tag."""
    found: dict[str, type[Event]] = {}
    for name in MODULES:
        module = importlib.import_module(f"schemas.events.{name}")
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, Event) and value is not Event:
                found[tag_of(value)] = value
    return found


def tag_of(event: type[Event] | Event) -> str:
    """The stable tag under which an event is stored, such as `hunt.rolled`."""
    tag = event.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


@cache
def _decoder() -> "msgspec.json.Decoder[Any]":
    return msgspec.json.Decoder(reduce(or_, classes().values()))


def read(stored: bytes | msgspec.Raw) -> Event:
    """The event of these stored bytes, in its newest shape; msgspec.ValidationError if they are none."""
    from schemas.upcasters import current

    event: Event = _decoder().decode(current(stored))
    return event


def write(event: Event) -> bytes:
    """The bytes under which an event is stored."""
    return msgspec.json.encode(event)
