"""Rights know the right under which they were given, so that they can end with it."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # No foreign key, for which SQLite would make the table anew: both rights are one game's, and go with it.
    op.add_column("grant", sa.Column("made_by_id", sa.Integer(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("grant") as batch:
        batch.drop_column("made_by_id")
