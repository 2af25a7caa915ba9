<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>CollectionList</name>
    <message numerus="yes">
        <source>{name}, %n file(s)</source>
        <translation>
            <numerusform>{name}, %n file</numerusform>
            <numerusform>{name}, %n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EvidencePanel</name>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n passage</numerusform>
            <numerusform>%n passages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FileCounts</name>
    <message numerus="yes">
        <source>%n page(s)</source>
        <translation>
            <numerusform>%n page</numerusform>
            <numerusform>%n pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n passage</numerusform>
            <numerusform>%n passages</numerusform>
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
    <name>MainWindow</name>
    <message numerus="yes">
        <source>%n document(s)</source>
        <translation>
            <numerusform>%n document</numerusform>
            <numerusform>%n documents</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Progress</name>
    <message numerus="yes">
        <source>%n file(s) found</source>
        <translation>
            <numerusform>%n file found</numerusform>
            <numerusform>%n files found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n second(s) left</source>
        <translation>
            <numerusform>about %n second left</numerusform>
            <numerusform>about %n seconds left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n minute(s) left</source>
        <translation>
            <numerusform>about %n minute left</numerusform>
            <numerusform>about %n minutes left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n hour(s) left</source>
        <translation>
            <numerusform>about %n hour left</numerusform>
            <numerusform>about %n hours left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped. %n file(s) indexed; the rest waits for the next import.</source>
        <translation>
            <numerusform>Stopped. %n file indexed; the rest waits for the next import.</numerusform>
            <numerusform>Stopped. %n files indexed; the rest waits for the next import.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) indexed</source>
        <translation>
            <numerusform>%n file indexed</numerusform>
            <numerusform>%n files indexed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unchanged</source>
        <translation>
            <numerusform>%n unchanged</numerusform>
            <numerusform>%n unchanged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n skipped</source>
        <translation>
            <numerusform>%n skipped</numerusform>
            <numerusform>%n skipped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n failed</numerusform>
            <numerusform>%n failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n indexed</source>
        <translation>
            <numerusform>%n indexed</numerusform>
            <numerusform>%n indexed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n waiting</numerusform>
            <numerusform>%n waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n found</numerusform>
            <numerusform>%n found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Turn</name>
    <message numerus="yes">
        <source>Reading %n passage(s) …</source>
        <translation>
            <numerusform>Reading %n passage …</numerusform>
            <numerusform>Reading %n passages …</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VerdictLine</name>
    <message numerus="yes">
        <source>{supported} of %n sentence(s) supported</source>
        <translation>
            <numerusform>{supported} of %n sentence supported</numerusform>
            <numerusform>{supported} of %n sentences supported</numerusform>
        </translation>
    </message>
</context>
</TS>
