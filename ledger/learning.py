"""What somebody may learn: points, Mind, ceilings and what a skill builds on."""

from collections.abc import Iterable

from ledger import house
from ledger.ruling import Scene
from projections.pools import skill
from projections.sheet import skill_cap, time_cap
from projections.world import Holder
from schemas.units import Number, counted, text_of


def check_mind(who: Holder, name: str, time: Number, scene: Scene) -> None:
    """EOS-SKILL-05, EOS-CHAR-04: points of time go up to Mind; combat points may go above it (EOS-SKILL-07)."""
    cap = time_cap(who, name)
    if time > cap:
        scene.refuse(
            "EOS-SKILL-05",
            f"{who.name} would have {counted(time, 'point')} of time in {name}; Mind allows {text_of(cap)}.",
            thing=who.name,
            state=f"Mind {text_of(who.number('mind'))}",
            help=(f'learn {who.name} "{name} 1" --from combat', f"raise {who.name} mind"),
        )


def check_ceiling(who: Holder, name: str, level: Number, scene: Scene) -> None:
    """EOS-SKILL-02: 12 in all, or what the race allows."""
    cap = skill_cap(who, name)
    if level > cap:
        scene.refuse(
            "EOS-SKILL-02",
            f"{who.name} would have {name} {text_of(level)}; {text_of(cap)} is the most.",
            thing=who.name,
            state=f"{name} {text_of(skill(who, name))}",
        )


def check_built_on(who: Holder, levels: dict[str, Number], chosen: Iterable[str], scene: Scene) -> None:
    """EOS-ADV-01, EOS-ADV-03: what a skill builds on is there, pools counted together.

    EOS-ADV-04: a level that the race gave needs none of it, the next one does.
    """
    rows = house.skills(scene.world)
    for name in chosen:
        for need, least in rows[name].prerequisites.items() if name in rows else ():
            if levels.get(need, 0) < least:
                given = bool(who.number(f"race {name}"))
                scene.refuse(
                    "EOS-ADV-04" if given else "EOS-ADV-01",
                    f"{name.capitalize()} builds on {need} {least}; {who.name} has {text_of(levels.get(need, 0))}.",
                    thing=who.name,
                    state=f"{need} {text_of(levels.get(need, 0))}",
                    help=(f'learn {who.name} "{need} {text_of(least - levels.get(need, 0))}" --from time',),
                )
