"""Club evenings: several tables, seated anew for each sitting."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "club_evening",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("circle_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_club_evening"),
        sa.ForeignKeyConstraint(
            ["circle_id"], ["circle.id"], name="fk_club_evening_circle_id_circle", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_club_evening_circle", "club_evening", ["circle_id"])


def downgrade() -> None:
    op.drop_table("club_evening")
