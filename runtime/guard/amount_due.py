"""Which amount an act is about: by the words beside amounts and by how near they are.

All amounts are named where the screen does not make plain which it is, and none rather than a wrong
one where there are too many.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto

from runtime.guard.labels import plain
from runtime.guard.layout import captions_of, in_row
from runtime.guard.money import Money, bare_number, distinct, mentions
from runtime.guard.recipient import captioned_recipient
from runtime.guard.scene import GuardedScreen, short_id
from runtime.observation import EDITABLE, Element

MOST_NAMED = 4
"""More amounts than these tell a person nothing."""
MOST_READ = 40
_SHORTEST_HEAD = 3
_HEAD_END = re.compile(r", | [·•|–—-] ")
"""Where the first part of a row ends."""
_LONGEST_CAPTION = 80
_ASIDE = re.compile(r"\(.*|(?<!\w)in[ck]l\b.*", re.IGNORECASE)
"""What a total holds is no other amount: "Total (incl. VAT)" is a total."""

_DUE = re.compile(
    r"(?<!\w)(?:totale?\b|amount\b|to pay\b|you.{0,3} pay\b|you.{0,3} send\b|you.{0,3} spend\b|due\b|billed\b|gesamt|summe\b"
    r"|betrag\b|endbetrag|rechnungsbetrag|zu zahlen|importe\b|a pagar\b|montant\b|à payer|importo\b|da pagare"
    r"|valor\b|totaal|bedrag\b|te betalen|итог|всего\b|к оплате|сумма\b|toplam|ödenecek|tutar|razem\b|suma\b"
    r"|łącznie|do zapłaty|kwota)|合计|合計|总计|總計|总额|總額|总价|应付|應付|实付|待支付|金额|金額|支払い?額|請求額|総額"
    r"|送金額|합계|총액|총 |금액|الإجمالي|إجمالي|المجموع|المبلغ|कुल|देय|राशि",
    re.IGNORECASE,
)
_NOT_DUE = re.compile(
    r"sub-?\s?tota|zwischensumme|sous-total|小计|小計|소계|промежуточн|ara toplam|częściowa|الفرعي|उप-?योग"
    r"|(?<!statement )balance|available|kontostand|guthaben|verfügbar|(?<!\w)saldo|disponib|disponível|solde\b|beschikbaar"
    r"|余额|餘額|残高|잔액|баланс|доступно|остаток|bakiye|dostępn|رصيد|शेष|बैलेंस"
    r"|(?<!\w)sav(?:e|ed|ing|ings)\b|discount|gespart|rabat|ahorr|descuento|remise|économi|risparm|sconto|descont"
    r"|korting|优惠|立减|省|割引|할인|скидк|indirim|zniżk|oszczęd|خصم|छूट|बचत"
    r"|(?<!\w)(?:spent|spending|income|earned|received|ausgegeben|ausgaben|einnahmen|eingegangen|gastado|gastos|ingresos"
    r"|dépens|revenus|speso|spese|entrate|gasto|receita|uitgegeven|inkomsten|потрачено|расход|доход|поступлен|harcan"
    r"|gelir\b|wydano|wydatk|wpływ)|支出|收入|収入|入金額|지출|수입|أنفق|الدخل|खर्च|आय\b"
    r"|points|reward|cashback|limit\b|(?<!\w)was\b|statt\b",
    re.IGNORECASE,
)
_COST_PART = re.compile(
    r"商品(?:金额|金額|总额|總額|総額|代金)|상품 ?(?:금액|총액)|shipping|delivery|versand|envío|livraison"
    r"|spedizione|frete|verzend|配送|運費|运费|送料|배송|доставк|kargo|dostaw|شحن|डिलीवरी"
    r"|(?<!\w)tax\b|(?<!\w)vat\b|mwst|(?<!\w)fees?\b|gebühr|手续费|手数料|수수료|комисси|prowizja|(?<!\w)tip\b|trinkgeld",
    re.IGNORECASE,
)
"""What is added to a price, and is one where it stands alone."""
_LEAST = re.compile(
    r"(?<!\w)m[íi]nim(?:um|o|a|ale?)?\b|mindest|minimaal|minimaln|минимальн|asgari|en az|最低|最小|최소|최저|الحد الأدنى|न्यूनतम",
    re.IGNORECASE,
)
"""The least that can be paid is not what will be."""
_FIRST_OF_MANY = re.compile(
    r"(?<!\w)(?:down|deposit|instal?ments?|anzahlung|raten?|anticipo|entrada|acompte|acconto|aanbetaling|zaliczk\w+|аванс\w*"
    r"|peşinat|taksit\w*|mensualit\w+)\b|首付|分期|頭金|分割|계약금|할부|دفعة|अग्रिम|किस्त",
    re.IGNORECASE,
)
"""A price like that in a button's name is only the first that it takes."""
_DUE_IDS = re.compile(r"(?<!sub)(?<!sub_)total|amount|due|to_?pay|betrag|summe", re.IGNORECASE)
_NOT_DUE_IDS = re.compile(r"sub_?total|balance|discount|saving|shipping|tax|fee|tip", re.IGNORECASE)
_MONEY_FIELD = re.compile(
    r"amount|betrag|importe|cantidad|montant|importo|valor|quantia|bedrag|金额|金額|금액|сумма|tutar|kwota|مبلغ|राशि"
    r"|how much|sum\b",
    re.IGNORECASE,
)
UNTOLD = "an amount that the screen does not tell"


