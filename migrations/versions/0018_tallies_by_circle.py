"""A tally knows its circle, so that those of one circle are found without those of others. All are built again."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(sa.text("DELETE FROM tally"))
    with op.batch_alter_table("tally") as batch:
        batch.add_column(sa.Column("circle_id", sa.String(32), nullable=False))
        batch.create_foreign_key("fk_tally_circle_id_circle", "circle", ["circle_id"], ["id"], ondelete="CASCADE")
        batch.create_index("ix_tally_circle", ["circle_id"])


def downgrade() -> None:
    with op.batch_alter_table("tally") as batch:
        batch.drop_index("ix_tally_circle")
        batch.drop_constraint("fk_tally_circle_id_circle", type_="foreignkey")
        batch.drop_column("circle_id")
