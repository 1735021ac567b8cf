"""Farming (EOS-FARM): a plot that is worked for a month, its harvest, and the bows that its losses ready."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

import msgspec

from ledger import house
from ledger.allowance import spend_task
from ledger.gathering import receiver
from ledger.keeping import spoils_on
from ledger.ruling import Command, Flag, Grade, People, Place, Said, Scene, Things, Usage, part
from ledger.tools import best_tool, tool_for
from ledger.work import NOTHING_TO_DO, begun, ended, gone_on, in_hand
from projections.holdings import reach_quantity
from projections.places import weather
from projections.pools import skill
from projections.world import Holder
from projections.zones import hunt_target, trap_target
from schemas.calendar import Calendar
from schemas.dice import Roll
from schemas.entry import Event
from schemas.events.farming import FarmHarvested, FarmReadied, FarmRolled, FarmWorked
from schemas.postings import AnyPosting, Gained, Marked, Put, Spent
from schemas.things import Wanted
from schemas.units import Moment, Number, exact, stored, text_of

MONTH_TASKS = 30
"""EOS-FARM-01: the tasks of a month, one on each of its days."""
PLANTING, IDLE, HARVESTING = 5, 20, 5
"""EOS-FARM-13: days of a seed crop."""
GROSS_A_LEVEL = 10
FOOD, CLOTH = "food", "cloth fragment"
CROP, SEED_CROP = "crop", "seed crop"
CRAFT_OF = {CLOTH: "hunt", FOOD: "trap"}
"""EOS-FARM-09: what the loss of each makes easy."""


class Farm(Command, tag="farm", frozen=True):
    """Work a plot for a month, then bring its harvest in: `farm Mara --in Meadow`. The first line starts the plot."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    dice: ClassVar[tuple[str, ...]] = ("rolled",)
    usage: ClassVar[str] = (
        'farm WHO [--in PLACE] [--seed] [--harvest "N food, N cloth fragments"] [--with crude|basic] [--using THINGS]'
        " [--to HOLDER] [--rolled DICE]"
    )
    examples: ClassVar[tuple[str, ...]] = (
        "farm Mara --in Meadow",
        "farm Mara --in Meadow --seed",
        'farm Mara --harvest "60 food, 40 cloth fragments" --rolled 18/12',
    )
    who: People
    in_: Place | None = None
    seed: Flag = False
    harvest: Things = ()
    with_: Grade | None = None
    using: Things = ()
    to: Place | None = None


def farm(command: Farm, scene: Scene) -> Iterator[Event | Said]:
    """EOS-FARM-01: a task on each of thirty days, then the harvest; EOS-FARM-13: a seed crop takes ten of them.

    Refused: snow (EOS-FARM-02), a workshop (EOS-FARM-03), a barren zone (EOS-FARM-17), a harvest before its day
    (EOS-FARM-01), more than the plot bears (EOS-FARM-05), food of a seed crop (EOS-FARM-14), no seeds (EOS-FARM-15).
    Usage: a harvest of anything else.
    """
    for wanted in command.harvest:
        if wanted.item not in CRAFT_OF or wanted.lot or wanted.tier or not isinstance(exact(wanted.quantity), int):
            raise Usage(
                f"A farm brings whole food and cloth fragments, not {text_of(exact(wanted.quantity))} {wanted.item}.",
                nearest=('--harvest "60 food, 40 cloth fragments"',),
            )
    if len({w.item for w in command.harvest}) < len(command.harvest):
        raise Usage(
            "Food and cloth fragments are each said once.", nearest=('--harvest "60 food, 40 cloth fragments"',)
        )
    for farmer in scene.people(command.who):
        scene.able(farmer)
        place = scene.where(farmer, command.in_)
        plot = plot_of(command, farmer, place, scene)
        if command.harvest:
            yield from harvest(command, farmer, plot, scene)
        else:
            yield from work(command, farmer, place, plot, scene)


