"""The melds that lie on the table of a game, kept from turn to turn."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tabletop",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("melds", sa.JSON, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_tabletop_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_tabletop"),
    )


def downgrade() -> None:
    op.drop_table("tabletop")
