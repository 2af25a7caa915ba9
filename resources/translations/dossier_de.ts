<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name>AnswerBrowser</name>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
</context>
<context>
    <name>AskPanel</name>
    <message>
        <source>Questions and answers</source>
        <translation>Fragen und Antworten</translation>
    </message>
    <message>
        <source>New conversation (Ctrl+N)</source>
        <translation>Neue Unterhaltung (Strg+N)</translation>
    </message>
    <message>
        <source>Ask your documents</source>
        <translation>Fragen Sie Ihre Unterlagen</translation>
    </message>
    <message>
        <source>Every sentence of the answer is checked against them, and shows the place that it rests on.</source>
        <translation>Jeder Satz der Antwort wird an ihnen geprüft und zeigt die Stelle, auf die er sich stützt.</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
</context>
<context>
    <name>CollectionList</name>
    <message>
        <source>Collections</source>
        <translation>Sammlungen</translation>
    </message>
    <message numerus="yes">
        <source>{name}, %n file(s)</source>
        <translation>
            <numerusform>{name}, %n Datei</numerusform>
            <numerusform>{name}, %n Dateien</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Copying</name>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
</context>
<context>
    <name>DocumentView</name>
    <message>
        <source>Text of the document</source>
        <translation>Text des Dokuments</translation>
    </message>
    <message>
        <source>Earlier text is not shown.</source>
        <translation>Der Text davor wird nicht gezeigt.</translation>
    </message>
    <message>
        <source>Later text is not shown.</source>
        <translation>Der Text danach wird nicht gezeigt.</translation>
    </message>
</context>
<context>
    <name>DropOverlay</name>
    <message>
        <source>Drop to add</source>
        <translation>Zum Hinzufügen ablegen</translation>
    </message>
    <message>
        <source>Originals stay where they are and are only read.</source>
        <translation>Die Originale bleiben, wo sie sind, und werden nur gelesen.</translation>
    </message>
    <message>
        <source>Drop to add to “{collection}”</source>
        <translation>Ablegen, um zu „{collection}“ hinzuzufügen</translation>
    </message>
</context>
<context>
    <name>Errors</name>
    <message>
        <source>Your documents could not be searched. Try again.</source>
        <translation>Ihre Unterlagen konnten nicht durchsucht werden. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>No answer could be written. The passages found stand on the right.</source>
        <translation>Es konnte keine Antwort geschrieben werden. Die gefundenen Stellen stehen rechts.</translation>
    </message>
    <message>
        <source>Too many questions at once. Wait a moment and try again.</source>
        <translation>Zu viele Fragen auf einmal. Warten Sie einen Augenblick und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Please read and accept the privacy notice first.</source>
        <translation>Bitte lesen Sie erst den Hinweis zum Datenschutz und stimmen Sie ihm zu.</translation>
    </message>
    <message>
        <source>The index is being rebuilt. Try again when it has finished.</source>
        <translation>Der Suchindex wird neu aufgebaut. Versuchen Sie es wieder, wenn er fertig ist.</translation>
    </message>
    <message>
        <source>The index cannot be read. Import the documents again; the originals are untouched.</source>
        <translation>Der Suchindex lässt sich nicht lesen. Lesen Sie die Dokumente neu ein; die Originale sind unberührt.</translation>
    </message>
</context>
<context>
    <name>EvidencePanel</name>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>Stellen</translation>
    </message>
    <message>
        <source>The passages found stand here</source>
        <translation>Hier stehen die gefundenen Stellen</translation>
    </message>
    <message>
        <source>They come before the answer does. Press one to see it in its document.</source>
        <translation>Sie kommen noch vor der Antwort. Drücken Sie auf eine, um sie im Dokument zu sehen.</translation>
    </message>
    <message>
        <source>Closest matches</source>
        <translation>Ähnlichste Stellen</translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n Stelle</numerusform>
            <numerusform>%n Stellen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Failure</name>
    <message>
        <source>A file or folder could not be used: {reason}.</source>
        <translation>Eine Datei oder ein Ordner konnte nicht verwendet werden: {reason}.</translation>
    </message>
    <message>
        <source>Check that it is still there and that you may open it.</source>
        <translation>Prüfen Sie, ob es noch da ist und Sie es öffnen dürfen.</translation>
    </message>
    <message>
        <source>Something went wrong inside Dossier.</source>
        <translation>In Dossier ist etwas schiefgegangen.</translation>
    </message>
    <message>
        <source>Try again. If it happens again, tell the person who gave you this program.</source>
        <translation>Versuchen Sie es noch einmal. Geschieht es wieder, sagen Sie es der Person, von der Sie dieses Programm haben.</translation>
    </message>
