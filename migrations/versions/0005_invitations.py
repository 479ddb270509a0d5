"""Codes with which other devices come in, and the names of devices."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("device", sa.Column("name", sa.String(40), nullable=True))
    op.create_table(
        "invitation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("link_hash", sa.String(64), nullable=True),
        sa.Column("game_id", sa.String(32), nullable=True),
        sa.Column("grant_id", sa.Integer(), nullable=True),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.Column("ends_giver", sa.Boolean(), nullable=False),
        sa.Column("uses_left", sa.Integer(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_invitation"),
        sa.UniqueConstraint("code_hash", name="uq_invitation_code_hash"),
        sa.UniqueConstraint("link_hash", name="uq_invitation_link_hash"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_invitation_game_id_game", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["grant_id"], ["grant.id"], name="fk_invitation_grant_id_grant", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["device_id"], ["device.id"], name="fk_invitation_device_id_device", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    op.drop_table("invitation")
    with op.batch_alter_table("device") as batch:
        batch.drop_column("name")
