"""`nimmt solve survey` and the words about long work."""

from __future__ import annotations

from pathlib import Path

import pytest

from nimmt.progress import Talker
from solver.exact.solver import Progress
from solver.exact.survey_run import SurveyProgress
from tests.nimmt.conftest import Call

SURVEY = ["solve", "survey", "--hand", "3", "--rows", "1", "--deals", "5"]


def test_a_survey_in_words_and_in_json(call: Call, tmp_path: Path) -> None:
    out = ["--out", str(tmp_path / "survey")]
    words = call(*SURVEY, *out).out
    assert "5 random deals of 3 cards each, 1 rows of 5" in words
    assert "first pick, if drafted" in words
    answer = call(*SURVEY, *out, "--json").json
    assert (answer["deals"], answer["tolerance"]) == (5, 1e-6)
    assert answer["first_pick"]["value"] == pytest.approx(1.0, abs=1e-3)


def test_a_plot_may_shout(call: Call, tmp_path: Path) -> None:
    plot = tmp_path / "plot.PNG"
    assert call(*SURVEY, "--out", str(tmp_path / "survey"), "--plot", str(plot)).code == 0
    assert plot.read_bytes().startswith(b"\x89PNG")


@pytest.fixture
def talker(monkeypatch: pytest.MonkeyPatch) -> Talker:
    """One that says everything at once."""
    monkeypatch.setattr("nimmt.progress.FIRST_INTERVAL", 0.0)
    return Talker()


NOW = Progress(low=-1.5, high=2.0, states=1234, nodes=5000, seconds=7.0, filled=0.1)


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (SurveyProgress(3, 10, 2, 4.0), "3 of 10 deals, 0.5 a second, 14 s left"),
        (SurveyProgress(0, 10, 0, 4.0), "0 of 10 deals"),
        (
            SurveyProgress(0, 10, 0, 7.0, NOW),
            "0 of 10 deals; the present one from -1.5000 to +2.0000, 1,234 states, 7 s",
        ),
    ],
)
def test_words_about_a_survey(
    talker: Talker, capsys: pytest.CaptureFixture[str], progress: SurveyProgress, words: str
) -> None:
    talker.surveying(progress)
    assert capsys.readouterr().err == f"nimmt: {words}\n"


def test_a_certificate_says_how_far_it_is(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimmt.progress.FIRST_INTERVAL", 0.0)
    sampled = call("solve", "exact", "--deal", "2,4,6,8,12/5,7,9,11,13/1,3,10,14", "--certify", "3", "--memory", "1M")
    assert "nimmt: positions checked: 1 of 3, " in sampled.err
    whole = call("solve", "exact", "--deal", "1,3,9/4,7,8/2,5,6", "--certify", "3", "--memory", "1M")
    assert "nimmt: positions checked: 1, " in whole.err