</context>
<context>
    <name>FileCounts</name>
    <message numerus="yes">
        <source>%n page(s)</source>
        <translation>
            <numerusform>%n Seite</numerusform>
            <numerusform>%n Seiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n Stelle</numerusform>
            <numerusform>%n Stellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>no text on page(s) {pages}</source>
        <translation>
            <numerusform>kein Text auf Seite {pages}</numerusform>
            <numerusform>kein Text auf den Seiten {pages}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FileReasons</name>
    <message>
        <source>Needs a password.</source>
        <translation>Braucht ein Kennwort.</translation>
    </message>
    <message>
        <source>Save a copy without a password and import that.</source>
        <translation>Sichern Sie eine Kopie ohne Kennwort und lesen Sie diese ein.</translation>
    </message>
    <message>
        <source>Cannot be read.</source>
        <translation>Lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>Open it in its own program and save it anew.</source>
        <translation>Öffnen Sie sie in ihrem Programm und sichern Sie sie neu.</translation>
    </message>
    <message>
        <source>This kind of file is not read.</source>
        <translation>Diese Art von Datei wird nicht gelesen.</translation>
    </message>
    <message>
        <source>Save it as PDF, DOCX, HTML or text and import that.</source>
        <translation>Sichern Sie sie als PDF, DOCX, HTML oder Text und lesen Sie das ein.</translation>
    </message>
    <message>
        <source>No text in it.</source>
        <translation>Ohne Text.</translation>
    </message>
    <message>
        <source>If it is a scan, scan it at a higher resolution.</source>
        <translation>Ist es ein Scan, scannen Sie mit höherer Auflösung.</translation>
    </message>
    <message>
        <source>Not there any more.</source>
        <translation>Nicht mehr da.</translation>
    </message>
    <message>
        <source>Check the folder, then import again.</source>
        <translation>Prüfen Sie den Ordner und lesen Sie dann noch einmal ein.</translation>
    </message>
    <message>
        <source>Open in another program.</source>
        <translation>In einem anderen Programm offen.</translation>
    </message>
    <message>
        <source>It is tried again at the next import.</source>
        <translation>Beim nächsten Einlesen wird es wieder versucht.</translation>
    </message>
    <message>
        <source>Set aside: the program ended twice while reading it.</source>
        <translation>Beiseitegelegt: Das Programm endete zweimal beim Lesen.</translation>
    </message>
    <message>
        <source>Save it anew in its own program and import it again.</source>
        <translation>Sichern Sie sie in ihrem Programm neu und lesen Sie sie wieder ein.</translation>
    </message>
    <message>
        <source>Set aside: reading it failed.</source>
        <translation>Beiseitegelegt: Das Lesen ist gescheitert.</translation>
    </message>
    <message>
        <source>Set aside: reading it took too long.</source>
        <translation>Beiseitegelegt: Das Lesen dauerte zu lange.</translation>
    </message>
    <message>
        <source>Split it or save it anew.</source>
        <translation>Teilen Sie sie auf oder sichern Sie sie neu.</translation>
    </message>
    <message>
        <source>Set aside: reading it needs too much memory.</source>
        <translation>Beiseitegelegt: Das Lesen braucht zu viel Speicher.</translation>
    </message>
