"""Notes on the evenings of a circle."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "evening_note",
        sa.Column("circle_id", sa.String(32), nullable=False),
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("note", sa.String(200), nullable=False),
        sa.Column("who", sa.String(200), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["circle_id"], ["circle.id"], name="fk_evening_note_circle_id_circle", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_evening_note_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("circle_id", "game_id", name="pk_evening_note"),
    )


def downgrade() -> None:
    op.drop_table("evening_note")
