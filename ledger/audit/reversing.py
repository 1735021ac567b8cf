"""`void --from-now`: no strike, but an ordinary entry of today with the opposite postings (HISTORY 1.6)."""

from ledger.campaign import Campaign
from ledger.reading import Reading
from ledger.ruling import Refused
from projections.history import CORRECTION
from projections.world import Finding, World
from schemas.events.reversing import GmReversed
from schemas.postings import AnyPosting, Changed, Gained, Put, Spent, Unmarked
from schemas.units import exact, stored

FRESH_DAYS = 8


def opposite(campaign: Campaign, position: int) -> GmReversed:
    """The entry that takes back today what an entry and what it caused did; of a deed all of it.

    Taken back is what came of it: goods, hit points, experience, places, marks. What belongs to a day that is over (its
    tasks, its meals) is not. Refused: what is struck, a correction, what moved nothing that can be taken back.
    """
    history = campaign.history
    order = history.at(campaign.head)
    if order.out[position] or history.tags[position] == CORRECTION:
        raise Refused(
            f"Entry {position} is not in force, or is a correction; there is nothing to take back.",
            thing=f"entry {position}",
            state="struck" if order.out[position] else "correction",
            help=("log --struck",),
        )
    root = history.roots[position]
    whole = history.deeds[position] == position
    meant = {position}
    for p in range(root, campaign.head + 1):
        hangs = history.causes[p] in meant or (whole and history.deeds[p] == root) or history.roots[p] == root
        if hangs and not order.out[p]:
            meant.add(p)
    reading = Reading(campaign)
    found = reading.found_in(meant)
    postings = [q for p in sorted(found) for f in found[p] if (q := _back(reading.world, f)) is not None]
    if not postings:
        raise Refused(
            f"Entry {position} moved nothing that can be taken back today.",
            thing=f"entry {position}",
            state="nothing to take back",
            help=(f"void {position} --reason ...",),
        )
    who = next((f.holder for p in sorted(found) for f in found[p] if f.holder in reading.world.people), None)
    return GmReversed(of=position, who=who, postings=tuple(postings))


def _back(world: World, f: Finding) -> AnyPosting | None:
    if f.item is not None and f.quantity and f.kind in ("gained", "spent") and f.source != "hole":
        amount = stored(f.quantity)
        if f.kind == "gained":
            return Spent(f.holder, f.item, amount, tier=f.tier, exact=f.tier is not None, spoiled=True)
        food = f.item == "food"
        day = world.day
        return Gained(
            f.holder,
            f.item,
            amount,
            tier=f.tier,
            harvested_on=day if food else None,
            spoils_on=day + FRESH_DAYS if food else None,
        )
    if f.kind == "marked" and f.mark is not None:
        return Unmarked(f.holder, f.mark)
    if f.kind != "changed" or f.field is None or f.item is not None or f.before == f.after:
        return None
    holder = world.holders.get(f.holder)
    if holder is None or f.field in holder.counts or f.field.endswith(" success"):
        return None
    if f.before is not None and f.after is not None and not isinstance(f.before, str) and not isinstance(f.after, str):
        return Changed(f.holder, f.field, stored(exact(f.before) - exact(f.after)), source="taken back")
    if isinstance(f.before, str) and holder.fields.get(f.field) == f.after:
        return Put(f.holder, f.field, f.before)
    return None
