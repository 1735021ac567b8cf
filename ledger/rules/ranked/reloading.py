"""Bolts (RNK-XB-00): `reload WHO BOLT` lays one on the crossbow."""

from collections.abc import Iterator
from typing import ClassVar

from ledger.ranks import able, check_row, cost_of, costs, spending, spent
from ledger.ruling import Command, People, Said, Scene, Text, Usage, because, part
from schemas.entry import Event
from schemas.events.shots import WeaponLoaded
from schemas.postings import Put
from schemas.rulebook.actions import actions, bolt_named, bolts
from schemas.units import key


class Reload(Command, tag="reload", frozen=True):
    """Load a bolt: `reload Wil blunt-bolt`; without a name a standard one."""

    words: ClassVar[tuple[str, ...]] = ("who", "bolt")
    usage: ClassVar[str] = "reload WHO [bolt|heavy-bolt|blunt-bolt|serrated-bolt]"
    examples: ClassVar[tuple[str, ...]] = ("reload Wil bolt", "reload Wil blunt-bolt")
    who: People
    bolt: Text = "bolt"


def reload(command: Reload, scene: Scene) -> Iterator[Event | Said]:
    """RNK-XB-01, RNK-XB-03, RNK-XB-04, RNK-XB-05: an action a bolt, by the rank of the row.

    Refused: a bow that is loaded (RNK-XB-00, ruling no_reload_over_bolt). Usage: another bolt.
    """
    bolt = bolt_named(command.bolt)
    if bolt is None:
        raise Usage(f"There is no bolt {command.bolt}.", nearest=tuple(key(name) for name in bolts()))
    row = next(row for row in actions() if row.loads == bolt.name)
    for who in scene.people(command.who):
        able(scene, who)
        check_row(scene, who, row)
        loaded = who.word("loaded")
        if loaded and scene.world.ruling("no_reload_over_bolt", "refuse") == "refuse":
            scene.refuse(
                "RNK-XB-00", f"A {loaded} lies on {who.name}'s crossbow already.", thing=who.name, state=loaded,
                help=(f"attack {who.name} WHOM --with crossbow",),
            )  # fmt: skip
        cost = cost_of(scene, row)
        postings = spending(scene, who, row, cost)
        paid = costs(scene, who, cost)
        event = WeaponLoaded(
            who=who.name, place=scene.world.place_of(who.name), rule=row.id, piece="crossbow", done=1, needed=1, loaded=True,
            actions=cost if paid else 0, ammunition=bolt.name,
            postings=(*(() if paid else postings), Put(who.name, "loaded", bolt.name)),
        )  # fmt: skip
        if not paid:
            yield part(event)
            continue
        head = spent(scene, who, row.name, cost, postings)
        yield part(head)
        yield because(event, head)
