"""What the referee said in a game, as codes: worded when it is shown."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ruling",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("question", sa.String(20), nullable=False),
        sa.Column("codes", sa.Text, nullable=False),
        sa.Column("who", sa.String(200), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("document", sa.JSON, nullable=False),
        sa.Column("device_id", sa.Integer, nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_ruling_game_id_game", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name="fk_ruling_device_id_device", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_ruling"),
    )


def downgrade() -> None:
    op.drop_table("ruling")
