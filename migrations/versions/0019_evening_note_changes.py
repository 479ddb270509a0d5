"""Every change of a note on an evening is kept, by a moment of the evening instead of its first game."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_BEFORE = sa.table(
    "evening_note",
    sa.column("circle_id", sa.String),
    sa.column("game_id", sa.String),
    sa.column("note", sa.String),
    sa.column("who", sa.String),
    sa.column("at", sa.DateTime(timezone=True)),
)
_GAME = sa.table("game", sa.column("id", sa.String), sa.column("created_at", sa.DateTime(timezone=True)))
_REVISION = sa.table(
    "revision",
    sa.column("game_id", sa.String),
    sa.column("what", sa.String),
    sa.column("at", sa.DateTime(timezone=True)),
)
_LAST_ROUND = (
    sa.select(sa.func.max(_REVISION.c.at))
    .where(_REVISION.c.game_id == _GAME.c.id, _REVISION.c.what == "add")
    .scalar_subquery()
)
_NOTES = (
    sa.select(
        *(_BEFORE.c.circle_id, _BEFORE.c.note, _BEFORE.c.who, _BEFORE.c.at),
        sa.func.coalesce(_LAST_ROUND, _GAME.c.created_at).label("evening"),
    )
    .join(_GAME, _GAME.c.id == _BEFORE.c.game_id)
    .order_by(_BEFORE.c.circle_id, _BEFORE.c.at, _BEFORE.c.game_id)
)


def upgrade() -> None:
    notes = op.get_bind().execute(_NOTES).mappings().all()
    op.drop_table("evening_note")
    table = op.create_table(
        "evening_note",
        sa.Column("circle_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("evening", sa.DateTime(timezone=True), nullable=False),
        sa.Column("note", sa.String(200), nullable=True),
        sa.Column("who", sa.String(200), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["circle_id"], ["circle.id"], name="fk_evening_note_circle_id_circle", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["device_id"], ["device.id"], name="fk_evening_note_device_id_device", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("circle_id", "number", name="pk_evening_note"),
    )
    numbers: dict[str, int] = {}
    rows = []
    for note in notes:
        numbers[note["circle_id"]] = number = numbers.get(note["circle_id"], 0) + 1
        rows.append({**note, "number": number})
    op.bulk_insert(table, rows)


def downgrade() -> None:
    op.drop_table("evening_note")
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
