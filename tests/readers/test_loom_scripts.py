"""The same front page in ten languages of as many scripts: twenty items in each."""

from __future__ import annotations

import pytest

from newsloom import read_items

HEADLINES = {
    "en": "Harbour ferry runs aground in thick morning fog|Council votes to rebuild the old market hall"
    "|Three towns share one fire brigade from spring|Heavy rain closes the mountain road again"
    "|School children plant a thousand young trees|New tram line opens after nine years of work",
    "zh": "港口渡轮在晨雾中搁浅无人受伤|市议会投票决定重建旧市场大厅|三个小镇春季起共用一支消防队"
    "|暴雨再次导致山区公路封闭通行|小学生在河边种下一千棵小树苗|新有轨电车线路历时九年终于通车",
    "ja": "港の渡し船が朝の霧で座礁、けが人なし|市議会が古い市場の建て替えを可決|三つの町が春から消防隊を共同運営"
    "|大雨で山間部の道路が再び通行止めに|小学生が川辺に千本の苗木を植える|九年がかりの新しい路面電車が開業",
    "ko": "항구 여객선 아침 안개 속에서 좌초|시의회 옛 시장 건물 재건축 의결|세 마을 봄부터 소방대 함께 운영"
    "|폭우로 산간 도로 다시 통제|초등학생들 강가에 나무 천 그루 심어|구 년 만에 새 전차 노선 개통",
    "th": "เรือข้ามฟากเกยตื้นท่ามกลางหมอกหนาตอนเช้า|สภาเมืองลงมติสร้างตลาดเก่าขึ้นใหม่"
    "|สามเมืองใช้หน่วยดับเพลิงร่วมกันตั้งแต่ฤดูใบไม้ผลิ|ฝนตกหนักปิดถนนบนภูเขาอีกครั้ง|นักเรียนปลูกต้นไม้หนึ่งพันต้นริมแม่น้ำ"
    "|รถรางสายใหม่เปิดให้บริการหลังสร้างเก้าปี",
    "ar": "عبارة تجنح في الميناء وسط ضباب الصباح|المجلس البلدي يصوت لإعادة بناء السوق القديم"
    "|ثلاث بلدات تتقاسم فرقة إطفاء واحدة|أمطار غزيرة تغلق الطريق الجبلي مجددا|تلاميذ يزرعون ألف شجرة على ضفة النهر"
    "|خط ترام جديد يفتتح بعد تسع سنوات",
    "hi": "घने कोहरे में बंदरगाह की नौका रेत पर चढ़ी"
    "|नगर परिषद पुराना बाज़ार फिर बनाएगी|तीन कस्बे वसंत से एक ही दमकल चलाएँगे"
    "|भारी बारिश से पहाड़ी सड़क फिर बंद|स्कूली बच्चों ने हज़ार पौधे लगाए"
    "|नौ साल बाद नई ट्राम लाइन शुरू",
    "km": "កប៉ាល់ចម្លងជាប់គាំងក្នុងអ័ព្ទពេលព្រឹក"
    "|ក្រុមប្រឹក្សាក្រុងបោះឆ្នោតសាងសង់ផ្សារចាស់ឡើងវិញ"
    "|ក្រុងបីប្រើប្រាស់ក្រុមពន្លត់អគ្គិភ័យរួមគ្នា"
    "|ភ្លៀងធ្លាក់ខ្លាំងបិទផ្លូវភ្នំម្តងទៀត|សិស្សសាលាដាំដើមឈើមួយពាន់ដើម"
    "|ខ្សែរថភ្លើងថ្មីបើកដំណើរការក្រោយប្រាំបួនឆ្នាំ",
    "lo": "ເຮືອຂ້າມຟາກຕິດດິນຊາຍໃນໝອກໜາຕອນເຊົ້າ|ສະພາເມືອງລົງມະຕິສ້າງຕະຫຼາດເກົ່າຄືນໃໝ່"
    "|ສາມເມືອງໃຊ້ໜ່ວຍດັບເພີງຮ່ວມກັນ|ຝົນຕົກໜັກປິດເສັ້ນທາງພູດອຍອີກຄັ້ງ"
    "|ນັກຮຽນປູກຕົ້ນໄມ້ໜຶ່ງພັນຕົ້ນ|ເສັ້ນທາງລົດລາງໃໝ່ເປີດຫຼັງກໍ່ສ້າງເກົ້າປີ",
    "my": "နံနက်ခင်းမြူထဲတွင် ကူးတို့သင်္ဘော သောင်တင်"
    "|မြို့တော်ကောင်စီ ဈေးဟောင်းကို ပြန်ဆောက်မည်"
    "|မြို့သုံးမြို့ မီးသတ်တပ်ဖွဲ့တစ်ခု အတူသုံးမည်"
    "|မိုးသည်းထန်၍ တောင်ပေါ်လမ်း ထပ်မံပိတ်"
    "|ကျောင်းသားများ သစ်ပင်တစ်ထောင် စိုက်ပျိုး"
    "|ကိုးနှစ်ကြာပြီးနောက် ရထားလမ်းသစ် ဖွင့်လှစ်",
}
MENUS = {
    "en": "Politics Sport Culture Weather Contact",
    "zh": "政治 体育 文化 天气 联系我们",
    "ja": "政治 スポーツ 文化 天気 お問い合わせ",
    "ko": "정치 스포츠 문화 날씨 문의",
    "th": "การเมือง กีฬา วัฒนธรรม อากาศ ติดต่อ",
    "ar": "سياسة رياضة ثقافة طقس اتصل",
    "hi": "राजनीति खेल संस्कृति मौसम संपर्क",
    "km": "នយោបាយ កីឡា វប្បធម៌ អាកាសធាតុ ទំនាក់ទំនង",
    "lo": "ການເມືອງ ກິລາ ວັດທະນະທຳ ອາກາດ ຕິດຕໍ່",
    "my": "နိုင်ငံရေး အားကစား ယဉ်ကျေးမှု မိုးလေဝသ ဆက်သွယ်ရန်",
}
CARDS = {
    "headings": '<article><h2><a href="{url}">{headline}</a></h2></article>',
    "list": '<li><a href="{url}">{headline}</a></li>',
    "pictures": '<div class="card"><a href="{url}"><img src="/p/{number}.jpg" alt=""><h3>{headline}</h3></a></div>',
}


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("language", HEADLINES)
def test_a_front_page_has_as_many_items_in_every_script(language, card):
    headlines = (HEADLINES[language].split("|") * 4)[:20]
    assert [item.headline for item in read_items(page(language, headlines, CARDS[card]), url="https://p.example/")] == [
        f"{headline} {number}" for number, headline in enumerate(headlines)
    ]


def page(language, headlines, card):
    menu = "".join(f'<li><a href="/{number}/">{name}</a></li>' for number, name in enumerate(MENUS[language].split()))
    cards = "".join(
        card.format(url=f"/{number + 1}00{number}", headline=f"{headline} {number}", number=number)
        for number, headline in enumerate(headlines)
    )
    return (
        f'<html lang="{language}"><title>P</title><body><header><ul>{menu}</ul></header><main>{cards}</main>'
        f'<footer><a href="/imprint">{MENUS[language].split()[-1]}</a></footer></html>'
    )
