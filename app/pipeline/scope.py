"""Scope of a question, by rule: for the documents (nearly always), said to the program itself, or nothing that documents can know.

The whole question must be such a sentence: "hello" is a greeting, "hello, what does a guest card cost" is a question; "what can you do" is
about the program, "what can you do with a guest card" is not. What is recognised wrongly costs one press: the answer offers the search.
Languages: those of ``app.pipeline.language``. Sentences chosen by hand, tests/unit/app/pipeline/test_scope.py.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

Scope = Literal["documents", "greeting", "thanks", "program", "outside"]

_GREETING = (
    r"(?:hello|hi|hey|good (?:morning|afternoon|evening|day))(?: there| dossier| all)?|how are you(?: doing)?(?: today)?",
    r"(?:hallo|hi|hey|guten (?:morgen|tag|abend)|moin(?: moin)?|servus|grüss gott|grüezi)(?: dossier| zusammen)?|wie geht(?:'s| es)(?: dir| ihnen)?(?: heute)?",
    r"(?:bonjour|bonsoir|salut|coucou)(?: dossier)?|(?:comment )?ça va|comment allez-vous",
    r"(?:hola|buenos días|buenas tardes|buenas noches|buenas)(?: dossier)?|(?:hola )?qué tal|cómo estás?",
    r"(?:ciao|salve|buongiorno|buonasera)(?: dossier)?|come (?:stai|sta|va)",
    r"(?:hallo|hoi|dag|goedemorgen|goedemiddag|goedenavond|goedendag)(?: dossier)?|hoe gaat het(?: met je| met u)?",
    r"(?:cześć|witaj|witam|dzień dobry|dobry wieczór|hej)(?: dossier)?|jak się masz",
    r"(?:olá|oi|bom dia|boa tarde|boa noite)(?: dossier)?|(?:como vai|tudo bem)(?: você)?",
    r"(?:привет|здравствуйте|здравствуй|добрый день|доброе утро|добрый вечер)(?: dossier)?|как (?:дела|поживаете)",
    r"你好|您好|嗨|早上好|下午好|晚上好|你好吗",
    r"こんにちは|こんばんは|おはようございます|おはよう|はじめまして|お元気ですか",
    r"مرحبا|مرحبًا|أهلا|أهلًا|السلام عليكم|صباح الخير|مساء الخير|كيف حالك",
)
_THANKS = (
    r"(?:many )?thanks(?: a lot| very much)?|thank you(?: very much| so much)?|bye|goodbye|good night|ok(?:ay)?|great|cheers",
    r"danke(?: schön| sehr| dir| ihnen)?|vielen dank|herzlichen dank|besten dank|tschüss?|auf wiedersehen|gute nacht|super|prima",
    r"merci(?: beaucoup| bien)?|au revoir|bonne nuit",
    r"(?:muchas )?gracias|adiós|hasta luego",
    r"grazie(?: mille)?|arrivederci|buonanotte",
    r"bedankt|dank (?:je|u)(?: wel)?|dankjewel|tot ziens",
    r"dziękuję(?: bardzo)?|dzięki|do widzenia",
    r"(?:muito )?obrigad[oa]|tchau|adeus",
    r"(?:большое )?спасибо(?: большое)?|до свидания|пока",
    r"谢谢(?:你|您)?|多谢|再见",
    r"ありがとう(?:ございます|ございました)?|さようなら",
    r"شكرا|شكرًا(?: جزيلا| جزيلًا)?|مع السلامة",
)
_PROGRAM = (
    r"help(?: me)?|(?:can|could) you help(?: me)?|what (?:can|do) you do(?: for me)?|what can i (?:ask|do)(?: you| here)?|who are you|what are you|"
    r"what is (?:dossier|this(?: program| app)?)|how do(?:es)? (?:you|this|dossier)(?: program)? work|how do i use (?:you|this|dossier)(?: program)?|"
    r"what(?: is|'s) your name|are you (?:an? )?(?:ai|robot|bot|human|chatgpt|chatbot|real person|language model)|"
    r"which (?:ai |language )?model (?:are you|do you use)|who (?:made|built|wrote|created) you",
    r"hilfe|hilf mir|(?:kannst du|können sie) mir helfen|was (?:kannst du|können sie)(?: alles)?(?: tun| machen)?(?: für mich)?|"
    r"was kann (?:ich|man) (?:dich |sie |hier )?(?:alles )?(?:fragen|tun|machen)|wer (?:bist du|sind sie)|was (?:bist du|sind sie)|"
    r"was ist (?:dossier|das hier|das)(?: für ein programm)?|wie funktioniert (?:das|dossier|dieses programm)(?: hier)?|"
    r"wie (?:heisst du|heissen sie)|(?:bist du|sind sie) (?:eine? )?(?:ki|roboter|bot|mensch|chatgpt|sprachmodell)|"
    r"welches (?:ki-|sprach)?modell (?:bist du|verwendest du|nutzt du|verwenden sie|nutzen sie)|wie bediene ich (?:dich|das|dossier)",
    r"aide(?:-moi)?|que (?:peux-tu|pouvez-vous|sais-tu|savez-vous) faire|qui (?:es-tu|êtes-vous)|qu'est-ce que (?:tu peux|vous pouvez) faire|"
    r"qu'est-ce que dossier|comment (?:ça|dossier) (?:marche|fonctionne)|(?:es-tu|êtes-vous) (?:une? )?(?:ia|robot|chatgpt)",
    r"ayuda|ayúdame|qué (?:puedes|puede|sabes) hacer|quién eres|qué eres|qué es dossier|cómo funciona(?: dossier| esto)?|eres (?:una? )?(?:ia|robot|chatgpt)",
    r"aiuto|aiutami|(?:che )?cosa (?:puoi|sai|può) fare|chi sei|cosa sei|(?:che )?cos'è dossier|come funzion[ai](?: dossier)?|sei (?:un'?a? ?)?(?:ia|robot|chatgpt)",
    r"help|hulp|wat kun je(?: doen)?|wat kunt u(?: doen)?|wie ben je|wie bent u|wat ben je|wat is dossier|hoe werkt (?:dit|dossier|het)",
    r"pomoc|pomóż mi|co (?:potrafisz|umiesz|możesz zrobić)|kim jesteś|czym jesteś|co to jest dossier|jak (?:to|dossier) działa",
    r"ajuda|ajude-me|o que (?:você )?(?:pode|sabe|consegue) fazer|quem é você|quem és(?: tu)?|o que é (?:o )?dossier|como (?:isto |isso |o dossier )?funciona",
    r"помощь|помоги(?:те)?(?: мне)?|что ты (?:умеешь|можешь)(?: делать)?|что вы (?:умеете|можете)(?: делать)?|кто (?:ты|вы)(?: такой| такая)?|"
    r"что такое dossier|как (?:это|ты|dossier) работае(?:т|шь)",
    r"帮助|帮帮我|你(?:能|会|可以)(?:做|干)(?:什么|些什么|什么事)|您能做什么|你是谁|您是谁|你是什么|你怎么用|你叫什么(?:名字)?|dossier是什么",
    r"ヘルプ|助けて(?:ください)?|(?:あなたは)?何ができ(?:ますか|る|るの)|(?:あなたは)?誰ですか|あなたは何ですか|dossierとは(?:何ですか)?|使い方(?:は|を教えて(?:ください)?)?",
    r"مساعدة|ساعدني|ماذا (?:تستطيع|يمكنك) أن تفعل|ماذا يمكنك أن تفعل|من أنت|ما أنت|ما هو dossier|كيف (?:تعمل|يعمل هذا)",
)
_OUTSIDE = (
    r"(?:what(?: is|'s)|how(?: is|'s)) the weather(?: like)?(?: today| tomorrow| now| outside| (?:in|at) [\w .-]{2,30})?(?: today| tomorrow)?|"
    r"will it rain(?: today| tomorrow)?|what time is it(?: now)?|what(?: is|'s) the (?:time|date)(?: now| today)?|what day is (?:it|today)(?: today)?|"
    r"(?:tell me|do you know) a(?:nother)? (?:joke|story|poem)|write (?:me )?a (?:poem|song|story|joke)(?: about .{1,60})?|sing (?:me )?a song|"
    r"what(?: is|'s) (?:in )?the news(?: today)?|what happened today|who won the (?:game|match|election)(?: yesterday| today)?",
    r"wie (?:ist|wird) das wetter(?: heute| morgen| jetzt| draussen| in [\w .-]{2,30})?(?: heute| morgen)?|regnet es(?: heute| morgen)?|"
    r"wie ?viel uhr ist es|wie spät ist es(?: jetzt)?|welche[rns]* (?:tag|datum) (?:ist|haben wir)(?: heute)?|"
    r"(?:erzähl|erzähle|erzählen sie)(?: mir)? (?:einen|eine) (?:witz|geschichte)|(?:schreib|schreibe|schreiben sie)(?: mir)? ein(?:e|en)? (?:gedicht|lied|geschichte|witz)(?: über .{1,60})?|"
    r"was gibt es neues(?: heute)?|was steht heute in den nachrichten",
    r"quel temps fait-il(?: aujourd'hui| demain| à [\w .-]{2,30})?|quelle heure est-il|quel jour sommes-nous|raconte(?:z)?(?:-moi)? une (?:blague|histoire)|écris(?:-moi)? un poème(?: sur .{1,60})?",
    r"qué tiempo hace(?: hoy| en [\w .-]{2,30})?|qué hora es|qué día es(?: hoy)?|cuéntame un (?:chiste|cuento)|escribe un poema(?: sobre .{1,60})?",
    r"che tempo fa(?: oggi| a [\w .-]{2,30})?|che ore? (?:è|sono)|che giorno è(?: oggi)?|raccontami una (?:barzelletta|storia)|scrivi una poesia(?: su .{1,60})?",
    r"wat voor weer (?:is|wordt) het(?: vandaag| morgen)?|hoe is het weer(?: vandaag)?|hoe laat is het|vertel (?:me )?een (?:grap|mop|verhaal)|schrijf een gedicht(?: over .{1,60})?",
    r"jaka (?:jest |będzie )?(?:dziś |dzisiaj |jutro )?pogoda(?: dziś| dzisiaj| jutro)?|która (?:jest )?godzina|opowiedz (?:mi )?(?:dowcip|żart|kawał)|napisz wiersz(?: o .{1,60})?",
    r"como está o tempo(?: hoje)?|que horas são|que dia é hoje|conta(?:-me)? uma (?:piada|história)|escreve um poema(?: sobre .{1,60})?",
    r"какая (?:сегодня |завтра )?погода(?: сегодня| завтра| в [\w .-]{2,30})?|который час|сколько времени|какой сегодня день|расскажи(?:те)? (?:анекдот|шутку|сказку)|напиши стих(?:отворение)?(?: о .{1,60})?",
    r"(?:今天|明天)?(?:的)?天气(?:怎么样|如何)|现在几点(?:了)?|今天(?:是)?(?:几号|星期几)|讲(?:一)?个(?:笑话|故事)|写(?:一)?首诗",
    r"(?:今日|明日)の天気は(?:どうですか|何ですか)?|(?:今|いま)何時(?:ですか)?|今日は何日ですか|(?:冗談|ジョーク)を(?:言って|教えて)(?:ください)?|詩を書いて(?:ください)?",
    r"كيف (?:هو )?الطقس(?: اليوم)?|كم الساعة(?: الآن)?|ما هو اليوم|احك لي نكتة|اكتب قصيدة(?: عن .{1,60})?",
)


def _whole(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{p})" for p in patterns))


_SCOPES: tuple[tuple[Scope, re.Pattern[str]], ...] = (
    ("greeting", _whole(_GREETING)),
    ("thanks", _whole(_THANKS)),
    ("program", _whole(_PROGRAM)),
    ("outside", _whole(_OUTSIDE)),
)
_POLITE = re.compile(
    r"^(?:please|bitte|s'il (?:te|vous) plaît|por favor|per favore)\s+|\s+(?:please|bitte|por favor|per favore)$"
)
_PUNCTUATION = re.compile(r"[?？!！.。,，;:،؟¿¡…\"“”„«»()]+")


def scope_of(question: str) -> Scope:
    """Never fails: what no pattern knows as a whole is a question to the documents."""
    text = unicodedata.normalize("NFC", question).casefold().replace("’", "'")
    plain = " ".join(_PUNCTUATION.sub(" ", text).split())
    plain = _POLITE.sub("", plain)
    greeted = _SCOPES[0][1].match(plain)
    rest = plain[greeted.end() :].strip() if greeted is not None else plain
    for text_part in (plain, rest):
        for scope, pattern in _SCOPES:
            if text_part and pattern.fullmatch(text_part):
                return scope
    return "documents"
