"""What a line asks for: a thing as somebody names it, before any rule has looked for it."""

import msgspec

from schemas.units import Amount


class Wanted(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One thing of a THINGS tail: `3 food`, `0.5 T1 ingot`, `T3 clothing for Pip`, `raft for 4`, `food@43`.

    `item` is the catalog's name of it, `quantity` how many, above 0 (in the thing's own unit: `10 ft cordage`
    is 10). `of` is the person it shall fit, `persons` how many it shall hold, `lot` the lot or piece that was
    chosen (`food@43`, `sword@77.2`). `counted`: a number was said, so a 1 was meant.
    """

    item: str
    quantity: Amount = 1
    tier: int | None = None
    of: str | None = None
    persons: int | None = None
    lot: str | None = None
    counted: bool = False


class Chore(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a cook's points go on: `chore for Mara`, `2 preserve`, `candles`, `15 meals`.

    `what` is one of `chore preserve candles meals`, `number` the points (of meals: how many), whole and above 0.
    """

    what: str
    number: int = 1
    of: str | None = None


class StandingLine(msgspec.Struct, frozen=True, gc=False):
    """One line of a routine: its words, its verb, and the command they make, as JSON."""

    words: str
    verb: str
    command: str
