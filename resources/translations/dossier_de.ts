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
        <source>All documents of the collection (Ctrl+D)</source>
        <translation>Alle Dokumente der Sammlung (Strg+D)</translation>
    </message>
    <message>
        <source>Earlier questions</source>
        <translation>Frühere Fragen</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message numerus="yes">
        <source>%Ln earlier question(s)</source>
        <translation>
            <numerusform>%Ln frühere Frage</numerusform>
            <numerusform>%Ln frühere Fragen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Asking</name>
    <message>
        <source>Delete “{collection}”?</source>
        <translation>„{collection}“ löschen?</translation>
    </message>
    <message>
        <source>Its text and its index are deleted from Dossier. Your own files stay where they are.</source>
        <translation>Text und Index der Sammlung werden aus Dossier gelöscht. Ihre eigenen Dateien bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>Delete the collection</source>
        <translation>Sammlung löschen</translation>
    </message>
</context>
<context>
    <name>AttachmentBar</name>
    <message>
        <source>Attachments</source>
        <translation>Anhänge</translation>
    </message>
    <message>
        <source>Attachment {file}</source>
        <translation>Anhang {file}</translation>
    </message>
</context>
<context>
    <name>AttachmentCard</name>
    <message>
        <source>Remove {file}</source>
        <translation>{file} entfernen</translation>
    </message>
    <message>
        <source>Reading …</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Give the password …</source>
        <translation>Kennwort angeben …</translation>
    </message>
</context>
<context>
    <name>AttachmentStrip</name>
    <message>
        <source>Attached documents</source>
        <translation>Angehängte Dokumente</translation>
    </message>
</context>
<context>
    <name>Attachments</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln Seite</numerusform>
            <numerusform>%Ln Seiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln Fundstelle</numerusform>
            <numerusform>%Ln Fundstellen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Citing</name>
    <message>
        <source>“{words}” ({source})</source>
        <translation>„{words}“ ({source})</translation>
    </message>
</context>
<context>
    <name>CollectionList</name>
    <message>
        <source>Collections</source>
        <translation>Sammlungen</translation>
    </message>
    <message numerus="yes">
        <source>{name}, %Ln file(s)</source>
        <translation>
            <numerusform>{name}, %Ln Datei</numerusform>
            <numerusform>{name}, %Ln Dateien</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ColumnHeader</name>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
</context>
<context>
    <name>ConfirmSheet</name>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
</context>
<context>
    <name>ConversationDelegate</name>
    <message>
        <source>Name of the conversation</source>
        <translation>Name des Gesprächs</translation>
    </message>
</context>
<context>
    <name>ConversationDesk</name>
    <message>
        <source>Conversations (Ctrl+H)</source>
        <translation>Gespräche (Strg+H)</translation>
    </message>
    <message>
        <source>Attach documents to this conversation</source>
        <translation>Dokumente an dieses Gespräch anhängen</translation>
    </message>
    <message>
        <source>It is kept in memory until Dossier is closed and stored nowhere.</source>
        <translation>Es bleibt im Arbeitsspeicher, bis Dossier geschlossen wird, und wird nirgends gespeichert.</translation>
    </message>
</context>
<context>
    <name>Conversations</name>
    <message>
        <source>“{conversation}” was deleted.</source>
        <translation>„{conversation}“ wurde gelöscht.</translation>
    </message>
    <message>
        <source>“{question}” is not asked.</source>
        <translation>„{question}“ wird nicht gefragt.</translation>
    </message>
    <message>
        <source>Written: {file}</source>
        <translation>Geschrieben: {file}</translation>
    </message>
</context>
<context>
    <name>ConversationsPanel</name>
    <message>
        <source>Conversations</source>
        <translation>Gespräche</translation>
    </message>
    <message>
        <source>Search in questions and answers</source>
        <translation>In Fragen und Antworten suchen</translation>
    </message>
    <message>
        <source>Search in conversations</source>
        <translation>In Gesprächen suchen</translation>
    </message>
    <message>
        <source>Export the conversation</source>
        <translation>Gespräch exportieren</translation>
    </message>
    <message>
        <source>Back to the questions (Esc)</source>
        <translation>Zurück zu den Fragen (Esc)</translation>
    </message>
    <message>
        <source>Rename (F2)</source>
        <translation>Umbenennen (F2)</translation>
    </message>
    <message>
        <source>Export …</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Delete (Del)</source>
        <translation>Löschen (Entf)</translation>
    </message>
    <message>
        <source>Being written …</source>
        <translation>Wird gerade geschrieben …</translation>
    </message>
    <message>
        <source>Unfinished</source>
        <translation>Unvollständig</translation>
    </message>
    <message numerus="yes">
        <source>%Ln question(s)</source>
        <translation>
            <numerusform>%Ln Frage</numerusform>
            <numerusform>%Ln Fragen</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>No conversation has all of these words.</source>
        <translation>Kein Gespräch enthält alle diese Wörter.</translation>
    </message>
    <message>
        <source>No conversations yet</source>
        <translation>Noch keine Gespräche</translation>
    </message>
    <message>
        <source>What you ask is kept on this computer and stands here.</source>
        <translation>Was Sie fragen, bleibt auf diesem Computer und steht hier.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln conversation(s)</source>
        <translation>
            <numerusform>%Ln Gespräch</numerusform>
            <numerusform>%Ln Gespräche</numerusform>
        </translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Rename …</source>
        <translation>Umbenennen …</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
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
        <source>Pin as a fact …</source>
        <translation>Als Fakt anheften …</translation>
    </message>
    <message>
        <source>Hide the quoted mail</source>
        <translation>Zitierte E-Mail ausblenden</translation>
    </message>
    <message>
        <source>Show the quoted mail</source>
        <translation>Zitierte E-Mail anzeigen</translation>
    </message>
</context>
<context>
    <name>DropOverlay</name>
    <message>
        <source>Drop to add</source>
        <translation>Zum Hinzufügen ablegen</translation>
    </message>
    <message>
        <source>Drop to add the model</source>
        <translation>Loslassen nimmt das Modell auf</translation>
    </message>
    <message>
        <source>It is copied into Dossier&apos;s own folder and checked.</source>
        <translation>Es wird in Dossiers eigenen Ordner kopiert und geprüft.</translation>
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
        <source>Passages appear here</source>
        <translation>Hier erscheinen die Fundstellen</translation>
    </message>
    <message>
        <source>They are found before the answer is written. Press one to read it in its document.</source>
        <translation>Sie sind da, bevor die Antwort geschrieben ist. Drücken Sie auf eine, um sie in ihrem Dokument zu lesen.</translation>
    </message>
    <message>
        <source>Closest matches</source>
        <translation>Ähnlichste Stellen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln Stelle</numerusform>
            <numerusform>%Ln Stellen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>Asked</source>
        <translation>Gefragt</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>Closest matches</source>
        <translation>Ähnlichste Stellen</translation>
    </message>
    <message>
        <source>attached</source>
        <translation>angehängt</translation>
    </message>
    <message>
        <source>changed since indexed</source>
        <translation>seit dem Einlesen geändert</translation>
    </message>
    <message>
        <source>Unfinished: the program ended before the answer was complete. The text was not checked.</source>
        <translation>Unvollständig: Das Programm endete, bevor die Antwort fertig war. Der Text wurde nicht geprüft.</translation>
    </message>
    <message>
        <source>Stopped. The text is unfinished and was not checked.</source>
        <translation>Angehalten. Der Text ist unvollständig und wurde nicht geprüft.</translation>
    </message>
    <message>
        <source>Not every sentence was checked.</source>
        <translation>Nicht jeder Satz wurde geprüft.</translation>
    </message>
    <message>
        <source>Kept by another version of the program; its sources cannot be shown.</source>
        <translation>Von einer anderen Version des Programms aufbewahrt; die Quellen können nicht gezeigt werden.</translation>
    </message>
    <message>
        <source>{supported} of {claims} sentences supported</source>
        <translation>{supported} von {claims} Sätzen belegt</translation>
    </message>
    <message>
        <source>signed off on {date}</source>
        <translation>abgezeichnet am {date}</translation>
    </message>
    <message>
        <source>disputed on {date}</source>
        <translation>bestritten am {date}</translation>
    </message>
    <message>
        <source>Exported from Dossier on {date}. Check the sources before you rely on an answer.</source>
        <translation>Aus Dossier exportiert am {date}. Prüfen Sie die Quellen, bevor Sie sich auf eine Antwort verlassen.</translation>
    </message>
</context>
<context>
    <name>FactCard</name>
    <message>
        <source>Show it in its document</source>
        <translation>Im Dokument zeigen</translation>
    </message>
    <message>
        <source>Change its words</source>
        <translation>Die Angaben ändern</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Not needed</source>
        <translation>Nicht nötig</translation>
    </message>
    <message>
        <source>Take the fact away; the document stays</source>
        <translation>Den Fakt wegnehmen; das Dokument bleibt</translation>
    </message>
