"""The names that a line may use: those of the campaign, and the books' words for things and skills."""

from collections.abc import Iterable

import schemas.rulebook as rulebook
from ledger import house
from ledger.cli.line import nearest
from projections.world import PEOPLE, World
from schemas.units import key

EVERYBODY = ("party", "all")
HANDED = ("thing", "book", "map", "vessel")
"""Kinds of declared names that are handed out as things."""


class Lexicon:
    """Spellings understood at one place of the campaign. A `Catalog` of things (ledger.cli.thing_words)."""

    def __init__(self, world: World | None, game: str = "eos", also: tuple[str, ...] = ()) -> None:
        self._things = (*HANDED, *also)
        self.world = world or World()
        self.game = rulebook.game_named(game)

    def known(self, word: str) -> str | None:
        """Any name of the campaign in its own spelling."""
        return self.world.find(word)

    def person(self, word: str) -> str | None:
        """Someone, or a group, in its own spelling; `party` and `all` as they are."""
        if key(word) in EVERYBODY:
            return key(word)
        found = self.world.find(word)
        return found if found is not None and self.world.holders[found].kind in (*PEOPLE, "group") else None

    def people_near(self, word: str) -> tuple[str, ...]:
        return nearest(word, [h.name for h in self.world.of_kind(*PEOPLE, "group")] + list(EVERYBODY))

    def near(self, word: str) -> tuple[str, ...]:
        return nearest(word, list(self.world.names.values()))

    def thing(self, words: str) -> str | None:
        """A thing of the books or one that this campaign declared; None where there is none such."""
        found = house.thing(self.world, words)
        if found is not None:
            return found
        declared = self.world.find(words)
        return declared if declared is not None and self.world.holders[declared].kind in self._things else None

    def unit(self, name: str) -> str | None:
        """Feet of cordage; lights have hours, but are counted in pieces."""
        try:
            unit = house.thing_row(self.world, name).unit
        except KeyError:
            return None
        return unit if unit == "ft" else None

    def names(self) -> Iterable[str]:
        return (*house.thing_names(self.world), *(h.name for h in self.world.of_kind(*self._things)))

    def skill(self, words: str) -> str | None:
        return house.skill(self.world, words, self.game)

    def skill_names(self) -> Iterable[str]:
        return house.skills(self.world, self.game)
