"""Rights know the right under which they were given, so that they can end with it."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_KEY = "fk_grant_made_by_id_grant"


def upgrade() -> None:
    with op.batch_alter_table("grant") as batch:
        batch.add_column(sa.Column("made_by_id", sa.Integer(), nullable=True))
        batch.create_foreign_key(_KEY, "grant", ["made_by_id"], ["id"], ondelete="SET NULL")


def downgrade() -> None:
    with op.batch_alter_table("grant") as batch:
        batch.drop_constraint(_KEY, type_="foreignkey")
        batch.drop_column("made_by_id")