</context>
<context>
    <name>FactSheet</name>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>Satz</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Value, as it stands in the sentence</source>
        <translation>Wert, wie er im Satz steht</translation>
    </message>
    <message>
        <source>Counted by, such as “a year”</source>
        <translation>Bezogen auf, etwa „im Jahr“</translation>
    </message>
    <message>
        <source>Valid from, such as 2026-01-31</source>
        <translation>Gültig ab, etwa 2026-01-31</translation>
    </message>
    <message>
        <source>Pin a fact</source>
        <translation>Einen Fakt anheften</translation>
    </message>
    <message>
        <source>Change a fact</source>
        <translation>Einen Fakt ändern</translation>
    </message>
</context>
<context>
    <name>Facts</name>
    <message>
        <source>In order</source>
        <translation>In Ordnung</translation>
    </message>
    <message>
        <source>Not in force yet</source>
        <translation>Noch nicht in Kraft</translation>
    </message>
    <message>
        <source>Replaced by a later one</source>
        <translation>Durch einen späteren ersetzt</translation>
    </message>
    <message>
        <source>Not used</source>
        <translation>Nicht verwendet</translation>
    </message>
    <message>
        <source>Contradicted</source>
        <translation>Widersprochen</translation>
    </message>
    <message>
        <source>Its sentence has changed in the document.</source>
        <translation>Sein Satz hat sich im Dokument geändert.</translation>
    </message>
    <message>
        <source>Its sentence or its document is gone.</source>
        <translation>Sein Satz oder sein Dokument ist verschwunden.</translation>
    </message>
    <message>
        <source>Also said: {others}</source>
        <translation>Auch gesagt: {others}</translation>
    </message>
    <message>
        <source>from {day}</source>
        <translation>ab {day}</translation>
    </message>
</context>
<context>
    <name>FactsDesk</name>
    <message>
        <source>Pinned facts (Ctrl+Shift+F)</source>
        <translation>Angeheftete Fakten (Strg+Umschalt+F)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln need(s) a look</source>
        <translation>
            <numerusform>%Ln braucht einen Blick</numerusform>
            <numerusform>%Ln brauchen einen Blick</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln suggestion(s)</source>
        <translation>
            <numerusform>%Ln Vorschlag</numerusform>
            <numerusform>%Ln Vorschläge</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FactsPanel</name>
    <message>
        <source>Pinned facts</source>
        <translation>Angeheftete Fakten</translation>
    </message>
    <message>
        <source>Back to the questions (Esc)</source>
        <translation>Zurück zu den Fragen (Esc)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln fact(s)</source>
        <translation>
            <numerusform>%Ln Fakt</numerusform>
            <numerusform>%Ln Fakten</numerusform>
        </translation>
    </message>
    <message>
        <source>Found in the documents. Pin what you want answers to rest on.</source>
        <translation>In den Unterlagen gefunden. Heften Sie an, worauf Antworten beruhen sollen.</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Nothing is pinned yet</source>
        <translation>Noch ist nichts angeheftet</translation>
    </message>
    <message>
        <source>Pin a sentence of an answer: a fee, a deadline, a contact. Answers then rest on it first, as long as it stands in its document.</source>
        <translation>Heften Sie einen Satz einer Antwort an: eine Gebühr, eine Frist, einen Kontakt. Antworten beruhen dann zuerst darauf, solange er in seinem Dokument steht.</translation>
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
    <name>FileChoice</name>
    <message>
        <source>Choose a model file</source>
        <translation>Modelldatei wählen</translation>
    </message>
    <message>
        <source>Model files (*.gguf)</source>
        <translation>Modelldateien (*.gguf)</translation>
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
    <name>FileCounts</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln Seite</numerusform>
            <numerusform>%Ln Seiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln Stelle</numerusform>
            <numerusform>%Ln Stellen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>text of %Ln page(s) recognised</source>
        <translation>
            <numerusform>Text von %Ln Seite erkannt</numerusform>
            <numerusform>Text von %Ln Seiten erkannt</numerusform>
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
    <name>FileDetails</name>
    <message>
        <source>The chosen file</source>
        <translation>Die gewählte Datei</translation>
    </message>
    <message>
        <source>Give password …</source>
        <translation>Kennwort eingeben …</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Take it out of the library; the file itself stays</source>
        <translation>Aus der Bibliothek nehmen; die Datei selbst bleibt</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) chosen</source>
        <translation>
            <numerusform>%Ln Datei gewählt</numerusform>
            <numerusform>%Ln Dateien gewählt</numerusform>
        </translation>
    </message>
    <message>
        <source>read on {day}</source>
        <translation>eingelesen am {day}</translation>
    </message>
    <message>
        <source>by {parser}</source>
        <translation>mit {parser}</translation>
    </message>
</context>
<context>
    <name>FileState</name>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Searchable</source>
        <translation>Durchsuchbar</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>Vollständig</translation>
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
        <source>Found by its words already; text recognition of its scans follows.</source>
        <translation>Schon mit seinen Wörtern zu finden; die Texterkennung der Scans folgt.</translation>
    </message>
    <message>
        <source>Found by its words already; search by meaning follows.</source>
        <translation>Schon mit seinen Wörtern zu finden; die Suche nach der Bedeutung folgt.</translation>
    </message>
    <message>
        <source>Waiting for text recognition.</source>
        <translation>Wartet auf die Texterkennung.</translation>
    </message>
    <message>
        <source>Waiting to be read.</source>
        <translation>Wartet auf das Einlesen.</translation>
    </message>
</context>
<context>
    <name>FileTable</name>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Sort by</source>
        <translation>Ordnen nach</translation>
    </message>
