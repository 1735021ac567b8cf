"""Sessions, seats, rulings, the calendar: what the table said about the campaign itself."""

import msgspec

from projections.world import Holder, World, put_fold
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
    world.names[key(str(p.to))] = holder.name
