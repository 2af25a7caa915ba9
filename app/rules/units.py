"""Names of units in several languages, each with its one canonical name. Spelling is converted, values never."""

from __future__ import annotations

from app.rules.function_words import word_set
from app.rules.quantity import QuantityKind

_DURATIONS = {
    "second": "second seconds sec secs sekunde sekunden sek seconde secondes segundo segundos secondo secondi"
    " seconden sekunda sekundy sekund секунда секунды секунд ثانية ثوان 秒",
    "minute": "minute minutes min mins minuten minuto minutos minuti минут минуты 分钟 分鐘 分"
    " minuut minuta minuty minut minuto минута минуту دقيقة دقائق",
    "hour": "hour hours hr hrs h stunde stunden std heure heures hora horas ora ore uur uren час часов 小时 时间 時間"
    " uren godzina godziny godzin godziną hora horas часа ساعة ساعات 小時",
    "day": "day days tag tage tagen tages kalendertag kalendertage kalendertagen jour jours día días dia dias giorno giorni dag dagen"
    " день дня дней 天 日"
    " dzień dni dnia dniu dias dzień dniach день дням днях dniom يوم يوما أيام",
    "workday": "workday workdays weekday weekdays werktag werktage werktagen arbeitstag arbeitstage arbeitstagen"
    " werkdag werkdagen 工作日 营业日 營業日 営業日",
    "week": "week weeks wk wks woche wochen semaine semaines semana semanas settimana settimane weken неделя недели недель 周 週間"
    " tydzień tygodnie tygodni tygodnia tygodniu неделю неделя неделях недель semanas أسبوع أسابيع أسبوعا 星期 週 周間",
    "month": "month months monat monate monaten monats mois mes meses mese mesi maand maanden месяц месяца месяцев 个月 ヶ月"
    " miesiąc miesiące miesięcy miesiąca miesiącach mês mês meses месяцам месяцах شهر أشهر شهور شهرا か月 カ月 ヵ月 ケ月 个月 個月",
    "quarter": "quarters quartale quartalen trimestre trimestres"
    " kwartał kwartały kwartałów квартал квартала кварталов kwartaal kwartalen trimestri",
    "year": "year years yr yrs jahr jahre jahren jahres année années año años anno anni jaar jaren год года лет 年"
    " rok lata lat roku latach anos ano jaren года годах лет سنة سنوات عام أعوام عاما 年間",
}
_MEASURES = {
    "km": "km kilometer kilometers kilometre kilometres kilometern"
    " километр километра километров kilometry kilometrów quilómetros chilometri كيلومتر",
    "m": "m meter meters metre metres metern metri metros metry metrów метр метра метров متر",
    "cm": "cm zentimeter zentimetern centimeter centimeters centimetre centimetres centimètre centimètres",
    "mm": "mm millimeter millimetern millimeters millimetre millimetres",
    "mile": "mile miles meile meilen",
    "yard": "yard yards",
    "foot": "ft foot feet",
    "inch": "inch inches zoll",
    "hectare": "ha hectare hectares hektar",
    "acre": "acre acres",
    "kg": "kg kilogramm kilogram kilograms килограмм килограмма килограммов kilogramy kilogramów كيلوغرام 公斤",
    "g": "g gramm gram grams gramme grammes gramos grammi gramów grama gramas грамм грамма граммов 克",
    "mg": "mg milligramm milligram milligrams milligramme milligrammes miligramos miligramas milligrammi miligramów мг 毫克",
    "µg": "µg μg mcg mikrogramm microgram micrograms microgrammes microgramos microgrammi mikrogramów мкг 微克",
    "t": "tonne tonnen tonnes tons",
    "ml": "ml milliliter millilitern millilitre millilitres milliliters mililitros millilitri mililitrów мл 毫升",
    "l": "liter litern liters litre litres litro litros litri litr litra litry litrów литр литра литров л 升 リットル",
    "kwh": "kwh kilowattstunde kilowattstunden",
    "kw": "kw kilowatt",
    "bit": "bit bits",
    "kb": "kb kilobyte kilobytes",
    "mb": "mb megabyte megabytes",
    "gb": "gb gigabyte gigabytes",
    "tb": "tb terabyte terabytes",
    "ms": "ms millisecond milliseconds millisekunden",
    "sqm": "m² qm quadratmeter m2 sqm quadratmetern",
    "cbm": "m³ m3 cbm kubikmeter kubikmetern",
    "km/h": "km/h kph",
    "sqft": "sqft ft2 ft²",
    "degree": "° degree degrees grad degrés degré grados gradi graus graden stopni stopnie градус градуса градусов 度",
    "celsius": "°c celsius",
    "fahrenheit": "°f fahrenheit",
}
_PERCENT = {
    "percent": "% percent prozent pct porcento percento pourcent procent процент процентов процента ٪"
    " procenta procentów percentuale بالمئة بالمائة",
    "percentage_point": "prozentpunkt prozentpunkte prozentpunkten percentage",
    "permille": "‰ promille",
}
_MONEY = {
    "EUR": "€ eur euro euros евро يورو 欧元 歐元",
    "USD": "$ usd us$ 美元",
    "dollar": "dollar dollars dólar dólares dollari доллар доллара долларов dolar dolary dolarów دولار دولارا",
    "GBP": "£ gbp pound pounds",
    "CHF": "chf franken sfr",
    "JPY": "¥ jpy yen 円 日元",
    "CNY": "cny yuan rmb 元 人民币 块",
    "cent": "¢ cent cents",
    "INR": "₹ inr rupees",
    "PLN": "zł pln złotych złoty złote złotego pln zlotych",
    "RUB": "₽ rub рублей рубля рубль рублях руб ₽",
    "CAD": "cad c$",
    "AUD": "aud a$",
    "SAR": "ريال sar",
    "AED": "درهم aed",
    "BRL": "r$ brl reais",
}