</context>
<context>
    <name>FilesModel</name>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>Stellen</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in the document</source>
        <translation>Im Dokument suchen</translation>
    </message>
    <message>
        <source>Hit before (Shift+Enter)</source>
        <translation>Voriger Treffer (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Next hit (Enter)</source>
        <translation>Nächster Treffer (Eingabe)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>{number} von {count}</translation>
    </message>
    <message>
        <source>Searching …</source>
        <translation>Suche läuft …</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
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
        <source>The passage says {given} of this.</source>
        <translation>Die Stelle sagt dazu: {given}.</translation>
    </message>
    <message>
        <source>The passage seems to say this of {given}, not of {what}.</source>
        <translation>Die Stelle sagt das wohl von {given}, nicht von {what}.</translation>
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
        <source>No cited passage seems to say this: {what}.</source>
        <translation>Das sagt wohl keine angeführte Stelle: {what}.</translation>
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
        <source>Another sentence speaks more of what was asked ({place}): {what}</source>
        <translation>Ein anderer Satz handelt mehr von dem, was gefragt war ({place}): {what}</translation>
    </message>
    <message>
        <source>Quoted because the model calculated or read something else from it; it may be a part of the answer.</source>
        <translation>Wörtlich angeführt, weil das Modell etwas anderes daraus gelesen oder gerechnet hat; es ist vielleicht nur ein Teil der Antwort.</translation>
    </message>
    <message>
        <source>The question sets things side by side or adds them up; the answer may speak of one of them alone.</source>
        <translation>Die Frage stellt Dinge einander gegenüber oder zählt sie zusammen; die Antwort spricht vielleicht nur von einem davon.</translation>
    </message>
    <message>
        <source>The question asks several things; of this one the answer says nothing: {what}</source>
        <translation>Die Frage fragt mehreres; hierzu sagt die Antwort nichts: {what}</translation>
    </message>
    <message>
        <source>{what} stands in the row “{given}” of the table, not in the row “{asked}”.</source>
        <translation>{what} steht in der Zeile „{given}“ der Tabelle, nicht in der Zeile „{asked}“.</translation>
    </message>
    <message>
        <source>The model quoted another sentence for this than those that it rests on.</source>
        <translation>Das Modell hat dafür einen anderen Satz angeführt als die, auf denen es beruht.</translation>
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
        <source>{what} belongs to the model&apos;s format, not to an answer.</source>
        <translation>{what} gehört zum Format des Modells, nicht in eine Antwort.</translation>
    </message>
    <message>
        <source>The sentence repeats itself: {what}.</source>
        <translation>Der Satz wiederholt sich: {what}.</translation>
    </message>
    <message>
        <source>The sentence stops before its end.</source>
        <translation>Der Satz bricht vor seinem Ende ab.</translation>
    </message>
    <message>
        <source>The sentence is too long to be checked well ({what} words).</source>
        <translation>Der Satz ist zu lang, um gut geprüft zu werden ({what} Wörter).</translation>
    </message>
    <message>
        <source>{what} is an insult that no cited passage uses.</source>
        <translation>{what} ist eine Beleidigung, die in keiner zitierten Stelle steht.</translation>
    </message>
    <message>
        <source>Another passage says {given} of this: {place}.</source>
        <translation>Eine andere Stelle sagt dazu {given}: {place}.</translation>
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
        <source>Reading changes</source>
        <translation>Änderungen werden eingelesen</translation>
    </message>
    <message>
        <source>Preparing the search</source>
        <translation>Die Suche wird vorbereitet</translation>
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
        <source>Preparing the search was stopped</source>
        <translation>Vorbereiten der Suche angehalten</translation>
    </message>
    <message>
        <source>Search prepared</source>
        <translation>Suche vorbereitet</translation>
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
        <source>Show the files</source>
        <translation>Dateien zeigen</translation>
    </message>
    <message>
        <source>Give up preparing the search …</source>
        <translation>Vorbereitung der Suche aufgeben …</translation>
    </message>
    <message>
        <source>Go on preparing the search</source>
        <translation>Vorbereitung der Suche fortsetzen</translation>
    </message>
    <message>
        <source>Pause preparing the search</source>
        <translation>Vorbereitung der Suche anhalten</translation>
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
    <name>Kinds</name>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Text documents</source>
        <translation>Textdokumente</translation>
    </message>
    <message>
        <source>Spreadsheets</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Presentations</source>
        <translation>Präsentationen</translation>
    </message>
    <message>
        <source>Mails and calendar</source>
        <translation>Mails und Kalender</translation>
    </message>
    <message>
        <source>Web pages</source>
        <translation>Webseiten</translation>
    </message>
    <message>
        <source>Plain text and data</source>
        <translation>Reiner Text und Daten</translation>
    </message>
    <message>
        <source>Books</source>
        <translation>Bücher</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Archives</source>
        <translation>Archive</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Andere</translation>
    </message>
</context>
<context>
    <name>LedgerPanel</name>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Back to the questions (Esc)</source>
        <translation>Zurück zu den Fragen (Esc)</translation>
    </message>
    <message>
        <source>Find by name or folder</source>
        <translation>Nach Name oder Ordner suchen</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>No file like this</source>
        <translation>Keine solche Datei</translation>
    </message>
    <message>
        <source>Choose another state or other words.</source>
        <translation>Wählen Sie einen anderen Stand oder andere Wörter.</translation>
    </message>
    <message>
        <source>The chosen file</source>
        <translation>Die gewählte Datei</translation>
    </message>
    <message>
        <source>Only from {folder}. Press to show all.</source>
        <translation>Nur aus {folder}. Drücken zeigt wieder alle.</translation>
    </message>
    <message>
        <source>Only from one folder</source>
        <translation>Nur aus einem Ordner</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Give password …</source>
        <translation>Kennwort eingeben …</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message>
        <source>“{file}” was taken out.</source>
        <translation>„{file}“ wurde herausgenommen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) taken out.</source>
        <translation>
            <numerusform>%Ln Datei herausgenommen.</numerusform>
            <numerusform>%Ln Dateien herausgenommen.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{folder}” was removed.</source>
        <translation>„{folder}“ wurde entfernt.</translation>
    </message>
    <message>
        <source>There is a collection named “{name}” already.</source>
        <translation>Eine Sammlung namens „{name}“ gibt es schon.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>“{before}” is now called “{after}”.</source>
        <translation>„{before}“ heißt jetzt „{after}“.</translation>
    </message>
    <message>
        <source>“{collection}” was deleted.</source>
        <translation>„{collection}“ wurde gelöscht.</translation>
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
        <source>Show all documents</source>
        <translation>Alle Dokumente zeigen</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Added from</source>
        <translation>Hinzugefügt aus</translation>
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
        <source>Rename this collection …</source>
        <translation>Diese Sammlung umbenennen …</translation>
    </message>
    <message>
        <source>Names in questions …</source>
        <translation>Namen in Fragen …</translation>
    </message>
    <message>
        <source>Another embedding model …</source>
        <translation>Anderes Embedding-Modell …</translation>
    </message>
    <message>
        <source>Delete this collection …</source>
        <translation>Diese Sammlung löschen …</translation>
    </message>
    <message>
        <source>Your collections and their folders will appear here.</source>
        <translation>Hier erscheinen Ihre Sammlungen und deren Ordner.</translation>
    </message>
    <message>
        <source>Rename “{collection}” …</source>
        <translation>„{collection}“ umbenennen …</translation>
    </message>
    <message>
        <source>Delete “{collection}” …</source>
        <translation>„{collection}“ löschen …</translation>
    </message>
    <message>
        <source>Nothing here yet</source>
        <translation>Noch nichts hier</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>No documents yet</source>
        <translation>Noch keine Dokumente</translation>
    </message>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln Dokument</numerusform>
            <numerusform>%Ln Dokumente</numerusform>
        </translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
</context>
<context>
    <name>MatchList</name>
    <message>
        <source>Passages with these words</source>
        <translation>Stellen mit diesen Wörtern</translation>
    </message>
</context>
<context>
    <name>ModeButton</name>
    <message>
        <source>Documents only: what they do not support is not said</source>
        <translation>Nur Unterlagen: Was sie nicht stützen, wird nicht gesagt</translation>
    </message>
    <message>
        <source>Open: the model may answer without documents, under a banner</source>
        <translation>Offen: Das Modell darf ohne Unterlagen antworten, unter einem Hinweis</translation>
    </message>
    <message>
        <source>Strict: hold back what the check does not support</source>
        <translation>Streng: Zurückhalten, was die Prüfung nicht stützt</translation>
    </message>
    <message>
        <source>Grey choices were made by your administrator</source>
        <translation>Graues hat Ihre Administration festgelegt</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Documents only</source>
        <translation>Nur Unterlagen</translation>
    </message>
    <message>
        <source>{mode}, strict</source>
        <translation>{mode}, streng</translation>
    </message>
    <message>
        <source>How freely to answer: {mode}</source>
        <translation>Wie frei geantwortet wird: {mode}</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Progress of the copy</source>
        <translation>Fortschritt des Kopierens</translation>
    </message>
    <message>
        <source>One more file is needed</source>
        <translation>Eine Datei fehlt noch</translation>
    </message>
    <message>
        <source>The model that finds passages is not on this computer: {model}.</source>
        <translation>Das Modell, das Stellen findet, ist nicht auf diesem Rechner: {model}.</translation>
    </message>
    <message>
        <source>Without a network: copy its folder from another computer with Dossier into {folder}, then look again. With a network, once, in a terminal:</source>
        <translation>Ohne Netz: Kopieren Sie seinen Ordner von einem anderen Rechner mit Dossier nach {folder} und sehen Sie noch einmal nach. Mit Netz, einmal, in einem Terminal:</translation>
    </message>
    <message>
        <source>The model that writes answers is not on this computer: {model}.</source>
        <translation>Das Modell, das Antworten schreibt, ist nicht auf diesem Rechner: {model}.</translation>
    </message>
    <message>
        <source>Without a network: drop a model file (GGUF) on this window, or choose one. It is copied into Dossier&apos;s own folder and checked. With a network, once, in a terminal:</source>
        <translation>Ohne Netz: Ziehen Sie eine Modelldatei (GGUF) in dieses Fenster oder wählen Sie eine. Sie wird in Dossiers eigenen Ordner kopiert und geprüft. Mit Netz, einmal, in einem Terminal:</translation>
    </message>
    <message>
        <source>Copying the model …</source>
        <translation>Das Modell wird kopiert …</translation>
    </message>
    <message>
        <source>{done} of {total} MB</source>
        <translation>{done} von {total} MB</translation>
    </message>
    <message>
        <source>Choose a model file …</source>
        <translation>Modelldatei wählen …</translation>
    </message>
    <message>
        <source>Show the folder</source>
        <translation>Den Ordner zeigen</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Noch einmal nachsehen</translation>
    </message>
    <message>
        <source>Go on without answers</source>
        <translation>Ohne Antworten weiter</translation>
    </message>
    <message>
        <source>Documents can be added and searched; answers are not written until there is a model.</source>
        <translation>Dokumente können aufgenommen und durchsucht werden; Antworten gibt es erst mit einem Modell.</translation>
    </message>
    <message>
        <source>Stop the copy</source>
        <translation>Kopieren anhalten</translation>
    </message>
</context>
<context>
    <name>NamesSheet</name>
    <message>
        <source>Names in questions</source>
        <translation>Namen in Fragen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>A question that names the collection is asked in it, whatever is chosen. Other names, with commas between them:</source>
        <translation>Eine Frage, die die Sammlung nennt, wird in ihr gestellt, was auch gewählt ist. Weitere Namen, durch Kommas getrennt:</translation>
    </message>
    <message>
        <source>Other names of the collection</source>
        <translation>Weitere Namen der Sammlung</translation>
    </message>
    <message>
        <source>Questions that name none go here</source>
        <translation>Fragen, die keine nennen, gehen hierher</translation>
    </message>
    <message>
        <source>“{collection}” in questions</source>
        <translation>„{collection}“ in Fragen</translation>
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
    <name>Outside</name>
    <message>
        <source>The file is not where it was. Check the folder, then import again.</source>
        <translation>Die Datei ist nicht mehr an ihrem Ort. Prüfen Sie den Ordner und importieren Sie dann erneut.</translation>
    </message>
    <message>
        <source>This file is a program or a script. Dossier does not start it; you find it in its folder.</source>
        <translation>Diese Datei ist ein Programm oder ein Skript. Dossier startet sie nicht; Sie finden sie in ihrem Ordner.</translation>
    </message>
    <message>
        <source>No program on this computer opens this kind of file.</source>
        <translation>Kein Programm auf diesem Computer öffnet Dateien dieser Art.</translation>
    </message>
    <message>
        <source>The folder is not there any more; the nearest one above it is shown.</source>
        <translation>Den Ordner gibt es nicht mehr; der nächste darüber wird gezeigt.</translation>
    </message>
    <message>
        <source>No program on this computer shows folders.</source>
        <translation>Kein Programm auf diesem Computer zeigt Ordner an.</translation>
    </message>
