"""Seats: who sits at the table, and what each may write. A seat is a view for honest tables, no lock."""

from ledger.ruling import Command, Refused, verb_of
from projections.conditions import is_marked
from projections.ranked import summoner
from projections.world import Holder, World
from schemas.units import key

PLAYER = "player"
ROLES = ("gm", PLAYER, "watches")
PLAYERS_OWN = ("dispute",)
"""Verbs that any player may write: about the record, not about a character."""
NOBODYS = (
    "camp",
    "clock",
    "join",
    "npc",
    "leave",
    "group",
    "rename",
    "house",
    "calendar adopt",
    "fight start",
    "fight end",
)
"""Verbs that move time or decide who is in the campaign: the GM's, although they name no character of somebody else."""


def seat_field(name: str) -> str:
    """The field of the book in which a seat's role stands."""
    return f"seat {key(name)}"


def seats(world: World) -> dict[str, str]:
    """Every seat that was given, and its role: `gm player watches`."""
    book = world.get("book")
    return {str(field)[5:]: str(role) for field, role in book.fields.items() if field.startswith("seat ")}


def plays(world: World, seat: str) -> list[Holder]:
    """The figures that a seat plays, in the order they joined."""
    return [h for n in world.people if key((h := world.holders[n]).word("player")) == key(seat)]


def check_may_write(world: World, seat: str | None, command: Command) -> None:
    """Refuses (and nothing overrules it) what a seat may not write: everything for one that watches; for a player
    what is the GM's, and acts of figures that it does not play. None is the GM.
    """
    verb = verb_of(command)
    if not plays_under_rules(world, seat, verb, type(command).gm) or seat is None:
        return
    own = {h.name for h in plays(world, seat)}
    own |= {n for n in world.people if summoner(world.holders[n]) in own}  # RNK-ST-07: who was summoned acts for its teller
    actors = acting(world, command)
    if actors is None:
        raise the_gms(verb, seat)
    for name in actors:
        if name not in own:
            whose = world.get(name).word("player") or "the GM"
            raise Refused(
                f"{name} is played by {whose}, not by {seat}.",
                thing=name,
                state=f"played by {whose}",
                help=(f"seat {seat} --plays {name}",),
            )


def plays_under_rules(world: World, seat: str | None, verb: str, gm: bool) -> bool:
    """Whether who acts in a line must be the seat's own. Refused: a verb of the GM's, a seat that watches."""
    if seat is None or key(seat) == "gm":
        return False
    role = seats(world).get(key(seat))
    if role == "gm":
        return False
    if role is None:
        raise Refused(f"Nobody has the seat {seat}.", thing=seat, state="not given", help=(f"seat {seat} --plays WHO",))
    if role != PLAYER:
        raise Refused(f"{seat} watches and writes nothing.", thing=seat, state=role, help=(f"seat {seat} --plays WHO",))
    if verb in PLAYERS_OWN:
        return False
    if gm or verb in NOBODYS:
        raise the_gms(verb, seat)
    return True


def the_gms(verb: str, seat: str) -> Refused:
    """What a player's seat hears of a verb that is not for players. Raise what comes back."""
    return Refused(f"{verb} is the GM's; {seat} may play and dispute.", thing=verb, state="the GM's")


def acting(world: World, command: Command) -> list[str] | None:
    """Who acts in a line: the names in the field that stands first; None where nobody acts."""
    words_of = type(command).words
    value = getattr(command, words_of[0]) if words_of else None
    if verb_of(command) == "note":
        value = getattr(command, "of", None)
    words = (value,) if isinstance(value, str) else value if isinstance(value, tuple) else ()
    if not words or not all(isinstance(word, str) for word in words):
        return None
    found: list[str] = []
    for word in words:
        names = _people_of(world, word)
        if names is None:
            return None
        found += names
    return found


def _people_of(world: World, word: str) -> list[str] | None:
    known = world.find(word)
    if key(word) == "all":
        return list(world.people)
    if key(word) == "party":
        return [h.name for h in world.of_kind("character")]
    if known is None:
        return None
    holder = world.holders[known]
    if holder.kind == "group":
        return [n for n in world.people if is_marked(world.holders[n], f"group {known}", world.moment)]
    return [known] if holder.kind in ("character", "npc") else None
