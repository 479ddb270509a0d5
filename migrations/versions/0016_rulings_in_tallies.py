"""Rows of tallies know rulings won and lost, and rounds gone out in a row. All tallies are built again."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_NEW = ("out_run", "rulings_won", "rulings_lost")


def upgrade() -> None:
    _make_again(*(sa.Column(name, sa.Integer(), nullable=False) for name in _NEW))


def downgrade() -> None:
    _make_again()


def _make_again(*columns: sa.Column[int]) -> None:
    """Make the table of rows with these columns more than revision 0012 did; nothing is kept, and nothing is lost."""
    op.execute(sa.text("DELETE FROM tally"))
    op.drop_table("tally_row")
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
        *columns,
        sa.Column("counts", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("circle_id", "person_id", "at", "game_id", "player", name="pk_tally_row"),
        sa.ForeignKeyConstraint(["circle_id"], ["circle.id"], name="fk_tally_row_circle_id_circle", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_tally_row_game_id_game", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tally_row_game", "tally_row", ["game_id"])
