"""The published vectors: whole and damaged exports, and what both verifiers say of each."""

import ast
import json
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.audit import standalone_verifier
from ledger.audit.verify import verify_export
from ledger.seals import read_code

HERE = Path(__file__).parent / "vectors"
JSON = dict[str, Any]
VECTORS: list[JSON] = json.loads((HERE / "vectors.json").read_text(encoding="utf-8"))
SEALS = sorted({seal for vector in VECTORS for seal in vector["seals"]})
ALL = pytest.mark.parametrize("vector", VECTORS, ids=lambda v: v["file"].removesuffix(".jsonl"))
WORDS = {"intact", "unchanged", "payload", "metadata", "swapped", "deleted", "cut", "forked", "rewritten"}


def lines(vector: JSON) -> list[bytes]:
    text: bytes = (HERE / vector["file"]).read_bytes()
    return text.splitlines(keepends=True)


def expected(vector: JSON) -> tuple[object, ...]:
    return vector["verdict"], vector["position"], vector["head"], vector["entries"]


@ALL
def test_the_ledgers_own_verifier_says_it(vector: JSON) -> None:
    found = verify_export(lines(vector), [read_code(seal) for seal in vector["seals"]])
    assert (found.verdict, found.position, found.head, found.entries) == expected(vector), found.text
    said = f"{vector['dice']} promised "
    assert (said in found.text) == bool(vector["dice"])


@ALL
def test_the_second_verifier_says_it(vector: JSON) -> None:
    found = standalone_verifier.verify(lines(vector), vector["seals"])
    assert found[:4] == expected(vector), found.text
    assert found.dice == vector["dice"]


# -- damage that nobody thought of


def damaged(text: list[bytes], how: str, at: int, byte: int, other: list[bytes]) -> list[bytes]:
    """Lines to which one thing was done, somewhere."""
    if not text:
        return text
    nth = at % len(text)
    line = text[nth]
    if how == "byte":
        place = at % len(line)
        return [*text[:nth], line[:place] + bytes([byte]) + line[place + 1 :], *text[nth + 1 :]]
    if how == "blank":
        try:
            said = json.loads(line)
            blank = {"position": said["position"], "sha256": sha256(said["stored"].encode()).hexdigest()}
        except (ValueError, KeyError, TypeError, AttributeError):
            return text
        return [*text[:nth], json.dumps(blank).encode(), *text[nth + 1 :]]
    if how == "exchange":
        return [*text[:nth], *text[nth + 1 : nth + 2], line, *text[nth + 2 :]]
    return {
        "leave out": [*text[:nth], *text[nth + 1 :]],
        "twice": [*text[:nth], line, *text[nth:]],
        "cut": text[:nth],
        "splice": [*text[:nth], *other[nth:]],
    }[how]


KINDS = ("byte", "byte", "byte", "blank", "exchange", "leave out", "twice", "cut", "splice")
PRINTED = tuple(b' !"#,-./0123456789:[\\]abcdeflnrtu{}~')
DAMAGE = st.tuples(st.sampled_from(KINDS), st.integers(0, 2**16), st.sampled_from(PRINTED), st.sampled_from(VECTORS))


@given(st.sampled_from(VECTORS), st.lists(DAMAGE, min_size=1, max_size=2), st.lists(st.sampled_from(SEALS), max_size=2))
@settings(max_examples=300, deadline=None)
def test_both_verifiers_say_the_same_of_whatever_was_done(vector: JSON, done: list[Any], seals: list[str]) -> None:
    text = [line.rstrip(b"\n") for line in lines(vector)]
    for how, at, byte, other in done:
        text = damaged(text, how, at, byte, [line.rstrip(b"\n") for line in lines(other)])
    own = verify_export(text, [read_code(seal) for seal in seals])
    second = standalone_verifier.verify(text, seals)
    assert second[:4] == (own.verdict, own.position, own.head, own.entries), (own.text, second.text)


def test_every_word_of_a_verdict_has_a_vector() -> None:
    assert {vector["verdict"] for vector in VECTORS} == WORDS
    assert {vector["file"] for vector in VECTORS} == {path.name for path in HERE.glob("*.jsonl")}


def test_the_vectors_come_out_of_their_script_as_they_are(tmp_path: Path) -> None:
    shutil.copy(HERE / "make_vectors.py", tmp_path)
    subprocess.run([sys.executable, str(tmp_path / "make_vectors.py")], check=True, cwd=tmp_path, env={})
    for path in (*HERE.glob("*.jsonl"), HERE / "vectors.json"):
        assert (tmp_path / path.name).read_bytes() == path.read_bytes(), path.name


def test_the_second_verifier_imports_nothing_but_pythons_own() -> None:
    tree = ast.parse(Path(standalone_verifier.__file__).read_text(encoding="utf-8"))
    names = [a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names]
    names += [node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.mark.parametrize(
    ("file", "seals", "exit_code", "first"),
    [
        ("whole.jsonl", (), 0, "intact: "),
        ("sealed.jsonl", ("--seal", VECTORS[1]["seals"][0], f"--seal={VECTORS[1]['seals'][1]}"), 0, "unchanged: "),
        ("payload.jsonl", (), 3, "payload at 6: "),
        ("die-wrong.jsonl", (), 3, "payload at 5: "),
        ("whole.jsonl", ("--seal", "no seal"), 2, ""),
        ("nowhere.jsonl", (), 2, ""),
    ],
)
def test_a_player_runs_it_alone_in_an_empty_folder(
    tmp_path: Path, file: str, seals: tuple[str, ...], exit_code: int, first: str
) -> None:
    alone = tmp_path / "verifier.py"
    shutil.copy(standalone_verifier.__file__, alone)
    environment = {"PATH": os.environ.get("PATH", "")}
    asked = [sys.executable, "-I", "-S", str(alone), str(HERE / file), *seals]
    found = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, env=environment)
    assert found.returncode == exit_code, found.stdout + found.stderr
    assert found.stdout.startswith(first)
    assert "Traceback" not in found.stderr
    assert bool(found.stderr) == (exit_code == 2)


def test_an_edited_entry_whose_first_brace_is_gone_too_is_the_same_to_both() -> None:
    [vector] = [v for v in VECTORS if v["file"] == "payload-last.jsonl"]
    text = [line.rstrip(b"\n") for line in lines(vector)]
    text[-1] = text[-1].replace(b'"stored":"{', b'"stored":" ', 1)
    own = verify_export(text, [])
    assert standalone_verifier.verify(text, [])[:4] == (own.verdict, own.position, own.head, own.entries) == (
        "payload", 13, own.head, 13,
    )  # fmt: skip
