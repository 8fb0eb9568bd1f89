"""The words for one-time codes, in the languages that banks write to people in.

`CLEAR` words speak of nothing but codes; `PLAIN` ones ("code", "PIN") also stand for other things, and
count only close to a number. `OTHER` words make a code of another kind of the word beside them (a postal
code), or name a number that is none (an order). Patterns, for use with `re.IGNORECASE`.
"""

from __future__ import annotations

# English, German, Dutch: compounds and two words.
_ENGLISH = (
    r"(?:verification|security|confirmation|authentication|authoris?z?ation|access|log-?\s?in|sign-?\s?in"
    r"|one[-\s]?time|activation|entry|door|gate|unlock|recovery|reset|sms|2fa|mfa|temporary)"
    r"[-\s]+(?:code|pin|password|passcode|number|token)"
    r"|(?<![a-z])(?:otp|2fa|mfa|passcode|one[-\s]?time[-\s]code)(?![a-z])"
    r"|security\s+(?:token|key|response|reply|digits)|(?:temporary|one[-\s]?time|magic|secret)\s+(?:identification\s+)?(?:number|id|digits|phrase)"
    r"|authori[sz]ation\s+(?:no\.?|nr\.?|#)|banking\s+(?:code|pin)|safe\s?key|securecode|3-?ds(?![a-z])|3-?d[\s-]?secure|visa\s+secure"
)
_GERMAN_AND_DUTCH = (
    r"(?:bestätigungs|bestaetigungs|pruef|tuer|verifizierungs|sicherheits|einmal|zugangs|anmelde|freischalt|freigabe|prüf|tür"
    r"|aktivierungs|login|sms|verificatie|beveiligings|inlog|toegangs|bevestigings|controle|activerings"
    r"|herstel|aanmeld)[-\s]?(?:code|passwort|pin|kennwort|wachtwoord|schlüssel)"
    r"|(?<![^\W_])(?:m|sms|push|mobile|chip|photo|i|app)?-?tan(?:-code)?(?![^\W_])"
    r"|eenmalige?\s+(?:code|wachtwoord|pincode)"
)
_SPANISH_AND_PORTUGUESE = (
    r"c[oó]digo\s+(?:de\s+(?:verifica\w+|seguridad|segurança|acc?es\w+|confirma\w+|autori[sz]a\w+"
    r"|autentica\w+|a[ct]+iva\w+|valida\w+|(?:un\s+solo\s+uso|uso\s+único))|sms|otp|único|temporal)"
    r"|clave\s+(?:din[áa]mica|temporal|digital|sms|otp|de\s+(?:un\s+solo\s+uso|seguridad|acceso))"
    r"|(?:contraseña|senha|palavra-passe)\s+(?:tempor\w+|din[áâa]mica|descartável"
    r"|de\s+(?:un\s+solo\s+uso|uso\s+único|utilização\s+única))"
    r"|(?:firma|assinatura)\s+(?:digital|electr[óo]nica|eletr[ôo]nica)|sms\s+de\s+(?:segur\w+|s[ée]curit[ée]|sicurezza)"
    r"|clave\s+(?:de\s+)?(?:firma|operaci[oó]n\w*|un\s+uso)|n[uú]mero\s+(?:m[áa]gico|secreto|de\s+(?:seguridad|segurança|verificaci\w+))"
    r"|token\s+(?:celular|m[óo]vil|sms)|autoriza\w{1,4}(?=\s+(?:[A-Z]?\d{5}|$))|token(?:\s+de\s+(?:seguridad|segurança|acc?es\w+))?(?=\s*[:\s]\s*(?:\d|$))|chave\s+de\s+(?:acesso|segurança|autorização)"
)
_FRENCH_AND_ITALIAN = (
    r"clé\s+(?:de\s+(?:sécurité|confirmation|validation)|sms|temporaire)|code\s+(?:du\s+jour)|(?:chiffres|numéro)\s+(?:de\s+(?:sécurité|confirmation|validation)|secrets?)"
    r"|(?:pin|numero|cifre)\s+(?:temporane\w+|di\s+sicurezza|segret\w+)|code\s+(?:de\s+(?:vérification|sécurité|confirmation|connexion|validation|paiement)"
    r"|à\s+usage\s+unique|d['’](?:accès|authentification|activation|autorisation)|secret|sms|temporaire)"
    r"|identifiant\s+temporaire|mot\s+de\s+passe\s+(?:à\s+usage\s+unique|temporaire|unique)"
    r"|codice\s+(?:di\s+(?:verifica|sicurezza|accesso|conferma|autorizzazione|attivazione)|otp|sms"
    r"|temporaneo|monouso|dispositivo|usa\s+e\s+getta)"
    r"|password\s+(?:monouso|temporanea|dinamica|usa\s+e\s+getta)"
)
_CHINESE = (
    r"(?:交易|付款|支付|转账|轉帳|签约|绑卡|回填|验证|驗證|校验|校驗|動態|动态|确认|確認|激活|授权|授權|认证|認證|短信|一次性|安全|检验|登录|登入)"
    r"(?:码|碼|密码|密碼|口令)"
)
_JAPANESE = (
    r"ワンタイム\s?(?:PW|pass)|トークン(?:表示)?番号|(?:確認|認証|ログイン)[^。\n]{0,12}数字|(?:認証|確認|検証|ログイン|セキュリティ|ワンタイム|承認|本人確認)"
    r"(?:コード|番号|キー|パスワード|パスコード|ナンバー|用コード)|暗証番号|パスコード"
)
_KOREAN = r"(?:보안|인증|확인)\s?숫자|(?:인증|본인\s?확인(?:\s?(?:용|승인))?|확인|보안|로그인|일회용)\s?(?:번호|코드|비밀번호|암호|패스워드)|비밀번호"
_RUSSIAN = (
    r"(?:код\w{0,3}|парол\w{1,3})\s+(?:подтвержд\w+|доступа|безопасности|активации|авторизации|проверки"
    r"|для\s+(?:входа|подтверждения|оплаты|регистрации)|из\s+(?:смс|sms))"
    r"|проверочн\w+(?!\s+работ)|(?:одноразов\w+|проверочн\w+|временн\w+|секретн\w+)\s+(?:код\w{0,3}|парол\w{1,3})"
    r"|(?:смс|sms)-?(?:код\w{0,3}|парол\w{1,3})"
)
_TURKISH = (
    r"(?:doğrulama|onay|güvenlik|aktivasyon|giriş|tek\s+kullanımlık|sms|işlem)\s+"
    r"(?:kod\w{0,8}|şifre\w{0,8}|parola\w{0,8})"
)
_POLISH = (
    r"(?:kod\w{0,3}|hasł\w{1,3})\s+(?:weryfikac\w+|potwierdz\w+|autoryzac\w+|bezpieczeństwa|dostępu|sms"
    r"|aktywac\w+|jednorazow\w+|logowania|do\s+(?:logowania|operacji|transakcji|przelewu))"
    r"|jednorazow\w+\s+(?:kod\w{0,3}|hasł\w{1,3})|has[łl]o-?sms|(?:has[łl]\w{1,3}|sms-?\s?kod|kod\s+sms)\s+(?:sms\s+)?nr\b|sms-?\s?kod"
)
_ARABIC = (
    r"(?:ال)?(?:رمز|كود|رقم)\s+(?:ال)?(?:تحقق|تأكيد|أمان|دخول|تفعيل|سري|توثيق|مرور)"
    r"|كلمة\s+(?:ال)?(?:مرور|سر)"
)
_HINDI = (
    r"ओटीपी|(?:सत्यापन|वेरिफिकेशन|सुरक्षा|पुष्टिकरण|लॉगिन|एक्सेस)\s+(?:कोड|पिन|पासवर्ड)|वन\s+टाइम\s+पासवर्ड"
)

