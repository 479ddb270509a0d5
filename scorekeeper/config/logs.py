"""The log of the server, as text or JSON: no key, no address, no ID of a game, nothing that people typed.

The message of an error may contain any of these, so the log has its type, its codes and its traceback instead.
"""

import errno
import json
import logging
import threading
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime

from .settings import Settings

_TALKATIVE = ("alembic", "flask-limiter")
"""Their messages of the level INFO are of no use to people who keep score, or have addresses."""


def configure(settings: Settings) -> None:
    """Write the log of this process to stderr, in the format and from the level on that `settings` have."""
    handler = logging.StreamHandler()
    handler.setFormatter(FORMATTERS[settings.log_format]())
    logging.basicConfig(level=settings.log_level, handlers=[handler])
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel("WARNING")
    threading.excepthook = _thread_failed


def kind_of(error: BaseException) -> str:
    """Return the type of an error with the codes of the system and of the database, without its message."""
    names = [type(error).__module__.removeprefix("builtins") + "." + type(error).__qualname__]
    if isinstance(error, OSError) and error.errno is not None:
        names.append(errno.errorcode.get(error.errno, str(error.errno)))
    names += [str(code) for name in ("sqlite_errorname", "sqlstate") if (code := getattr(error, name, None))]
    if isinstance(orig := getattr(error, "orig", None), BaseException):
        names.append(f"({kind_of(orig)})")
    return " ".join(names).removeprefix(".")


class TextFormatter(logging.Formatter):
    """A line for each record, and the places of an error beneath it."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Return the text of a record."""
        line = self.formatMessage(_said(self, record))
        return "\n".join([line, *_places(record)])


class JsonFormatter(logging.Formatter):
    """A JSON object on a line for each record: time (UTC), level, logger, message, and for an error its places."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        said: dict[str, object] = {"time": time, "level": record.levelname, "logger": record.name}
        said["message"] = _said(self, record).message
        if places := _places(record):
            said["error"] = places
        return json.dumps(said, ensure_ascii=False)


FORMATTERS: dict[str, type[logging.Formatter]] = {"text": TextFormatter, "json": JsonFormatter}
"""By the value of `SCOREKEEPER_LOG`."""


def _said(formatter: logging.Formatter, record: logging.LogRecord) -> logging.LogRecord:
    """Return a copy of a record with its time and message, in which errors are replaced by their `kind_of`."""
    said = logging.makeLogRecord(record.__dict__)
    if isinstance(said.msg, BaseException):
        said.msg = kind_of(said.msg)
    if isinstance(said.args, tuple):
        said.args = tuple(kind_of(each) if isinstance(each, BaseException) else each for each in said.args)
    said.message = said.getMessage()
    if record.name == "asyncio":  # what follows shows objects with all that they hold
        said.message = said.message.partition("\n")[0]
    said.asctime = formatter.formatTime(said)
    return said


def _places(record: logging.LogRecord) -> list[str]:
    """Return the lines of a record's error: where it came from, then its kind; those that led to it come first."""
    error = record.exc_info[1] if record.exc_info else None
    return [line for each in reversed([*_chain(error)]) for line in [*_frames(each), kind_of(each)]]


def _frames(error: BaseException) -> Iterator[str]:
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"  {frame.filename}:{frame.lineno} {frame.name}: {frame.line}"


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and the errors that caused it."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _thread_failed(failed: threading.ExceptHookArgs) -> None:
    if failed.exc_value is not None:
        info = (failed.exc_type, failed.exc_value, failed.exc_traceback)
        logging.getLogger(__name__).error("A thread ended", exc_info=info)
