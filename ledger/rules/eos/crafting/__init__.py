"""Crafting (EOS-CRAFT): one verb for every product, driven by the rows of the rulebook; work stays on the bench."""

from collections.abc import Iterator

from ledger.allowance import spend_task
from ledger.rules.eos.crafting.materials import materials_of
from ledger.rules.eos.crafting.orders import REST, Abandon, Craft, Time
from ledger.rules.eos.crafting.products import check_words, is_silent, look_up
from ledger.rules.eos.crafting.shares import finish, refuse_second_day, same_work, start, work_on
from ledger.rules.eos.crafting.structures import job_helpers
from ledger.ruling import Said, Scene, Usage, part
from projections.bench import KIND, open_works, ready
from projections.world import Holder
from schemas.entry import Event
from schemas.events.crafting import CraftAbandoned
from schemas.postings import Put
from schemas.things import Wanted


def craft(command: Craft, scene: Scene) -> Iterator[Event | Said]:
    """EOS-CRAFT-05: every task adds its work; a thing comes out when its share is done, and the rest flows on.

    Refused: a tier above the skill (EOS-CRAFT-03), no tool that serves (EOS-CRAFT-02), materials that are not there
    (EOS-CRAFT-06) or of too low a tier (EOS-CRAFT-07), and what nobody can make. Usage: --using what nothing takes.
    """
    if command.tasks < 0:
        raise Usage("--tasks is never below 0.")
    check_words(command, scene)
    taken = {
        item
        for thing in command.things
        for m in materials_of(scene.world, thing.item)
        for item in (m.item, *m.or_items)
    }
    for told in command.using:
        if told.item not in taken and not any(is_silent(command, thing, scene) for thing in command.things):
            raise Usage(f"Nothing on this line takes {told.item}.", nearest=tuple(sorted(taken)))
    for maker in scene.people(command.who):
        yield from craft_by(command, maker, scene)


def craft_by(command: Craft, maker: Holder, scene: Scene) -> Iterator[Event | Said]:
    """One maker, thing after thing of the line."""
    scene.able(maker)
    place = scene.where(maker, command.in_)
    rest = maker.count(REST, scene.day) if not command.tasks else 0
    time = Time(rest, command.tasks)
    for wanted in command.things:
        yield from craft_thing(command, maker, place, wanted, time, scene)


def craft_thing(
    command: Craft, maker: Holder, place: str, wanted: Wanted, time: Time, scene: Scene
) -> Iterator[Event | Said]:
    """Starts one thing or goes on with it, as far as the time goes; what the time does not reach is not begun."""
    job = look_up(command, maker, wanted, scene)
    work = None if command.new else same_work(command, maker, place, job, scene)
    head = True
    while True:
        left = job.share * job.count if work is None else work.number("needed") - work.number("done")
        if left > 0 and time.left <= 0:
            if not time.tasks:
                if not time.begun:
                    raise scene.lacks(
                        f"Nothing is left of the tasks that {maker.name} worked on day {scene.day}.",
                        thing=maker.name,
                        state="no rest of a task",
                        help=(f"craft {maker.name} {job.said}",),
                    )
                return
            refuse_second_day(maker, job, scene)
            for helper in job_helpers(command, maker, place, job, scene):
                yield part(spend_task(scene, helper, "craft", place))
            yield part(spend_task(scene, maker, "craft", place))
            time.tasks, time.left, time.fresh, head = time.tasks - 1, 1, True, False
        time.begun = True
        if work is None:
            started = start(command, maker, place, job, scene)
            yield part(started) if head else started
            head = False
            work = scene.world.holders[f"{KIND}@{scene.world.root}"]
        if work.number("done") < work.number("needed"):
            worked = work_on(command, maker, place, job, work, time, scene)
            yield part(worked) if head else worked
            head = False
        if ready(work) > 0:
            yield from finish(command, maker, place, job, work, scene)
        if work.word("state", "open") != "open":
            return


def abandon(command: Abandon, scene: Scene) -> Iterator[Event | Said]:
    """EOS-CRAFT-05: unfinished work is given up; nothing is added to it any more, and what it used is gone."""
    if not command.things and command.work is None:
        raise Usage("What is given up? Name the thing, or --work WORK as bench shows it.")
    for maker in scene.people(command.who):
        for work in abandoned(command, maker, scene):
            yield part(
                CraftAbandoned(
                    who=maker.name,
                    place=scene.world.place_of(maker.name),
                    rule="EOS-CRAFT-05",
                    work=work.name,
                    product=work.word("product"),
                    postings=(Put(work.name, "state", "abandoned"),),
                )
            )


def abandoned(command: Abandon, maker: Holder, scene: Scene) -> list[Holder]:
    """The open works that are meant. Refused: none of that name, or several."""
    there = open_works(scene.world, maker.name)
    open_text = ", ".join(f"{w.word('product')} ({w.name})" for w in there) or "nothing"
    found: list[Holder] = []
    for wanted in command.things:
        match = [
            w
            for w in there
            if w.word("product") == wanted.item and wanted.tier in (None, w.fields.get("tier")) and w not in found
        ]
        if len(match) != 1:
            how = "no open work on" if not match else f"{len(match)} open works on"
            raise scene.lacks(
                f"{maker.name} has {how} {wanted.item}; on the bench: {open_text}.",
                thing=wanted.item,
                state=open_text,
                help=tuple(f"abandon {maker.name} --work {w.name}" for w in match or there),
            )
        found += match
    if command.work is not None:
        match = [w for w in there if w.name == command.work]
        if not match:
            raise scene.lacks(
                f"{command.work} is no open work of {maker.name}; on the bench: {open_text}.",
                thing=command.work,
                state=open_text,
                help=(f"bench {maker.name}",),
            )
        found += match
    return found