</context>
<context>
    <name>FileStatus</name>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>indexed</source>
        <translation>eingelesen</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>übersprungen</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>Waiting to be read</source>
        <translation>Wartet darauf, gelesen zu werden</translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message>
        <source>Rests on {place}.</source>
        <translation>Stützt sich auf {place}.</translation>
    </message>
    <message>
        <source>No passage says this.</source>
        <translation>Keine Stelle sagt das.</translation>
    </message>
    <message>
        <source>{what} is in {place}.</source>
        <translation>{what} steht in {place}.</translation>
    </message>
    <message>
        <source>{what} is taken from the question.</source>
        <translation>{what} stammt aus der Frage.</translation>
    </message>
    <message>
        <source>{what} is in {place}, but about something else.</source>
        <translation>{what} steht in {place}, aber über etwas anderes.</translation>
    </message>
    <message>
        <source>{what} is in the passage, but {given} stands nearer to what was asked.</source>
        <translation>{what} steht in der Stelle, aber {given} steht näher an dem, was gefragt war.</translation>
    </message>
    <message>
        <source>The passage says {given}, which does not agree with {what} here.</source>
        <translation>Die Stelle sagt {given}; das passt nicht zu {what} hier.</translation>
    </message>
    <message>
        <source>The question compares two things; the answer gives one figure ({what}).</source>
        <translation>Die Frage vergleicht zwei Dinge, die Antwort nennt eine Zahl ({what}).</translation>
    </message>
    <message>
        <source>{what} is in no passage.</source>
        <translation>{what} steht in keiner Stelle.</translation>
    </message>
    <message>
        <source>{what} is not in the passages; they say {given}.</source>
        <translation>{what} steht nicht in den Stellen; dort steht {given}.</translation>
    </message>
    <message>
        <source>{what} is only partly in the passages.</source>
        <translation>{what} steht nur zum Teil in den Stellen.</translation>
    </message>
    <message>
        <source>{what} is relative to today; no passage says it so.</source>
        <translation>{what} bezieht sich auf heute; keine Stelle sagt es so.</translation>
    </message>
    <message>
        <source>{what} is in no cited passage.</source>
        <translation>{what} steht in keiner angeführten Stelle.</translation>
    </message>
    <message>
        <source>{what} may be a name and is in no cited passage.</source>
        <translation>{what} ist vielleicht ein Name und steht in keiner angeführten Stelle.</translation>
    </message>
    <message>
        <source>computed: {calculation}</source>
        <translation>gerechnet: {calculation}</translation>
    </message>
    <message>
        <source>{calculation}, not {what}.</source>
        <translation>{calculation}, nicht {what}.</translation>
    </message>
    <message>
        <source>The sentence denies what the passage does not deny.</source>
        <translation>Der Satz verneint, was die Stelle nicht verneint.</translation>
    </message>
    <message>
        <source>The passage denies this or restricts it.</source>
        <translation>Die Stelle verneint das oder schränkt es ein.</translation>
    </message>
    <message>
        <source>The answer says yes, but the passage denies or restricts it.</source>
        <translation>Die Antwort sagt ja, aber die Stelle verneint es oder schränkt es ein.</translation>
    </message>
    <message>
        <source>The answer says no, but the passage neither denies nor restricts it.</source>
        <translation>Die Antwort sagt nein, aber die Stelle verneint es nicht und schränkt es nicht ein.</translation>
    </message>
    <message>
        <source>The sentence says {what}, the passage says {given}.</source>
        <translation>Der Satz sagt {what}, die Stelle sagt {given}.</translation>
    </message>
    <message>
        <source>No cited passage says {what}.</source>
        <translation>Keine angeführte Stelle sagt {what}.</translation>
    </message>
    <message>
        <source>The quotation is word for word in {place}.</source>
        <translation>Das Zitat steht wörtlich in {place}.</translation>
    </message>
    <message>
        <source>The quotation is not word for word in any passage.</source>
        <translation>Das Zitat steht in keiner Stelle wörtlich.</translation>
    </message>
    <message>
        <source>Most words of the sentence are in no cited passage.</source>
        <translation>Die meisten Wörter des Satzes stehen in keiner angeführten Stelle.</translation>
    </message>
    <message>
        <source>Some words are in no cited passage: {what}.</source>
        <translation>Einige Wörter stehen in keiner angeführten Stelle: {what}.</translation>
    </message>
    <message>
        <source>No passage is close in meaning.</source>
        <translation>Keine Stelle ist dem Sinn nach nahe.</translation>
    </message>
    <message>
        <source>The question asks for {what}, which the sentence does not give.</source>
        <translation>Gefragt ist nach {what}; der Satz gibt es nicht an.</translation>
    </message>
    <message>
        <source>{what} of the question is in no cited passage.</source>
        <translation>{what} aus der Frage steht in keiner angeführten Stelle.</translation>
    </message>
    <message>
        <source>The cited passage does not speak of most of what was asked.</source>
        <translation>Die angeführte Stelle handelt von den meisten Dingen der Frage nicht.</translation>
    </message>
    <message>
        <source>The cited passage is about {given}, the question about {what}.</source>
        <translation>Die angeführte Stelle handelt von {given}, die Frage von {what}.</translation>
    </message>
    <message>
        <source>The passage says {what} of something else; here it says {given}.</source>
        <translation>Die Stelle sagt {what} von etwas anderem; hier sagt sie {given}.</translation>
    </message>
    <message>
        <source>The answer is not in the question&apos;s language.</source>
        <translation>Die Antwort ist nicht in der Sprache der Frage.</translation>
    </message>
    <message>
        <source>The sentence repeats instructions, not a document.</source>
        <translation>Der Satz wiederholt Anweisungen, kein Dokument.</translation>
    </message>
    <message>
        <source>Not checked: the time was over.</source>
        <translation>Nicht geprüft: Die Zeit war um.</translation>
    </message>
