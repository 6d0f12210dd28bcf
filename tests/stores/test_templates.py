"""What every store promises about the templates of sites and their alarms."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime, timedelta

from newsloom.records import Drift, SiteTemplate, Template

START = datetime(2026, 11, 1, tzinfo=UTC)
SITE = "lorne.example"
LEARNED = Template(
    method="textmax",
    version=2,
    members=(0, 2, 5),
    paths={"html/body/h1": 3, "html/body/h1/#World": 2},
    content_paths=frozenset({"html/body/p", "html/body/div"}),
    description_length=812.5,
    description_parts=(500.0, 12.5, 300.0),
    segments={"html/body/#Ad\x00": 3},
    blocks=frozenset({"html/body"}),
    pattern=("html", " body"),
)


def moment(day):
    return START + timedelta(days=day)


def template(number, *, since=0, until=None, pages=20, site=SITE):
    return SiteTemplate(
        site=site,
        number=number,
        template=LEARNED,
        valid_from=moment(since),
        valid_until=None if until is None else moment(until),
        pages=pages,
        fit=0.9,
    )


def drift(day, site=SITE):
    return Drift(
        site=site,
        since=moment(day),
        noticed_at=moment(day + 1),
        fit_before=0.9,
        fit_after=0.2,
        pages=12,
        gone=("html/body/table",),
        new=("html/body/main", "html/body/main/h1"),
    )


def test_a_template_comes_back_as_it_was_learned(store):
    plain = dataclasses.replace(template(2), template=Template(method="rtdm", version=1, members=()))
    with store.transaction() as transaction:
        transaction.templates.keep(template(1))
        transaction.templates.keep(plain)
    with store.read() as transaction:
        assert transaction.templates.history(SITE) == (template(1), plain)


def test_templates_are_told_as_of_a_time(store):
    old, new, rare = template(1, until=5), template(2, since=5), template(3, since=2, pages=3)
    other = template(1, site="other.example")
    with store.transaction() as transaction:
        for one in (new, rare, other, template(1), old):
            transaction.templates.keep(one)
    with store.read() as transaction:
        assert transaction.templates.history(SITE) == (old, rare, new)
        assert transaction.templates.at(SITE) == (new, rare)
        assert transaction.templates.at(SITE, moment(1)) == (old,)
        assert transaction.templates.at(SITE, moment(4)) == (old, rare)
        assert transaction.templates.at(SITE, moment(5)) == (new, rare)
        assert transaction.templates.at(SITE, moment(-1)) == ()
        assert transaction.templates.at("nowhere.example") == ()
        assert transaction.templates.sites() == (SITE, "other.example")


def test_an_alarm_is_written_anew_and_the_latest_comes_first(store):
    settled = dataclasses.replace(drift(1), settled_at=moment(9))
    with store.transaction() as transaction:
        for one in (drift(1), drift(3), drift(2, "other.example"), settled):
            transaction.templates.keep_drift(one)
    with store.read() as transaction:
        assert transaction.templates.drifts() == (drift(3), drift(2, "other.example"), settled)
        assert transaction.templates.drifts(limit=1) == (drift(3),)
        assert transaction.templates.drifts(site=SITE) == (drift(3), settled)
        assert transaction.templates.drifts(site="nowhere.example") == ()
