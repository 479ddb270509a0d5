"""Endpoints for monitoring: `/healthz` (the process runs), `/readyz` (it can serve), `/metrics` (for Prometheus)."""

from flask import Blueprint, Response, abort, current_app, jsonify, request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from ..config.settings import Settings
from ..extensions import limiter
from ..http.metrics import may_read
from ..services.live.hub import HAND_OVER, MAX_STREAMS, Hub
from ..services.monitoring import gauges, health, metrics
from .sheets.printed import print_queue

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def alive() -> Response:
    """Answer as long as the process does; nothing is read."""
    return Response("ok\n", mimetype="text/plain")


@bp.get("/readyz")
def ready() -> tuple[Response, int]:
    """Answer 200 if the database answers with the schema of this version and the disks have room, else 503.

    Where several processes count rate limits together, the body also states whether they do; without it all else works.
    """
    settings: Settings = current_app.config["SCOREKEEPER"]
    found = health.checks(settings.data_dir)
    fine = set(found.values()) == {"ok"}
    if settings.limits_url:
        found["limits"] = "ok" if limiter.storage.check() else "counted by each process alone"
    return jsonify(ready=fine, **found), 200 if fine else 503


@bp.get("/metrics")
def figures() -> Response:
    """Answer with the metrics of all processes in Prometheus's format; addresses that are not allowed get a 404."""
    if not may_read():
        abort(404)
    hub: Hub = current_app.extensions["live"]
    most = MAX_STREAMS if HAND_OVER in request.environ else hub.most
    gauges.measure(current_app.config["SCOREKEEPER"], len(hub), most, len(print_queue()))
    return Response(generate_latest(metrics.REGISTRY), content_type=CONTENT_TYPE_LATEST)