</context>
<context>
    <name>ImportCard</name>
    <message>
        <source>Import</source>
        <translation>Einlesen</translation>
    </message>
    <message>
        <source>Stop the import</source>
        <translation>Einlesen anhalten</translation>
    </message>
    <message>
        <source>Pause the import</source>
        <translation>Einlesen anhalten</translation>
    </message>
    <message>
        <source>Progress of the import</source>
        <translation>Fortschritt des Einlesens</translation>
    </message>
    <message>
        <source>Adding to {collection}</source>
        <translation>Neu in {collection}</translation>
    </message>
    <message>
        <source>Looking for files …</source>
        <translation>Suche nach Dateien …</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Gescheitert</translation>
    </message>
    <message>
        <source>The import could not be done</source>
        <translation>Das Einlesen war nicht möglich</translation>
    </message>
    <message>
        <source>Import stopped</source>
        <translation>Einlesen angehalten</translation>
    </message>
    <message>
        <source>Import finished</source>
        <translation>Einlesen fertig</translation>
    </message>
    <message>
        <source>Go on with the import</source>
        <translation>Einlesen fortsetzen</translation>
    </message>
    <message>
        <source>Stopping …</source>
        <translation>Wird angehalten …</translation>
    </message>
</context>
<context>
    <name>LibraryPanel</name>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Add documents (Ctrl+O)</source>
        <translation>Dokumente hinzufügen (Strg+O)</translation>
    </message>
    <message>
        <source>Name of the collection</source>
        <translation>Name der Sammlung</translation>
    </message>
    <message>
        <source>Name of the new collection</source>
        <translation>Name der neuen Sammlung</translation>
    </message>
    <message>
        <source>Add a folder …</source>
        <translation>Ordner hinzufügen …</translation>
    </message>
    <message>
        <source>Add files …</source>
        <translation>Dateien hinzufügen …</translation>
    </message>
    <message>
        <source>New collection …</source>
        <translation>Neue Sammlung …</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Indexed</source>
        <translation>Eingelesen</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Übersprungen</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Gescheitert</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Nothing here yet</source>
        <translation>Noch nichts hier</translation>
    </message>
    <message>
        <source>Drop a folder or files anywhere on this window. Your originals stay where they are and are only read.</source>
        <translation>Legen Sie einen Ordner oder Dateien irgendwo auf diesem Fenster ab. Ihre Originale bleiben, wo sie sind, und werden nur gelesen.</translation>
    </message>
    <message>
        <source>Choose a folder …</source>
        <translation>Ordner wählen …</translation>
    </message>
    <message>
        <source>Choose files …</source>
        <translation>Dateien wählen …</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>No documents yet</source>
        <translation>Noch keine Dokumente</translation>
    </message>
    <message numerus="yes">
        <source>%n document(s)</source>
        <translation>
            <numerusform>%n Dokument</numerusform>
            <numerusform>%n Dokumente</numerusform>
        </translation>
    </message>
    <message>
        <source>in {collection}</source>
        <translation>in {collection}</translation>
    </message>
    <message>
        <source>Add documents first</source>
        <translation>Fügen Sie erst Dokumente hinzu</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>Choose files</source>
        <translation>Dateien wählen</translation>
    </message>
</context>
<context>
    <name>NoticePage</name>
    <message>
        <source>Privacy notice</source>
        <translation>Hinweis zum Datenschutz</translation>
    </message>
    <message>
        <source>Accept and continue</source>
        <translation>Zustimmen und weiter</translation>
    </message>
    <message>
        <source>Decline</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Dossier stays locked</source>
        <translation>Dossier bleibt gesperrt</translation>
    </message>
    <message>
        <source>Nothing was loaded and nothing was read. If you have questions about the notice, ask the person who gave you this program. You can read the notice again, or quit.</source>
        <translation>Es wurde nichts geladen und nichts gelesen. Fragen zum Hinweis beantwortet die Person, von der Sie dieses Programm haben. Sie können den Hinweis noch einmal lesen oder das Programm beenden.</translation>
    </message>
    <message>
        <source>Read the notice again</source>
        <translation>Hinweis noch einmal lesen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
