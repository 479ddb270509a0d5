"""Two addresses for the machines that watch a server: whether the process runs, and whether it can serve."""

from flask import Blueprint, Response, current_app, jsonify

from ..config.settings import Settings
from ..extensions import limiter
from ..services import health

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def alive() -> Response:
    """Answer as long as the process does; nothing is read."""
    return Response("ok\n", mimetype="text/plain")


@bp.get("/readyz")
def ready() -> tuple[Response, int]:
    """Say whether the database answers with the schema of this version, and the disk has room; 503 if not.

    Where several processes count rate limits together, it also says whether they do. If not, all else works.
    """
    settings: Settings = current_app.config["SCOREKEEPER"]
    found = health.checks(settings.data_dir)
    fine = set(found.values()) == {"ok"}
    if settings.limits_url:
        found["limits"] = "ok" if limiter.storage.check() else "counted by each process alone"
    return jsonify(ready=fine, **found), 200 if fine else 503
