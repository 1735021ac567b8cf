"""Skids: what one carries, who can pull it, and what pulling takes away (EOS-BUSH-13, EOS-BUSH-14)."""

from collections.abc import Iterable

from ledger.ruling import Scene
from projections.conditions import is_marked
from projections.holdings import lots_within
from projections.world import Holder, Lot, World
from schemas.units import Moment, Number, text_of

SKID = "skid"
PULLING = "pulling a skid"
"""The mark of whoever pulls one."""
BODY_TO_PULL = 2
LOOSE_SLOTS = 100
WHOLE_LOADS = {"beam": "beam", "chest": "chest", "food chest": "chest", "water barrel": "barrel"}
"""Things that are a whole load, one of a kind."""


def pulls(who: Holder, moment: Moment) -> bool:
    """EOS-BUSH-14: whether somebody pulls a skid: no second move in a turn, and no running; not one that they let go."""
    if not is_marked(who, PULLING, moment):
        return False
    skid = who.marks[PULLING].value
    return skid is None or any(lot.name == skid for lot in who.lots.get(SKID, ()))


def skid_within(world: World, who: str, named: str) -> tuple[Holder, Lot] | None:
    """The skid that is meant (`skid`, `skid@57`), within reach of someone."""
    return next(((h, lot) for h, lot in lots_within(world, who, SKID) if named in (SKID, lot.name)), None)


def check_puller(scene: Scene, puller: Holder) -> None:
    """EOS-BUSH-13: Body of 2 or more."""
    body = puller.number("body")
    if body < BODY_TO_PULL:
        scene.refuse(
            "EOS-BUSH-13",
            f"A skid takes Body {BODY_TO_PULL} to pull; {puller.name} has {text_of(body)}.",
            thing=puller.name,
            state=f"body {text_of(body)}",
        )


def check_load(scene: Scene, skid: str, whole: dict[str, Number], slots: Number) -> None:
    """EOS-BUSH-13: a beam, a character, a chest, a barrel, or a hundred slots of loose things; one kind of these."""
    said = [f"{text_of(n)} {kind}" for kind, n in whole.items()]
    said += [f"{text_of(slots)} slots of loose things"] if slots else []
    if len(said) > 1 or any(n > 1 for n in whole.values()) or slots > LOOSE_SLOTS:
        scene.refuse(
            "EOS-BUSH-13",
            f"A skid carries one beam, character, chest or barrel, or {LOOSE_SLOTS} slots of loose things; "
            f"{skid} would have "
            f"{', '.join(said)}.",
            thing=skid,
            state=", ".join(said),
            help=(f"take WHO THINGS --from {skid}",),
        )


def whole_loads(lots: Iterable[tuple[Lot, Number]]) -> dict[str, Number]:
    """How many whole loads there are of each kind."""
    found: dict[str, Number] = {}
    for lot, quantity in lots:
        kind = WHOLE_LOADS.get(lot.item)
        if kind is not None:
            found[kind] = found.get(kind, 0) + quantity
    return found


def loose_things(lots: Iterable[tuple[Lot, Number]]) -> list[tuple[Lot, Number]]:
    """What is no whole load of its own."""
    return [(lot, quantity) for lot, quantity in lots if lot.item not in WHOLE_LOADS]
