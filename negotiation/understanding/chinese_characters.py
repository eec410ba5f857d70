"""Simplified form of Chinese text, character by character, so that offsets stay those of the original."""

_PAIRS = (
    "們们個个兩两這这還还會会說说講讲請请問问點点號号後后週周禮礼時时間间塊块錢钱萬万億亿幾几過过從从來来為为與与及及"
    "給给幫帮學学教教師师傅傅樂乐園园區区縣县鎮镇鄉乡邊边廣广場场東东爾尔應应對对無无別别沒没須须準准備备預预費费價价"
    "臺台灣湾幣币圓圆鎊镑語语話话關关門门機机車车電电腦脑視视頻频線线網网遠远隊队員员導导遊游護护醫医藥药嗎吗讓让該该"
    "總总數数歲岁雙双隻只條条張张輛辆雜杂誌志書书報报賣卖買买買买寫写畫画設设計计開开辦办課课練练習习請请聽听證证產产"
    "業业務务長长內内處处帶带夠够動动喪丧葬葬婚婚慶庆聚聚餐餐廳厅飯饭麵面館馆貓猫鳥鸟魚鱼馬马樓楼層层裝装搬搬運运維维"
    "壞坏漏漏燈灯聲声響响調调譜谱歌歌詞词戲戏劇剧攝摄錄录編编輯辑術术藝艺團团體体驗验義义診诊療疗復复健健嬰婴兒儿孫孙"
    "爺爷媽妈親亲愛爱結结離离歡欢壽寿節节國国際际華华漢汉粵粤臨临時时緊紧請请勿勿謝谢絕绝專专業业認认識识簡简單单輕轻"
    "鬆松熱热鬧闹靜静舊旧補补剪剪髮发發发燙烫紙纸鐵铁銀银鋼钢琴琴課课堂堂傳传統统紅红綠绿藍蓝黃黄顏颜題题標标準准當当"
    "實实際际選选擇择優优適适願愿顧顾養养貴贵賓宾觀观眾众隨随轉转達达遲迟遞递樣样種种類类級级組组織织營营銷销競竞賽赛"
    "徵征搵找咗了嘅的唔不喺在啲些嚟来畀给冇没佢他係是睇看諗想哋们"
    "頭头臉脸腳脚膚肤氣气風风雲云雨雨陽阳島岛灘滩灣湾橋桥鐘钟鍾钟鄰邻據据擔担擺摆攤摊歷历曆历壓压夢梦獎奖購购貨货質质"
)
_DIGITS = {0xFF10 + digit: ord("0") + digit for digit in range(10)}
_LETTERS = {0xFF21 + offset + case: ord("A") + offset + case for offset in range(26) for case in (0, 32)}
_TABLE = {
    **{ord(old): ord(new) for old, new in zip(_PAIRS[::2], _PAIRS[1::2], strict=True)},
    **_DIGITS,
    **_LETTERS,
}


def simplify(text: str) -> str:
    """Return a text of the same length in the characters that the rules know.

    Common traditional characters are simplified, Cantonese words of one character become Mandarin ones, and full-width
    digits and letters narrow.
    """
    return text.translate(_TABLE)