# As a caption, right before what it is about.
_CAPTION = (
    r"(?:verification|authentication|bestätigung|verifizierung|verificaci[oó]n|vérification|authentification|verifica"
    r"|verificação|verificatie|weryfikacja|подтверждение|doğrulama|验证|認証|인증|التحقق|सत्यापन)(?=\s?[:：]\s?(?:\d|[A-Z]-|$))"
)

_LANGUAGES = (
    _ENGLISH, _GERMAN_AND_DUTCH, _SPANISH_AND_PORTUGUESE, _FRENCH_AND_ITALIAN, _CHINESE, _JAPANESE,
    _KOREAN, _RUSSIAN, _TURKISH, _POLISH, _ARABIC, _HINDI, _CAPTION,
)  # fmt: skip
CLEAR = "|".join(_LANGUAGES)

_DIGITS = (
    r"(?:inlog|bevestigings)?(?:ziffern|cijfers)|chiffres|cifre|cifras|dígitos|d[ií]gits|cyfry|цифр\w{1,3}|rakam\w{0,6}|numerito(?:\s+\w+)?"
    r"|(?:ersatz|einmal|zugangs|sms)-?kennung|\d\s?(?:けた|桁)の数字|숫자|أرقام|अंक"
)
PLAIN = (
    rf"(?<![^\W_])(?:{_DIGITS})(?![^\W_])|"
    r"(?<![^\W_])(?:code|codes|pin|pin-?\s?code|pincode|código|codigo|clave|codice|contraseña|senha|i-?token|password"
    r"|passwort|kennwort|wachtwoord|mot\s+de\s+passe|token|cvv|cvc"
    r"|код(?:а|у|ом|е)?|парол(?:ь|я|ю|ем|е)|пин(?:-?код)?|kod(?:u\w{0,6}|un|em|y)?|şifre(?:n|niz\w{0,4}|si\w{0,5})?|parola(?:nız)?"
    r"|has[łl](?:o|em|a))(?![^\W_])"
    r"|(?<![^\W_])(?!(?:gutschein|rabatt|aktions|kortings|actie|fehler|artikel)code)\w{3,14}code(?![^\W_])|コード|코드|암호|(?:ال)?رمزك?|كود|कोड|पिन|पासवर्ड|口令"
)

