"""Trade (EOS-SCALE-05): coin for goods, at the price that the GM names."""

from collections.abc import Iterator
from typing import ClassVar

from ledger.goods import gained
from ledger.ruling import Command, Figure, Flag, People, Said, Scene, Store, Things, Usage, part
from ledger.sizes import size_factor
from ledger.slots import container_named
from projections.holdings import chosen, quantity
from projections.world import Holder
from schemas.entry import Event
from schemas.events.trading import TradeDone
from schemas.postings import AnyPosting, Gained, Spent
from schemas.things import Wanted
from schemas.units import Number, exact, stored, text_of

COIN = "coin"


class Buy(Command, tag="buy", frozen=True):
    """Buy things for coin; the price of gear is times its size unless --flat: `buy Mara 2 T1 ingots --price 12`."""

    words: ClassVar[tuple[str, ...]] = ("who", "things")
    usage: ClassVar[str] = "buy WHO THINGS --price COIN [--flat] [--to HOLDER]"
    examples: ClassVar[tuple[str, ...]] = ("buy Mara 2 T1 ingots --price 12", "buy Pip T1 clothing --price 8")
    who: People
    things: Things
    price: Figure
    flat: Flag = False
    to: Store | None = None


class Sell(Command, tag="sell", frozen=True):
    """Sell things for coin: `sell Mara 30 feathers --price 3`."""

    words: ClassVar[tuple[str, ...]] = ("who", "things")
    usage: ClassVar[str] = "sell WHO THINGS --price COIN [--flat]"
    examples: ClassVar[tuple[str, ...]] = ("sell Mara 30 feathers --price 3",)
    who: People
    things: Things
    price: Figure
    flat: Flag = False


def buy(command: Buy, scene: Scene) -> Iterator[Event | Said]:
    """EOS-SCALE-05: the price is that of the whole line, times the size of the gear on it; GM may waive (--flat).

    Refused: too little coin. Usage: a price below nought, gear of several sizes at one price.
    """
    check(command.things, command.price, command.usage)
    for who in scene.people(command.who):
        scene.able(who)
        to = who.name if command.to is None else container_named(scene, who, command.to)
        goods = tuple(gained(scene, to, wanted) for wanted in command.things)
        price = times_size(command.price, command.flat, [g.size for g in goods], scene)
        has = quantity(who, COIN)
        if has < price:
            raise scene.lacks(
                f"{who.name} has {text_of(has)} coin; it costs {text_of(price)}.",
                thing=COIN,
                state=f"{text_of(has)} of {text_of(price)}",
                help=(f"sell {who.name} THINGS --price N",),
            )
        paid: tuple[AnyPosting, ...] = (Spent(who.name, COIN, stored(price)),) if price else ()
        yield part(
            TradeDone(
                who=who.name,
                place=scene.world.place_of(who.name),
                rule="EOS-SCALE-05",
                deed="buys",
                price=stored(price),
                postings=(*paid, *goods),
            )
        )


def sell(command: Sell, scene: Scene) -> Iterator[Event | Said]:
    """EOS-SCALE-05, EOS-COOK-15: coin for what somebody has, at the GM's price. Refused: what is not there."""
    check(command.things, command.price, command.usage)
    for who in scene.people(command.who):
        scene.able(who)
        given: list[Spent] = []
        sizes: list[str | None] = []
        for wanted in command.things:
            spent, size = sold(who, wanted, scene)
            given += spent
            sizes.append(size)
        price = times_size(command.price, command.flat, sizes, scene)
        got: tuple[AnyPosting, ...] = (Gained(who.name, COIN, stored(price)),) if price else ()
        yield part(
            TradeDone(
                who=who.name,
                place=scene.world.place_of(who.name),
                rule="EOS-SCALE-05",
                deed="sells",
                price=stored(price),
                postings=(*given, *got),
            )
        )


def check(things: tuple[Wanted, ...], price: object, usage: str) -> None:
    if not things:
        raise Usage(f"What is traded? {usage}")
    if exact(price) < 0:  # type: ignore[arg-type]
        raise Usage("--price is 0 or more.")


def times_size(price: object, flat: bool, sizes: list[str | None], scene: Scene) -> Number:
    """EOS-SCALE-05: small gear costs half, large four times, extra-large nine times; what has no size, its price."""
    base = exact(price)  # type: ignore[arg-type]
    found = {size for size in sizes}
    if flat or found <= {None, "Medium"}:
        return base
    if len(found) > 1:
        raise Usage("Gear of several sizes has several prices: say it line by line, or --flat.")
    return exact(base * size_factor(found.pop() or "Medium"))


def sold(who: Holder, wanted: Wanted, scene: Scene) -> tuple[list[Spent], str | None]:
    """What goes, loose things first, and the size of it."""
    item = wanted.lot.rpartition("@")[0] if wanted.lot else wanted.item
    lots = [
        lot
        for _, lot in chosen(
            scene.world, who.name, (item,), tier=wanted.tier, lot=wanted.lot, exact_tier=wanted.tier is not None
        )
    ]
    need = exact(wanted.quantity)
    there = sum((lot.quantity for lot in lots), start=0)
    if there < need:
        raise scene.lacks(
            f"{who.name} has {text_of(there) if there else 'no'} {wanted.lot or item} to sell.",
            thing=wanted.lot or item,
            state=f"{text_of(there)} of {text_of(need)}",
            help=(f"stock {who.name}",),
        )
    spent = Spent(
        who.name, item, stored(need), tier=wanted.tier, lot=wanted.lot, spoiled=True, exact=wanted.tier is not None
    )
    return [spent], lots[0].size
