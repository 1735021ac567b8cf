"""Medicine (EOS-MED)."""

from collections.abc import Iterator
from typing import ClassVar

from ledger.allowance import spend_task
from ledger.ruling import Command, Grade, People, Person, Said, Scene, Things, Usage, Whole, part
from ledger.tools import tool_for
from projections.days import EXCUSED
from projections.holdings import reachable
from projections.larder import in_play
from projections.pools import skill
from projections.world import Holder
from schemas.entry import Event
from schemas.events.medicine import TreatGiven
from schemas.postings import Changed
from schemas.units import Number, counted, stored, text_of

WORKSHOP = " workshop"
TIMES: dict[str, int] = {"crude": 1, "basic": 2, "workshop": 4}


class Treat(Command, tag="treat", frozen=True):
    """A medic's task for a patient at rest: `treat Brandt Pip --tasks 2`. It heals when the day closes."""

    words: ClassVar[tuple[str, ...]] = ("who", "patient")
    usage: ClassVar[str] = "treat WHO PATIENT [--tasks N] [--with GRADE] [--using LIGHT]"
    examples: ClassVar[tuple[str, ...]] = ("treat Brandt Pip", "treat Brandt Pip --tasks 2")
    who: People
    patient: Person
    tasks: Whole = 1
    with_: Grade | None = None
    using: Things = ()


def treat(command: Treat, scene: Scene) -> Iterator[Event | Said]:
    """EOS-MED-02, EOS-MED-06: the level of every medic's every task, added up, when the day closes.

    Refused: no toolkit (EOS-MED-01), a workshop (EOS-MED-03), a patient who works or treats (EOS-MED-04), a fight
    (EOS-MED-05).
    """
    if command.tasks < 1:
        raise Usage(f"--tasks is 1 or more, not {command.tasks}.")
    for medic in scene.people(command.who):
        for _ in range(command.tasks):
            yield from treat_once(command, medic, scene)


def treat_once(command: Treat, medic: Holder, scene: Scene) -> Iterator[Event | Said]:
    """One task of one medic: a part of its own."""
    scene.able(medic)
    patient = patient_of(command, medic, scene)
    place = scene.where(medic)
    grade = tool_of(command, medic, scene)
    yield part(spend_task(scene, medic, f"treats {patient.name}", place, light=command.using))
    healing = healing_of(skill(medic, "medicine"), grade, scene)
    excused = patient.count("tasks", scene.day) - patient.count(EXCUSED, scene.day)
    yield TreatGiven(
        who=medic.name,
        place=place,
        rule="EOS-MED-02",
        patient=patient.name,
        day=scene.day,
        tool=grade,
        healing=stored(healing),
        postings=(
            Changed(patient.name, "treated", 1, source=medic.name, period=scene.day),
            Changed(patient.name, "medicine", stored(healing), source=medic.name, period=scene.day),
            *((Changed(patient.name, EXCUSED, stored(excused), source="the GM", period=scene.day),) if excused else ()),
        ),
    )


def patient_of(command: Treat, medic: Holder, scene: Scene) -> Holder:
    """EOS-MED-04: someone where the medic is, who has worked on nothing today; EOS-MED-05: not in a fight."""
    patient = scene.person(command.patient)
    if not in_play(patient):
        raise scene.lacks(
            f"{patient.name} is {'dead' if patient.fields.get('dead') else 'gone'}.",
            thing=patient.name,
            state="dead" if patient.fields.get("dead") else "gone",
        )
    place = scene.world.place_of(patient.name)
    if place is not None:
        scene.where(medic, place)
    if patient.name == medic.name:
        scene.refuse("EOS-MED-04", f"{medic.name} cannot treat and rest on one day.", thing=medic.name, state="at work")
    worked = patient.count("tasks", scene.day)
    if worked:
        scene.refuse(
            "EOS-MED-04",
            f"{patient.name} has worked {counted(worked, 'task')} on day {scene.day}; a patient rests the whole day.",
            thing=patient.name,
            state=f"{text_of(worked)} tasks used",
            help=("camp",),
        )
    for each in (medic, patient):
        if any(mark.startswith("fight ") for mark in each.marks):
            scene.refuse(
                "EOS-MED-05",
                f"{each.name} is in a fight; medicine asks for rest.",
                thing=each.name,
                state="fighting",
                help=("fight end",),
            )
    return patient


def tool_of(command: Treat, medic: Holder, scene: Scene) -> str:
    """EOS-MED-01: a toolkit at the least; EOS-MED-03: a workshop adds nothing, but by the table (medicine_rule)."""
    if command.with_ == "workshop":
        if scene.world.ruling("medicine_rule", "text") == "table":
            return workshop(medic, scene)
        scene.refuse(
            "EOS-MED-03",
            "A workshop adds nothing to medicine; a basic toolkit doubles it.",
            thing=medic.name,
            state="workshop",
            help=(f"treat {medic.name} {command.patient} --with basic",),
        )
        return "basic"
    return tool_for(scene, medic, "medicine", "EOS-MED-01", command.with_)


def workshop(medic: Holder, scene: Scene) -> str:
    """EOS-MED-03: the table's workshop: no skill's is medicine's, but one may serve all (ruling workshop_scope)."""
    if scene.world.ruling("workshop_scope", "per-skill") == "all-skills":
        for holder, _ in reachable(scene.world, medic.name):
            if any(item.endswith(WORKSHOP) for item in holder.lots):
                return "workshop"
    raise scene.lacks(
        f"{medic.name} has no workshop within reach that serves medicine.",
        thing="workshop",
        state="none",
        help=("ruling workshop_scope all-skills", f"treat {medic.name} PATIENT --with basic"),
    )


def healing_of(level: Number, grade: str, scene: Scene) -> Number:
    """EOS-MED-02: level x tool; by the table (ruling medicine_rule) one more than the level."""
    if scene.world.ruling("medicine_rule", "text") == "table":
        level += 1
    return level * TIMES[grade]
