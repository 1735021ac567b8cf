"""Packs, larders, stocks: who has what, lot by lot.

Which lot is eaten or used up is found here and nowhere else, because here the entries are in order. A larder below
nothing is a hole: the next gain fills it first.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from projections.world import FOLDS, Finding, Holder, Lot, World, brought, hung, light_left
from schemas.calendar import DAY_SECONDS
from schemas.postings import AnyPosting, Gained, Moved, Reach, Spent
from schemas.units import Moment, Number, exact

EDIBLE = ("food", "preserved food")
"""What a larder counts, in the order in which it is eaten."""
NEVER = 1 << 60
"""The day on which preserved food spoils."""
ROTTED_DAYS = 15
"""Days past spoiling after which a lot is past any use (EOS-FOOD-03 allows seven), kept only as something to throw away."""


# -- asked ------------------------------------------------------------------------------------------------------


def quantity(holder: Holder, item: str, tier: int | None = None) -> Number:
    """How much of an item someone has, of this tier or better."""
    return sum(
        (lot.quantity for lot in holder.lots.get(item, ()) if tier is None or (lot.tier or 0) >= tier), start=0
    ) - (holder.holes.get(item, 0) if tier is None else 0)


def edible(lot: Lot, day: int, grace: int = 0, moment: Moment | None = None) -> bool:
    """EOS-FOOD-01, EOS-FOOD-03: whether food may still be eaten on this day; `grace` days longer by some.

    Where its week is counted in hours (ruling spoil_boundary), `moment` says which hour of the day it is; without one
    the day on which it runs out does not count.
    """
    if lot.spoils_at is not None and moment is not None:
        return moment <= lot.spoils_at + grace * DAY_SECONDS
    return lot.spoils_on is None or day < lot.spoils_on + grace


def spoiled(lot: Lot, day: int) -> bool:
    """EOS-FOOD-01: `spoils_on` is the first day on which it is."""
    return lot.spoils_on is not None and day >= lot.spoils_on


def companions(world: World, who: str) -> list[Holder]:
    """The others who are where someone is, in the order they joined; not the dead (what they have is taken from them)."""
    place = world.place_of(who)
    return [h for h in world.at(place) if h.name != who and "gone" not in h.marks] if place else []


def owner_of(world: World, name: str) -> tuple[str, str | None]:
    """Who has what a holder has, and the slot in which it lies: of a container (`chest@41`) whoever has that.

    What is in a container stays with whoever has the container: its slot is the container's name.
    """
    if "@" in name:
        found = world.piece(name)
        if found is not None:
            return found[0].name, name
    return name, None


def contents(holder: Holder, container: str) -> list[Lot]:
    """What lies in a container of somebody or of a place."""
    return [lot for lot in holder.all_lots() if lot.slot == container]


def reachable(world: World, who: str, reach: Reach = "within") -> list[tuple[Holder, bool]]:
    """Whose things someone may use, nearest first, each with whether only what is loose counts.

    `within`: their own, the common store of the place, what companions carry loose. `larder`: the people and the store
    of the place that `who` is, or is at.
    """
    if reach == "own":
        return [(world.holder(owner_of(world, who)[0] if "@" in who else who), False)]
    holder = world.holder(who)
    if reach == "within":
        place = world.place_of(who)
        found = [(holder, False)]
        if place:
            found.append((world.get(place), False))
            found += [(other, True) for other in companions(world, who)]
        return found
    place = world.place_of(who) or who
    return [(h, False) for h in world.at(place)] + [(world.get(place), False)]


def lots_within(world: World, who: str, item: str, reach: Reach = "within") -> Iterator[tuple[Holder, Lot]]:
    """Every lot of an item within reach, nearest holder first."""
    for holder, loose in reachable(world, who, reach):
        for lot in holder.lots.get(item, ()):
            if not (loose and lot.slot):
                yield holder, lot


def reach_quantity(world: World, who: str, item: str, tier: int | None = None, reach: Reach = "within") -> Number:
    """How much of an item is within reach of someone, of this tier or better."""
    return sum(
        (lot.quantity for _, lot in lots_within(world, who, item, reach) if tier is None or (lot.tier or 0) >= tier),
        start=0,
    )


def larder_units(world: World, place: str, day: int, grace: int = 0, with_spoiled: bool = False) -> Number:
    """EOS-FOOD-07: units of food that the people and the store of a place could eat on this day."""
    total: Number = 0
    moment = world.moment if day == world.day else None
    for holder, _ in reachable(world, place, "larder"):
        for item in EDIBLE:
            for lot in holder.lots.get(item, ()):
                if with_spoiled or edible(lot, day, grace, moment):
                    total += lot.quantity
            total -= holder.holes.get(item, 0)
    return max(total, 0)


# -- folded -----------------------------------------------------------------------------------------------------


def gained(world: World, p: AnyPosting) -> None:
    assert isinstance(p, Gained)
    owner, inside = owner_of(world, p.holder) if "@" in p.holder else (p.holder, None)
    holder = world.holder(owner)
    amount = p.quantity if type(p.quantity) is int else exact(p.quantity)
    if p.pieces and type(amount) is int:
        for _ in range(amount):
            _put_lot(world, holder, brought(world.next_lot(p.item), p, 1, world.root, world.moment), inside)
        return
    name = world.next_lot(p.item)
    if holder.holes:
        amount -= _fill_hole(world, holder, p, name, amount)
    if amount and "place" in holder.fields:
        place = world.get(str(holder.fields["place"]))
        if place.holes:
            amount -= _fill_hole(world, place, p, name, amount)
    if not amount:
        return
    _put_lot(world, holder, brought(name, p, amount, world.root, world.moment), inside)


def _fill_hole(world: World, holder: Holder, p: Gained, lot: str, amount: Number) -> Number:
    """What was spent without being there is made good by the next gain: its own, or that of people at the place."""
    hole = holder.holes.get(p.item)
    if not hole:
        return 0
    filled = min(hole, amount)
    if filled == hole:
        del holder.holes[p.item]
    else:
        holder.holes[p.item] = hole - filled
    world.found(Finding(world.position, "gained", p.holder, p.item, p.tier, filled, lot))
    return filled


def _put_lot(world: World, holder: Holder, lot: Lot, inside: str | None = None) -> None:
    lot.slot = inside
    if lot.wears_days is not None and lot.in_use:
        lot.worn_since = world.day
    if lot.spoils_on is not None and world.ruling("spoil_boundary", "end-of-day-7") == "exact-168-hours":
        lot.spoils_at = lot.since + (lot.spoils_on - world.calendar.day_of(lot.since)) * DAY_SECONDS
    lots = holder.lots.get(lot.item)
    if lots is None:
        holder.lots[lot.item] = [lot]
    else:
        if lot.spoils_on is not None and len(lots) > 8:
            _clear_rotted(world, lots)
        lots.append(lot)
    if world.trace is not None:
        world.found(
            Finding(world.position, "gained", inside or holder.name, lot.item, lot.tier, lot.quantity, lot.name)
        )


def _clear_rotted(world: World, lots: list[Lot]) -> None:
    """Long rotted lots are run together into the first of them, so that a larder of years stays small."""
    day = world.day
    rotted = [lot for lot in lots if lot.spoils_on is not None and day >= lot.spoils_on + ROTTED_DAYS]
    if len(rotted) > 1:
        first = rotted[0]
        world.changing(first)
        for lot in [each for each in rotted[1:] if each.slot == first.slot]:
            first.quantity += lot.quantity
            lots.remove(lot)


def chosen(
    world: World,
    who: str,
    items: Iterable[str],
    *,
    tier: int | None = None,
    lot: str | None = None,
    reach: Reach = "own",
    grace: int = 0,
    with_spoiled: bool = True,
    exact_tier: bool = False,
) -> list[tuple[Holder, Lot]]:
    """The lots that would be taken, in the order in which they would go.

    Lowest tier that serves, then soonest to spoil, then oldest; with `within` the nearest holder first. A rule asks the
    same question before it writes the offer.
    """
    day = world.day
    inside = owner_of(world, who)[1] if "@" in who else None
    found: list[tuple[tuple[Number, ...], Holder, Lot]] = []
    for nth, item in enumerate(items):
        for near, (holder, loose) in enumerate(reachable(world, who, reach)):
            for candidate in holder.lots.get(item, ()):
                if lot is not None:
                    if candidate.name != lot or (inside and candidate.slot != inside):
                        continue
                elif (
                    (inside is not None and candidate.slot != inside)
                    or
                    (loose and candidate.slot)
                    or (tier is not None and ((candidate.tier or 0) != tier if exact_tier else (candidate.tier or 0) < tier))
                    or (not with_spoiled and not edible(candidate, day, grace, world.moment))
                ):  # fmt: skip
                    continue
                spoils = NEVER if candidate.spoils_on is None else candidate.spoils_on
                away = 0 if reach == "larder" else near
                worn = 1 if candidate.slot else 0
                order = (nth, away, worn, candidate.tier or 0, spoils, candidate.position)
                found.append((order, holder, candidate))
    found.sort(key=lambda row: row[0])
    return [(holder, candidate) for _, holder, candidate in found]


def spent(world: World, p: AnyPosting) -> None:
    assert isinstance(p, Spent)
    left = p.quantity if type(p.quantity) is int else exact(p.quantity)
    food = p.item in EDIBLE or p.item == "fat"
    if p.reach == "larder" and p.lot is None and p.tier is None and not p.hours:
        left = _spend_larder(world, p, left)
        searched = (food or p.spoiled) and "@" not in p.holder
    else:
        searched = False
    lots: Sequence[tuple[Holder, Lot]] = ()
    if left and not searched:
        one = _only_one(world, p)
        lots = one if one is not None else chosen(
            world, p.holder, (p.item, *p.then), tier=p.tier, lot=p.lot, reach=p.reach, grace=p.grace,
            with_spoiled=p.spoiled or not food, exact_tier=p.exact,
        )  # fmt: skip
    for holder, lot in lots:
        if not left:
            break
        inside = p.holder if "@" in p.holder else None
        left -= _take_hours(world, holder, lot, left) if p.hours else _take(world, holder, lot, left, inside)
    if left:
        holder = world.holder(p.holder if p.reach == "own" else world.place_of(p.holder) or p.holder)
        if not p.hours and p.lot is None and p.tier is None:
            holder.holes[p.item] = holder.holes.get(p.item, 0) + left
        if world.trace is not None:
            world.found(Finding(world.position, "spent", holder.name, p.item, p.tier, left, p.lot, source="hole"))


def _spend_larder(world: World, p: Spent, left: Number) -> Number:
    """EOS-FOOD-07: what spoils first, wherever in the larder it lies. A table eats thousands of times: no list is made."""
    place = world.place_of(p.holder) or p.holder
    larder = world.at(place)
    larder.append(world.get(place))
    gone = NEVER if p.spoiled else world.day - p.grace
    for item in (p.item, *p.then):
        lots_of = [(holder, holder.lots[item]) for holder in larder if item in holder.lots]
        while left and lots_of:
            soonest, oldest = NEVER + 1, 0
            found: tuple[Holder, Lot] | None = None
            for holder, lots in lots_of:
                for lot in lots:
                    spoils = lot.spoils_on
                    if spoils is None:
                        spoils = NEVER
                    elif spoils > soonest or (not p.spoiled and (
                        spoils <= gone if lot.spoils_at is None else not edible(lot, world.day, p.grace, world.moment)
                    )):
                        continue
                    if spoils < soonest or (spoils == soonest and lot.position < oldest):
                        soonest, oldest, found = spoils, lot.position, (holder, lot)
            if found is None:
                break
            left -= _take(world, *found, left)
        if not left:
            break
    return left


def _only_one(world: World, p: Spent) -> tuple[tuple[Holder, Lot], ...] | None:
    """What most are spent from: the one lot that somebody has of it, where nothing has to be chosen; None where it has."""
    if p.reach != "own" or p.lot is not None or p.tier is not None or p.then or "@" in p.holder or p.item in EDIBLE:
        return None
    holder = world.holder(p.holder)
    lots = holder.lots.get(p.item)
    if not lots:
        return ()
    if len(lots) > 1 or lots[0].spoils_on is not None:
        return None
    return ((holder, lots[0]),)


def _take(world: World, holder: Holder, lot: Lot, left: Number, inside: str | None = None) -> Number:
    taken = min(left, lot.quantity)
    world.changing(lot)
    lot.quantity -= taken
    if not lot.quantity:
        _remove(holder, lot)
    if world.trace is not None:
        world.found(Finding(world.position, "spent", inside or holder.name, lot.item, lot.tier, taken, lot.name))
    return taken


def _take_hours(world: World, holder: Holder, lot: Lot, left: Number) -> Number:
    """Burns down a light: hours of a piece, or so many whole ones of a lot."""
    each = light_left(lot, world.moment) if lot.lit_since is not None else lot.hours or 1
    taken = min(left, each * lot.quantity)
    world.changing(lot)
    if lot.piece:
        if lot.lit_since is not None:
            lot.lit_since = world.moment
        lot.hours = each - taken
        if not lot.hours:
            _remove(holder, lot)
        units: Number = 1 if not lot.hours else 0
    else:
        units = exact(Fraction(taken) / each)
        lot.quantity -= units
        if not lot.quantity:
            _remove(holder, lot)
    if world.trace is not None:
        world.found(Finding(world.position, "spent", holder.name, lot.item, lot.tier, units, lot.name))
    return taken


def _remove(holder: Holder, lot: Lot) -> None:
    """Folds are total: what has been carried off already by what it lies in is not there any more."""
    lots = holder.lots.get(lot.item, [])
    try:
        lots.remove(lot)
    except ValueError:
        return
    if not lots:
        del holder.lots[lot.item]


def moved(world: World, p: AnyPosting) -> None:
    assert isinstance(p, Moved)
    left = p.quantity if type(p.quantity) is int else exact(p.quantity)
    owner, inside = owner_of(world, p.to)
    to = world.holder(owner)
    for holder, lot in chosen(world, p.holder, (p.item,), tier=p.tier, lot=p.lot, reach=p.reach, exact_tier=p.exact):
        if not left:
            break
        if holder is to and lot.slot == inside:
            continue
        taken = min(left, lot.quantity)
        left -= taken
        part = lot.part(taken)
        if part.fields and "tile" in part.fields and holder is not to:  # what is taken up lies on its tile no more
            part.fields = {name: value for name, value in part.fields.items() if name != "tile"} or None
        hung(world, part, inside)
        world.changing(lot)
        lot.quantity -= taken
        if not lot.quantity:
            _remove(holder, lot)
        _join(world, to, part)
        _carry_along(world, holder, to, part.name)
        if world.trace is not None:
            _found_moved(world, holder, to, lot, part, p.holder if "@" in p.holder else holder.name, p.to)
    if left and world.trace is not None:
        world.found(Finding(world.position, "spent", p.holder, p.item, p.tier, left, p.lot, source="hole"))


def _carry_along(world: World, holder: Holder, to: Holder, container: str) -> None:
    """What lies in a container goes where it goes, and what lies in that."""
    if holder is to:
        return
    for lot in contents(holder, container):
        _remove(holder, lot)
        _join(world, to, lot)
        if world.trace is not None:
            _found_moved(world, holder, to, lot, lot, holder.name, to.name)
        _carry_along(world, holder, to, lot.name)


def _found_moved(
    world: World, holder: Holder, to: Holder, lot: Lot, part: Lot, from_name: str, to_name: str
) -> None:  # fmt: skip
    """Goods that stay with whoever has them only change their slot."""
    if holder is to:
        world.found(Finding(world.position, "changed", to.name, item=part.item, tier=part.tier, quantity=part.quantity,
                            lot=part.name, field="slot", before=lot.slot, after=part.slot))  # fmt: skip
        return
    for kind, name in (("spent", from_name), ("gained", to_name)):
        world.found(Finding(world.position, kind, name, part.item, part.tier, part.quantity, part.name))


def _join(world: World, to: Holder, part: Lot) -> None:
    lots = to.lots.setdefault(part.item, [])
    for lot in lots:
        if lot.name == part.name and lot.slot == part.slot and not part.piece:
            world.changing(lot)
            lot.quantity += part.quantity
            return
    lots.append(part)


FOLDS[Gained] = gained
FOLDS[Spent] = spent
FOLDS[Moved] = moved
