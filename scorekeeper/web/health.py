"""Two addresses for the machines that watch a server: whether the process runs, and whether it can serve."""

from flask import Blueprint, Response, current_app, jsonify

from ..services import health

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def alive() -> Response:
    """Answer as long as the process does; nothing is read."""
    return Response("ok\n", mimetype="text/plain")


@bp.get("/readyz")
def ready() -> tuple[Response, int]:
    """Say whether the database answers with the schema of this version, and the disk has room; 503 if not."""
    found = health.checks(current_app.config["SCOREKEEPER"].data_dir)
    fine = set(found.values()) == {"ok"}
    return jsonify(ready=fine, **found), 200 if fine else 503
