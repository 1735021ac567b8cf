"""The company: who leaves, and names for several people."""

from typing import ClassVar

from schemas.entry import Event


class CharacterLeft(Event, tag="character.left", frozen=True, kw_only=True):
    """EOS-SKILL-04: somebody is no longer in the campaign; months, meals and nights pass them by."""

    says: ClassVar[str] = "{who} leaves: {why}"
    why: str = ""


class GroupNamed(Event, tag="group.named", frozen=True, kw_only=True):
    """Several people have a name together, from here on these and no others."""

    says: ClassVar[str] = "{name} are {members}"
    name: str
    members: tuple[str, ...]
