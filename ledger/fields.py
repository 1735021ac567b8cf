"""Which field a line means: `Mara hp`, `Oakwood "hunt target"`, `Mara hunting`, `Oakwood food`."""

import schemas.rulebook as rulebook
from ledger import house
from ledger.ruling import Refused, Usage
from projections.fields import Field, keys_of
from projections.pools import skills
from projections.ranked import ranks
from projections.world import World
from schemas.units import key


def thing_named(world: World, word: str, now: World | None = None) -> str:
    """A holder or a piece (`sword@41`) in the spelling of the book.

    Refused: this world does not have it. Usage: nor does the book of `now`.
    """
    known = world.find(word)
    if known is not None:
        return known
    item, _, number = word.rpartition("@")
    if item and number.replace(".", "", 1).isdigit():
        piece = f"{house.thing(world, item) or item}@{number}"
        if world.piece(piece) is not None:
            return piece
    if now is not None and now.find(word) is None and "@" not in word:
        raise Usage(f"Nothing is called {word}.", _close(key(word), tuple(now.names.values())))
    raise Refused(f"{word} is not in the book at that moment.", thing=word, state="unknown", help=("party",))


def field_named(world: World, thing: str, word: str, game: str = "eos") -> Field:
    """FIELD, understood: a key of a view, else a skill (its level), else a thing (how many). Usage: none of these.

    A word for both, such as bow, is the skill of those who have it, and the thing everywhere else.
    """
    wanted = key(word)
    keys = keys_of(world, thing)
    for name in keys:
        if key(name) == wanted:
            return Field("key", name)
    skill = house.skill(world, word, rulebook.game_named(game))
    item = house.thing(world, word)
    if skill is not None and (item is None or skill in skills(world.get(thing)) or skill in ranks(world.get(thing))):
        return Field("skill", skill)
    if item is None:
        declared = world.find(word)
        item = declared if declared is not None and world.holders[declared].kind == "thing" else None
    if item is not None:
        return Field("thing", item)
    shown = ", ".join(k for k in ("hp", "hunger", "hunt_target", "fire_days", "tier") if k in keys)
    text = f"{thing} has no field {word}: a field is a key of its page ({shown}, ...), a skill or a thing."
    raise Usage(text, _close(wanted.replace("-", "_"), keys))


def _close(wanted: str, spellings: tuple[str, ...]) -> tuple[str, ...]:
    """The spellings closest to what was said."""
    import difflib

    return tuple(difflib.get_close_matches(wanted, spellings, 3))
