"""Faults of the database and of its disk."""

import os
import subprocess
import time
from contextlib import suppress

import psycopg

from .places import Admin, Postgresql
from .scene import Scene

_BETWEEN_CUTS = 0.5  # seconds at most


def sqlite_disk_full(scene: Scene) -> None:
    """Fill the disk of the database; what a limit refuses, SQLite takes for a disk that fails."""
    if not scene.place.disk.is_mounted:
        scene.says, scene.ready = "can’t be reached right now", "database does not answer"
    scene.place.disk.fill(scene.server.pid)
    scene.hold()
    scene.place.disk.clear(scene.server.pid)


def sqlite_read_only(scene: Scene) -> None:
    """Make the file read-only, even for root, and kill the server, which has it open; it starts again on that file."""
    file = scene.sqlite.file
    file.chmod(0o400)
    subprocess.run(["chattr", "+i", str(file)], capture_output=True, check=os.geteuid() == 0)
    scene.server.kill()
    scene.server.wait()
    scene.hold()
    subprocess.run(["chattr", "-i", str(file)], capture_output=True, check=os.geteuid() == 0)
    file.chmod(0o600)


def sqlite_damaged(scene: Scene) -> None:
    """Overwrite a page after a backup, between two rounds; whoever hosts the server restores the backup."""
    place, copy = scene.sqlite, scene.folder / "copy.sqlite3"
    scene.phones.pause()
    time.sleep(1)  # what was begun is saved
    scene.command("backup", str(copy))
    with place.connected() as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'revision'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        with place.file.open("r+b") as file:
            file.seek((page - 1) * size)
            file.write(b"damage!!" * (size // 8))
        connection.execute("UPDATE alembic_version SET version_num = version_num")  # nobody trusts a cache now
    scene.phones.play()
    scene.hold()
    scene.command("restore", str(copy))
    scene.server.kill()
    scene.server.wait()


def sqlite_locked(scene: Scene) -> None:
    """Hold the lock on writing, as another program does."""
    with scene.sqlite.connected() as connection:
        connection.execute("BEGIN IMMEDIATE")
        scene.hold(scene.size.seconds)
        connection.execute("ROLLBACK")


def postgresql_killed(scene: Scene) -> None:
    """Kill PostgreSQL, and start it after a while."""
    scene.postgresql.cluster.kill()
    scene.hold()
    scene.postgresql.cluster.start()


def postgresql_restarted(scene: Scene) -> None:
    """Restart PostgreSQL as an update does."""
    scene.postgresql.cluster.stop("fast")
    scene.postgresql.cluster.start()


def postgresql_cut(scene: Scene) -> None:
    """Cut all connections, again and again."""
    with scene.postgresql.connected() as admin:

        def cut_again() -> None:
            _cut(admin)
            time.sleep(scene.rng.uniform(0.0, _BETWEEN_CUTS))

        scene.hold(do=cut_again)


def postgresql_disk_full(scene: Scene) -> None:
    """Fill the disk of PostgreSQL; where it gives up, it is started again once there is room."""
    place: Postgresql = scene.postgresql
    place.disk.fill(place.pid)
    scene.hold(do=lambda: _use_up_the_log(place))
    place.disk.clear(*([place.pid] if place.cluster.runs else []))
    time.sleep(1)
    if not place.cluster.runs:
        place.cluster.start()


def _use_up_the_log(place: Postgresql) -> None:
    """Begin another file of the log of changes, as many changes would; it needs room."""
    with suppress(psycopg.Error), place.connected() as admin:
        admin.execute("SELECT pg_switch_wal(), txid_current()")


def postgresql_read_only(scene: Scene) -> None:
    """Let PostgreSQL accept nothing but questions, as a standby does."""
    with scene.postgresql.connected() as admin:
        admin.execute("ALTER DATABASE postgres SET default_transaction_read_only = on")
        _cut(admin)  # it holds for new sessions
        scene.hold()
        admin.execute("ALTER DATABASE postgres RESET default_transaction_read_only")


def postgresql_locked(scene: Scene) -> None:
    """Lock the games, as a maintenance of the database does."""
    with scene.postgresql.connected() as admin, admin.transaction():
        admin.execute("LOCK TABLE game IN EXCLUSIVE MODE")
        scene.hold(scene.size.seconds)


def _cut(admin: Admin) -> None:
    admin.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
    )