</context>
<context>
    <name>PagePointer</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy with its source</source>
        <translation>Mit Quelle kopieren</translation>
    </message>
    <message>
        <source>Pin as a fact …</source>
        <translation>Als Fakt anheften …</translation>
    </message>
    <message>
        <source>Select the text of the page</source>
        <translation>Text der Seite auswählen</translation>
    </message>
</context>
<context>
    <name>PageTools</name>
    <message>
        <source>Page before</source>
        <translation>Vorige Seite</translation>
    </message>
    <message>
        <source>Page after</source>
        <translation>Nächste Seite</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Type a page number or the page&apos;s label, then Enter</source>
        <translation>Seitenzahl oder Seitenbezeichnung eingeben, dann Eingabetaste</translation>
    </message>
    <message>
        <source>Mark before</source>
        <translation>Vorige Markierung</translation>
    </message>
    <message>
        <source>Next mark</source>
        <translation>Nächste Markierung</translation>
    </message>
    <message>
        <source>Smaller (Ctrl+−)</source>
        <translation>Kleiner (Strg+−)</translation>
    </message>
    <message>
        <source>Larger (Ctrl++)</source>
        <translation>Größer (Strg++)</translation>
    </message>
    <message>
        <source>Fit the width (Ctrl+0)</source>
        <translation>An die Breite anpassen (Strg+0)</translation>
    </message>
    <message>
        <source>Fit the text (Ctrl+9)</source>
        <translation>An den Text anpassen (Strg+9)</translation>
    </message>
    <message>
        <source>Whole page</source>
        <translation>Ganze Seite</translation>
    </message>
    <message>
        <source>({number} of {pages})</source>
        <translation>({number} von {pages})</translation>
    </message>
    <message>
        <source>of {pages}</source>
        <translation>von {pages}</translation>
    </message>
    <message>
        <source>Mark {number} of {count}</source>
        <translation>Markierung {number} von {count}</translation>
    </message>
    <message>
        <source>Looking for the words on the picture …</source>
        <translation>Die Wörter werden auf dem Bild gesucht …</translation>
    </message>
</context>
<context>
    <name>PageView</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Command palette</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Find a command, a collection or a document</source>
        <translation>Befehl, Sammlung oder Dokument suchen</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>Nothing like this.</source>
        <translation>Nichts dergleichen.</translation>
    </message>
</context>
<context>
    <name>PassageCard</name>
    <message>
        <source>attached</source>
        <translation>angehängt</translation>
    </message>
    <message>
        <source>Passage {number}: {file}, {place}</source>
        <translation>Stelle {number}: {file}, {place}</translation>
    </message>
    <message>
        <source>Pin a sentence of passage {number} as a fact</source>
        <translation>Einen Satz aus Stelle {number} als Fakt anheften</translation>
    </message>
    <message>
        <source>The file has changed since it was indexed.</source>
        <translation>Die Datei hat sich seit dem Einlesen geändert.</translation>
    </message>
    <message>
        <source>The file is not where it was; its indexed text can be read.</source>
        <translation>Die Datei ist nicht mehr an ihrem Ort; ihr indexierter Text ist lesbar.</translation>
    </message>
</context>
<context>
    <name>PasswordSheet</name>
    <message>
        <source>Password</source>
        <translation>Kennwort</translation>
    </message>
    <message>
        <source>Open the file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Password of the file</source>
        <translation>Kennwort der Datei</translation>
    </message>
    <message>
        <source>Password for {file}</source>
        <translation>Kennwort für {file}</translation>
    </message>
    <message>
        <source>It is kept in memory until Dossier is closed and stored nowhere. The text of the file goes into the library.</source>
        <translation>Es bleibt im Arbeitsspeicher, bis Dossier beendet wird, und wird nirgends gespeichert. Der Text der Datei kommt in die Bibliothek.</translation>
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
    <message>
        <source>attached</source>
        <translation>angehängt</translation>
    </message>
    <message>
        <source>changed since it was indexed</source>
        <translation>seit dem Einlesen geändert</translation>
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
    <name>PreviewCounts</name>
    <message numerus="yes">
        <source>%Ln file(s) to read</source>
        <translation>
            <numerusform>%Ln Datei wird eingelesen</numerusform>
            <numerusform>%Ln Dateien werden eingelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unchanged since the last import</source>
        <translation>
            <numerusform>%Ln seit dem letzten Einlesen unverändert</numerusform>
            <numerusform>%Ln seit dem letzten Einlesen unverändert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln left out</source>
        <translation>
            <numerusform>%Ln ausgelassen</numerusform>
            <numerusform>%Ln ausgelassen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>und %Ln weiteres</numerusform>
            <numerusform>und %Ln weitere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln minute(s)</source>
        <translation>
            <numerusform>etwa %Ln Minute</numerusform>
            <numerusform>etwa %Ln Minuten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln hour(s)</source>
        <translation>
            <numerusform>etwa %Ln Stunde</numerusform>
            <numerusform>etwa %Ln Stunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln very large file(s) will take a minute or more each.</source>
        <translation>
            <numerusform>%Ln sehr große Datei braucht eine Minute oder länger.</numerusform>
            <numerusform>%Ln sehr große Dateien brauchen je eine Minute oder länger.</numerusform>
        </translation>
    </message>
    <message>
        <source>Takes less than a minute.</source>
        <translation>Dauert weniger als eine Minute.</translation>
    </message>
    <message>
        <source>Searchable in {searchable}, complete in {complete}.</source>
        <translation>Dauer, bis alles durchsuchbar ist: {searchable}; bis alles vollständig ist: {complete}.</translation>
    </message>
    <message>
        <source>less than a minute</source>
        <translation>weniger als eine Minute</translation>
    </message>
</context>
<context>
    <name>PreviewSheet</name>
    <message>
        <source>Import</source>
        <translation>Einlesen</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>Choose a collection, or type the name of a new one</source>
        <translation>Wählen Sie eine Sammlung oder schreiben Sie den Namen einer neuen</translation>
    </message>
    <message>
        <source>What would be imported</source>
        <translation>Was eingelesen würde</translation>
    </message>
    <message>
        <source>Looking for files …</source>
        <translation>Dateien werden gesucht …</translation>
    </message>
    <message>
        <source>Not found on this computer: {paths}</source>
        <translation>Auf diesem Computer nicht gefunden: {paths}</translation>
    </message>
    <message>
        <source>Everything that can be read here is in the collection already.</source>
        <translation>Alles, was sich hier lesen lässt, ist schon in der Sammlung.</translation>
    </message>
    <message>
        <source>There is nothing here that can be read.</source>
        <translation>Hier ist nichts, was sich lesen lässt.</translation>
    </message>
    <message>
        <source>Import {paths}</source>
        <translation>{paths} einlesen</translation>
    </message>
