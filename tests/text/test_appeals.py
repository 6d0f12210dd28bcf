"""Lines that ask a reader to pay."""

from __future__ import annotations

import pytest

from newsloom.text.appeals import is_appeal_line


@pytest.mark.parametrize(
    "line",
    [
        "Subscribe now to read the whole story.",
        "This article is for subscribers only.",
        "You have read 3 of 5 free articles this month.",
        "Dieser Artikel ist nur für Abonnenten lesbar.",
        "Sie haben bereits ein Abo? Hier anmelden.",
        "Haberin devamını okumak için abone olun.",
        "Bu içerik yalnızca abonelere özeldir.",
        "Bli abonnent for å lese hele saken.",
        "Denne artikkelen er forbeholdt abonnenter.",
        "Abonnez-vous pour lire la suite.",
        "Article réservé aux abonnés.",
        "Subscribe to read on",
        "Become a member today and help us tell the stories of the coast. Join now",
        "Unterstützen Sie unseren Journalismus mit einem kleinen Betrag.",
        "Støtt uavhengig journalistikk",
        "Jetzt weiterlesen mit dem Abo",
        "この記事は有料会員限定です。",
        "长按二维码关注海岸日报",
        "扫描下方二维码，加入读者群",
    ],
)
def test_an_appeal_to_pay_is_known_in_many_languages(line):
    assert is_appeal_line(line)


@pytest.mark.parametrize(
    "line",
    [
        "The paper has 40,000 subscribers, the publisher said.",
        "Subscribers will be told by letter.",
        "The town may become a member of the league next year.",
        "Die Zeitung hat 40.000 Abonnenten.",
        "顾客只需扫描二维码即可付款，老人也能学会。",
        "骗子让受害人长按二维码，随后转走了她的积蓄。",
        f"The museum has a room that will be for subscribers only, {'and only on two days a week, ' * 3}it says.",
    ],
)
def test_a_report_may_speak_of_subscribers(line):
    assert not is_appeal_line(line)
