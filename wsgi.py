"""For servers that look for a WSGI application, like `gunicorn wsgi:app`."""

import os
import sys

from scorekeeper import create_app
from scorekeeper.config import logs
from scorekeeper.config.data_dir import prepare_data_dir
from scorekeeper.config.loading import gc_disabled
from scorekeeper.config.settings import SettingsError, read_settings
from scorekeeper.store.migrate import MigrationError, upgrade

try:
    with gc_disabled():
        settings = read_settings(os.environ)
        logs.configure(settings)
        prepare_data_dir(settings.data_dir)
        upgrade(settings.database_url, folder=settings.data_dir)
        app = create_app(settings)
except (SettingsError, MigrationError) as error:
    sys.exit(f"scorekeeper: {error}")