@dataclass(frozen=True, slots=True)
class AmountReading:
    """The amounts that an act may be about: one if it is plain, none if nothing can be said."""

    amounts: tuple[Money, ...] = ()

    @property
    def certain(self) -> Money | None:
        """The one amount, where it is plain which."""
        return self.amounts[0] if len(self.amounts) == 1 else None

    @property
    def words(self) -> str:
        """The amount for a person; empty where none is known."""
        said = " or ".join(money.text for money in self.amounts)
        return f"{said} (the screen does not say which)" if len(self.amounts) > 1 else said


class _Standing(Enum):
    """What the words beside an amount say of it."""

    DUE = auto()
    OPEN = auto()
    PART = auto()
    NOT_DUE = auto()


@dataclass(frozen=True, slots=True)
class _Shown:
    money: Money
    element: Element
    standing: _Standing


def amount_due(target: Element | None, scene: GuardedScreen) -> AmountReading:
    """What an act on `target` costs or moves, as far as the screen tells."""
    shown = _shown_amounts(scene)
    own = [one for one in shown if one.element is target]
    others = [one for one in shown if one.element is not target]
    due = [one for one in others if one.standing is _Standing.DUE]
    if own and not due and target is not None and _FIRST_OF_MANY.search(plain(target.label)):
        return _reading((*own, *(one for one in others if one.standing is _Standing.OPEN)))
    if own or due:
        return _reading((*due, *own))
    if len(shown) >= MOST_READ:
        others = []
    candidates = [one for one in others if one.standing is _Standing.OPEN] or [
        one for one in others if one.standing is _Standing.PART
    ]
    row = [one for one in candidates if target is not None and in_row(one.element, target)]
    named = [] if target is None else _named_by(target, candidates)
    return _reading(row or named or candidates)


def _named_by(target: Element, candidates: list[_Shown]) -> list[_Shown]:
    """The amounts of the one row whose first words the button repeats: "Choose Comfort" is the row Comfort."""
    label = f" {plain(target.label).casefold()} "
    heads: dict[int, str] = {}
    for one in candidates:
        head = _HEAD_END.split(plain(one.element.label), maxsplit=1)[0].strip().casefold()
        if len(head) >= _SHORTEST_HEAD and f" {head} " in label:
            heads[one.element.index] = head
    if len(heads) != 1:
        return []
    return [one for one in candidates if one.element.index in heads]


def is_checkout(scene: GuardedScreen) -> bool:
    """Whether the screen tells what is to be paid or sent: a total, or an amount and who gets it."""
    shown = _shown_amounts(scene)
    if any(one.standing is _Standing.DUE for one in shown):
        return True
    return any(one.standing is _Standing.OPEN for one in shown) and bool(captioned_recipient(scene))


def shows_amount(scene: GuardedScreen) -> bool:
    """Whether there is an amount on the screen that is not said to be a balance or the like."""
    return any(one.standing is not _Standing.NOT_DUE for one in _shown_amounts(scene))


def _reading(shown: Iterable[_Shown]) -> AmountReading:
    amounts = distinct(one.money for one in shown)
    return AmountReading(amounts if len(amounts) <= MOST_NAMED else ())


def _shown_amounts(scene: GuardedScreen) -> list[_Shown]:
    return scene.once("amounts", _read_amounts)


def _read_amounts(scene: GuardedScreen) -> list[_Shown]:
    found: list[_Shown] = []
    for element in scene.elements:
        for money, words in _named(element):
            found.append(_Shown(money, element, _standing(words, element, scene)))
            if len(found) >= MOST_READ:
                return found
    return found


def _named(element: Element) -> list[tuple[Money, str]]:
    """The amounts of an element, each with the words at it."""
    for text in (element.text, element.description):
        line = plain(text) if text else ""
        if not line:
            continue
        if element.flags & EDITABLE and (number := _typed_number(line, element)) is not None:
            return [(number, "amount")]
        if found := mentions(line):
            return [(one.money, one.words) for one in found]
    return []


def _typed_number(line: str, element: Element) -> Money | None:
    meant = f"{element.hint} {element.description} {short_id(element)}"
    return bare_number(line) if _MONEY_FIELD.search(meant[:_LONGEST_CAPTION]) else None


def _standing(words: str, element: Element, scene: GuardedScreen) -> _Standing:
    """By the words in the same text, then by its id, then by what stands in its row or above it."""
    by_words = _by_words(words[-_LONGEST_CAPTION:])
    if by_words is not _Standing.OPEN:
        return by_words
    name = short_id(element)[:_LONGEST_CAPTION]
    if _NOT_DUE_IDS.search(name):
        return _Standing.NOT_DUE
    if _DUE_IDS.search(name):
        return _Standing.DUE
    for text in captions_of(element, scene.elements):
        caption = plain(text)[:_LONGEST_CAPTION]
        # A caption with an amount of its own speaks of that one.
        if not mentions(caption) and (said := _by_words(caption)) is not _Standing.OPEN:
            return said
    return _Standing.OPEN


def _by_words(caption: str) -> _Standing:
    caption = _ASIDE.sub("", caption)
    if _NOT_DUE.search(caption):
        return _Standing.NOT_DUE
    if _COST_PART.search(caption):
        return _Standing.PART
    if _LEAST.search(caption):
        return _Standing.OPEN
    return _Standing.DUE if _DUE.search(caption) else _Standing.OPEN