def plot_of(command: Farm, farmer: Holder, place: str, scene: Scene) -> Holder | None:
    """The farmer's plot that is meant: at the place, else the only one in its zone (unless a place was said)."""
    world = scene.world
    there = in_hand(world, "farm", farmer.name)
    for plot in there:
        if plot.word("at") == place:
            return plot
    if command.in_ is not None:
        return None
    near = [plot for plot in there if world.zone_of(plot.word("at")) == world.zone_of(place)]
    if len(near) > 1:
        names = ", ".join(plot.word("at") for plot in near)
        raise scene.lacks(
            f"Which plot? {farmer.name} has one in {names}.",
            thing=farmer.name,
            state=names,
            help=tuple(f'farm {farmer.name} --in "{plot.word("at")}"' for plot in near),
        )
    if there and not near and not command.harvest:
        at = there[0].word("at")
        raise scene.lacks(
            f"The plot of {farmer.name} is in {at}, and {farmer.name} in {place}.",
            thing=there[0].name,
            state=f"in {at}",
            help=(f"travel {farmer.name} --to {at}", f"farm {farmer.name} --in {place}"),
        )
    return near[0] if near else None


def field_of(command: Farm, farmer: Holder, place: str, scene: Scene) -> str:
    """Where a new plot is begun: where the line says, else on the field last harvested in this zone, else where one is.

    EOS-FARM-01: a month follows a month; the day of a harvest is not the first of the next.
    """
    zone = scene.world.zone_of(place)
    for plot in reversed(in_hand(scene.world, "farm", farmer.name, states=("finished",))):
        at = plot.word("at")
        if at == place or (command.in_ is None and scene.world.zone_of(at) == zone):
            if plot.number("last_on") == scene.day:
                scene.refuse(
                    "EOS-FARM-01",
                    f"The field in {at} is harvested on day {scene.day}; the next month begins tomorrow.",
                    thing=plot.name,
                    state=NOTHING_TO_DO,
                    help=("camp",),
                )
            return at
    return place


# -- a task -----------------------------------------------------------------------------------------------------


def work(command: Farm, farmer: Holder, place: str, plot: Holder | None, scene: Scene) -> Iterator[Event | Said]:
    """EOS-FARM-01, EOS-FARM-13: a task on the plot, one a day; the first begins it."""
    place = plot.word("at") if plot is not None else field_of(command, farmer, place, scene)
    check_ground(command, farmer, place, scene)
    if plot is not None:
        check_day(command, farmer, plot, scene)
    seeds = () if plot is not None or not command.seed else planted(command, farmer, scene)
    yield part(spend_task(scene, farmer, "farm", place, light=() if command.seed else command.using))
    yield worked(command, farmer, place, plot, seeds, scene)


def worked(
    command: Farm, farmer: Holder, place: str, plot: Holder | None, seeds: Sequence[Spent], scene: Scene
) -> FarmWorked:
    """The entry of one task on a plot."""
    if plot is None:
        crop = SEED_CROP if command.seed else CROP
        needed = PLANTING + HARVESTING if command.seed else MONTH_TASKS
        tool = command.with_ or best_tool(scene.world, farmer.name, "farming") or "none"
        begin = begun(
            farmer.name,
            "farm",
            crop,
            needed,
            scene.day,
            done=1,
            at=place,
            tool=tool,
            seeds=exact(sum(exact(s.quantity) for s in seeds)) if seeds else None,
        )
        return FarmWorked(
            who=farmer.name,
            place=place,
            rule=rule_of(command.seed),
            crop=crop,
            nth=1,
            needed=needed,
            postings=(*seeds, *begin),
        )
    done, needed = plot.number("done") + 1, int(plot.number("needed"))
    postings = gone_on(plot.name, 1, scene.day, "farm")
    if is_seed(plot) and done == PLANTING:
        postings = (*postings, Put(plot.name, "planted_on", scene.day))
    if done >= needed:
        postings = (*postings, Put(plot.name, "state", "ready"))
    return FarmWorked(
        who=farmer.name,
        place=place,
        rule=rule_of(is_seed(plot)),
        crop=plot.word("product"),
        nth=stored(done),
        needed=needed,
        work=plot.name,
        postings=postings,
    )


def rule_of(seed: bool) -> str:
    return "EOS-FARM-13" if seed else "EOS-FARM-01"


def is_seed(plot: Holder) -> bool:
    return plot.word("product") == SEED_CROP


