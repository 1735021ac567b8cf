"""Sessions, seats, rulings, the calendar: what the table said about the campaign itself."""

import msgspec

from projections.world import Finding, Holder, World, put_fold
from schemas.calendar import Calendar
from schemas.postings import Put
from schemas.units import key


@put_fold("calendar")
def calendar_put(world: World, book: Holder, p: Put) -> None:
    """The calendar of the campaign from here on, as its JSON."""
    book.fields["calendar"] = p.to
    world.calendar = msgspec.json.decode(str(p.to), type=Calendar)


@put_fold("renamed")
def renamed(world: World, holder: Holder, p: Put) -> None:
    """The new spelling is understood as well from here on; what is shown is a matter of the desk."""
    holder.fields["renamed"] = p.to
    world.holder("book").fields["renames"] = 1
    world.names[key(str(p.to))] = holder.name


@put_fold("player")
def player_put(world: World, holder: Holder, p: Put) -> None:
    """Who plays someone. What a seat plays is a character; what it gives back is the game master's figure, which goes
    on eating of the larder. A figure that corrections took out of the book is nobody, seat or no seat.
    """
    played = holder.fields.get("player") is not None
    holder.fields["player"] = p.to
    if p.to is None and not played:
        return
    before = holder.fields.get("kind")
    after = "character" if p.to is not None else "npc"
    if before not in ("character", "npc") or before == after:
        return
    holder.fields["kind"] = after
    if after == "npc":
        holder.fields["fed"] = 1
    if world.trace is not None:
        world.found(Finding(world.position, "changed", holder.name, field="kind", before=before, after=after))
