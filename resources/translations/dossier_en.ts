<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>AskPanel</name>
    <message numerus="yes">
        <source>%Ln earlier question(s)</source>
        <translation>
            <numerusform>%Ln earlier question</numerusform>
            <numerusform>%Ln earlier questions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Attachments</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln passage</numerusform>
            <numerusform>%Ln passages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CollectionList</name>
    <message numerus="yes">
        <source>{name}, %Ln file(s)</source>
        <translation>
            <numerusform>{name}, %Ln file</numerusform>
            <numerusform>{name}, %Ln files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConversationsPanel</name>
    <message numerus="yes">
        <source>%Ln question(s)</source>
        <translation>
            <numerusform>%Ln question</numerusform>
            <numerusform>%Ln questions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln conversation(s)</source>
        <translation>
            <numerusform>%Ln conversation</numerusform>
            <numerusform>%Ln conversations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EvidencePanel</name>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln passage</numerusform>
            <numerusform>%Ln passages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FactsDesk</name>
    <message numerus="yes">
        <source>%Ln need(s) a look</source>
        <translation>
            <numerusform>%Ln needs a look</numerusform>
            <numerusform>%Ln need a look</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln suggestion(s)</source>
        <translation>
            <numerusform>%Ln suggestion</numerusform>
            <numerusform>%Ln suggestions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FactsPanel</name>
    <message numerus="yes">
        <source>%Ln fact(s)</source>
        <translation>
            <numerusform>%Ln fact</numerusform>
            <numerusform>%Ln facts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FileCounts</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln passage</numerusform>
            <numerusform>%Ln passages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>text of %Ln page(s) recognised</source>
        <translation>
            <numerusform>text of %Ln page recognised</numerusform>
            <numerusform>text of %Ln pages recognised</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>no text on page(s) {pages}</source>
        <translation>
            <numerusform>no text on page {pages}</numerusform>
            <numerusform>no text on pages {pages}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FileDetails</name>
    <message numerus="yes">
        <source>%Ln file(s) chosen</source>
        <translation>
            <numerusform>%Ln file chosen</numerusform>
            <numerusform>%Ln files chosen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message numerus="yes">
        <source>%Ln file(s) taken out.</source>
        <translation>
            <numerusform>%Ln file taken out.</numerusform>
            <numerusform>%Ln files taken out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message numerus="yes">
        <source>%Ln document(s)</source>
        <translation>
            <numerusform>%Ln document</numerusform>
            <numerusform>%Ln documents</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PreviewCounts</name>
    <message numerus="yes">
        <source>%Ln file(s) to read</source>
        <translation>
            <numerusform>%Ln file to read</numerusform>
            <numerusform>%Ln files to read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unchanged since the last import</source>
        <translation>
            <numerusform>%Ln unchanged since the last import</numerusform>
            <numerusform>%Ln unchanged since the last import</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln left out</source>
        <translation>
            <numerusform>%Ln left out</numerusform>
            <numerusform>%Ln left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln minute(s)</source>
        <translation>
            <numerusform>about %Ln minute</numerusform>
            <numerusform>about %Ln minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln hour(s)</source>
        <translation>
            <numerusform>about %Ln hour</numerusform>
            <numerusform>about %Ln hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln very large file(s) will take a minute or more each.</source>
        <translation>
            <numerusform>%Ln very large file will take a minute or more.</numerusform>
            <numerusform>%Ln very large files will take a minute or more each.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Progress</name>
    <message numerus="yes">
        <source>%Ln file(s) found</source>
        <translation>
            <numerusform>%Ln file found</numerusform>
            <numerusform>%Ln files found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln second(s) left</source>
        <translation>
            <numerusform>about %Ln second left</numerusform>
            <numerusform>about %Ln seconds left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln minute(s) left</source>
        <translation>
            <numerusform>about %Ln minute left</numerusform>
            <numerusform>about %Ln minutes left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln hour(s) left</source>
        <translation>
            <numerusform>about %Ln hour left</numerusform>
            <numerusform>about %Ln hours left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped. %Ln file(s) indexed; the rest waits for the next import.</source>
        <translation>
            <numerusform>Stopped. %Ln file indexed; the rest waits for the next import.</numerusform>
            <numerusform>Stopped. %Ln files indexed; the rest waits for the next import.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) indexed</source>
        <translation>
            <numerusform>%Ln file indexed</numerusform>
            <numerusform>%Ln files indexed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unchanged</source>
        <translation>
            <numerusform>%Ln unchanged</numerusform>
            <numerusform>%Ln unchanged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln skipped</source>
        <translation>
            <numerusform>%Ln skipped</numerusform>
            <numerusform>%Ln skipped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed</source>
        <translation>
            <numerusform>%Ln failed</numerusform>
            <numerusform>%Ln failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln indexed</source>
        <translation>
            <numerusform>%Ln indexed</numerusform>
            <numerusform>%Ln indexed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln waiting</numerusform>
            <numerusform>%Ln waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not complete yet</source>
        <translation>
            <numerusform>%Ln not complete yet</numerusform>
            <numerusform>%Ln not complete yet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them complete</source>
        <translation>
            <numerusform>%Ln of them complete</numerusform>
            <numerusform>%Ln of them complete</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>takes about %Ln minute(s)</source>
        <translation>
            <numerusform>takes about %Ln minute</numerusform>
            <numerusform>takes about %Ln minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{done} of %Ln file(s)</source>
        <translation>
            <numerusform>{done} of %Ln file</numerusform>
            <numerusform>{done} of %Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation>
            <numerusform>%Ln found</numerusform>
            <numerusform>%Ln found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RebuildSheet</name>
    <message numerus="yes">
        <source>It is being prepared: {done} of %Ln passage(s). {present} answers until it is ready.</source>
        <translation>
            <numerusform>It is being prepared: {done} of %Ln passage. {present} answers until it is ready.</numerusform>
            <numerusform>It is being prepared: {done} of %Ln passages. {present} answers until it is ready.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{model} prepares %Ln passage(s) after all imports;</source>
        <translation>
            <numerusform>{model} prepares %Ln passage after all imports;</numerusform>
            <numerusform>{model} prepares %Ln passages after all imports;</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>that takes about %Ln minute(s).</source>
        <translation>
            <numerusform>that takes about %Ln minute.</numerusform>
            <numerusform>that takes about %Ln minutes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SheetView</name>
    <message numerus="yes">
        <source>Only the first %Ln row(s) are shown.</source>
        <translation>
            <numerusform>Only the first row is shown.</numerusform>
            <numerusform>Only the first %Ln rows are shown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Turn</name>
    <message numerus="yes">
        <source>Waiting: %Ln question(s) come first</source>
        <translation>
            <numerusform>Waiting: %Ln question comes first</numerusform>
            <numerusform>Waiting: %Ln questions come first</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading %Ln passage(s) …</source>
        <translation>
            <numerusform>Reading %Ln passage …</numerusform>
            <numerusform>Reading %Ln passages …</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VerdictLine</name>
    <message numerus="yes">
        <source>{supported} of %Ln sentence(s) supported</source>
        <translation>
            <numerusform>{supported} of %Ln sentence supported</numerusform>
            <numerusform>{supported} of %Ln sentences supported</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WaitingList</name>
    <message numerus="yes">
        <source>%Ln question(s) waiting</source>
        <translation>
            <numerusform>%Ln question waiting</numerusform>
            <numerusform>%Ln questions waiting</numerusform>
        </translation>
    </message>
</context>
</TS>
