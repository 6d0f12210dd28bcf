from __future__ import annotations

import pytest

from newsloom import cluster
from newsloom.clusterers.furniture import shared_lines, text_without
from newsloom.records import Article, Item

CHINESE = [
    ("市政府公布新地铁线路规划", "市政府周一公布了三条新地铁线路的规划，预计五年内完工，总投资三百亿元。"),
    ("大学生发明节水装置获奖", "一名大学生发明的节水装置在全国比赛中获得一等奖，已有企业表示愿意合作。"),
    ("沿海渔民迎来丰收季节", "今年沿海渔民捕获的鱼类比去年增加两成，市场价格保持稳定。"),
    ("博物馆展出唐代瓷器", "博物馆本周开始展出一批唐代瓷器，观众可以免费参观到月底。"),
]
ARABIC = [
    ("افتتاح جسر جديد فوق النهر", "افتتح وزير النقل جسرا جديدا فوق النهر بعد ثلاث سنوات من العمل."),
    ("موسم وفير لمزارعي الزيتون", "أعلن مزارعو الزيتون أن محصول هذا العام أكبر من محصول العام الماضي."),
    ("فريق المدينة يفوز بالكأس", "فاز فريق المدينة بكأس الدوري بعد مباراة مثيرة انتهت بركلات الترجيح."),
]
LINES = {
    "zh": "本报记者王小明北京报道\n\n责任编辑李红 校对张伟 值班主任赵强\n\n扫描二维码关注本报微信公众号获取新闻",
    "ar": "تقرير مراسلنا أحمد الخطيب من العاصمة\n\nتحرير ليلى منصور ومراجعة سامي حداد\n\nتابعوا آخر الأخبار عبر صفحتنا",
}


def _articles(stories, language: str) -> list[Article]:
    return [
        Article(url=f"https://{language}.example/{place}", title=title, text=f"{text}\n\n{LINES[language]}")
        for place, (title, text) in enumerate(stories)
    ]


@pytest.mark.parametrize(("stories", "language"), [(CHINESE, "zh"), (ARABIC, "ar")])
def test_shared_bylines_and_appeals_make_no_story(stories, language):
    articles = _articles(stories, language)
    assert len(cluster(articles)) == len(articles)


def test_the_text_is_left_without_the_lines_of_its_site():
    articles = _articles(CHINESE, "zh")
    furniture = shared_lines(articles)
    assert [text_without(one, furniture).strip() for one in articles] == [text for _, text in CHINESE]


def test_two_articles_and_those_without_an_address_share_nothing():
    assert not any(shared_lines(_articles(CHINESE, "zh")[:2]).values())
    assert shared_lines([Item(id=str(number), text="Read more.") for number in range(5)]) == {}


def test_a_story_that_is_told_three_times_keeps_its_text():
    articles = [Article(url=f"https://a.example/{number}", text="The ferry sank.") for number in range(3)]
    assert [text_without(one, shared_lines(articles)) for one in articles] == ["The ferry sank."] * 3
