"""Sessions, seats, rulings, the calendar: what the table said about the campaign itself."""

import msgspec

from projections.world import Holder, World, put_fold
from schemas.calendar import Calendar
from schemas.postings import Put


@put_fold("calendar")
def calendar_put(world: World, book: Holder, p: Put) -> None:
    """The calendar of the campaign from here on, as its JSON."""
    book.fields["calendar"] = p.to
    world.calendar = msgspec.json.decode(str(p.to), type=Calendar)