def _table() -> dict[str, tuple[QuantityKind, str]]:
    groups: list[tuple[QuantityKind, dict[str, str]]] = [
        ("duration", _DURATIONS),
        ("measure", _MEASURES),
        ("percent", _PERCENT),
        ("money", _MONEY),
    ]
    return {word: (kind, unit) for kind, names in groups for unit, words in names.items() for word in words.split()}


UNITS = _table()
"""Case-folded name or sign → (kind, canonical unit)."""
WORKING = word_set(
    "ouvrables ouvrable ouvrés hábiles hábil laborables laborable lavorativi lavorativo feriali úteis útil roboczych robocze roboczy"
)
"""Adjectives after "days" that make them working days."""
DUALS: dict[str, str] = {
    form: unit
    for unit, forms in {
        "day": "يومان يومين", "week": "أسبوعان أسبوعين", "month": "شهران شهرين", "year": "سنتان سنتين عامان عامين",
        "hour": "ساعتان ساعتين", "minute": "دقيقتان دقيقتين",
    }.items()
    for form in forms.split()
}  # fmt: skip
"""Arabic duals: "two days" in one word."""
_ONE_LANGUAGE = {"an": "fr", "ans": "fr", "jahrig": "de"}
SIGNS = frozenset("€$£¥¢₹₽%‰٪")
MULTIPLIERS = {
    "thousand": 3, "tausend": 3, "tsd": 3, "mille": 3, "mil": 3, "million": 6, "millions": 6, "millionen": 6, "mio": 6, "mn": 6,
    "millones": 6, "millón": 6, "billion": 9, "billions": 9, "bn": 9, "milliarde": 9, "milliarden": 9, "mrd": 9, "milliard": 9,
    "milliards": 9, "trillion": 12, "万": 4, "亿": 8,
}  # fmt: skip
_GERMAN_HEADS = (
    ("arbeitstag", "workday"), ("werktag", "workday"), ("stunde", "hour"), ("minute", "minute"), ("woche", "week"),
    ("monat", "month"), ("jahr", "year"), ("tag", "day"),
)  # fmt: skip
_GERMAN_ENDINGS = ("", "n", "e", "en", "s", "es")
_ADJECTIVES = (
    ("stündig", "hour"), ("minütig", "minute"), ("tägig", "day"), ("wöchig", "week"), ("monatig", "month"), ("jährig", "year"),
)  # fmt: skip
_NOT_A_UNIT = word_set("feiertag sonntag montag dienstag donnerstag freitag samstag geburtstag vertrag antrag beitrag auftrag")


def unit_of(word: str, language: str) -> tuple[QuantityKind, str] | None:
    """Kind and canonical unit of a case-folded word, None when it is no unit.

    German compounds count by their head ("Wochenstunden" are hours, "Kalendertage" days); so do adjectives ("30-tägig").
    """
    if word in UNITS:
        return UNITS[word]
    if word in _ONE_LANGUAGE and _ONE_LANGUAGE[word] == language:
        return "duration", "year"
    if language == "de" and len(word) > 5:
        return _german_unit(word)
    return None


def _german_unit(word: str) -> tuple[QuantityKind, str] | None:
    for head, unit in _ADJECTIVES:
        at = word.rfind(head)
        if at >= 0 and len(word) - at - len(head) <= 2:
            return "duration", unit
    for head, unit in _GERMAN_HEADS:
        for ending in _GERMAN_ENDINGS:
            if word.endswith(head + ending):
                base = word.removesuffix(ending)
                return None if any(base.endswith(other) for other in _NOT_A_UNIT) else ("duration", unit)
    return None


def split_adjective(word: str) -> tuple[str, str] | None:
    """("sechs", "month") of the German adjective "sechsmonatigem"; None when the word is none."""
    for head, unit in _ADJECTIVES:
        at = word.rfind(head)
        if at > 1 and len(word) - at - len(head) <= 2:
            return word[:at], unit
    return None
