"""The few ways the world moves. A posting is an offer: what was asked of the world, never what came of it.

Folds find what came of it, because they have the entries in order and keep the limits: hit points end at the
maximum, a larder at nothing, two successful hunts of one day wear a zone once.
"""

from typing import Literal

import msgspec

from schemas.units import Amount, Moment

Reach = Literal["own", "within", "larder"]


class Posting(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What one entry asks of one holder: a person, a place, a piece (`sword@41`) or `book`, the campaign itself."""

    holder: str


class Gained(Posting, tag="gained", frozen=True):
    """`holder` gets `quantity` of `item`, as the lot `item@root` of its entry (the second of that item `item@root.2`).

    `pieces`: every one is a piece of its own (`sword@77`, `sword@77.2`). `spoils_on` is the first day on which it is
    spoiled, None for what keeps. `size` is a category, `fitted_to` a person, `hours` the light left in each,
    `persons` how many it is made for. `wears_days`: it loses a tier by itself every so many days of use, from now on
    or, with `in_use` false, while it stands pitched. `made_with` is the grade of tool it was made with.
    """

    item: str
    quantity: Amount = 1
    tier: int | None = None
    pieces: bool = False
    size: str | None = None
    fitted_to: str | None = None
    named: str | None = None
    harvested_on: int | None = None
    spoils_on: int | None = None
    hours: Amount | None = None
    persons: int | None = None
    wears_days: int | None = None
    in_use: bool = True
    made_with: str | None = None


class Spent(Posting, tag="spent", frozen=True):
    """`quantity` of `item` leaves the world: of the lowest `tier` or better that serves, oldest first, food soonest to spoil.

    `reach`: `own` is what the holder has; `within` that, then the common store of the place, then what companions there
    carry loose; `larder` all food of the people and the store of the holder's place. `lot` if somebody chose one.
    `grace`: days past spoiling on which the holder may still eat it. `spoiled`: takes spoiled food too.
    `hours` of light instead of whole pieces. `then`: the items taken when the first runs out, in order.
    """

    item: str
    quantity: Amount = 1
    tier: int | None = None
    lot: str | None = None
    reach: Reach = "own"
    grace: int = 0
    spoiled: bool = False
    hours: bool = False
    exact: bool = False
    then: tuple[str, ...] = ()


class Moved(Posting, tag="moved", frozen=True):
    """`quantity` of `item` goes from the holder to `to`; the lots that move keep their names. Read back as spent and gained."""

    item: str
    to: str
    quantity: Amount = 1
    tier: int | None = None
    lot: str | None = None
    reach: Reach = "own"
    exact: bool = False


class Changed(Posting, tag="changed", frozen=True):
    """`field` moves by `by` (hit points, hunger, points, tiers, counts), as far as the limits let it.

    `source` says what did it. `not_below` and `not_above` are limits of this deed's own. `fill`: as much as is missing to
    the full. `period` names a count (`tasks` of day 12), which is never reset.
    """

    field: str
    by: Amount = 0
    source: str = ""
    not_below: Amount | None = None
    not_above: Amount | None = None
    fill: bool = False
    period: int | None = None


class Put(Posting, tag="put", frozen=True):
    """`field` is `to` from here on: a name, a place, a number that the GM sets. Read back as changed."""

    field: str
    to: Amount | None = None


class Marked(Posting, tag="marked", frozen=True):
    """The holder carries `mark` (with `value`) until `until`, or until it is unmarked."""

    mark: str
    value: Amount | None = None
    until: Moment | None = None


class Unmarked(Posting, tag="unmarked", frozen=True):
    """The holder no longer carries `mark`."""

    mark: str


AnyPosting = Gained | Spent | Moved | Changed | Put | Marked | Unmarked
