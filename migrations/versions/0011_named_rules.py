"""House rules that a circle keeps under a name."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "named_rules",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("circle_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("house_rules", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["circle_id"], ["circle.id"], name="fk_named_rules_circle_id_circle", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_named_rules"),
    )
    op.create_index("ix_named_rules_circle", "named_rules", ["circle_id"])


def downgrade() -> None:
    op.drop_table("named_rules")
