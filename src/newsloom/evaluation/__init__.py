"""Measures how good the methods are: runs them on labelled sets and returns scores, tables, plots and breaches."""

from __future__ import annotations

from newsloom.evaluation.gate import Breach, Floor, check, read_floors
from newsloom.evaluation.learning import LearnerScore, evaluate_learner_sets, learner_cells, learner_json
from newsloom.evaluation.plot import draw_svg
from newsloom.evaluation.printing import cells, to_json, to_markdown
from newsloom.evaluation.runner import evaluate, evaluate_reader_sets, evaluate_readers, evaluate_sets
from newsloom.evaluation.scores import EXTRACTION, MEASURES, READING, EvaluationReport, PageScore, SetFacts, Task
from newsloom.evaluation.table import GROUPINGS, Row, Table, tabulate

__all__ = [
    "EXTRACTION",
    "GROUPINGS",
    "MEASURES",
    "READING",
    "Breach",
    "EvaluationReport",
    "Floor",
    "LearnerScore",
    "PageScore",
    "Row",
    "SetFacts",
    "Table",
    "Task",
    "cells",
    "check",
    "draw_svg",
    "evaluate",
    "evaluate_learner_sets",
    "evaluate_reader_sets",
    "evaluate_readers",
    "evaluate_sets",
    "learner_cells",
    "learner_json",
    "read_floors",
    "tabulate",
    "to_json",
    "to_markdown",
]
