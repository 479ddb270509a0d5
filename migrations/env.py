"""How Alembic reaches the database: by the connection that scorekeeper.store.migrate hands over.

That connection is within a transaction, which holds everybody else off until all
migrations are done. For `alembic …` on the command line (developers only) it is made here.
"""

import os

from alembic import context
from sqlalchemy import Connection

from scorekeeper.config.settings import read_settings
from scorekeeper.store.database import Base
from scorekeeper.store.migrate import migrating

# The tables register themselves when their classes are made.
from scorekeeper.store import models  # noqa: F401  # imported for its tables  # isort: skip


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=connection.dialect.name == "sqlite",
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with migrating(read_settings(os.environ).database_url) as made:
        run(made)
