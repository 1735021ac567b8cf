"""Goods as they come into the world: what of a thing is a piece, how long it keeps or burns, whom it is made for."""

from ledger import house
from ledger.keeping import spoils_on
from ledger.ruling import Scene, Usage
from projections.world import Holder
from schemas.postings import Gained
from schemas.rulebook import Thing
from schemas.things import Wanted
from schemas.units import Amount, Number, exact, stored

TORCH_HOURS = 5
CANDLE_HOURS = 1
HOURS: dict[str, Amount] = {"torch": TORCH_HOURS, "candle": CANDLE_HOURS}
"""EOS-BUSH-07, EOS-COOK-12: hours of light in each."""
HANDED = ("thing", "book", "map", "vessel")
"""Kinds of declared names that are handed out as things."""
PIECE_KINDS = ("weapon", "armor", "clothing", "container", "tool", "vehicle")
PIECES = (
    "art",
    "blank book",
    "book",
    "frying pan",
    "furniture",
    "healing bauble",
    "instrument",
    "lamp",
    "lock",
    "map",
    "metal part",
    "tent",
    "torch",
    "wood stove",
)
"""Things with a fate of their own beside those of PIECE_KINDS."""
SIZED_KINDS = ("weapon", "armor", "clothing", "tool")
UNSIZED = ("siege weapon", "ballista", "trebuchet")
BOOK_YEAR = 360
MEDIUM = "Medium"
"""EOS-SCALE-04: the book's figures are a medium creature's."""


def gained(
    scene: Scene, holder: str, wanted: Wanted, *, quantity: Number | None = None, named: str | None = None,
    made_with: str | None = None,
) -> Gained:  # fmt: skip
    """The posting by which `holder` gets this thing new: food with its week, gear in pieces, in the size of its wearer.

    EOS-SCALE-09: the size is that of `for WHOM` (whom armor and clothing fit), else the holder's, else medium.
    Usage: a tier that the thing cannot have, half a piece, a lot that is chosen.
    """
    amount = exact(wanted.quantity) if quantity is None else quantity
    declared = scene.world.get(wanted.item)
    if declared.kind in HANDED:
        return _declared(declared, holder, amount)
    row = house.thing_row(scene.world, wanted.item)
    if row.kind == "structure" or row.name == "fire":
        raise Usage(
            f"A {row.name} belongs to a place and to nobody's pack.", nearest=(f"declare structure NAME --in {holder}",)
        )
    if wanted.lot is not None:
        raise Usage(f"{wanted.lot} is in the world already; what comes new is named without @.", nearest=(wanted.item,))
    pieces = is_piece(row)
    if pieces and not isinstance(amount, int):
        raise Usage(f"{row.many.capitalize()} come whole, not {stored(amount)}.")
    sized = pieces and is_sized(row)
    fresh = row.name == "food" or (row.name == "fat" and scene.world.ruling("fat_spoils", "no") == "as-food")
    return Gained(
        holder,
        row.name,
        stored(amount),
        tier=tier_of(row, wanted.tier),
        pieces=pieces,
        size=size_for(scene, holder, wanted.of) if sized else None,
        fitted_to=wearer(scene, holder, wanted.of) if sized and row.kind in ("armor", "clothing") else None,
        named=named,
        harvested_on=scene.day if fresh else None,
        spoils_on=spoils_on(scene) if fresh else None,
        hours=HOURS.get(row.name),
        persons=wanted.persons,
        wears_days=wears_days(scene, row),
        in_use=row.wears == "in use",
        made_with=made_with,
    )


def wears_days(scene: Scene, row: Thing) -> int | None:
    """EOS-METAL-04: days of use that cost it a tier; a book's year is as long as the calendar's (ruling calendar)."""
    return scene.calendar.year_days if row.wears_days == BOOK_YEAR else row.wears_days


def is_piece(row: Thing) -> bool:
    """Whether each of it has a fate of its own; the rest is counted in lots."""
    return row.kind in PIECE_KINDS or row.name in PIECES


def is_sized(row: Thing) -> bool:
    """EOS-SCALE-09: gear that only creatures of its own size category can use."""
    return row.name not in UNSIZED and (row.kind in SIZED_KINDS or row.size_cost is not None)


def tier_of(row: Thing, said: int | None) -> int | None:
    """The tier it comes in: as said, its only one, else T1. Usage: a tier where it has none, or only another one."""
    if said is None:
        return row.fixed_tier if row.fixed_tier is not None else 1 if row.tiered else None
    if not row.tiered and row.fixed_tier is None:
        raise Usage(f"There are no tiers of {row.name}.", nearest=(row.name,))
    if row.fixed_tier is not None and said != row.fixed_tier:
        raise Usage(
            f"{row.name.capitalize()} comes in T{row.fixed_tier} only.", nearest=(f"T{row.fixed_tier} {row.name}",)
        )
    return said


def size_for(scene: Scene, holder: str, of: str | None) -> str:
    """The size category of gear made for `of`, else for the holder: `Small Medium Large Extra-Large`."""
    whom = wearer(scene, holder, of)
    return scene.world.get(whom).word("size", MEDIUM) if whom is not None else MEDIUM


def wearer(scene: Scene, holder: str, of: str | None) -> str | None:
    """EOS-GEAR-03: whom it fits: the one named by `for`, else the person who gets it; None for a store."""
    world = scene.world
    if of is not None:
        known = world.find(of)
        if known is None or world.holders[known].kind not in ("character", "npc"):
            raise scene.lacks(f"Nobody is called {of}.", thing=of, state="unknown", help=("join", "npc"))
        return known
    return holder if world.get(holder).kind in ("character", "npc") else None


def _declared(declared: Holder, holder: str, amount: Number) -> Gained:
    """A thing that the GM declared: a piece under its own name."""
    if not isinstance(amount, int):
        raise Usage(f"{declared.name} comes whole, not {stored(amount)}.")
    tier = declared.fields.get("tier")
    return Gained(
        holder, declared.name, amount, tier=tier if isinstance(tier, int) else None, pieces=True, named=declared.name
    )


def where_else(scene: Scene, who: Holder, item: str) -> tuple[str, ...]:
    """Lines that would give somebody a thing they lack: out of the store of the place, from a companion, else by the GM's hand."""
    here = scene.world.place_of(who.name)
    if here is not None and scene.world.get(here).lots.get(item):
        return (f"take {who.name} {item}",)
    others = [h for h in scene.world.at(here) if h.name != who.name and "gone" not in h.marks] if here is not None else []
    near = [h for h in others if any(lot.slot is None for lot in h.lots.get(item, ()))]
    return tuple(f"take {who.name} {item} --from {h.name}" for h in near[:1]) or (f"gm give {who.name} {item}",)
