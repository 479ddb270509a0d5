"""The next round of a game while everybody enters their own points."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "open_round",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("document", sa.JSON, nullable=True),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_open_round_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_open_round"),
    )


def downgrade() -> None:
    op.drop_table("open_round")
