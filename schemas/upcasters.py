"""Old shapes of events, brought up to date by pure functions, on every path that reads.

Digests are always over the stored bytes; what is here changes only what is read from them. An event's shape is its `v`
(1 where it is left out). `UPCASTERS` names for a tag and an old shape the function that makes the next shape of it.
"""

from collections.abc import Callable
from typing import Any

import msgspec

Old = dict[str, Any]
Upcaster = Callable[[Old], Old]


def hunt_rolled_1(old: Old) -> Old:
    """Shape 1 kept the die, the bonus and the zone apart, and posted nothing: shape 2 has a roll and its postings."""
    who, zone = str(old["hunter"]), str(old["zone"])
    die, target = int(old["die"]), int(old["target"])
    skills = dict(old.get("bonus", {}))
    total = die + sum(int(value) for value in skills.values())
    new: Old = {"type": "hunt.rolled", "who": who, "place": zone, "rule": "EOS-HUNT-03", "v": 2}
    new["roll"] = {
        "who": who,
        "dice": [{"faces": 20, "face": die, "kept": True}],
        "plus": [{"name": name, "value": int(value)} for name, value in skills.items()],
        "total": total,
        "target": target,
        "margin": total - target,
        "won": total > target,
    }
    if total > target:
        day = int(old["day"])
        new["postings"] = [{"type": "changed", "holder": zone, "field": "hunt success", "by": 1, "period": day}]
    return new


UPCASTERS: dict[tuple[str, int], Upcaster] = {
    ("hunt.rolled", 1): hunt_rolled_1,
}
"""(tag, old shape) -> the function that makes the next shape."""

OLD_SHAPES: dict[str, int] = {}
"""Tag -> its newest shape, for tags that ever had an older one."""
for _tag, _shape in UPCASTERS:
    OLD_SHAPES[_tag] = max(OLD_SHAPES.get(_tag, 1), _shape + 1)


class _Shape(msgspec.Struct, frozen=True, gc=False):
    type: str
    v: int = 1


_shape_of = msgspec.json.Decoder(_Shape).decode


def is_old(tag: str, v: int) -> bool:
    """Whether an event of this tag and shape has to be brought up to date."""
    return v < OLD_SHAPES.get(tag, 1)


def current(stored: bytes | msgspec.Raw) -> bytes | msgspec.Raw:
    """The event's bytes in the newest shape; the same bytes if they have it already."""
    shape = _shape_of(stored)
    if not is_old(shape.type, shape.v):
        return stored
    event: Old = msgspec.json.decode(stored)
    while is_old(shape.type, v := int(event.get("v", 1))):
        event = UPCASTERS[(shape.type, v)](event)
    return msgspec.json.encode(event)
