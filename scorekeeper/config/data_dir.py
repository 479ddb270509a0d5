"""The data folder, and in it the key that signs cookies."""

import os
import re
import secrets
import stat
import tempfile
from pathlib import Path

from .causes import cause_of
from .messages import _
from .settings import SettingsError

_KEY = re.compile(r"[0-9a-f]{64}")


def prepare_data_dir(data_dir: Path) -> None:
    """Create the data folder with mode 0700, and check that it is writable.

    Raises:
        SettingsError: it is not.
    """
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=data_dir):
            pass
    except OSError as error:
        raise SettingsError(
            _(
                "Scorekeeper cannot write to the data folder '{data_dir}' (SCOREKEEPER_DATA_DIR). {cause}",
                data_dir=data_dir,
                cause=cause_of(error),
            )
        ) from error


def secret_key(data_dir: Path) -> str:
    """Return the key that signs cookies, 64 hex digits; it is generated at the first start, in a file with mode 0600.

    Raises:
        SettingsError: the file cannot be written or read, or contains something else.
    """
    file = data_dir / "secret_key"
    try:
        if not file.exists():
            prepare_data_dir(data_dir)
            _write_new_key(file)
        if os.name == "posix" and stat.S_IMODE(file.stat().st_mode) & 0o077:
            file.chmod(0o600)
        key = file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            _(
                "The secret key '{file}' cannot be stored so that only its owner can read it. {cause}",
                file=file,
                cause=cause_of(error),
            )
        ) from error
    if not _KEY.fullmatch(key):
        raise SettingsError(
            _("The file '{file}' has no secret key: delete it, and Scorekeeper makes a new one.", file=file)
        )
    return key


def _write_new_key(file: Path) -> None:
    """Write a new key to `file` atomically, unless the file exists by then.

    The key is written to a temporary file, which is then linked: the file never exists without its key, and of two
    processes that start at the same time the first wins.
    """
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".secret_key-")  # mode 0600, O_EXCL
    try:
        with os.fdopen(handle, "w", encoding="ascii") as made:
            made.write(secrets.token_hex(32) + "\n")
            made.flush()
            os.fsync(made.fileno())
        os.link(name, file)
    except FileExistsError:
        pass
    finally:
        os.unlink(name)
