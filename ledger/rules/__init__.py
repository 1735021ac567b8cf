"""What may be written: one module to a mechanic, its commands and its decisions. The contents are `ledger.contents`."""

import importlib
from difflib import get_close_matches
from functools import cache

from ledger.contents import RULES, TICKS_OF, Row, rules_of
from ledger.ruling import Asked, Command, Rule, TickRule, Usage, verb_of

USUAL = "eos"
"""The game of a book that does not say (and of a line before there is one)."""


@cache
def _rows(game: str) -> dict[str, Row]:
    return rules_of(game)


@cache
def command_of(verb: str, game: str = USUAL) -> type[Command]:
    """The command class of a verb in a game. Usage: a verb of the other game; KeyError if there is none."""
    row = _rows(game).get(verb)
    if row is None:
        raise not_of(verb, RULES[verb].games, game, _rows(game))
    found: type[Command] = getattr(importlib.import_module(f"ledger.rules.{row.module}"), row.words)
    return found


def not_of(verb: str, games: tuple[str, ...], game: str, rows: dict[str, Row]) -> Usage:
    """A verb that this book's game does not have. Raise what comes back."""
    near = tuple(get_close_matches(verb, rows, 3, 0.4))
    return Usage(f"{verb} is a verb of the game {' and '.join(games)}; this book is of {game}.", nearest=near)


@cache
def _rule(verb: str, game: str) -> Rule:
    row = _rows(game)[verb]
    found: Rule = getattr(importlib.import_module(f"ledger.rules.{row.module}"), row.answer)
    return found


def rule_of(command: Command | Asked, game: str) -> Rule:
    """The rule that decides this command."""
    assert isinstance(command, Command)
    return _rule(verb_of(command), game)


@cache
def ticks_of(game: str) -> tuple[TickRule, ...]:
    """What time asks in this game, in the order of EOS-CAL-06."""
    found = [getattr(importlib.import_module(f"ledger.rules.{module}"), name) for module, name in TICKS_OF[game]]
    return tuple(sorted(found, key=lambda t: t.rank))
