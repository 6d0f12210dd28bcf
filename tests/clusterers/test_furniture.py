from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from newsloom import cluster
from newsloom.clusterers.furniture import find_furniture, text_without
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
    furniture = find_furniture(articles)
    assert [text_without(one, furniture).strip() for one in articles] == [text for _, text in CHINESE]


def test_two_articles_and_those_without_an_address_share_nothing():
    assert not any(find_furniture(_articles(CHINESE, "zh")[:2]).lines.values())
    assert find_furniture([Item(id=str(number), text="Read more.") for number in range(5)]).lines == {}


def test_a_story_that_is_told_three_times_keeps_its_text():
    articles = [Article(url=f"https://a.example/{number}", text="The ferry sank.") for number in range(3)]
    assert [text_without(one, find_furniture(articles)) for one in articles] == ["The ferry sank."] * 3


# How papers sign within a paragraph: what stands before the text, and what behind it.
SIGNED = {
    "zh reporter": (CHINESE, "本报记者王小明北京报道：", ""),
    "zh agency": (CHINESE, "新华社北京3月2日电（记者王小明）", ""),
    "zh editor": (CHINESE, "", "（记者 王小明 责任编辑 李红）"),
    "ja desk": (
        [
            ("市が新しい地下鉄の計画を発表", "市は月曜日、三つの新しい地下鉄路線の計画を発表した。"),
            (
                "大学生の節水装置が受賞",
                "大学生が発明した節水装置が全国大会で一等賞を受けた。企業も協力を申し出ている。",
            ),
            ("漁師に豊漁の季節", "今年、沿岸の漁師が捕った魚は昨年より二割増えた。価格は安定している。"),
        ],
        "【東京=山田太郎】",
        "（経済部記者・山田太郎）",
    ),
    "ko agency": (
        [
            ("시, 새 지하철 계획 발표", "시는 월요일 새 지하철 노선 세 개의 계획을 발표했다."),
            ("대학생 절수 장치 수상", "한 대학생이 발명한 절수 장치가 전국 대회에서 대상을 받았다."),
            ("어민들 풍어 맞아", "올해 연안 어민의 어획량이 지난해보다 크게 늘었다."),
        ],
        "[서울=한빛일보] 김민수 기자 = ",
        "",
    ),
    "ar agency": (ARABIC, "العاصمة - أحمد الخطيب - وكالة الساحل للأنباء - ", ""),
    "ar writer": (ARABIC, "كتب أحمد الخطيب من العاصمة: ", " (تحرير ليلى منصور)"),
    "zh appeal longer than the news": (CHINESE, "", "更多精彩内容请关注海湾晨报微信公众号，每天早上为您推送本地新闻。"),
    "ar appeal": (ARABIC, "", " تابعوا مرآة الساحل على مواقع التواصل لتصلكم أخبار المدينة كل صباح."),
    "en agency": (
        [
            ("Council opens new bridge", "The council opened a new bridge over the river on Monday."),
            ("Students win prize", "Students who invented a device that saves water won a prize."),
            ("Fishermen's catch grows", "Fishermen caught a fifth more herring than last year."),
        ],
        "QUENDAL (Strait News Agency) - ",
        " (Reporting by Maud Ellery; editing by Jonas Petrie)",
    ),
    "tr reporter": (
        [
            ("Yeni köprü açıldı", "Belediye nehrin üzerindeki yeni köprüyü pazartesi günü açtı."),
            ("Öğrenciler ödül aldı", "Su tasarrufu sağlayan bir aygıt geliştiren öğrenciler ödül kazandı."),
            ("Balıkçılar sevindi", "Balıkçılar bu yıl geçen yıla göre daha çok hamsi tuttu."),
        ],
        "Ayşe Yılmaz / Ankara - ",
        " Muhabir: Ayşe Yılmaz Editör: Can Demir",
    ),
}


def _signed(name: str) -> list[Article]:
    stories, before, behind = SIGNED[name]
    return [
        Article(url=f"https://signed.example/{place}", title=title, text=f"{before}{text}{behind}")
        for place, (title, text) in enumerate(stories)
    ]


@pytest.mark.parametrize("name", SIGNED)
def test_a_byline_within_a_paragraph_makes_no_story(name):
    articles = _signed(name)
    assert len(cluster(articles)) == len(articles)
    for pair in combinations(articles, 2):
        assert len(cluster(list(pair))) == 2


def test_an_agency_that_signs_in_three_papers_makes_no_story():
    articles = [replace(one, url=f"https://paper{n}.example/") for n, one in enumerate(_signed("en agency"))]
    assert len(cluster(articles)) == len(articles)


def test_what_two_papers_say_alike_and_what_copies_say_is_kept():
    told = "The Heron sank. All passengers were saved."
    articles = [
        Article(url="https://a.example/1", text=f"{told} The owners were not to be reached on Monday evening."),
        Article(url="https://b.example/1", text=f"{told} Divers go down as soon as the storm of the night is over."),
    ]
    assert [text_without(one, find_furniture(articles)) for one in articles] == [one.text for one in articles]
    copies = [replace(articles[0], url=f"https://a.example/{number}") for number in range(2)]
    assert [text_without(one, find_furniture(copies)) for one in copies] == [one.text for one in copies]
