"""Games, their revisions, and who may read or write them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("rulebook", sa.String(40), nullable=False),
        sa.Column("start", sa.JSON(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("changed_at", TIME, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
    )
    op.create_table(
        "device",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("made_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_device"),
        sa.UniqueConstraint("secret_hash", name="uq_device_secret_hash"),
    )
    op.create_table(
        "revision",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("who", sa.String(200), nullable=True),
        sa.Column("why", sa.String(200), nullable=True),
        sa.Column("at", TIME, nullable=False),
        sa.Column("before", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("after", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_revision"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_revision_game_id_game", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name="fk_revision_device_id_device", ondelete="SET NULL"),
    )
    op.create_table(
        "grant",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("given_at", TIME, nullable=False),
        sa.Column("key_hash", sa.String(64), nullable=True),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.Column("from_id", sa.Integer(), nullable=True),
        sa.Column("withdrawn_at", TIME, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_grant"),
        sa.UniqueConstraint("key_hash", name="uq_grant_key_hash"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_grant_game_id_game", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name="fk_grant_device_id_device", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["from_id"], ["grant.id"], name="fk_grant_from_id_grant", ondelete="CASCADE"),
    )
    op.create_index("ix_grant_device_game", "grant", ["device_id", "game_id"])
    op.create_index("ix_grant_game", "grant", ["game_id"])
    op.create_table(
        "receipt",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "key", name="pk_receipt"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_receipt_game_id_game", ondelete="CASCADE"),
    )


def downgrade() -> None:
    for table in ("receipt", "grant", "revision", "device", "game"):
        op.drop_table(table)
