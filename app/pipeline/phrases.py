"""The program's own sentences inside an answer, in the language of the question (English where there is none)."""

from __future__ import annotations

_PHRASES: dict[str, dict[str, str]] = {
    "not_found": {
        "en": "This was not found in your documents.",
        "de": "Dazu wurde in Ihren Unterlagen nichts gefunden.",
        "fr": "Cela n’a pas été trouvé dans vos documents.",
        "es": "Esto no se ha encontrado en sus documentos.",
        "it": "Questo non è stato trovato nei suoi documenti.",
        "nl": "Dit is niet in uw documenten gevonden.",
        "pl": "Nie znaleziono tego w Twoich dokumentach.",
        "pt": "Isto não foi encontrado nos seus documentos.",
        "ru": "В ваших документах это не найдено.",
        "zh": "在您的文件中没有找到相关内容。",
        "ja": "お手元の文書には見つかりませんでした。",
        "ar": "لم يُعثر على ذلك في مستنداتك.",
    },
    "not_from_documents": {
        "en": "Not from your documents",
        "de": "Nicht aus Ihren Unterlagen",
        "fr": "Ne provient pas de vos documents",
        "es": "No procede de sus documentos",
        "it": "Non proviene dai suoi documenti",
        "nl": "Niet uit uw documenten",
        "pl": "Nie z Twoich dokumentów",
        "pt": "Não provém dos seus documentos",
        "ru": "Не из ваших документов",
        "zh": "不是来自您的文件",
        "ja": "お手元の文書によるものではありません",
        "ar": "ليس من مستنداتك",
    },
    "which_one": {
        "en": "Which of these do you mean?",
        "de": "Was davon meinen Sie?",
        "fr": "Lequel voulez-vous dire ?",
        "es": "¿Cuál de estos quiere decir?",
        "it": "Quale di questi intende?",
        "nl": "Welke hiervan bedoelt u?",
        "pl": "Które z nich masz na myśli?",
        "pt": "Qual destes quer dizer?",
        "ru": "Что из этого вы имеете в виду?",
        "zh": "您指的是哪一个？",
        "ja": "どれについてのご質問ですか？",
        "ar": "أيّ من هذه تقصد؟",
    },
    "scope_greeting": {
        "en": "Hello. Dossier answers questions from your documents, and shows the sentence that each answer rests on. What would you like to know?",
        "de": "Guten Tag. Dossier beantwortet Fragen aus Ihren Unterlagen und zeigt den Satz, auf dem jede Antwort beruht. Was möchten Sie wissen?",
        "fr": "Bonjour. Dossier répond à partir de vos documents et montre la phrase sur laquelle repose chaque réponse. Que voulez-vous savoir ?",
        "es": "Hola. Dossier responde a partir de sus documentos y muestra la frase en la que se basa cada respuesta. ¿Qué desea saber?",
        "it": "Buongiorno. Dossier risponde in base ai suoi documenti e mostra la frase su cui si fonda ogni risposta. Che cosa desidera sapere?",
        "nl": "Hallo. Dossier antwoordt uit uw documenten en toont de zin waarop elk antwoord berust. Wat wilt u weten?",
        "pl": "Dzień dobry. Dossier odpowiada na podstawie Twoich dokumentów i pokazuje zdanie, na którym opiera się odpowiedź. Co chcesz wiedzieć?",
        "pt": "Olá. O Dossier responde a partir dos seus documentos e mostra a frase em que cada resposta se baseia. O que deseja saber?",
        "ru": "Здравствуйте. Dossier отвечает по вашим документам и показывает предложение, на котором основан ответ. Что вы хотите узнать?",
        "zh": "您好。Dossier 根据您的文件回答问题，并显示每个答案所依据的句子。您想了解什么？",
        "ja": "こんにちは。Dossier はお手元の文書から質問に答え、答えの根拠となる文を示します。何をお知りになりたいですか。",
        "ar": "مرحبًا. يجيب Dossier عن الأسئلة من مستنداتك ويعرض الجملة التي تستند إليها كل إجابة. ماذا تريد أن تعرف؟",
    },
    "scope_thanks": {
        "en": "All right. Your documents stay ready for the next question.",
        "de": "Gern. Ihre Unterlagen bleiben für die nächste Frage bereit.",
        "fr": "Très bien. Vos documents restent prêts pour la prochaine question.",
        "es": "De acuerdo. Sus documentos siguen listos para la próxima pregunta.",
        "it": "Bene. I suoi documenti restano pronti per la prossima domanda.",
        "nl": "Graag gedaan. Uw documenten staan klaar voor de volgende vraag.",
        "pl": "Dobrze. Twoje dokumenty czekają na następne pytanie.",
        "pt": "Muito bem. Os seus documentos continuam prontos para a próxima pergunta.",
        "ru": "Хорошо. Ваши документы готовы к следующему вопросу.",
        "zh": "好的。您的文件随时可供下一次提问。",
        "ja": "承知しました。次の質問にいつでもお答えできます。",
        "ar": "حسنًا. مستنداتك جاهزة للسؤال التالي.",
    },
    "scope_program": {
        "en": "Dossier is a program on this computer that answers questions from your own documents. It works without a network, checks each "
        "sentence of an answer against the documents, and says so when they do not answer. Ask for a figure, a date, a rule or a person.",
        "de": "Dossier ist ein Programm auf diesem Rechner, das Fragen aus Ihren eigenen Unterlagen beantwortet. Es arbeitet ohne Netz, prüft "
        "jeden Satz einer Antwort an den Unterlagen und sagt es, wenn dort nichts steht. Fragen Sie nach einer Zahl, einem Datum, einer Regel "
        "oder einer Person.",
        "fr": "Dossier est un programme installé sur cet ordinateur qui répond à partir de vos propres documents. Il fonctionne sans réseau, "
        "vérifie chaque phrase et le dit quand les documents ne répondent pas.",
        "es": "Dossier es un programa de este ordenador que responde a partir de sus propios documentos. Funciona sin red, comprueba cada frase y "
        "lo dice cuando los documentos no responden.",
        "it": "Dossier è un programma su questo computer che risponde in base ai suoi documenti. Lavora senza rete, verifica ogni frase e lo dice "
        "quando i documenti non rispondono.",
        "nl": "Dossier is een programma op deze computer dat vragen uit uw eigen documenten beantwoordt. Het werkt zonder netwerk, controleert "
        "elke zin en zegt het wanneer de documenten geen antwoord geven.",
        "pl": "Dossier to program na tym komputerze, który odpowiada na podstawie Twoich dokumentów. Działa bez sieci, sprawdza każde zdanie i "
        "mówi, gdy dokumenty nie zawierają odpowiedzi.",
        "pt": "O Dossier é um programa neste computador que responde a partir dos seus documentos. Funciona sem rede, verifica cada frase e "
        "avisa quando os documentos não respondem.",
        "ru": "Dossier — программа на этом компьютере, которая отвечает по вашим документам. Она работает без сети, проверяет каждое предложение "
        "и сообщает, если в документах нет ответа.",
        "zh": "Dossier 是这台电脑上的一个程序，根据您自己的文件回答问题。它不使用网络，逐句核对答案；文件中没有答案时会说明。",
        "ja": "Dossier はこのコンピューターで動くプログラムで、お手元の文書から質問に答えます。ネットワークを使わず、答えの文を一つずつ確かめ、文書に答えがないときはそう示します。",
        "ar": "Dossier برنامج على هذا الحاسوب يجيب عن الأسئلة من مستنداتك. يعمل دون شبكة، ويتحقق من كل جملة، ويقول ذلك عندما لا تجيب المستندات.",
    },
    "scope_outside": {
        "en": "This is hardly something that your documents can know, so they were not searched. You can have them searched all the same.",
        "de": "Das können Ihre Unterlagen kaum wissen; sie wurden deshalb nicht durchsucht. Sie können sie trotzdem durchsuchen lassen.",
        "fr": "Vos documents ne peuvent guère le savoir ; ils n’ont donc pas été consultés. Vous pouvez tout de même lancer la recherche.",
        "es": "Sus documentos difícilmente pueden saberlo, por eso no se han consultado. Aun así puede hacer que se busque en ellos.",
        "it": "I suoi documenti difficilmente possono saperlo, perciò non sono stati consultati. Può comunque farli cercare.",
        "nl": "Dit kunnen uw documenten nauwelijks weten; daarom is er niet in gezocht. U kunt er toch in laten zoeken.",
        "pl": "Twoje dokumenty raczej tego nie zawierają, dlatego ich nie przeszukano. Możesz je mimo to przeszukać.",
        "pt": "Os seus documentos dificilmente o podem saber, por isso não foram pesquisados. Pode mesmo assim mandar pesquisá-los.",
        "ru": "Вряд ли ваши документы могут это знать, поэтому поиск не выполнялся. Его можно выполнить всё равно.",
        "zh": "您的文件很难知道这一点，因此没有搜索。您仍然可以让程序搜索。",
        "ja": "これはお手元の文書ではわからないことと思われるため、検索していません。それでも検索することはできます。",
        "ar": "من غير المرجح أن تعرف مستنداتك ذلك، ولذلك لم يُبحث فيها. يمكنك طلب البحث رغم ذلك.",
    },
    "quotations": {
        "en": "No answer could be confirmed. These sentences of your documents come closest:",
        "de": "Keine Antwort ließ sich bestätigen. Am nächsten kommen diese Sätze Ihrer Unterlagen:",
    },
    "no_model": {
        "en": "No answer could be written. These are the passages found:",
        "de": "Es konnte keine Antwort geschrieben werden. Das sind die gefundenen Stellen:",
    },
    "cancelled": {
        "en": "Stopped.",
        "de": "Angehalten.",
    },
}


def phrase(name: str, language: str) -> str:
    texts = _PHRASES[name]
    return texts.get(language, texts["en"])
