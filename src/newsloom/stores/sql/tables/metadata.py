"""What all tables hang on; constraints are named so that migrations can speak of them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import MetaData

__all__ = ["METADATA"]

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