WARNING = (
    r"(?:do\s+not|don['’]t|never)\s+(?:share|tell|give|disclose|forward)|niemals?\s+weiter|nicht\s+weiter"
    r"|niemandem|no\s+l[ao]\s+compart\w+|no\s+compart\w+|nunca\s+(?:compart|inform)\w+|não\s+compart\w+"
    r"|ne\s+(?:le\s+|la\s+)?(?:communiquez|partagez|divulguez)|non\s+(?:condivid|comunic)\w+"
    r"|deel\s+(?:deze|dit)|met\s+niemand|勿(?:将|將)?.{0,6}(?:泄露|泄漏|告知|告诉|告訴|转发|提供)|他人に教え"
    r"|(?:타인|다른\s?사람)에게|никому\s+(?:его\s+|её\s+)?не\s+\w+|kimseyle\s+paylaş\w+"
    r"|nikomu\s+(?:go\s+)?nie|nie\s+(?:udostępni|podawa)\w+|لا\s+تشارك\w*|साझा\s+न"
)
"""What is said of codes, and hardly of anything else."""

ENTER = (
    r"(?:use|enter|type|input|submit|quote|key\s+in|tippen\s+sie|nennen\s+sie|tecle[ae]|escrib[ae]|mar(?:ca|que)|indi(?:ca|que)|tapez|composez|indiquez|inserire|digitare|immetti|insere"
    r"|introduza|escreva|typ|toets|vul|wprowadź|przepisz|наберите|укажите|reply\s+with|geben\s+sie|gib|verwenden\s+sie|nutze|tippe|nenne|nennen\s+sie|usa|usar|use\s+o|use\s+a"
    r"|introduce|introduzca|ingres[ae]|digite|insira|informe|saisissez|entrez|utilisez|inserisci|digita|utilizza"
    r"|gebruik|voer|введите|используйте|girin|kullanın|wpisz|użyj|podaj|أدخل|استخدم|请输入|輸入|输入|回填|填写|填入)"
)
CALLS = (
    r"call|ring|dial|phone|text|reply|visit|contact|ruf\w*|anruf\w*|wählen|schreiben|llam\w+|marca|appel\w+|chiam\w+|lig\w+|bel|zadzwo\w+"
    r"|позвон\w+|звон\w+|ara\w*|اتصل|कॉल"
)
"""What is done with a telephone number."""
TO_DO = r"(?:um|to|para|pour|afin|per|om|zum|zur|in\s+order|aby|żeby|чтобы|для|için|ile|at\s+checkout|ل|لـ)"
"""What leads from a number to what it is entered for."""
OPERATION = (
    r"pago|payment|purchase|transfer\w*|log-?in|sign-?(?:in|on)|zahlung|kartenzahlung|überweisung|anmeldung|freigabe|compra|transferencia|bizum|achat|virement"
    r"|paiement|connexion|bénéficiaire|acquisto|pagamento|bonifico|accesso|compra|transferência|pix|betaling|overboeking|aankoop|płatnoś\w+|przelew\w*"
    r"|оплат\w+|перевод\w*|списани\w+|покупк\w+|вход\w*|ödeme\w*|işlem\w*|havale\w*|giriş\w*|转账|付款|支付|登录|绑卡|振込|決済|ログイン|결제|이체|로그인|تحويل|شراء|दفع|भुगतान|ट्रांसफ़र"
    r"|new\s+device|neue[sn]?\s+gerät|nuevo\s+dispositivo|nouvel\s+appareil|nuovo\s+dispositivo|novo\s+(?:aparelho|dispositivo)|nieuw\s+apparaat|nowe\s+urządzenie|нового\s+устройства|yeni\s+cihaz"
)
"""What banks ask about by message."""
PURPOSE = (
    r"(?:ein,?\s+um|to|um|para|pour|per|om|zum|zur|ile|aby|żeby|чтобы|для|ل)\s?(?:\w+\s+){0,4}?"
    r"(?:verif\w+|log\s?in|sign\s?in|confirm\w*|authenticat\w+|authori[sz]\w+|approve|complete|reset|an(?:zu)?meld\w+"
    r"|bestätig\w+|einzulogg\w+|conferma\w*|confirma\w*|verifica\w*|vérifier|acceder|iniciar|autori[sz]ar|firmar|acessar|entrar|connecter|valider|accedere"
    r"|add\b|set\s+up|continue|proceed|activate|unlock|freizuschalt\w+|aktivier\w+|fortzufahren|abzuschließen|bezahlen|überweisen|betalen|payer|pagar|pagare|zapłacić|pay\b"
    r"|autori[sz]e|freizugeb\w+|freigab\w+|aprobar|aprovar|validar|valida|completar|autoriser|confirmer|approuver|confermare|approvare"
    r"|goed\s?te\s?keuren|zatwierdz\w+|autoryz\w+|оплат\w+|onayla\w*|giriş\w*|autorizzare|bevestig\w+|in\s+te\s+loggen|inlogg\w+|войти|подтверд\w+|вход\w+|potwierdz\w+|zalogow\w+"
    r"|zweryfikow\w+|تسجيل|تأكيد)"
)