def check_ground(command: Farm, farmer: Holder, place: str, scene: Scene) -> None:
    """EOS-FARM-02, EOS-FARM-03, EOS-FARM-17: no snow, no barren ground, and no workshop for it."""
    zone = scene.zone(place)
    if zone.word("terrain") == "barren":
        scene.refuse(
            "EOS-FARM-17",
            f"Nothing grows or grazes in {zone.name}.",
            thing=zone.name,
            state="barren",
            help=(f"declare zone {zone.name} --kind wild",),
        )
    if weather(zone, "snow", scene.moment):
        scene.refuse(
            "EOS-FARM-02",
            f"Snow lies in {zone.name}: nobody farms in it.",
            thing=zone.name,
            state="snow",
            help=(f"weather --clear --in {zone.name}",),
        )
    if command.with_ == "workshop":
        scene.refuse(
            "EOS-FARM-03",
            "No workshop serves a farm: the tools are none, crude or basic.",
            thing="farming workshop",
            state="serves nothing",
            help=(f"farm {farmer.name} --with basic",),
        )


def check_day(command: Farm, farmer: Holder, plot: Holder, scene: Scene) -> None:
    """EOS-FARM-01: one task a day counts; EOS-FARM-13: a seed crop is left alone between planting and harvesting."""
    at = plot.word("at")
    if command.seed and not is_seed(plot):
        raise scene.lacks(
            f"The plot of {farmer.name} in {at} is no seed crop.",
            thing=plot.name,
            state=plot.word("product"),
            help=(f"farm {farmer.name}", f"abandon {farmer.name} --work {plot.name}"),
        )
    if plot.number("done") >= plot.number("needed"):
        scene.refuse(
            rule_of(is_seed(plot)),
            f"The plot of {farmer.name} in {at} is ready: bring the harvest in.",
            thing=plot.name,
            state="ready",
            help=(harvest_line(farmer, plot),),
        )
    if plot.number("last_on") == scene.day:
        scene.refuse(
            rule_of(is_seed(plot)),
            f"{farmer.name} has farmed in {at} on day {scene.day}; a day counts once.",
            thing=plot.name,
            state=NOTHING_TO_DO,
            help=("camp",),
        )
    opens = seed_opens(plot)
    if opens is not None and scene.day < opens:
        scene.refuse(
            "EOS-FARM-13",
            f"The seed crop in {at} grows by itself until day {opens}.",
            thing=plot.name,
            state=NOTHING_TO_DO,
            help=(f"clock day-{opens}",),
        )


def seed_opens(plot: Holder) -> int | None:
    """EOS-FARM-13: the first day of a seed crop's harvesting, twenty days after its planting; None until planted."""
    if not is_seed(plot) or "planted_on" not in plot.fields:
        return None
    return int(plot.number("planted_on")) + IDLE + 1


def planted(command: Farm, farmer: Holder, scene: Scene) -> tuple[Spent, ...]:
    """EOS-FARM-15: the seeds that go into the ground: those of --using, else one; how many it takes is the GM's."""
    told = next((w for w in command.using if w.item == "seed"), Wanted("seed"))
    need = exact(told.quantity)
    there = reach_quantity(scene.world, farmer.name, "seed")
    if there < need:
        scene.refuse(
            "EOS-FARM-15",
            f"{farmer.name} has {text_of(there)} of {text_of(need)} seeds within reach.",
            thing="seed",
            state=f"{text_of(there)} of {text_of(need)}",
            help=(f'gm give {farmer.name} {text_of(need)} seeds --reason "..."',),
        )
        need = there
    return (Spent(farmer.name, "seed", stored(need), lot=told.lot, reach="within"),) if need else ()


# -- the harvest ------------------------------------------------------------------------------------------------


