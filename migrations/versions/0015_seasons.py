"""Seasons: evenings of a circle that count together."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "season",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("circle_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("first", sa.Date(), nullable=False),
        sa.Column("last", sa.Date(), nullable=False),
        sa.Column("zone", sa.String(60), nullable=False),
        sa.Column("counts", sa.String(10), nullable=False),
        sa.Column("variant", sa.String(40), nullable=True),
        sa.Column("weights", sa.JSON(), nullable=False),
        sa.Column("least", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_season"),
        sa.ForeignKeyConstraint(["circle_id"], ["circle.id"], name="fk_season_circle_id_circle", ondelete="CASCADE"),
    )
    op.create_index("ix_season_circle", "season", ["circle_id"])


def downgrade() -> None:
    op.drop_table("season")
