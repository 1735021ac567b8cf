"""A PostgreSQL of the tests' own: a temporary cluster on a unix socket, gone afterwards."""

import os
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import glob
from pathlib import Path

USER = "postgres"


def binaries() -> Path | None:
    """The folder of initdb, pg_ctl and pg_basebackup; None where PostgreSQL is not installed."""
    found = [Path(os.path.realpath(name)) for name in (shutil.which("initdb"),) if name]
    found += [Path(name) for name in sorted(glob("/usr/lib/postgresql/*/bin/initdb"), reverse=True)]
    return next((path.parent for path in found if (path.parent / "pg_ctl").exists()), None)


def missing() -> str | None:
    """Why no server can be started here, or None."""
    if binaries() is None:
        return "PostgreSQL is not installed: apt-get install postgresql"
    try:
        import psycopg  # noqa: F401
        import psycopg_pool  # noqa: F401
    except ImportError as error:
        return f"psycopg is not installed: pip install 'psycopg[binary,pool]' ({error})"
    return None


def warn(reason: str) -> None:
    """Says loudly that everything about PostgreSQL goes untested."""
    warnings.warn(f"NOTHING ABOUT POSTGRESQL IS TESTED: {reason}", stacklevel=2)


class Cluster:
    """A server that may be killed, with a database `books` in it; `folder` has its socket and its log."""

    def __init__(self, folder: Path, port: int = 55432, data: str = "data") -> None:
        self.folder, self.port, self.data = folder, port, folder / data
        self.log = folder / f"log-{data}"

    def run(self, *arguments: str | Path, check: bool = True) -> "subprocess.CompletedProcess[bytes]":
        """One of PostgreSQL's own programs, as a user that it accepts."""
        bin_folder = binaries()
        assert bin_folder is not None
        words = [str(bin_folder / str(arguments[0])), *map(str, arguments[1:])]
        if os.getuid() == 0:
            words = ["runuser", "-u", USER, "--", *words]
        return subprocess.run(words, cwd=self.folder, check=check, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def configure(self, **more: str) -> None:
        lines = {
            "unix_socket_directories": f"'{self.folder}'", "listen_addresses": "''", "port": str(self.port),
            "max_connections": "100", "log_min_messages": "fatal", **more,
        }  # fmt: skip
        with (self.data / "postgresql.conf").open("a") as file:
            file.write("".join(f"{name} = {value}\n" for name, value in lines.items()))

    def begin(self, **more: str) -> None:
        self.run("initdb", "-D", self.data, "-A", "trust", "-U", USER, "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        self.configure(**more)
        self.start()
        self.run("createdb", "-h", self.folder, "-p", str(self.port), "-U", USER, "books")

    def start(self) -> None:
        self.run("pg_ctl", "-D", self.data, "-w", "-l", self.log, "start")

    def stop(self) -> None:
        self.run("pg_ctl", "-D", self.data, "-m", "immediate", "stop", check=False)

    def standby(self, port: int) -> "Cluster":
        """A hot standby of this one, attached."""
        other = Cluster(self.folder, port, f"standby-{port}")
        self.run("pg_basebackup", "-h", self.folder, "-p", str(self.port), "-U", USER, "-D", other.data, "-R", "-X",
                 "stream", "--checkpoint=fast", "--no-sync")  # fmt: skip
        other.configure()
        other.start()
        return other

    @property
    def pid(self) -> int:
        return int((self.data / "postmaster.pid").read_text().split("\n")[0])

    def address(self, campaign: str) -> str:
        return f"postgresql://{USER}@/books/{campaign}?host={self.folder}&port={self.port}"

    def connect(self) -> str:
        """The words psycopg connects with."""
        return f"host={self.folder} port={self.port} user={USER} dbname=books"


@contextmanager
def cluster(**more: str) -> Iterator[Cluster]:
    """A fresh server; stopped and taken away at the end."""
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
    folder.chmod(0o755)
    if os.getuid() == 0:
        shutil.chown(folder, USER)
    found = Cluster(folder)
    # A test that is killed leaves no server behind: this looks after it, and goes when it is gone.
    watch = (
        f"while kill -0 {os.getpid()} 2>/dev/null && [ -d '{folder}' ]; do sleep 1; done; "
        f"for f in '{folder}'/*/postmaster.pid; do [ -f \"$f\" ] && kill -QUIT $(head -1 \"$f\"); done; rm -rf '{folder}'"
    )
    subprocess.Popen(["sh", "-c", watch], start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        found.begin(**more)
        yield found
    finally:
        with suppress(Exception):
            found.stop()
        shutil.rmtree(folder, ignore_errors=True)
