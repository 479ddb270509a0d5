"""The clock of a turn, which runs for all phones of a game."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "turn_clock",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_turn_clock_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_turn_clock"),
    )


def downgrade() -> None:
    op.drop_table("turn_clock")