</context>
<context>
    <name>PageCanvas</name>
    <message>
        <source>Picture of the page</source>
        <translation>Bild der Seite</translation>
    </message>
    <message>
        <source>The cited words are marked.</source>
        <translation>Die angeführten Wörter sind markiert.</translation>
    </message>
</context>
<context>
    <name>PageView</name>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Page before</source>
        <translation>Vorige Seite</translation>
    </message>
    <message>
        <source>Page after</source>
        <translation>Nächste Seite</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>page {number}</source>
        <translation>Seite {number}</translation>
    </message>
    <message>
        <source>page {number} of {pages}</source>
        <translation>Seite {number} von {pages}</translation>
    </message>
</context>
<context>
    <name>PassageCard</name>
    <message>
        <source>Passage {number}: {file}, {place}</source>
        <translation>Stelle {number}: {file}, {place}</translation>
    </message>
    <message>
        <source>The file has changed since it was indexed.</source>
        <translation>Die Datei hat sich seit dem Einlesen geändert.</translation>
    </message>
</context>
<context>
    <name>Places</name>
    <message>
        <source>page {number}</source>
        <translation>Seite {number}</translation>
    </message>
    <message>
        <source>slide {number}</source>
        <translation>Folie {number}</translation>
    </message>
</context>
<context>
    <name>Popover</name>
    <message>
        <source>What the check found</source>
        <translation>Was die Prüfung fand</translation>
    </message>
</context>
<context>
    <name>Progress</name>
    <message numerus="yes">
        <source>%n file(s) found</source>
        <translation>
            <numerusform>%n Datei gefunden</numerusform>
            <numerusform>%n Dateien gefunden</numerusform>
        </translation>
    </message>
    <message>
        <source>{done} of {found} files</source>
        <translation>{done} von {found} Dateien</translation>
    </message>
    <message>
        <source>{rate} files/s</source>
        <translation>{rate} Dateien/s</translation>
    </message>
    <message>
        <source>{rate} pages/s</source>
        <translation>{rate} Seiten/s</translation>
    </message>
    <message>
        <source>a few seconds left</source>
        <translation>noch wenige Sekunden</translation>
    </message>
    <message numerus="yes">
        <source>about %n second(s) left</source>
        <translation>
            <numerusform>noch etwa %n Sekunde</numerusform>
            <numerusform>noch etwa %n Sekunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n minute(s) left</source>
        <translation>
            <numerusform>noch etwa %n Minute</numerusform>
            <numerusform>noch etwa %n Minuten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n hour(s) left</source>
        <translation>
            <numerusform>noch etwa %n Stunde</numerusform>
            <numerusform>noch etwa %n Stunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped. %n file(s) indexed; the rest waits for the next import.</source>
        <translation>
            <numerusform>Angehalten. %n Datei eingelesen; der Rest wartet auf das nächste Einlesen.</numerusform>
            <numerusform>Angehalten. %n Dateien eingelesen; der Rest wartet auf das nächste Einlesen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Not found on this computer: {paths}</source>
        <translation>Auf diesem Computer nicht gefunden: {paths}</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) indexed</source>
        <translation>
            <numerusform>%n Datei eingelesen</numerusform>
            <numerusform>%n Dateien eingelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unchanged</source>
        <translation>
            <numerusform>%n unverändert</numerusform>
            <numerusform>%n unverändert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n skipped</source>
        <translation>
            <numerusform>%n übersprungen</numerusform>
            <numerusform>%n übersprungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n gescheitert</numerusform>
            <numerusform>%n gescheitert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n indexed</source>
        <translation>
            <numerusform>%n eingelesen</numerusform>
            <numerusform>%n eingelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n wartet</numerusform>
            <numerusform>%n warten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n gefunden</numerusform>
            <numerusform>%n gefunden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QuestionBox</name>
    <message>
        <source>Your question</source>
        <translation>Ihre Frage</translation>
    </message>
    <message>
        <source>Ask about your documents</source>
        <translation>Fragen Sie zu Ihren Unterlagen</translation>
    </message>
    <message>
        <source>Thorough</source>
        <translation>Gründlich</translation>
    </message>
    <message>
        <source>Search for each part of the question; more passages, slower</source>
        <translation>Zu jedem Teil der Frage suchen; mehr Stellen, langsamer</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>Anhalten (Esc)</translation>
    </message>
    <message>
        <source>Ask (Enter)</source>
        <translation>Fragen (Eingabetaste)</translation>
    </message>