</context>
<context>
    <name>Progress</name>
    <message numerus="yes">
        <source>%Ln file(s) found</source>
        <translation>
            <numerusform>%Ln Datei gefunden</numerusform>
            <numerusform>%Ln Dateien gefunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not complete yet</source>
        <translation>
            <numerusform>%Ln noch nicht vollständig</numerusform>
            <numerusform>%Ln noch nicht vollständig</numerusform>
        </translation>
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
        <source>Searchable: {searchable}. Complete: {complete}.</source>
        <translation>Durchsuchbar: {searchable}. Vollständig: {complete}.</translation>
    </message>
    <message>
        <source>The search by {model} is being prepared. Until then the present model answers.</source>
        <translation>Die Suche mit {model} wird vorbereitet. Bis dahin antwortet das bisherige Modell.</translation>
    </message>
    <message>
        <source>Looking for files …</source>
        <translation>Dateien werden gesucht …</translation>
    </message>
    <message>
        <source>All text can be searched. Search by meaning is being prepared.</source>
        <translation>Aller Text ist durchsuchbar. Die Suche nach der Bedeutung wird vorbereitet.</translation>
    </message>
    <message>
        <source>Text of scans and pictures is being recognised.</source>
        <translation>Der Text von Scans und Bildern wird erkannt.</translation>
    </message>
    <message>
        <source>Waiting: the disk is full. Free some space; the import goes on by itself.</source>
        <translation>Wartet: Der Datenträger ist voll. Schaffen Sie Platz; es geht von selbst weiter.</translation>
    </message>
    <message>
        <source>Waiting: the drive or folder is away. Connect it again; the import goes on by itself.</source>
        <translation>Wartet: Laufwerk oder Ordner ist nicht da. Verbinden Sie es wieder; es geht von selbst weiter.</translation>
    </message>
    <message>
        <source>a few seconds left</source>
        <translation>noch wenige Sekunden</translation>
    </message>
    <message>
        <source>{model} searches from now on.</source>
        <translation>Ab jetzt wird mit {model} gesucht.</translation>
    </message>
    <message>
        <source>{searchable} can be searched, {complete}</source>
        <translation>{searchable} durchsuchbar, {complete}</translation>
    </message>
    <message numerus="yes">
        <source>about %Ln second(s) left</source>
        <translation>
            <numerusform>noch etwa %Ln Sekunde</numerusform>
            <numerusform>noch etwa %Ln Sekunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln minute(s) left</source>
        <translation>
            <numerusform>noch etwa %Ln Minute</numerusform>
            <numerusform>noch etwa %Ln Minuten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln hour(s) left</source>
        <translation>
            <numerusform>noch etwa %Ln Stunde</numerusform>
            <numerusform>noch etwa %Ln Stunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped. %Ln file(s) indexed; the rest waits for the next import.</source>
        <translation>
            <numerusform>Angehalten. %Ln Datei eingelesen; der Rest wartet auf das nächste Einlesen.</numerusform>
            <numerusform>Angehalten. %Ln Dateien eingelesen; der Rest wartet auf das nächste Einlesen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Stopped. The present model answers as before.</source>
        <translation>Beendet. Das bisherige Modell antwortet weiterhin.</translation>
    </message>
    <message>
        <source>Not found on this computer: {paths}</source>
        <translation>Auf diesem Computer nicht gefunden: {paths}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) indexed</source>
        <translation>
            <numerusform>%Ln Datei eingelesen</numerusform>
            <numerusform>%Ln Dateien eingelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unchanged</source>
        <translation>
            <numerusform>%Ln unverändert</numerusform>
            <numerusform>%Ln unverändert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln skipped</source>
        <translation>
            <numerusform>%Ln übersprungen</numerusform>
            <numerusform>%Ln übersprungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed</source>
        <translation>
            <numerusform>%Ln gescheitert</numerusform>
            <numerusform>%Ln gescheitert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln indexed</source>
        <translation>
            <numerusform>%Ln eingelesen</numerusform>
            <numerusform>%Ln eingelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln wartet</numerusform>
            <numerusform>%Ln warten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them complete</source>
        <translation>
            <numerusform>davon %Ln vollständig</numerusform>
            <numerusform>davon %Ln vollständig</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln Seite</numerusform>
            <numerusform>%Ln Seiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>takes about %Ln minute(s)</source>
        <translation>
            <numerusform>braucht etwa %Ln Minute</numerusform>
            <numerusform>braucht etwa %Ln Minuten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{done} of %Ln file(s)</source>
        <translation>
            <numerusform>{done} von %Ln Datei</numerusform>
            <numerusform>{done} von %Ln Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation>
            <numerusform>%Ln gefunden</numerusform>
            <numerusform>%Ln gefunden</numerusform>
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
        <source>Quick</source>
        <translation>Schnell</translation>
    </message>
    <message>
        <source>One search, answered at once</source>
        <translation>Eine Suche, gleich beantwortet</translation>
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
        <source>Attach documents to this conversation (Ctrl+Shift+A)</source>
        <translation>Dokumente an dieses Gespräch anhängen (Strg+Umschalt+A)</translation>
    </message>
    <message>
        <source>Drop here to attach it to this conversation</source>
        <translation>Hier ablegen, um es an dieses Gespräch anzuhängen</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>Anhalten (Esc)</translation>
    </message>
    <message>
        <source>Ask (Enter)</source>
        <translation>Fragen (Eingabetaste)</translation>
    </message>
    <message>
        <source>Ask next (Enter)</source>
        <translation>Als Nächstes fragen (Eingabe)</translation>
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
        <source>The text of this document is not in the library any more. Import it again.</source>
        <translation>Der Text dieses Dokuments ist nicht mehr in der Bibliothek. Lesen Sie es wieder ein.</translation>
    </message>
    <message>
        <source>The file is not where it was. What the index kept of its text is shown.</source>
        <translation>Die Datei ist nicht mehr an ihrem Ort. Gezeigt wird ihr Text, wie der Index ihn aufbewahrt hat.</translation>
    </message>
    <message>
        <source>{problem} The indexed text is shown instead.</source>
        <translation>{problem} Stattdessen steht hier der eingelesene Text.</translation>
    </message>
    <message>
        <source>Select the sentence that you want to pin.</source>
        <translation>Markieren Sie den Satz, der angeheftet werden soll.</translation>
    </message>
</context>
<context>
    <name>ReaderHead</name>
    <message>
        <source>Back to the passages (Esc)</source>
        <translation>Zurück zu den Stellen (Esc)</translation>
    </message>
    <message>
        <source>Find in the document (Ctrl+F)</source>
        <translation>Im Dokument suchen (Strg+F)</translation>
    </message>
    <message>
        <source>Show as text</source>
        <translation>Als Text anzeigen</translation>
    </message>
    <message>
        <source>Open in the system&apos;s program</source>
        <translation>Im Programm des Systems öffnen</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Show the page</source>
        <translation>Seite anzeigen</translation>
    </message>
    <message>
        <source>Show the cells</source>
        <translation>Zellen anzeigen</translation>
    </message>
    <message>
        <source>Copy the citation</source>
        <translation>Beleg kopieren</translation>
    </message>
    <message>
        <source>Pin as a fact …</source>
        <translation>Als Fakt anheften …</translation>
    </message>
    <message>
        <source>Show in its folder</source>
        <translation>Im Ordner anzeigen</translation>
    </message>
    <message>
        <source>Next passage</source>
        <translation>Nächste Stelle</translation>
    </message>
    <message>
        <source>Passage before</source>
        <translation>Vorige Stelle</translation>
    </message>
