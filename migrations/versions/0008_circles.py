"""Circles: the people who play together, their games, and who sat where."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "circle",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("names", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_circle"),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("circle_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("mark", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("merged_into_id", sa.Integer(), nullable=True),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_person"),
        sa.ForeignKeyConstraint(["circle_id"], ["circle.id"], name="fk_person_circle_id_circle", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["merged_into_id"], ["person.id"], name="fk_person_merged_into_id_person", ondelete="SET NULL"
        ),
    )
    op.create_index("ix_person_circle", "person", ["circle_id"])
    op.create_table(
        "seat",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("player", sa.String(10), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("game_id", "player", name="pk_seat"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_seat_game_id_game", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name="fk_seat_person_id_person", ondelete="SET NULL"),
    )
    op.create_index("ix_seat_person", "seat", ["person_id"])
    _add_circle("game", "SET NULL")
    op.create_index("ix_game_circle", "game", ["circle_id", "changed_at"])
    _add_circle("grant", "CASCADE")
    op.create_index("ix_grant_circle", "grant", ["circle_id"])
    with op.batch_alter_table("grant") as batch:
        batch.alter_column("game_id", existing_type=sa.String(32), nullable=True)
    _add_circle("invitation", "CASCADE")


def _add_circle(table: str, on_delete: str) -> None:
    with op.batch_alter_table(table) as batch:
        batch.add_column(sa.Column("circle_id", sa.String(32), nullable=True))
        batch.create_foreign_key(f"fk_{table}_circle_id_circle", "circle", ["circle_id"], ["id"], ondelete=on_delete)


def downgrade() -> None:
    op.execute(sa.text("DELETE FROM invitation WHERE circle_id IS NOT NULL"))
    op.execute(sa.text('DELETE FROM "grant" WHERE game_id IS NULL'))
    for table, index in (("invitation", None), ("grant", "ix_grant_circle"), ("game", "ix_game_circle")):
        if index:
            op.drop_index(index, table)
        with op.batch_alter_table(table) as batch:
            batch.drop_constraint(f"fk_{table}_circle_id_circle", type_="foreignkey")
            batch.drop_column("circle_id")
    with op.batch_alter_table("grant") as batch:
        batch.alter_column("game_id", existing_type=sa.String(32), nullable=False)
    for table in ("seat", "person", "circle"):
        op.drop_table(table)
