"""Rows of tallies: what each player did, as columns that the database adds up. All tallies are built again."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(sa.text("DELETE FROM tally"))
    with op.batch_alter_table("tally") as batch:
        batch.add_column(sa.Column("at", sa.DateTime(timezone=True), nullable=False))
    op.create_table(
        "tally_row",
        sa.Column("circle_id", sa.String(32), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("player", sa.String(10), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("lowest_wins", sa.Boolean(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=True),
        sa.Column("out", sa.Integer(), nullable=False),
        sa.Column("penalties", sa.Integer(), nullable=False),
        sa.Column("counts", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("circle_id", "person_id", "at", "game_id", "player", name="pk_tally_row"),
        sa.ForeignKeyConstraint(["circle_id"], ["circle.id"], name="fk_tally_row_circle_id_circle", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_tally_row_game_id_game", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tally_row_game", "tally_row", ["game_id"])


def downgrade() -> None:
    op.drop_table("tally_row")
    with op.batch_alter_table("tally") as batch:
        batch.drop_column("at")