def harvest(command: Farm, farmer: Holder, plot: Holder | None, scene: Scene) -> Iterator[Event | Said]:
    """EOS-FARM-04, EOS-FARM-05: the whole crop, split as the line says; animals take theirs first (EOS-FARM-06,
    EOS-FARM-07), the dice in the order the line names. The last day's task is this one, if it is not worked yet.
    """
    if plot is None:
        raise scene.lacks(
            f"{farmer.name} has no plot here.",
            thing=farmer.name,
            state="no plot",
            help=(f"farm {farmer.name} --in PLACE",),
        )
    place = plot.word("at")
    check_ground(command, farmer, place, scene)
    to = receiver(scene, farmer, place, command.to)
    tool = tool_of(command, farmer, place, scene)
    last = check_due(farmer, plot, scene)
    gross = gross_of(farmer, tool, scene)
    check_split(command, farmer, plot, gross, scene)
    if last:
        yield part(spend_task(scene, farmer, "farm", place))
        yield worked(command, farmer, place, plot, (), scene)
    losses: dict[str, Number] = {}
    first = not last
    for wanted in () if is_seed(plot) else command.harvest:
        rolled = loss(farmer, place, wanted, scene)
        yield part(rolled) if first else rolled
        first = False
        losses[wanted.item] = exact(rolled.lost)
    brought = brought_in(command, farmer, plot, to, tool, gross, losses, scene)
    yield part(brought) if first else brought
    yield from readied(farmer, plot, losses, scene)


def tool_of(command: Farm, farmer: Holder, place: str, scene: Scene) -> str:
    """EOS-FARM-03: `none crude basic`: the best within reach, or as named; bare hands are a grade of their own here."""
    if command.with_ in ("crude", "basic"):
        return tool_for(scene, farmer, "farming", "EOS-FARM-03", command.with_, at=place)
    return best_tool(scene.world, farmer.name, "farming", None, place) or "none"


def gross_of(farmer: Holder, tool: str, scene: Scene) -> Number:
    """EOS-FARM-04: Farming x 10 x {none 1, crude 2, basic 4}; level 0 brings nothing."""
    factors: dict[str, int] = {str(grade): by for grade, by in house.skills(scene.world)["farming"].tools.items()}
    return skill(farmer, "farming") * GROSS_A_LEVEL * factors[tool]


def check_due(farmer: Holder, plot: Holder, scene: Scene) -> bool:
    """EOS-FARM-01: whether the harvest is due, today's task included; True if that task is still to be spent.

    Ruling farm_effort: thirty tasks on thirty days, or a month since the plot was begun, whatever was worked. A seed
    crop takes its ten tasks either way (EOS-FARM-13).
    """
    day, done, needed = scene.day, plot.number("done"), plot.number("needed")
    open_today = plot.number("last_on") != day and done < needed
    month_only = not is_seed(plot) and scene.world.ruling("farm_effort", "30-tasks") == "month-only"
    if month_only:
        due_on = int(plot.number("started_on")) + MONTH_TASKS - 1
        if day < due_on:
            scene.refuse(
                "EOS-FARM-01",
                f"The plot in {plot.word('at')} is begun on day {text_of(plot.number('started_on'))}: "
                f"its harvest is due on day {due_on}.",
                thing=plot.name,
                state=f"due on day {due_on}",
                help=(f"clock day-{due_on}",),
            )
        return open_today
    opens = seed_opens(plot)
    reached = done + (1 if open_today else 0) >= needed and (opens is None or day >= opens)
    if not reached:
        scene.refuse(
            rule_of(is_seed(plot)),
            f"{text_of(done)} of {text_of(needed)} tasks are worked on the plot of {farmer.name} in {plot.word('at')}.",
            thing=plot.name,
            state=f"{text_of(done)} of {text_of(needed)} tasks",
            help=(f"farm {farmer.name}", f'routine {farmer.name} "farm {farmer.name}"'),
        )
    return open_today


def check_split(command: Farm, farmer: Holder, plot: Holder, gross: Number, scene: Scene) -> None:
    """EOS-FARM-05: food and fragments together are no more than the gross; EOS-FARM-14: a seed crop has no food."""
    if is_seed(plot) and any(w.item == FOOD for w in command.harvest):
        scene.refuse(
            "EOS-FARM-14",
            "A seed crop brings cloth fragments and no food.",
            thing=plot.name,
            state=SEED_CROP,
            help=(harvest_line(farmer, plot),),
        )
    total = sum((exact(w.quantity) for w in command.harvest), start=0)
    if total > gross:
        scene.refuse(
            "EOS-FARM-05",
            f"The plot of {farmer.name} bears {text_of(gross)} in all, not {text_of(total)}.",
            thing=plot.name,
            state=f"{text_of(gross)} in all",
            help=(f'farm {farmer.name} --harvest "{text_of(gross)} cloth fragments"',),
        )


