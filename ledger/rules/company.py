"""The company: who leaves the campaign, and what a group is called."""

from collections.abc import Iterator
from typing import ClassVar

from ledger.ruling import Answer, Command, Name, People, Said, Scene, Usage, part
from projections.conditions import is_marked
from schemas.entry import Event
from schemas.events.company import CharacterLeft, GroupNamed
from schemas.postings import AnyPosting, Marked, Put, Unmarked
from schemas.units import key

EVERYBODY = ("party", "all")


class Leave(Command, tag="leave", frozen=True):
    """Somebody leaves the campaign; their months stop counting: `leave Brandt --reason "stays behind"`."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = "leave WHO"
    examples: ClassVar[tuple[str, ...]] = ('leave Brandt --reason "stays behind"',)
    who: People


class Group(Command, tag="group", frozen=True):
    """Call several people by one name: `group guards Brandt,wolf-1`; said again, it is these and no others."""

    words: ClassVar[tuple[str, ...]] = ("name", "who")
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = "group NAME WHO"
    examples: ClassVar[tuple[str, ...]] = ("group guards Brandt,wolf-1",)
    name: Name
    who: People


def leave(command: Leave, scene: Scene) -> Iterator[Event | Said]:
    """EOS-SKILL-04: whoever left eats, rests and learns no more; their things stay theirs. Refused: who left before."""
    for who in scene.people(command.who):
        if is_marked(who, "gone", scene.moment):
            raise scene.lacks(
                f"{who.name} has left already.",
                thing=who.name,
                state="gone",
                help=(f'gm unmark {who.name} gone --reason "back again"',),
            )
        yield part(
            CharacterLeft(
                who=who.name,
                place=scene.world.place_of(who.name),
                rule="EOS-SKILL-04" if scene.game == "eos" else None,
                why=scene.reason,
                postings=(Marked(who.name, "gone"),),
            )
        )


def group(command: Group, scene: Scene) -> Answer:
    """A name for several people. Refused: a name that is something else already. Usage: party, all."""
    if key(command.name) in EVERYBODY:
        raise Usage(f"{command.name} is a group already, and of everybody.")
    known = scene.world.find(command.name)
    if known is not None and scene.world.get(known).kind != "group":
        kind = scene.world.get(known).kind
        raise scene.lacks(
            f"The name {known} is taken ({kind}).", thing=known, state="taken", help=(f"group {command.name}-2 WHO",)
        )
    name = known or command.name
    people = scene.people(command.who)
    mark = f"group {name}"
    out = [
        h for n in scene.world.people if is_marked(h := scene.world.holders[n], mark, scene.moment) and h not in people
    ]
    postings: list[AnyPosting] = [] if known is not None else [Put(name, "kind", "group")]
    postings += [Unmarked(h.name, mark) for h in out]
    postings += [Marked(h.name, mark) for h in people if not is_marked(h, mark, scene.moment)]
    return [GroupNamed(name=name, members=tuple(h.name for h in people), postings=tuple(postings))]