</context>
<context>
    <name>Reasons</name>
    <message>
        <source>Save it anew in its own program and try again.</source>
        <translation>Sichern Sie sie in ihrem Programm neu und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Split it or save it anew.</source>
        <translation>Teilen Sie sie oder sichern Sie sie neu.</translation>
    </message>
    <message>
        <source>Check that you may read it, then import again.</source>
        <translation>Prüfen Sie, ob Sie es lesen dürfen, und lesen Sie dann noch einmal ein.</translation>
    </message>
    <message>
        <source>Set the models up again with “dossier models setup”.</source>
        <translation>Richten Sie die Modelle mit „dossier models setup“ neu ein.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Try again. If it happens again, tell the person who gave you this program.</source>
        <translation>Versuchen Sie es noch einmal. Kommt es wieder vor, sagen Sie es der Person, von der Sie dieses Programm haben.</translation>
    </message>
    <message>
        <source>Needs a password.</source>
        <translation>Braucht ein Kennwort.</translation>
    </message>
    <message>
        <source>Give the password, or save a copy without one and import that.</source>
        <translation>Geben Sie das Kennwort ein, oder sichern Sie eine Kopie ohne Kennwort und lesen Sie diese ein.</translation>
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
        <source>Built to exhaust the program that opens it. It was not unpacked.</source>
        <translation>So gebaut, dass sie ein Programm überlastet, das sie öffnet. Sie wurde nicht entpackt.</translation>
    </message>
    <message>
        <source>If you trust it, unpack it yourself and import the folder.</source>
        <translation>Wenn Sie ihr vertrauen, entpacken Sie sie selbst und lesen Sie den Ordner ein.</translation>
    </message>
    <message>
        <source>Larger than what is read.</source>
        <translation>Größer als das, was eingelesen wird.</translation>
    </message>
    <message>
        <source>Split it or unpack it and import the parts.</source>
        <translation>Teilen oder entpacken Sie sie und lesen Sie die Teile ein.</translation>
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
        <translation>Enthält keinen Text.</translation>
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
        <source>You may not read it.</source>
        <translation>Sie dürfen sie nicht lesen.</translation>
    </message>
    <message>
        <source>Ask for the right to read it, then import again.</source>
        <translation>Bitten Sie um das Leserecht und lesen Sie dann noch einmal ein.</translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <translation>Der Datenträger ist voll.</translation>
    </message>
    <message>
        <source>Free some disk space; the import goes on where it stopped.</source>
        <translation>Schaffen Sie Platz; das Einlesen geht weiter, wo es aufgehört hat.</translation>
    </message>
    <message>
        <source>The index cannot be read.</source>
        <translation>Der Index lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>Import the documents again; the originals are untouched.</source>
        <translation>Lesen Sie die Dokumente noch einmal ein; die Originale sind unberührt.</translation>
    </message>
    <message>
        <source>Open in another program.</source>
        <translation>In einem anderen Programm offen.</translation>
    </message>
    <message>
        <source>Close it there. It is tried again by itself.</source>
        <translation>Schließen Sie sie dort. Sie wird von selbst noch einmal versucht.</translation>
    </message>
    <message>
        <source>Another Dossier is writing to this library.</source>
        <translation>Ein anderes Dossier schreibt in diese Bibliothek.</translation>
    </message>
    <message>
        <source>Wait until it has finished, or close it.</source>
        <translation>Warten Sie, bis es fertig ist, oder beenden Sie es.</translation>
    </message>
    <message>
        <source>The drive or folder is away.</source>
        <translation>Laufwerk oder Ordner ist nicht da.</translation>
    </message>
    <message>
        <source>Connect it again; the import goes on where it stopped.</source>
        <translation>Verbinden Sie es wieder; das Einlesen geht weiter, wo es aufgehört hat.</translation>
    </message>
    <message>
        <source>You took it out.</source>
        <translation>Sie haben sie herausgenommen.</translation>
    </message>
    <message>
        <source>“Try again” has it read after all.</source>
        <translation>„Noch einmal“ liest sie doch ein.</translation>
    </message>
    <message>
        <source>Set aside: the program ended while reading it.</source>
        <translation>Beiseitegelegt: Beim Lesen hat sich das Programm beendet.</translation>
    </message>
    <message>
        <source>Set aside: reading it failed.</source>
        <translation>Beiseitegelegt: Das Lesen ist gescheitert.</translation>
    </message>
    <message>
        <source>Set aside: reading it took too long.</source>
        <translation>Beiseitegelegt: Das Lesen hat zu lange gedauert.</translation>
    </message>
    <message>
        <source>Set aside: reading it needs too much memory.</source>
        <translation>Beiseitegelegt: Das Lesen braucht zu viel Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>Hidden files and folders are not read.</source>
        <translation>Versteckte Dateien und Ordner werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Make it visible or copy it elsewhere if you need it.</source>
        <translation>Machen Sie sie sichtbar oder kopieren Sie sie anderswohin, wenn Sie sie brauchen.</translation>
    </message>
    <message>
        <source>A file or folder of the system or of a program.</source>
        <translation>Datei oder Ordner des Systems oder eines Programms.</translation>
    </message>
    <message>
        <source>A temporary or lock file of another program.</source>
        <translation>Zwischen- oder Sperrdatei eines anderen Programms.</translation>
    </message>
    <message>
        <source>A program, database or disk image, not a document.</source>
        <translation>Programm, Datenbank oder Datenträgerabbild, kein Dokument.</translation>
    </message>
    <message>
        <source>Sound, film or drawing without text.</source>
        <translation>Ton, Film oder Zeichnung ohne Text.</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>Die Datei ist leer.</translation>
    </message>
    <message>
        <source>Check whether it was copied completely.</source>
        <translation>Prüfen Sie, ob sie ganz kopiert wurde.</translation>
    </message>
    <message>
        <source>Only online; reading it would download it.</source>
        <translation>Nur online; zum Lesen müsste sie heruntergeladen werden.</translation>
    </message>
    <message>
        <source>Choose to keep it on this device, then import again.</source>
        <translation>Wählen Sie, dass sie auf diesem Gerät bleibt, und lesen Sie dann noch einmal ein.</translation>
    </message>
    <message>
        <source>Not an ordinary file.</source>
        <translation>Keine gewöhnliche Datei.</translation>
    </message>
    <message>
        <source>A link whose target does not exist.</source>
        <translation>Eine Verknüpfung, deren Ziel es nicht gibt.</translation>
    </message>
    <message>
        <source>Repair or delete the link.</source>
        <translation>Reparieren oder löschen Sie die Verknüpfung.</translation>
    </message>
    <message>
        <source>A link to a folder that is read already.</source>
        <translation>Eine Verknüpfung zu einem Ordner, der schon gelesen wird.</translation>
    </message>
    <message>
        <source>A link that leads out of the folder.</source>
        <translation>Eine Verknüpfung, die aus dem Ordner hinausführt.</translation>
    </message>
    <message>
        <source>To have it read, add what it leads to.</source>
        <translation>Soll sie gelesen werden, fügen Sie ihr Ziel hinzu.</translation>
    </message>
    <message>
        <source>Dossier&apos;s own data folder.</source>
        <translation>Der Datenordner von Dossier selbst.</translation>
    </message>
    <message>
        <source>The folder cannot be opened.</source>
        <translation>Der Ordner lässt sich nicht öffnen.</translation>
    </message>
    <message>
        <source>The file cannot be looked at.</source>
        <translation>Die Datei lässt sich nicht ansehen.</translation>
    </message>
    <message>
        <source>The name has bytes that are no text.</source>
        <translation>Der Name enthält Bytes, die kein Text sind.</translation>
    </message>
    <message>
        <source>Rename the file, then import again.</source>
        <translation>Benennen Sie die Datei um und lesen Sie dann noch einmal ein.</translation>
    </message>
    <message>
        <source>A model is not there.</source>
        <translation>Ein Modell fehlt.</translation>
    </message>
    <message>
        <source>A model is damaged.</source>
        <translation>Ein Modell ist beschädigt.</translation>
    </message>
    <message>
        <source>The model does not fit this computer&apos;s memory.</source>
        <translation>Das Modell passt nicht in den Arbeitsspeicher dieses Computers.</translation>
    </message>
    <message>
        <source>Choose a smaller model or close other programs.</source>
        <translation>Wählen Sie ein kleineres Modell oder schließen Sie andere Programme.</translation>
    </message>
    <message>
        <source>The file is not a GGUF model, or it is cut off.</source>
        <translation>Die Datei ist kein GGUF-Modell oder sie ist abgeschnitten.</translation>
    </message>
    <message>
        <source>Choose a model file whose name ends in .gguf; fetch it again if it was cut off.</source>
        <translation>Wählen Sie eine Modelldatei, deren Name auf .gguf endet; holen Sie sie noch einmal, falls sie abgeschnitten ist.</translation>
    </message>
    <message>
        <source>The question is too long for the model.</source>
        <translation>Die Frage ist zu lang für das Modell.</translation>
    </message>
    <message>
        <source>Ask a shorter question.</source>
        <translation>Stellen Sie eine kürzere Frage.</translation>
    </message>
    <message>
        <source>The models could not be set up.</source>
        <translation>Die Modelle konnten nicht eingerichtet werden.</translation>
    </message>
    <message>
        <source>Check the network and the disk space and try again; finished parts are kept.</source>
        <translation>Prüfen Sie Netz und Speicherplatz und versuchen Sie es noch einmal; fertige Teile bleiben erhalten.</translation>
    </message>
    <message>
        <source>The model stopped writing.</source>
        <translation>Das Modell hat aufgehört zu schreiben.</translation>
    </message>
    <message>
        <source>The model failed.</source>
        <translation>Das Modell ist gescheitert.</translation>
    </message>
    <message>
        <source>It was stopped.</source>
        <translation>Es wurde angehalten.</translation>
    </message>
    <message>
        <source>It did not work this time.</source>
        <translation>Diesmal hat es nicht geklappt.</translation>
    </message>
    <message>
        <source>Something went wrong inside Dossier.</source>
        <translation>In Dossier ist etwas schiefgegangen.</translation>
    </message>
</context>
<context>
    <name>RebuildDesk</name>
    <message>
        <source>Give up preparing the search of “{collection}”?</source>
        <translation>Vorbereitung der Suche in „{collection}“ aufgeben?</translation>
    </message>
    <message>
        <source>What is prepared is deleted. {model} answers as before.</source>
        <translation>Was vorbereitet ist, wird gelöscht. {model} antwortet weiterhin.</translation>
    </message>
    <message>
        <source>Give it up</source>
        <translation>Aufgeben</translation>
    </message>
</context>
<context>
    <name>RebuildSheet</name>
    <message>
        <source>Another embedding model</source>
        <translation>Anderes Embedding-Modell</translation>
    </message>
    <message>
        <source>Embedding model</source>
        <translation>Embedding-Modell</translation>
    </message>
    <message>
        <source>Search “{collection}” with another embedding model</source>
        <translation>„{collection}“ mit einem anderen Embedding-Modell durchsuchen</translation>
    </message>
    <message>
        <source>Now: {model}. Installed: {models}.</source>
        <translation>Jetzt: {model}. Installiert: {models}.</translation>
    </message>
    <message>
        <source>“dossier models setup” sets up others.</source>
        <translation>„dossier models setup“ richtet weitere ein.</translation>
    </message>
    <message>
        <source>What is prepared for {model} is deleted.</source>
        <translation>Was für {model} vorbereitet ist, wird gelöscht.</translation>
    </message>
    <message>
        <source>{model} answers as before.</source>
        <translation>{model} antwortet weiterhin.</translation>
    </message>
    <message>
        <source>{model} answers already.</source>
        <translation>{model} antwortet bereits.</translation>
    </message>
    <message numerus="yes">
        <source>It is being prepared: {done} of %Ln passage(s). {present} answers until it is ready.</source>
        <translation>
            <numerusform>Es wird vorbereitet: {done} von %Ln Stelle. {present} antwortet, bis es bereit ist.</numerusform>
            <numerusform>Es wird vorbereitet: {done} von %Ln Stellen. {present} antwortet, bis es bereit ist.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{model} prepares %Ln passage(s) after all imports;</source>
        <translation>
            <numerusform>{model} bereitet nach allen Importen %Ln Stelle vor;</numerusform>
            <numerusform>{model} bereitet nach allen Importen %Ln Stellen vor;</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>that takes about %Ln minute(s).</source>
        <translation>
            <numerusform>das dauert etwa %Ln Minute.</numerusform>
            <numerusform>das dauert etwa %Ln Minuten.</numerusform>
        </translation>
    </message>
    <message>
        <source>{present} answers until then. Should Dossier be closed before, it goes on after the next start.</source>
        <translation>Bis dahin antwortet {present}. Wird Dossier vorher geschlossen, geht es nach dem nächsten Start weiter.</translation>
    </message>
    <message>
        <source>Give it up</source>
        <translation>Aufgeben</translation>
    </message>
    <message>
        <source>Prepare the search</source>
        <translation>Suche vorbereiten</translation>
    </message>
