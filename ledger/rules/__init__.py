"""What may be written: one module to a mechanic, its commands and its decisions. The contents are `ledger.contents`."""

import importlib
from functools import cache

from ledger.contents import RULES, TICKS
from ledger.ruling import Asked, Command, Rule, TickRule, verb_of


@cache
def command_of(verb: str) -> type[Command]:
    """The command class of a verb; KeyError if there is none."""
    row = RULES[verb]
    found: type[Command] = getattr(importlib.import_module(f"ledger.rules.{row.module}"), row.words)
    return found


@cache
def _rule(verb: str) -> Rule:
    row = RULES[verb]
    found: Rule = getattr(importlib.import_module(f"ledger.rules.{row.module}"), row.answer)
    return found


def rule_of(command: Command | Asked, game: str) -> Rule:
    """The rule that decides this command."""
    assert isinstance(command, Command)
    return _rule(verb_of(command))


@cache
def ticks_of(game: str) -> tuple[TickRule, ...]:
    """What time asks in this game, in the order of EOS-CAL-06."""
    asked = [(module, name) for module, name in TICKS if game == "eos" or not module.startswith("eos.")]
    found = [getattr(importlib.import_module(f"ledger.rules.{module}"), name) for module, name in asked]
    return tuple(sorted(found, key=lambda t: t.rank))