APPROVE_WITH = (
    r"(?:autori[sz]e|confirme|autoriza|confirma|approve|authori[sz]e|confirm|autorisez|confirmez|autorizza|conferma"
    r"|bestätigen\s+sie|bevestig|potwierdź|подтвердите|valide[sz]?|valida|firma|sign|signez|freigeben|unterschreiben\s+sie|activa|active[zr]?|desbloquea)"
    r"(?:-l[ea]s?|l[oa])?(?:\s+[^\W\d_]+){0,4}\s+(?:with|com|con|avec|mit|met|кодом|kodem)"
)
"""What is done with a code, right before it."""

WITH = r"(?:con|avec|mit|with|met|com|кодом|kodem)"
AUTHORISES = r"(?:autori[sz]\w+|valid\w+|confirm\w+|bestätig\w+|approv\w+|firm[ao]s?\b|bevestig\w+|potwierdz\w+|подтвержд\w+)"
"""What is done with it, around it: "con 123456 autorizas"."""

IS_YOUR = (
    r"(?:is|ist|es|est|è|é)\s+(?:your|ihre?|deine?|tu|su|votre|ton|ta|il\s+tuo|la\s+tua|(?:a\s+)?sua|o\s+seu)\s+"
    r"(?:confirm\w+|verif\w+|authenti\w+|bestätigung|verifizierung|freigabe|vérif\w+|conferma|verifica|autentica\w+"
    r"|(?:\w+[- ])?(?:key|schlüssel|clé|clave|chiave|chave|sleutel|klucz)\b)"
)
"""What a code is called after it, in words that mean more elsewhere."""

ENTERED = r"(?:दर्ज\s+कर|डालें|を(?:ご)?入力|(?:을|를|을\s?\(를\)|\(을\)\s?를)(?:\s+\S{1,8}에)?\s+입력|\s?(?:kodunu\s+)?gir(?:in|erek|iniz)|\s?yazın)"
"""The same, right after it, in languages that end a sentence so."""

EXPIRES = (
    r"expires?\s+in|valid\s+(?:for|until)|gültig\s+(?:bis|für)|läuft\s+ab|caduca|vence\s+en|válid[ao]\s+(?:por|até|hasta)"
    r"|expire\s+(?:dans|à)|valable|scade|valido\s+(?:per|fino)|geldig|ważn[aey]|действ\w+|geçerli|有效|有効|유효|صالح|मान्य"
)
"""What is said of codes, and of offers."""

OTHER = (
    r"(?:last|first|letzten|ersten|últim[ao]s|primer[ao]s|derniers|premiers|ultime|laatste|eerste|ostatnie|последни\w+|son)(?:\s+\w{1,6})?|末|"
    r"zip|postal|post|postleit|area|country|dialing|dialling|promo|promotion\w*|coupon|discount|voucher"
    r"|gift|booking|reservation|order|product|tracking|bike|bar|qr|error|status|exit|source|dress|color"
    r"|colour|sort|swift|bic|tax|referral|invite|invitation|gutschein|rabatt|buchungs|bestell|fehler|vorwahl"
    r"|artikel|kunden|de\s+cupón|promotionnel|posta|kortings|actie|posta|indirim|kampanya|promo|ürün"
    r"|优惠|邀请|邮政|折扣|兑换|商品|優惠|クーポン|割引|招待|商品|郵便|할인|쿠폰|초대|상품|우편|कूपन|डिस्काउंट|प्रोमो"
)
"""What stands before a word for codes of other kinds."""

