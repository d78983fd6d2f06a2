"""The store of a survey: one SQLite file, a row a deal, and its canonical export.

A deal that is written twice stays as it was, so a retry does no harm. The export is the same bytes whoever solved the
deals, and in which order: no timings, rows by number, values with as many decimals as the tolerance vouches for and
bounds with one more.
"""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal
from pathlib import Path
from typing import Final, Self

from solver.exact.survey import Survey, SurveyRow

STORE_NAME: Final = "survey.sqlite"
CSV_NAME: Final = "survey.csv"
CSV_FIELDS: Final = ("index", "deal", "value", "low", "high", "mixed0", "mixed1", "states")

#: "nmts", which tells our files from others; and the version of the tables.
_APPLICATION: Final = 0x6E6D7473
_SCHEMA_VERSION: Final = 1
_SCHEMA: Final = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE deal (
    number INTEGER PRIMARY KEY, deal TEXT NOT NULL, low REAL NOT NULL, high REAL NOT NULL,
    mixed0 INTEGER NOT NULL, mixed1 INTEGER NOT NULL, states INTEGER NOT NULL, seconds REAL NOT NULL
);
"""
_BUSY_SECONDS: Final = 60


class StoreError(ValueError):
    """A store that cannot be used; the message says why and what to do."""


class SurveyStore:
    """What a survey has found so far, on disk."""

    def __init__(self, folder: Path, survey: Survey, connection: sqlite3.Connection) -> None:
        self.folder = folder
        self.survey = survey
        self._connection = connection

    @classmethod
    def open(cls, folder: Path, survey: Survey) -> Self:
        """Open the store of this survey in a folder, or make a new one.

        Rows whose bounds never met are dropped, so that their deals are solved again.
        """
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / STORE_NAME
        connection = sqlite3.connect(file, timeout=_BUSY_SECONDS, isolation_level=None)
        try:
            with _clear_errors(file):
                _set_up(connection, file, survey)
                connection.execute("DELETE FROM deal WHERE high - low > ?", (survey.tolerance,))
        except StoreError:
            connection.close()
            raise
        return cls(folder, survey, connection)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def add(self, rows: Iterable[SurveyRow]) -> None:
        """Keep rows, all of them or none."""
        rows = list(rows)
        for row in rows:
            if not row.high - row.low <= self.survey.tolerance:
                raise StoreError(f"deal {row.index} is not solved: its value is still from {row.low} to {row.high}")
        lines = [
            (row.index, row.deal, row.low, row.high, *map(int, row.mixed), row.states, row.seconds) for row in rows
        ]
        with self._transaction():
            self._connection.executemany("INSERT OR IGNORE INTO deal VALUES (?, ?, ?, ?, ?, ?, ?, ?)", lines)

    def missing(self) -> list[int]:
        """The numbers of the deals that are still to be solved."""
        with _clear_errors(self.folder / STORE_NAME):
            there = {number for (number,) in self._connection.execute("SELECT number FROM deal")}
        return [index for index in range(self.survey.deals) if index not in there]

    def rows(self) -> list[SurveyRow]:
        """All rows of the survey, by number."""
        with _clear_errors(self.folder / STORE_NAME):
            lines = self._connection.execute(
                "SELECT * FROM deal WHERE number < ? ORDER BY number", (self.survey.deals,)
            ).fetchall()
        return [
            SurveyRow(number, deal, low, high, (bool(first), bool(second)), states, seconds)
            for number, deal, low, high, first, second, states, seconds in lines
        ]

    def export(self) -> Path:
        """Write the canonical table."""
        file = self.folder / CSV_NAME
        file.write_bytes(csv_bytes(self.survey, self.rows()))
        return file

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with _clear_errors(self.folder / STORE_NAME):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")


def csv_bytes(survey: Survey, rows: Iterable[SurveyRow]) -> bytes:
    """The canonical table of some rows."""

    def number(value: float, decimals: int, rounding: str) -> str:
        text = f"{Decimal(value).quantize(Decimal(1).scaleb(-decimals), rounding):f}"
        return text.removeprefix("-") if not text.strip("-0.") else text

    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_FIELDS)
    for row in sorted(rows, key=lambda row: row.index):
        values = (
            number(row.value, survey.decimals, ROUND_HALF_EVEN),
            # Outwards, so that they stay bounds, and with a decimal more, so that they stay close.
            number(row.low, survey.decimals + 1, ROUND_FLOOR),
            number(row.high, survey.decimals + 1, ROUND_CEILING),
        )
        writer.writerow((row.index, row.deal, *values, *map(int, row.mixed), row.states))
    return text.getvalue().encode()


@contextmanager
def _clear_errors(file: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:
        raise StoreError(f"{file} cannot be used now: {error}") from None
    except sqlite3.DatabaseError as error:
        raise StoreError(
            f"{file} is damaged or no survey ({error}): remove it to start anew, or give another folder"
        ) from None


def _set_up(connection: sqlite3.Connection, file: Path, survey: Survey) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("BEGIN IMMEDIATE")
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if not tables:
        for statement in _SCHEMA.split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {_APPLICATION}")
        connection.execute(f"PRAGMA user_version = {_SCHEMA_VERSION}")
        lines = [(name, json.dumps(value)) for name, value in _meta(survey).items()]
        connection.executemany("INSERT INTO meta VALUES (?, ?)", lines)
        connection.execute("COMMIT")
        return
    connection.execute("COMMIT")
    if application != _APPLICATION:
        raise StoreError(f"{file} is no survey: give another folder")
    if version != _SCHEMA_VERSION:
        raise StoreError(
            f"{file} was made by another version of nimmt (tables of version {version}, and this one writes "
            f"{_SCHEMA_VERSION}): give another folder"
        )
    (health,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if health != "ok":
        raise StoreError(f"{file} is damaged ({health}): remove it to start anew, or give another folder")
    kept = {name: json.loads(value) for name, value in connection.execute("SELECT name, value FROM meta")}
    for name, value in _meta(survey).items():
        if kept.get(name) != value:
            raise StoreError(
                f"{file} holds a survey with {name} {kept.get(name)}, and this one has {value}: give another folder"
            )


def _meta(survey: Survey) -> dict[str, object]:
    return {"rules": str(survey.rules), **survey.parameters()}