</context>
<context>
    <name>RelevanceMeter</name>
    <message>
        <source>Relevance {percent} %</source>
        <translation>Relevanz {percent} %</translation>
    </message>
    <message>
        <source>{relevance}: how likely the passage answers the question</source>
        <translation>{relevance}: wie wahrscheinlich die Stelle die Frage beantwortet</translation>
    </message>
</context>
<context>
    <name>ReviewList</name>
    <message>
        <source>Sign sentences off or dispute them</source>
        <translation>Sätze abzeichnen oder bestreiten</translation>
    </message>
</context>
<context>
    <name>Scope</name>
    <message>
        <source>Last 12 months</source>
        <translation>Letzte 12 Monate</translation>
    </message>
    <message>
        <source>Last 3 years</source>
        <translation>Letzte 3 Jahre</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>Jederzeit</translation>
    </message>
</context>
<context>
    <name>ScopeButton</name>
    <message>
        <source>Add documents first</source>
        <translation>Fügen Sie zuerst Dokumente hinzu</translation>
    </message>
    <message>
        <source>Where to look: {where}</source>
        <translation>Wo gesucht wird: {where}</translation>
    </message>
    <message>
        <source>Also look in</source>
        <translation>Auch suchen in</translation>
    </message>
    <message>
        <source>Only these kinds</source>
        <translation>Nur diese Arten</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
</context>
<context>
    <name>ScopeChips</name>
    <message>
        <source>Filters of the question</source>
        <translation>Filter der Frage</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Only {kinds}. Press to look in all kinds.</source>
        <translation>Nur {kinds}. Drücken sucht wieder in allen Arten.</translation>
    </message>
    <message>
        <source>{span}. Press for any time.</source>
        <translation>{span}. Drücken hebt die Zeit auf.</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Copying the model …</source>
        <translation>Das Modell wird kopiert …</translation>
    </message>
    <message>
        <source>{model} answers after the next start.</source>
        <translation>{model} antwortet nach dem nächsten Start.</translation>
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
    <name>Sheet</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>SheetModel</name>
    <message>
        <source>{cell}, cited</source>
        <translation>{cell}, zitiert</translation>
    </message>
</context>
<context>
    <name>SheetView</name>
    <message>
        <source>Cells of the sheet</source>
        <translation>Zellen des Blatts</translation>
    </message>
    <message>
        <source>Sheets</source>
        <translation>Blätter</translation>
    </message>
    <message>
        <source>Pin as a fact …</source>
        <translation>Als Fakt anheften …</translation>
    </message>
    <message numerus="yes">
        <source>Only the first %Ln row(s) are shown.</source>
        <translation>
            <numerusform>Nur die erste Zeile wird gezeigt.</numerusform>
            <numerusform>Nur die ersten %Ln Zeilen werden gezeigt.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SignLine</name>
    <message>
        <source>Sign off: {sentence}</source>
        <translation>Abzeichnen: {sentence}</translation>
    </message>
    <message>
        <source>Dispute: {sentence}</source>
        <translation>Bestreiten: {sentence}</translation>
    </message>
    <message>
        <source>Signed off</source>
        <translation>Abgezeichnet</translation>
    </message>
    <message>
        <source>Disputed</source>
        <translation>Bestritten</translation>
    </message>
</context>
<context>
    <name>SourceList</name>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
</context>
<context>
    <name>SourceRow</name>
    <message>
        <source>More for {folder}</source>
        <translation>Mehr zu {folder}</translation>
    </message>
    <message>
        <source>Show its documents</source>
        <translation>Ihre Dokumente zeigen</translation>
    </message>
    <message>
        <source>Look for changes now</source>
        <translation>Jetzt nach Änderungen sehen</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Changes in {folder} are read by themselves</source>
        <translation>Änderungen in {folder} werden von selbst eingelesen</translation>
    </message>
    <message>
        <source>{folder} is read only when you ask</source>
        <translation>{folder} wird nur auf Wunsch eingelesen</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Begin</source>
        <translation>Beginnen</translation>
    </message>
    <message>
        <source>Choose a folder …</source>
        <translation>Ordner wählen …</translation>
    </message>
    <message>
        <source>Choose files …</source>
        <translation>Dateien wählen …</translation>
    </message>
    <message>
        <source>Try the samples</source>
        <translation>Die Beispiele ausprobieren</translation>
    </message>
    <message>
        <source>Ten short documents that come with Dossier, in a collection of their own</source>
        <translation>Zehn kurze Dokumente, die Dossier mitbringt, in einer eigenen Sammlung</translation>
    </message>
    <message>
        <source>Questions to begin with</source>
        <translation>Fragen für den Anfang</translation>
    </message>
    <message>
        <source>Ask your documents</source>
        <translation>Fragen Sie Ihre Unterlagen</translation>
    </message>
    <message>
        <source>Every sentence of the answer is checked against them, and shows the place that it rests on.</source>
        <translation>Jeder Satz der Antwort wird daran geprüft und zeigt die Stelle, auf der er beruht.</translation>
    </message>
    <message>
        <source>Your documents are being read</source>
        <translation>Ihre Dokumente werden gelesen</translation>
    </message>
    <message>
        <source>You can ask as soon as the first of them are there. The window stays free meanwhile.</source>
        <translation>Sie können fragen, sobald die ersten da sind. Das Fenster bleibt dabei frei.</translation>
    </message>
    <message>
        <source>Begin with a folder</source>
        <translation>Beginnen Sie mit einem Ordner</translation>
    </message>
    <message>
        <source>Drop it anywhere on this window. Your files stay where they are and are only read; nothing leaves this computer.</source>
        <translation>Ziehen Sie ihn irgendwo in dieses Fenster. Ihre Dateien bleiben, wo sie sind, und werden nur gelesen; nichts verlässt diesen Rechner.</translation>
    </message>
</context>
<context>
    <name>Turn</name>
    <message numerus="yes">
        <source>Waiting: %Ln question(s) come first</source>
        <translation>
            <numerusform>Wartet: %Ln Frage kommt zuerst</numerusform>
            <numerusform>Wartet: %Ln Fragen kommen zuerst</numerusform>
        </translation>
    </message>
    <message>
        <source>Still working: the model is slow to begin …</source>
        <translation>Noch in Arbeit: Das Modell beginnt langsam …</translation>
    </message>
    <message>
        <source>Searching your documents …</source>
        <translation>Ihre Unterlagen werden durchsucht …</translation>
    </message>
    <message numerus="yes">
        <source>Reading %Ln passage(s) …</source>
        <translation>
            <numerusform>%Ln Stelle wird gelesen …</numerusform>
            <numerusform>%Ln Stellen werden gelesen …</numerusform>
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
    <message>
        <source>Reading section {number} of {total} …</source>
        <translation>Abschnitt {number} von {total} wird gelesen …</translation>
    </message>
    <message>
        <source>Reading document {number} of {total} …</source>
        <translation>Dokument {number} von {total} wird gelesen …</translation>
    </message>
    <message>
        <source>Comparing, {number} of {total} …</source>
        <translation>Wird verglichen, {number} von {total} …</translation>
    </message>
</context>
<context>
    <name>TurnOffers</name>
    <message>
        <source>Not from your documents</source>
        <translation>Nicht aus Ihren Unterlagen</translation>
    </message>
    <message>
        <source>The model wrote this by itself. Nothing of it was checked against your documents.</source>
        <translation>Das hat das Modell von sich aus geschrieben. Nichts davon wurde an Ihren Unterlagen geprüft.</translation>
    </message>
    <message>
        <source>Answer thoroughly, part by part</source>
        <translation>Gründlich beantworten, Teil für Teil</translation>
    </message>
    <message>
        <source>Search the documents all the same</source>
        <translation>Die Unterlagen trotzdem durchsuchen</translation>
    </message>
    <message>
        <source>Pin a sentence as a fact</source>
        <translation>Einen Satz als Fakt anheften</translation>
    </message>
</context>
<context>
    <name>TurnView</name>
    <message>
        <source>Edit the question</source>
        <translation>Die Frage bearbeiten</translation>
    </message>
    <message>
        <source>Stopped. What stands above holds; the rest was not read.</source>
        <translation>Angehalten. Was oben steht, gilt; der Rest wurde nicht gelesen.</translation>
    </message>
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
        <source>Unfinished: Dossier was closed before the answer was complete. Nothing of it was checked.</source>
        <translation>Unvollständig: Dossier wurde geschlossen, bevor die Antwort fertig war. Nichts davon wurde geprüft.</translation>
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
        <source>Sign sentences off or dispute them</source>
        <translation>Sätze abzeichnen oder bestreiten</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Noch einmal fragen</translation>
    </message>
</context>
<context>
    <name>UndoBar</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Ctrl+Z</source>
        <translation>Strg+Z</translation>
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
        <source>{supported} of %Ln sentence(s) supported</source>
        <translation>
            <numerusform>{supported} von %Ln Satz gestützt</numerusform>
            <numerusform>{supported} von %Ln Sätzen gestützt</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WaitingLine</name>
    <message>
        <source>elsewhere</source>
        <translation>woanders</translation>
    </message>
    <message>
        <source>Show its conversation: {question}</source>
        <translation>Ihr Gespräch zeigen: {question}</translation>
    </message>
    <message>
        <source>Stop: {question}</source>
        <translation>Anhalten: {question}</translation>
    </message>
    <message>
        <source>Do not ask: {question}</source>
        <translation>Nicht fragen: {question}</translation>
    </message>