OTHER_AFTER = (
    r"(?:de\s+|du\s+|d['’]|di\s+|da\s+|do\s+)?(?:cup[oóã][nmo]\w*|promo\w*|posta\w+|descuento|desconto|sconto"
    r"|réduction|barr[ea]s?|reserva\w*|réservation|prenotazione|commande|pedido|ordine|artículo|erreur|error[e]?"
    r"|fiscale?|produ\w+|of\s+conduct|conduct|review|board|pocztow\w+|rabatow\w+|kreskow\w+|promocyjn\w+|товара|города"
    r"|страны|региона|ошибки|скидки|купона)\b"
    r"|(?:ال)?(?:خصم|بريد\w*|قسيمة|منتج|هدية)"
)
"""What follows a word for codes of other kinds."""

NUMBERED = (
    r"(?:order|booking|invoice|ticket|tracking|reference|ref|account|acct|a/c|customer|room|flight|seat|bike"
    r"|version|population|ending(?:\s+in)?|ends\s+(?:in|with)|card|call|phone|tel|serial|balance|rechnung"
    r"|bestellung|bestellnummer|kundennummer|auftrag|konto|endend\s+auf|postleitzahl|plz|postcode|bestelling"
    r"|pedido|factura|cuenta|terminada\s+en|commande|facture|compte|ordine|fattura|conto|fatura|conta|cep"
    r"|заказ\w{0,2}|сч[её]т\w{0,2}|карт\w{1,3}|индекс|sipariş|kart|zamówieni\w+|konto|faktur\w+|na\s+konto"
    r"|订单号?|尾号|邮编|邮政编码|编号|注文番号|郵便番号|会員番号|주문번호|우편번호|계좌|카드"
    r"|(?:رقم\s+)?(?:ال)?طلب|(?:ال)?بطاقة|ऑर्डर|खाता)"
)
"""What names a number that is no code, when it stands right before one."""

MONEY_BEFORE = r"(?:USD|EUR|GBP|CHF|INR|JPY|CNY|KRW|RUB|TRY|PLN|BRL|SAR|AED|US|Rs\.?|R\$|₹|zł|TL|руб\.?|रु\.?|[$€£¥₹₺₽])"
UNITS_AFTER = (
    r"(?:USD|EUR|GBP|CHF|INR|RUB|TRY|PLN|SAR|AED|km|kg|m|g|ml|min|mins|minutes|steps|views|points|people|modules"
    r"|руб\w*|р\.|zł|TL|lira|евро|ريال|درهم|جنيه|रुपये|Uhr|hrs)(?![^\W_])|[元円원人年月日号點点件分秒명년월일개回名]"
)

CONFIDENTIAL = (
    r"pass(?:word|code|phrase|wort)s?|log-?in\s+(?:data|details)|credentials?|(?<![^\W_])pin(?:s|-?code)?(?![^\W_])"
    r"|secret|geheim\w*|kennw[oö]rt\w*|passw[oö]rt\w*|zugangsdaten|wachtwoord\w*|contraseñas?|(?<![^\W_])clave"
    r"|mots?\s+de\s+passe|senhas?|palavras?-passe|parola\s+d['’]ordine|密码|密碼|口令|パスワード|暗証|비밀번호"
    r"|암호|парол\w*|пин-?код\w*|şifre\w*|parola\w*|has[łl](?:o|a|em)|كلمة\s+(?:ال)?(?:مرور|سر)|الرقم\s+السري"
    r"|पासवर्ड|पिन|security\s+question|mother['’]s\s+maiden|cvv|cvc|card\s+number|social\s+security"
    r"|back\s+of\s+(?:the|your)\s+card|combination|(?:seed|recovery|backup|mnemonic)\s*(?:phrase|words?|key)|wiederherstellung\w*"
    r"|(?:wi-?fi|wlan|network|encryption|private|access)[\s-]*(?:key|schlüssel)|(?:frase|phrase)\s+(?:semilla|de\s+récupération|segreta)"
    r"|clé\s+(?:wi-?fi|du\s+réseau)|account\s+number|kontonummer|(?<![^\W_])(?:nip|ssn|iban|log-?in)(?![^\W_])|助记词|暗証|복구\s?구문"
)
"""What a person is asked for in confidence, besides codes."""
