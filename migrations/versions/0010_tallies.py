"""Tallies: what each player did in each game of a circle, which can be built again from the revisions."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tally",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("shape", sa.Integer(), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_tally"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_tally_game_id_game", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("tally")
