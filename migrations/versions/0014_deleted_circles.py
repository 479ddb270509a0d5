"""The games that a deleted circle had, so that it can be restored."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("circle", sa.Column("left", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("circle", "left")
