"""The application: settings, extensions, blueprints; nothing else."""

import os
from collections.abc import Callable
from typing import Any, TypeAlias

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from . import api, web
from .config.paths import STATIC, TEMPLATES, TRANSLATIONS
from .config.settings import Settings, read_settings, secret_key
from .extensions import (
    babel,
    choose_locale,
    compress,
    compress_pages,
    csrf,
    limiter,
    reader_language,
    say_when_again,
    translated,
)
from .http import rate_limits
from .http.hosts import HostRequest
from .http.rate_storage import LOCKED_MEMORY
from .services import wording
from .services.bounds import LARGEST_FORM, MOST_FIELDS
from .services.live.hub import CONNECTIONS, OF_NETWORK, Hub
from .store.database import db, prepare
from .web.forms import limit_fields

Function: TypeAlias = Callable[..., Any]


class _App(Flask):
    """Flask for functions that are all ordinary ones: it need not ask of each, in each request, whether it is async."""

    request_class = HostRequest

    def ensure_sync(self, func: Function) -> Function:
        """Return `func` as it is."""
        return func


def create_app(settings: Settings | None = None) -> Flask:
    """Return the application for `settings`, by default those of the environment.

    The database must have been migrated: `store.migrate.upgrade`.

    Raises:
        SettingsError: a setting or the data folder is such that it cannot start.
    """
    settings = settings or read_settings(os.environ)
    app = _App("scorekeeper", template_folder=str(TEMPLATES), static_folder=str(STATIC))
    app.config.update(
        SECRET_KEY=secret_key(settings.data_dir),
        SCOREKEEPER=settings,
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        SQLALCHEMY_ENGINE_OPTIONS={"pool_pre_ping": not settings.database_url.startswith("sqlite")},
        MAX_CONTENT_LENGTH=1024 * 1024,
        MAX_FORM_MEMORY_SIZE=LARGEST_FORM,  # of a page's form, files apart
        MAX_FORM_PARTS=MOST_FIELDS,
        SESSION_COOKIE_NAME="__Host-session" if settings.secure_cookies else "session",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=settings.secure_cookies,
        WTF_CSRF_TIME_LIMIT=None,
        RATELIMIT_ENABLED=settings.ratelimit_enabled,
        RATELIMIT_STORAGE_URI=LOCKED_MEMORY,
        BABEL_TRANSLATION_DIRECTORIES=str(TRANSLATIONS),
        COMPRESS_ALGORITHM=["br", "zstd", "gzip", "deflate"],
        COMPRESS_BR_LEVEL=5,  # from here on smaller than the others, and still a fraction of a millisecond
        COMPRESS_STREAMS=False,
        COMPRESS_REGISTER=False,  # `compress_pages` asks it
        COMPRESS_MIMETYPES=["text/html"],  # not JSON: a compressed game would get another ETag than its version
        SEND_FILE_MAX_AGE_DEFAULT=365 * 24 * 3600,
    )
    app.url_map.merge_slashes = False  # it would redirect to whatever host was sent
    app.json.sort_keys = False  # type: ignore[attr-defined]  # Flask's own way, typed more narrowly
    if settings.trusted_proxies:
        n = settings.trusted_proxies
        # Not checked: Flask's own way to wrap an application.
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=n, x_proto=n, x_host=n)  # type: ignore[method-assign]  # as Flask documents it
    db.init_app(app)
    with app.app_context():
        prepare(db.engine)
        of_network = OF_NETWORK if settings.ratelimit_enabled else CONNECTIONS
        app.extensions["live"] = Hub(db.engine, most=settings.threads // 2, of_network=of_network)
    app.before_request(limit_fields)  # before the form's token is looked for
    csrf.init_app(app)
    limiter.init_app(app)
    app.after_request(say_when_again)
    compress.init_app(app)
    app.after_request(compress_pages)
    babel.init_app(app, locale_selector=choose_locale)
    wording.translate_by(translated, reader_language)
    web.register(app)
    api.register(app)
    rate_limits.register(app)
    return app