</context>
<context>
    <name>Reader</name>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>The file has changed since it was indexed; the mark may not fit.</source>
        <translation>Die Datei hat sich seit dem Einlesen geändert; die Markierung passt vielleicht nicht.</translation>
    </message>
    <message>
        <source>Back to the passages (Esc)</source>
        <translation>Zurück zu den Stellen (Esc)</translation>
    </message>
    <message>
        <source>Show as text</source>
        <translation>Als Text zeigen</translation>
    </message>
    <message>
        <source>Open in the system&apos;s program</source>
        <translation>Im Programm des Systems öffnen</translation>
    </message>
    <message>
        <source>Show the page</source>
        <translation>Seite zeigen</translation>
    </message>
    <message>
        <source>The text of this document is not in the library any more. Import it again.</source>
        <translation>Der Text dieses Dokuments ist nicht mehr in der Bibliothek. Lesen Sie es wieder ein.</translation>
    </message>
    <message>
        <source>{problem} The indexed text is shown instead.</source>
        <translation>{problem} Stattdessen steht hier der eingelesene Text.</translation>
    </message>
    <message>
        <source>page {number}</source>
        <translation>Seite {number}</translation>
    </message>
    <message>
        <source>The file is not where it was. Check the folder, then import again.</source>
        <translation>Die Datei ist nicht mehr an ihrem Ort. Prüfen Sie den Ordner und lesen Sie dann noch einmal ein.</translation>
    </message>
    <message>
        <source>No program on this computer opens this kind of file.</source>
        <translation>Kein Programm auf diesem Computer öffnet diese Art von Datei.</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Loading the models …</source>
        <translation>Die Modelle werden geladen …</translation>
    </message>
    <message>
        <source>Ready. Works without a network.</source>
        <translation>Bereit. Arbeitet ohne Netz.</translation>
    </message>
</context>
<context>
    <name>Turn</name>
    <message>
        <source>Searching your documents …</source>
        <translation>Ihre Unterlagen werden durchsucht …</translation>
    </message>
    <message numerus="yes">
        <source>Reading %n passage(s) …</source>
        <translation>
            <numerusform>%n Stelle wird gelesen …</numerusform>
            <numerusform>%n Stellen werden gelesen …</numerusform>
        </translation>
    </message>
    <message>
        <source>Writing …</source>
        <translation>Die Antwort wird geschrieben …</translation>
    </message>
    <message>
        <source>Checking each sentence …</source>
        <translation>Jeder Satz wird geprüft …</translation>
    </message>
</context>
<context>
    <name>TurnView</name>
    <message>
        <source>Stopped. The text above is unfinished and was not checked.</source>
        <translation>Angehalten. Der Text oben ist unfertig und wurde nicht geprüft.</translation>
    </message>
    <message>
        <source>Nothing was added from elsewhere. You can ask in other words, or add more documents.</source>
        <translation>Von anderswo wurde nichts ergänzt. Sie können mit anderen Worten fragen oder mehr Dokumente hinzufügen.</translation>
    </message>
    <message>
        <source>Closest matches</source>
        <translation>Ähnlichste Stellen</translation>
    </message>
    <message>
        <source>Stopped because the program is closing.</source>
        <translation>Angehalten, weil das Programm geschlossen wird.</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Copy with sources</source>
        <translation>Mit Quellen kopieren</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Noch einmal fragen</translation>
    </message>
</context>
<context>
    <name>Verdict</name>
    <message>
        <source>Supported by your documents</source>
        <translation>Durch Ihre Unterlagen gestützt</translation>
    </message>
    <message>
        <source>Partly supported</source>
        <translation>Zum Teil gestützt</translation>
    </message>
    <message>
        <source>Not found in your documents</source>
        <translation>In Ihren Unterlagen nicht gefunden</translation>
    </message>
    <message>
        <source>Makes no claim</source>
        <translation>Behauptet nichts</translation>
    </message>
</context>
<context>
    <name>VerdictLine</name>
    <message>
        <source>Not checked</source>
        <translation>Nicht geprüft</translation>
    </message>
    <message>
        <source>Nothing to check in this answer</source>
        <translation>Diese Antwort enthält nichts zu prüfen</translation>
    </message>
    <message numerus="yes">
        <source>{supported} of %n sentence(s) supported</source>
        <translation>
            <numerusform>{supported} von %n Satz gestützt</numerusform>
            <numerusform>{supported} von %n Sätzen gestützt</numerusform>
        </translation>
    </message>
</context>
</TS>
