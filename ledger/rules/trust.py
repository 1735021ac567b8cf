"""What the table agrees and seals: entries that move no number."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from ledger.fields import field_named, thing_named
from ledger.ruling import Command, Kind, Scene, Usage, Words
from projections.fields import Value, shown_value, value_of
from schemas.entry import Event
from schemas.events.trust import AssertionMade, BookSealed
from schemas.units import Moment, exact, key, parse_number, stored

NOTHING = ("none", "nothing", "null")


class Seal(Command, tag="seal", frozen=True):
    """Seals the book: a code of everything written so far, for players to keep and to show to `verify --seal`."""

    usage: ClassVar[str] = "seal"
    examples: ClassVar[tuple[str, ...]] = ("seal",)


def seal(command: Seal, scene: Scene) -> Iterator[Event]:
    """One entry; its code is filled in as it is written."""
    yield BookSealed()


class Assert(Command, tag="assert", frozen=True):
    """Writes what the table agreed: `assert Mara hp = 18 --on day-12`. `check` says later which no longer hold."""

    words: ClassVar[tuple[str, ...]] = ("said",)
    usage: ClassVar[str] = "assert THING FIELD = VALUE [--on MOMENT]"
    examples: ClassVar[tuple[str, ...]] = ("assert Mara hp = 18 --on day-12",)
    said: Words
    on: Annotated[Moment | None, Kind("on")] = None


def assert_(command: Assert, scene: Scene) -> Iterator[Event]:
    """Refused where the ledger has another value: the table settles that first, with `why` and a correction."""
    thing, word, expected = _said(command.said)
    on = scene.moment if command.on is None else command.on
    world = scene.world_on(on)
    thing = thing_named(world, thing, scene.world)
    field = field_named(world, thing, word, scene.game)
    actual = value_of(world, on, thing, field)
    wanted = None if key(expected) in NOTHING else _number(expected)
    if not agrees(actual, wanted):
        date = scene.calendar.on_text(on)
        raise scene.lacks(
            f"{thing} {field.name} is {shown_value(actual)} on {date}, not {expected}.",
            thing=f"{thing} {field.name}",
            state=shown_value(actual),
            help=(f'why {_quoted(thing)} {_quoted(field.name)} --on "{date}"',),
        )
    yield AssertionMade(
        thing=thing, field=field.name, kind=field.kind, expected=wanted, on=on, date=scene.calendar.on_text(on)
    )


def _said(words: tuple[str, ...]) -> tuple[str, str, str]:
    """THING FIELD = VALUE, the sign with or without spaces around it. Usage if it is not that."""
    parts: list[str] = []
    for nth, word in enumerate(words):
        if nth and "=" in word and word != "=":
            before, _, after = word.partition("=")
            parts += [w for w in (before, "=", after) if w]
        else:
            parts.append(word)
    at = parts.index("=") if "=" in parts else 0
    if at < 2 or at == len(parts) - 1:
        raise Usage(f"assert needs THING FIELD = VALUE: {Assert.usage}", ("assert Mara hp = 18 --on day-12",))
    return parts[0], " ".join(parts[1:at]), " ".join(parts[at + 1 :])


def _number(text: str) -> int | str:
    try:
        return stored(parse_number(text))
    except ValueError:
        return text


def agrees(actual: Value, expected: int | str | None) -> bool:
    """Whether a value is what was agreed: numbers exactly, words as names are compared."""
    if actual is None or expected is None:
        return actual is None and expected is None
    if isinstance(actual, bool):
        return key(str(expected)) in (key(shown_value(actual)), key(str(actual)), str(int(actual)))
    if isinstance(actual, (list, dict)):
        return key(shown_value(actual)) == key(str(expected))
    if isinstance(actual, str):
        return key(actual) == key(str(expected))
    try:
        return exact(actual) == exact(expected)
    except ValueError:
        return False


def _quoted(text: str) -> str:
    return f'"{text}"' if " " in text else text
