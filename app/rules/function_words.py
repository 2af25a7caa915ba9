"""Words that carry grammar, not content, by language. Short lists: the weight by rarity (idf) does the rest."""

from __future__ import annotations


def word_set(words: str) -> frozenset[str]:
    """The words of a text separated by white space."""
    return frozenset(words.split())


_EN = """a an the and or but nor so if then than that this these those there here it its he she they them their his her him we us our
you your i me my who whom whose which what when where why how is are was were be been being am do does did doing done has have had having
will would shall should can could may might must of in on at by for with from to into onto upon about over under between among through
during as up down out off per via within without not no yes also too very just only such any some each every all both few more most other
another same own again once ever never however therefore thus while because until since although though whether either neither else
according please says say said states stated against plus minus roughly approximately around s t don doesn didn isn aren wasn weren won wouldn shouldn couldn can't get gets got long many much"""
_DE = """der die das den dem des ein eine einer eines einem einen und oder aber sondern denn wenn dann als dass daß ob weil damit sowie
ist sind war waren sein bin bist seid wird werden wurde wurden worden werde hat haben hatte hatten habe kann können konnte muss müssen
musste darf dürfen soll sollen sollte sollten will wollen möchte mag ich du er sie es wir ihr mich mir dich dir ihn ihm uns euch ihnen
sich mein meine meiner meinem meinen dein seine seiner seinem seinen ihre ihrer ihrem ihren unser unsere unserer unserem unseren euer
dieser diese dieses diesem diesen jener jene jedes jede jeder jedem jeden welche welcher welches welchen welchem wer was wen wem wessen
wo wann warum wie wieviel viel viele vielen in im an am auf aus bei beim mit nach von vom vor zu zum zur über unter zwischen durch für
gegen ohne um bis seit während wegen trotz je pro ab auch nur noch schon sehr so doch hier dort da nicht kein keine keiner keines keinem
keinen nein ja man mehr alle allem allen aller alles andere anderen anderer anderes etwas nichts bereits jedoch dabei dafür davon dazu
daran darauf hierbei hierfür somit also etwa zudem lange hoch gilt gelten beträgt bekomme bekommt gibt geben ganz laut gemäß gegenüber plus minus regel beziehungsweise bzw"""
_FR = """le la les l un une des du de d et ou mais ni si que qui quoi dont où quand comment combien pourquoi ce cet cette ces il elle ils
elles on nous vous je tu me te se lui leur leurs son sa ses mon ma mes notre nos votre vos est sont était étaient être été a ont avait
avoir ait sera seront peut peuvent doit doivent faut dans en sur sous par pour avec sans entre vers chez à au aux ne pas plus non oui
aussi très tout tous toute toutes même comme donc car y quel quelle quels quelles c s n qu j m t"""
_ES = """el la los las un una unos unas lo al del de y o u e pero ni si que quien quienes cual cuales cuando donde como cuanto cuántos
cuántas cuánto qué quién cuál cuándo dónde cómo por porque para con sin en entre sobre desde hasta hacia según este esta estos estas ese
esa esos esas su sus mi mis tu tus nos se me te le les es son era eran ser sido fue fueron está están ha han había hay puede pueden debe
deben no sí también más muy todo todos toda todas mismo yo él ella ellos ellas usted ustedes"""
_IT = """il lo la i gli le un uno una di del dello della dei degli delle a al allo alla ai agli alle da dal dalla in nel nella nei con su
sul sulla per tra fra e o ma se che chi cui quale quali quando dove come quanto quanti quante perché non più anche è sono era erano essere
stato ha hanno aveva può possono deve devono si ci vi ne mi ti suo sua suoi sue questo questa questi queste quello quella sì no"""
_NL = """de het een en of maar als dan dat die dit deze er hier daar is zijn was waren wordt worden werd heeft hebben had kan kunnen moet
moeten mag mogen zal zullen van in op aan bij met naar voor uit over onder tussen door zonder om tot sinds per te ik je jij u hij zij ze
wij we jullie hun haar hem mijn uw ons onze wie wat wanneer waar waarom hoe hoeveel welke welk niet geen ook nog al wel meer zeer ja nee"""
_PT = """o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela para com sem sob sobre entre até e ou mas se que quem
qual quais quando onde como quanto quantos porque não sim mais também muito é são era eram ser sido foi foram está estão tem têm tinha há
pode podem deve devem seu sua seus suas este esta estes estas esse essa isso eu ele ela eles elas nós você vocês"""
_PL = """i w na z do o u za od po przez dla przy pod nad między oraz lub albo ale czy że aby jeśli gdy który która które jaki jaka jakie ile
kto co kiedy gdzie jak dlaczego jest są był była było były być będzie może mogą musi muszą nie tak to ten ta te tego tej się jego jej ich
ja ty on ona my wy oni także też już bardzo tylko więcej"""
_RU = """и в во на с со к ко о об от до из за по под над при для без между через или но а если что чтобы который которая которые какой
какая сколько кто когда где как почему это этот эта эти тот та те он она они мы вы я его ее её их не ни да нет был была было были быть
есть будет может могут должен должны также уже очень только более у же ли бы"""

FUNCTION_WORDS: dict[str, frozenset[str]] = {
    code: word_set(words)
    for code, words in {
        "en": _EN, "de": _DE, "fr": _FR, "es": _ES, "it": _IT, "nl": _NL, "pt": _PT, "pl": _PL, "ru": _RU,
    }.items()
}  # fmt: skip
