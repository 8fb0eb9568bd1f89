"""What a goal speaks of: which kinds of things it names, and whether they are meant to leave.

A goal that names a message only to have it read names no way out for it. Words in fifteen languages, looked
for in what a person typed as a goal, never in what stands on a screen.
"""

from __future__ import annotations

import re

from runtime.guard.provenance import DataKind

_NAMED = {
    DataKind.CODE: r"\bcodes?\b|\bpin\b|passwor|\botp\b|\btan\b|kennwort|passwort|código|contraseña|mot de passe"
    r"|codice|senha|wachtwoord|код|парол|şifre|\bkod|hasło|验证码|密码|コード|暗証|번호|رمز|कोड",
    DataKind.ACCOUNT: r"iban|account|card|konto|karte|cuenta|tarjeta|compte|carte|conto|carta|conta|cartão|rekening"
    r"|kaart|сч[её]т|карт|hesap|kart|账|卡|口座|カード|계좌|카드|حساب|بطاقة|खाता|कार्ड",
    DataKind.CONTACT: r"number|phone|e-?mail|address|contact|reach|nummer|telefon|adresse|kontakt|número|teléfono"
    r"|correo|dirección|contacto|numéro|téléphone|courriel|numero|telefono|indirizzo|contatto|telefone|endereço"
    r"|contato|adres|contact|номер|телефон|почт|адрес|контакт|numara|e-posta|numer|号码|电话|邮箱|联系|番号|電話|連絡"
    r"|번호|전화|연락|رقم|هاتف|بريد|नंबर|फ़ोन|ईमेल|\bcall|\btext\b|\bmessage\b|write to|send",
    DataKind.MESSAGE: r"message|mail|\btext|chat|note|repl|forward|tell|pass|send|share|copy|what .{0,40}(?:says|wrote)"
    r"|nachricht|weiterleit|antwort|notiz|mensaje|reenvía|responde|nota|correo|message|transf[eé]r|répon|messaggio"
    r"|inoltra|rispond|mensagem|encaminh|bericht|doorstur|сообщен|перешл|ответ|mesaj|ilet|wiadomo|przekaż|消息|转发|短信"
    r"|メッセージ|転送|메시지|전달|رسالة|संदेश",
}
_THINGS = {kind: re.compile(words, re.IGNORECASE) for kind, words in _NAMED.items()}
_TO_ME = re.compile(
    r"\b(?:tell|show|give|read)(?: it)? (?:to )?(?:me|us)\b|let me know|\bsag(?:e|t)? (?:mir|uns)|\bdime\b|\bdinos\b|dis-moi"
    r"|dites-moi|\bdimmi\b|diga-me|me diga|(?:zeg|vertel) (?:me|mij)\b|powiedz mi|скажи(?:те)? мне|bana söyle|告诉我|告訴我"
    r"|教えて|알려 ?(?:줘|주세요)|말해 ?(?:줘|주세요)|أخبرني|मुझे बता",
    re.IGNORECASE,
)
"""An answer to the person leaves by no app."""
_SENDS = re.compile(
    r"\b(?:send|repl(?:y|ies)|forward|pass(?:es)? (?:on|it|the|this|that)|tell|shar(?:e|ing)|post|publish|writ(?:e|ing)|answer"
    r"|copy|copied|paste|invite|inform|notify|remind|report|ask|let .{1,40} know|give .{1,40} to|same .{1,20} as)\b"
    r"|(?:^|[,.;:]|\band|\bthen|\bplease|\bto|\bcan you|\bcould you)\s*(?:message|text|mail|e-?mail|contact)\b"
    r"|\b(?:a|an|new|the) (?:message|text|mail|e-?mail|reply|post|comment) (?:to|for|with|saying)\b"
    r"|send|schick|schreib|antwort|weiterleit|leite|\bsag|teile?\b|mitteil|poste|veröffentlich|kopier|einfüg|lad\b|einlad"
    r"|informier|frag|env[ií]|manda|respond|contesta|reenv|\bdil[ea]s?\b|compart|publi|escrib|copia|pega\b|invit|avis|pregunt"
    r"|envo[iy]|répon|transfère|transfér|\bdis\b|\bdire\b|partag|écri|copie|colle|préviens|demand|\binvi[ao]|rispond|inoltr"
    r"|\bdì\b|\bdigli|\bdille|condivid|pubblic|scriv|incoll|avvis|chied|encaminh|\bdiga|dizer|escrev|colar|convid|pergunt"
    r"|stuur|zend|antwoord|\bzeg|vertel|\bdeel|plaats|schrijf|kopieer|plak|nodig .* uit|weten|vraag|wyślij|prześlij|odpowied"
    r"|odpisz|przekaż|powied|udostępn|opublik|napisz|skopiuj|wklej|zaproś|poinform|zapyt|daj znać|отправ|пошл|ответ|перешл"
    r"|скаж|сообщи\b|подел|опублик|напиш|скопир|встав|приглас|спрос|передай|gönder|yolla|yanıtla|cevapla|ilet|söyle|paylaş"
    r"|yayınla|\byaz|kopyala|yapıştır|davet|bildir|发|發|回复|回覆|转告|告诉|告訴|分享|写|寫|复制|粘贴|邀请|通知|送|返信"
    r"|転送|伝え|共有|投稿|書|コピー|貼|招待|知らせ|보내|전송|답장|전달|말해|알려|공유|게시|올려|작성|복사|붙여|초대|물어"
    r"|أرسل|ارسل|إرسال|رد على|أجب|أخبر|شارك|انشر|اكتب|انسخ|الصق|أبلغ|اسأل|भेज|जवाब|उत्तर|फ़ॉरवर्ड|बता|साझा|शेयर|पोस्ट"
    r"|लिख|कॉपी|पेस्ट|आमंत्रित|सूचित|पूछ",
    re.IGNORECASE,
)
_ENTERS = re.compile(
    r"\b(?:web|browser|internet|online|(?:web)?site|page|url|link|google|look up|chrome|firefox|form|enter|fill|type|submit"
    r"|log ?in|sign ?in|sign ?up|register|search for|use)\b|suche? nach|im netz|webseite|eingeb|\bgib\b|ausfüll|trag.* ein|anmeld"
    r"|nachschlag|busca|página|sitio|introdu|rellen|regístr|inici\w+ sesión|cherch|site\b|saisi|rempli|connect|inscri|cerca"
    r"|sito|inser|compil|acced|registr|pesquis|preench|insir|zoek|pagina|voer .* in|\bvul|inlog|wyszuk|stron|wpisz|wypełn"
    r"|zaloguj|найди в|сайт|страниц|введ|заполн|войд|\bara(?:t|yın)?\b|site(?:ye|de|si)|sayfa|\bgir|doldur|搜索|网页|网站|输入|填"
    r"|登录|检索|検索|サイト|ページ|入力|ログイン|검색|사이트|페이지|입력|로그인|ابحث|موقع|صفحة|أدخل|املأ|खोज|वेब|साइट|पेज|दर्ज|भर",
    re.IGNORECASE,
)

_FOLLOWS_UP = re.compile(
    r"\btrack|verfolg|sendungs|rastrea|sigue el|suivre|suivi\b|traccia|acompanh|\bvolg\b|śledź|отслед|takip et|追踪|跟踪|查快递|追跡"
    r"|추적|조회|تتبع|ट्रैक",
    re.IGNORECASE,
)
"""What is followed up has a number, which looks like a telephone's and is entered."""


def lets_out(goal: str, kind: DataKind, *, by_browser: bool) -> bool:
    """Whether a goal names things of a kind, and that they leave: sent or, in a browser, entered.

    What is sent to people may be anybody's words, whatever the goal calls them: a recipe, an address.
    """
    asked = _TO_ME.sub(" ", goal)
    sends = _SENDS.search(asked) is not None
    if kind is DataKind.MESSAGE and sends and not by_browser:
        return True
    if kind in {DataKind.CONTACT, DataKind.MESSAGE} and _FOLLOWS_UP.search(asked):
        return True
    leaves = sends or (by_browser and _ENTERS.search(asked))
    return bool(leaves) and _THINGS[kind].search(goal) is not None
