"""Weapons that were knocked out of a hand (RNK-ACT-05): where they lie, and how they are picked up."""

from collections.abc import Iterator

from ledger.fight import fight_of, spend_action
from ledger.ruling import Said, Scene, because, part
from projections.encounter import fighters
from projections.ranked import DROPPED, HANDS, in_hand
from projections.world import Holder, Lot
from schemas.events.fights import ActionSpent
from schemas.events.goods import GoodsMoved
from schemas.postings import AnyPosting, Moved, Put
from schemas.things import Wanted
from schemas.units import key


def lying(scene: Scene, who: Holder, wanted: Wanted, of: str | None) -> tuple[Holder, Lot] | None:
    """The piece that is meant, at its owner's feet: one's own first, then those of the same fight or place."""
    fight = fight_of(scene, who)
    here = scene.world.place_of(who.name)
    near = fighters(scene.world, fight) if fight is not None else scene.world.at(here) if here is not None else []
    for holder in [who, *(h for h in near if h is not who)]:
        if of is not None and key(holder.name) != key(of):
            continue
        for lot in holder.all_lots():
            if lot.slot == DROPPED and (lot.name == wanted.lot if wanted.lot else key(lot.item) == key(wanted.item)):
                return holder, lot
    return None


def picked_up(scene: Scene, who: Holder, wanted: Wanted, of: str | None) -> Iterator[Said]:
    """RNK-ACT-05: an action a piece; it is in hand again. Nothing where no such weapon lies on the ground.

    Lacking, for who stands at no place: what they have in hand.
    """
    found = lying(scene, who, wanted, of)
    if found is None:
        held = next((lot for lot in in_hand(who) if key(lot.item) == key(wanted.item)), None)
        if held is not None and of is None and scene.world.place_of(who.name) is None:
            raise scene.lacks(f"{who.name} has the {held.item} in hand.", thing=held.name, state="in hand")
        return
    owner, lot = found
    what = f"picking {lot.item} up"
    postings = spend_action(scene, who, False, what, 1)
    taken = {held.slot for held in who.all_lots()}
    hand = next((h for h in HANDS[:2] if h not in taken and "both" not in taken), None)
    moved: list[AnyPosting] = [Moved(owner.name, lot.item, who.name, lot=lot.name)]
    event = GoodsMoved(
        who=who.name, place=scene.world.place_of(who.name), rule="RNK-ACT-05", to=who.name, item=lot.item,
        postings=(*moved, Put(lot.name, "slot", hand)),
    )  # fmt: skip
    fight = fight_of(scene, who)
    if fight is None:
        yield part(event)
        return
    head = ActionSpent(
        who=who.name, place=scene.world.place_of(who.name), rule="RNK-ACT-01", fight=fight.name, what=what, cost=1,
        postings=postings,
    )  # fmt: skip
    yield part(head)
    yield because(event, head)