</context>
<context>
    <name>WaitingList</name>
    <message>
        <source>Questions that wait</source>
        <translation>Wartende Fragen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln question(s) waiting</source>
        <translation>
            <numerusform>%Ln Frage wartet</numerusform>
            <numerusform>%Ln Fragen warten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Warnings</name>
    <message>
        <source>The answer could not be checked in time and is shown unchecked.</source>
        <translation>Die Antwort konnte nicht rechtzeitig geprüft werden und steht ungeprüft da.</translation>
    </message>
    <message>
        <source>The answer was too long and is cut at the end of a sentence.</source>
        <translation>Die Antwort war zu lang und ist an einem Satzende gekürzt.</translation>
    </message>
    <message>
        <source>The model&apos;s answer was withheld: {reasons}</source>
        <translation>Die Antwort des Modells wurde zurückgehalten: {reasons}</translation>
    </message>
    <message>
        <source>no sentence of it is supported.</source>
        <translation>kein Satz davon ist belegt.</translation>
    </message>
    <message>
        <source>The time for this question was over before an answer was written.</source>
        <translation>Die Zeit für diese Frage war um, bevor eine Antwort geschrieben war.</translation>
    </message>
    <message>
        <source>The model failed several times and is left alone for a while.</source>
        <translation>Das Modell ist mehrmals gescheitert und wird eine Weile in Ruhe gelassen.</translation>
    </message>
    <message>
        <source>The fallback model failed several times and is left alone for a while.</source>
        <translation>Das Ersatzmodell ist mehrmals gescheitert und wird eine Weile in Ruhe gelassen.</translation>
    </message>
    <message>
        <source>The model did not answer in time.</source>
        <translation>Das Modell hat nicht rechtzeitig geantwortet.</translation>
    </message>
    <message>
        <source>The fallback model did not answer in time.</source>
        <translation>Das Ersatzmodell hat nicht rechtzeitig geantwortet.</translation>
    </message>
    <message>
        <source>The model could not answer: {error}</source>
        <translation>Das Modell konnte nicht antworten: {error}</translation>
    </message>
    <message>
        <source>The fallback model could not answer: {error}</source>
        <translation>Das Ersatzmodell konnte nicht antworten: {error}</translation>
    </message>
    <message>
        <source>{dropped} of {all} passages did not fit the model&apos;s context and were left out.</source>
        <translation>{dropped} von {all} Stellen passten nicht in den Kontext des Modells und wurden weggelassen.</translation>
    </message>
    <message>
        <source>{failure} This is the earlier answer of {when}; your documents have not changed since.</source>
        <translation>{failure} Dies ist die frühere Antwort vom {when}; Ihre Unterlagen haben sich seitdem nicht geändert.</translation>
    </message>
    <message>
        <source>One part of the question could not be searched for; the others were.</source>
        <translation>Nach einem Teil der Frage konnte nicht gesucht werden, nach den anderen schon.</translation>
    </message>
    <message>
        <source>Your documents could not be searched; the answer is from what you attached alone.</source>
        <translation>Ihre Unterlagen konnten nicht durchsucht werden; die Antwort beruht allein auf dem, was Sie angehängt haben.</translation>
    </message>
    <message>
        <source>The attached document could not be searched; attach it again.</source>
        <translation>Das angehängte Dokument konnte nicht durchsucht werden; hängen Sie es noch einmal an.</translation>
    </message>
    <message>
        <source>Nothing fits the time, the kind or the person that the question names; all documents were searched.</source>
        <translation>Nichts passt zu der Zeit, der Art oder der Person in der Frage; es wurde in allen Unterlagen gesucht.</translation>
    </message>
    <message>
        <source>Files that are not read yet and were not searched: {count}.</source>
        <translation>Dateien, die noch nicht gelesen sind und nicht durchsucht wurden: {count}.</translation>
    </message>
    <message>
        <source>The time was not enough for the full-text search; only meaning was compared.</source>
        <translation>Die Zeit reichte nicht für die Volltextsuche; verglichen wurde nur die Bedeutung.</translation>
    </message>
    <message>
        <source>The pinned facts could not be read in time and are not used.</source>
        <translation>Die angehefteten Fakten konnten nicht rechtzeitig gelesen werden und werden nicht verwendet.</translation>
    </message>
    <message>
        <source>The pinned fact “{label}” is not used: its sentence has changed or is gone.</source>
        <translation>Der angeheftete Fakt „{label}“ wird nicht verwendet: Sein Satz hat sich geändert oder ist verschwunden.</translation>
    </message>
    <message>
        <source>Several collections could be meant. Name one of them in the question: {names}.</source>
        <translation>Mehrere Sammlungen könnten gemeint sein. Nennen Sie eine davon in der Frage: {names}.</translation>
    </message>
    <message>
        <source>Your documents could not be searched. Try again; if it happens again, run `dossier doctor`.</source>
        <translation>Ihre Unterlagen konnten nicht durchsucht werden. Versuchen Sie es noch einmal; geschieht es wieder, führen Sie „dossier doctor“ aus.</translation>
    </message>
    <message>
        <source>Your documents could not be searched. Try again; if it happens again, run `dossier doctor`. It is tried again in {wait}.</source>
        <translation>Ihre Unterlagen konnten nicht durchsucht werden. Versuchen Sie es noch einmal; geschieht es wieder, führen Sie „dossier doctor“ aus. Neuer Versuch in {wait}.</translation>
    </message>
    <message>
        <source>The model {model} is not set up on this machine. Run `dossier models setup`, or import a GGUF file with `dossier models import FILE`.</source>
        <translation>Das Modell {model} ist auf diesem Rechner nicht eingerichtet. Führen Sie „dossier models setup“ aus oder holen Sie eine GGUF-Datei mit „dossier models import DATEI“ herein.</translation>
    </message>
    <message>
        <source>{what} Run `dossier models setup` again; the damaged file is replaced.</source>
        <translation>{what} Führen Sie „dossier models setup“ noch einmal aus; die beschädigte Datei wird ersetzt.</translation>
    </message>
    <message>
        <source>{what} Choose a smaller model or close other programs.</source>
        <translation>{what} Wählen Sie ein kleineres Modell oder schließen Sie andere Programme.</translation>
    </message>
    <message>
        <source>{what} Ask a shorter question or use fewer passages.</source>
        <translation>{what} Fragen Sie kürzer oder nehmen Sie weniger Stellen.</translation>
    </message>
    <message>
        <source>The question contains control characters. Type it anew instead of pasting it.</source>
        <translation>Die Frage enthält Steuerzeichen. Tippen Sie sie neu, statt sie einzufügen.</translation>
    </message>
    <message>
        <source>The question contains broken characters. Type it anew instead of pasting it.</source>
        <translation>Die Frage enthält defekte Zeichen. Tippen Sie sie neu, statt sie einzufügen.</translation>
    </message>
    <message>
        <source>The question is empty. Type what you want to know.</source>
        <translation>Die Frage ist leer. Schreiben Sie, was Sie wissen möchten.</translation>
    </message>
    <message>
        <source>The question has {length} characters; at most {most} can be asked at once. Shorten it.</source>
        <translation>Die Frage hat {length} Zeichen; höchstens {most} gehen auf einmal. Kürzen Sie sie.</translation>
    </message>
</context>
<context>
    <name>Watching</name>
    <message>
        <source>Changes on this network drive are looked for every few minutes.</source>
        <translation>Änderungen auf diesem Netzlaufwerk werden alle paar Minuten gesucht.</translation>
    </message>
    <message>
        <source>The system cannot watch more folders, so changes are looked for every few minutes. An administrator can raise fs.inotify.max_user_watches.</source>
        <translation>Das System kann nicht mehr Ordner beobachten; Änderungen werden alle paar Minuten gesucht. Ein Administrator kann fs.inotify.max_user_watches erhöhen.</translation>
    </message>
    <message>
        <source>Changes in a folder could not be imported. They are tried again in a few minutes.</source>
        <translation>Änderungen in einem Ordner konnten nicht eingelesen werden. In ein paar Minuten wird es noch einmal versucht.</translation>
    </message>
</context>
<context>
    <name>WindowCommands</name>
    <message>
        <source>Ask a question</source>
        <translation>Eine Frage stellen</translation>
    </message>
    <message>
        <source>Go to the evidence</source>
        <translation>Zu den Belegen</translation>
    </message>
    <message>
        <source>Show all documents</source>
        <translation>Alle Dokumente zeigen</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>Gespräche</translation>
    </message>
    <message>
        <source>Attach documents …</source>
        <translation>Dokumente anhängen …</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>Neue Unterhaltung</translation>
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
        <source>Rename this collection …</source>
        <translation>Diese Sammlung umbenennen …</translation>
    </message>
    <message>
        <source>Show the files that failed</source>
        <translation>Die gescheiterten Dateien zeigen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Stop the import</source>
        <translation>Einlesen anhalten</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
</context>
</TS>