def loss(farmer: Holder, place: str, wanted: Wanted, scene: Scene) -> FarmRolled:
    """EOS-FARM-06, EOS-FARM-07: a bare d20; what it is over the number of hunting (cloth) or trapping (food) is lost.

    EOS-FARM-08: at the number or under it nothing is; never more than there is.
    """
    zone = scene.zone(place)
    craft = CRAFT_OF[wanted.item]
    target = (hunt_target if craft == "hunt" else trap_target)(scene.world, zone, scene.day)
    roll = under(scene.roll(farmer.name, f"animals at the {wanted.item} of {farmer.name}", (), target=target))
    share = exact(wanted.quantity)
    lost = min(share, max(0, exact(roll.margin or 0)))
    return FarmRolled(
        who=farmer.name,
        place=place,
        rule="EOS-FARM-06" if craft == "hunt" else "EOS-FARM-07",
        roll=roll,
        product=wanted.item,
        share=stored(share),
        lost=stored(lost),
    )


def under(roll: Roll) -> Roll:
    """The same throw where to stay at or under the number is to win; `margin` is what it is over."""
    return roll if roll.won is None else msgspec.structs.replace(roll, won=not roll.won)


def brought_in(
    command: Farm,
    farmer: Holder,
    plot: Holder,
    to: str,
    tool: str,
    gross: Number,
    losses: dict[str, Number],
    scene: Scene,
) -> FarmHarvested:
    """EOS-FARM-16: the food keeps a week from today; EOS-FARM-15: the seeds come back with the crop."""
    got: list[AnyPosting] = []
    for wanted in command.harvest:
        net = exact(wanted.quantity) - losses.get(wanted.item, 0)
        if net and wanted.item == FOOD:
            got.append(Gained(to, FOOD, stored(net), harvested_on=scene.day, spoils_on=spoils_on(scene)))
        elif net:
            got.append(Gained(to, wanted.item, stored(net)))
    seeds = plot.number("seeds")
    if seeds:
        got.append(Gained(to, "seed", stored(seeds)))
    return FarmHarvested(
        who=farmer.name,
        place=plot.word("at"),
        rule="EOS-FARM-04",
        work=plot.name,
        crop=plot.word("product"),
        tool=tool,
        gross=stored(gross),
        postings=(*got, Put(plot.name, "tool", tool), *ended(plot.name)),
    )


# -- ready your bow ---------------------------------------------------------------------------------------------


def readied(farmer: Holder, plot: Holder, losses: dict[str, Number], scene: Scene) -> Iterator[Event]:
    """EOS-FARM-09, EOS-FARM-12: one hunt for lost cloth, one line of traps for lost food, by anybody, against 0.

    Only where something was really lost (ruling buff_needs_loss). All else of the hunt holds (EOS-FARM-11).
    """
    crafts = tuple(CRAFT_OF[item] for item, lost in losses.items() if lost)
    if crafts:
        zone = scene.zone(plot.word("at"))
        until = ready_until(scene)
        yield FarmReadied(
            who=farmer.name,
            place=zone.name,
            rule="EOS-FARM-09",
            crafts=crafts,
            until_day=scene.calendar.day_of(until) - 1,
            postings=tuple(Marked(zone.name, f"ready {craft} {plot.name}", until=until) for craft in crafts),
        )


def ready_until(scene: Scene) -> Moment:
    """EOS-FARM-10: the day of the harvest and the next, or two days more after it (ruling ready_window)."""
    days = 2 if scene.world.ruling("ready_window", "grant-day-and-next") == "grant-day-and-next" else 3
    calendar: Calendar = scene.calendar
    return calendar.dawn_of(scene.day + days)


def harvest_line(farmer: Holder, plot: Holder) -> str:
    split = "N cloth fragments" if is_seed(plot) else "N food, N cloth fragments"
    return f'farm {farmer.name} --in "{plot.word("at")}" --harvest "{split}"'
