"""The English of asking about a state: forms of questions, words that carry no fact. A game's own words are data."""

from __future__ import annotations

from kb.checker.words import terms
from kb.numbering.patterns import Late

FILLER = frozenset(
    terms(
        "a an the of and or by from to in on at with for it its his her their my our your this that these"
        " those is are was"
        " were be been has have had having do did does then so as but just also now still then while when"
        " during if i you"
        " he she they we me him them who which unit model figure piece gets get got takes take took becomes"
        " become exactly"
        " total points point again"
    )
)
"""Words beside an event that carry no fact of their own."""

LINKS = frozenset(terms("of is was are at exactly total equals point points a"))
"""Words that may stand between a fact's name and its number: "a Resolve of 4", "5 points of damage"."""

NEGATIONS = frozenset(("not", "no", "without", "never", "outsid", "neither", "nor", "non"))

QUESTION_WORDS = frozenset(
    terms(
        "can may could must does do did is are will would should am shall might allowed able possible permitted"
        " legal illegal what how when which who why where there any anything something some one use using used"
        " make made try trying want need turn rule rules game all still even yet ever already actually really"
        " please again happen happens be being into out up off only same other another too very more much many"
        " about say tell me long know question help work works mean means let lets under state status effect"
        " condition token marker whether or not no never without though although because since after before until"
        " till once next this enemy friendly opponent opposing own player players guy dude currently normally keep"
        " keeps keeping continue go going goes start begin un re its itself himself thing things way anyone"
        " everyone both like quick exactly right wrong true correct yes if unless then forever whatever whoever"
        " whenever however than well ok okay hey so got getting gets give gives given put puts time stuff somebody"
        " someone people mine yours theirs against just get become becomes active inactive ask asking wonder"
        " wondering sure think suppose supposed normal kind affected during perform performs action actions cause"
        " causes causing early earlier sooner rid allows allow ones immediately prevents prevent stop stops forbid"
        " forbids forbidden else blocked blocks block banned ban disabled denied prohibited disallowed restrict vs"
        " versus thought thinks believe heard read remember circumstances consequences conditions explain describe"
        " summary summarise summarize list define definition overview barred bars unable due thanks circumstance"
        " consequence"
    )
)
"""Words of asking that name no action; whatever is left is what the question is about."""

DEEDS = frozenset(
    terms("block stop prevent ban bar list describe explain use help try work start begin continue turn go give put")
)
"""Those words of asking that name a deed where nothing else in a question does: "can a stunned unit block"."""

GENERIC = frozenset(
    terms(
        "ability issue order fresh exist exists existing against ago along amount around away back behind big bit"
        " bottom bring care case change couple day different down each early easy eat ate end enough even every"
        " example expect extra face fact far feel few find fine first follow form forward friend front further"
        " gave general good great group guess hand hard head hear high home hope idea important instead job last"
        " late later lead least less level life little live look lose lost lot low main matter maybe middle mind"
        " minute moment most mostly much name near necessary new none nothing number object often old open"
        " opposite original part pay person plan position power present pretty problem purpose quite rather reach"
        " read real reason receive remember require required rest result return round say second see seem seems"
        " send set several short show shut side since single sit situation small soon source special stand such"
        " suddenly table talk tell third though today together told tomorrow top toward try type upon usual"
        " usually value wait walk way week went whole within wonder word world worth year young count counts check"
        " checking deal come comes came play played playing purposes sake stage step fully completely totally"
        " simply basically somehow actually automatically normally regular regularly free freely bad badly better"
        " best worse worst huge large quickly slowly fast straight directly instantly suffer suffers suffered"
        " happen occurs occur resolve resolves include includes included involve involves involved concern"
        " concerns sum add keep get apply applies applied affect affects hit hits dealt stuck reduced reduce"
        " reduces lowered lower decrease decreased increase increased raised wins win gone accept achieve act"
        " active admit advance advantage afford agree aim air allow alone alternative always announce answer"
        " anybody anyway apart appear approach area argue arrive aside assume attempt available avoid aware bear"
        " beat become begin belief believe below benefit beside besides between bother bound break brief broad"
        " build busy buy careful certain chance choice claim clear clearly close closely common compare complete"
        " consider consist constantly contain contest continue contrary convince correct correctly course court"
        " create critical crucial current damn dare data date decide decision declare deep definitely demand"
        " depend despite detail determine develop difference difficult direct discuss doubt drive drop ear earn"
        " effort either element enable encounter ensure entire entirely equally escape especially essentially"
        " event eventually everybody exact exactly exception excuse exercise expert extent eye fail fair fairly"
        " fall false familiar fashion favor favour figure fill final finally fit forget former fortunate"
        " frequently fun function gather generally genuinely gotten grant guarantee guy half handle harm hate"
        " heart heavy hence hint hurt ignore imagine imply impossible indeed indicate individual inform initial"
        " inside instance intend intent interest interpret introduce invite item join joke justify keen lack land"
        " largely lately latter law lay leg length lie likely limit line link list literal load local lock logic"
        " longer loud love luck mainly maintain major manage manner mark mass master match meanwhile measure meet"
        " mention mere merely mess method might minor miss mistake moreover natural nearly neat neither nice"
        " nobody nor note notice obvious obviously occasion odd offer okay ongoing onto opinion option ordinary"
        " otherwise outcome outside overall pardon particular particularly partly pass past per perfect perhaps"
        " period permanent permit phrase pick piece pity plainly please plenty poor possibly possibility practice"
        " precise prefer prepare presence press previous previously prior probably procedure proceed process"
        " proper properly protect prove provide push query quick random rare rarely rate realize really reckon"
        " recommend refer regard regarding regardless relate relevant rely remain remind remove repeat reply"
        " report respect respond responsible restrict reveal risk role roughly ruling safe sad satisfy scene"
        " scenario scratch section separate serious serve service settle shall share sharp shortly sign"
        " significant similar simple simultaneous slight slightly slow smart sorry sort sound speak specific"
        " specifically state straightforward stress strict strictly strong struggle stupid style subject succeed"
        " success sudden sufficient suggest suit supposed surely surprise survive swear switch technically"
        " technical tend term terrible thank thanks theory therefore thinking thoroughly throughout thus tie till"
        " tiny tire title tool total tough track trick trouble true truly trust truth twice ultimate unable"
        " uncertain unclear understand unfortunately unique unless unlike unlikely unlucky unsure update useful"
        " useless utter vague valid variety various vast via view wanna warn waste watch wave weak weird whatever"
        " whenever whereas wherever whichever wise wish wording worried worry yesterday yet"
    )
)
"""Everyday words: beside the words of an action they do not make it another; alone they are still the question."""

_SOFT = (
    "if unless when while with despite because thanks after during by using under through via without given once",
    "a an the my your his her its their our this that these those any every each all some another",
)
SOFT, DETERMINERS = (frozenset(words.split()) for words in _SOFT)
"""Words that open a clause of circumstances, which may matter to a permission but not to a prohibition; determiners."""
ANYONE = frozenset(("someone", "somebody", "something", "anyone", "anybody", "anything", "one", "ones", "those"))
IS_NOW = frozenset(("is", "are", "gets", "i", "you", "we", "they"))
""" "Attack one that is stunned"; what was so may be over."""
OURSELVES = frozenset(("me", "us"))
HIM = frozenset(("him", "her", "them", "it"))
HOSTILE = frozenset(("attack", "attacking", "shoot", "shooting", "hit", "fight", "strike", "charge"))
"""Deeds of which "him" is the victim; "rally him" is said of one's own."""
POSSESSIVES = frozenset(("my", "your", "his", "her", "their", "our", "opponent's"))
PLURAL = frozenset(("can", "may", "do", "are", "will", "could", "should"))
"""Verbs before "stunned infantry": they show that a name follows, for none of them goes with "stunned" alone."""


def _any(*patterns: str) -> Late:
    """One pattern that finds any of several alternatives, as whole words."""
    return Late(rf"\b(?:{'|'.join(patterns)})\b")


WH = Late(
    r"^(?:(?:so|and|but|ok|okay|hey|then|well|please|quick question)[,:]? )*"
    r"(?:(?:at|for|until|till|by|in|on|from|to|under|with) )?"
    r"(?:what|how|when|which|who|whose|whom|why|where|whats|hows)\b"
)
LATER_WH = Late(
    r"[.,;:!?] *(?:so |and |but |then )*(?:what|how|when|which|who)\b|\b(?:until|till|since) when\b|\bwhen\W*$"
)
TIMED = _any(
    "when|how long|(?:until|till) when|how many (?:turns|rounds|phases)|at (?:what|which) point|duration",
    "(?:what|which) (?:phase|step|point|moment|time)",
)
WHEN_MAY = Late(r"\b(?:when|how long until|how soon)\b.*\b(?:can|may|could|able|allowed)\b")
HOW_LONG = _any("how long|duration|how many (?:turns|rounds)")
ENDING = _any(
    "wears?|worn|wearing|ends?|ended|ending|over|expired?|expires|go(?:es)? away|going away|gone|lasts?|lose|loses",
    r"losing|lost|drops?|falls? off|comes? off|clears?|cleared|removed?|recover(?:s|ed|ing)?|stops?|finish\w*|leaves?",
    r"lifts?|lifted|duration|disappears?|fades?|shakes?|cancel\w*|no longer|not .* any ?more|unstunned",
    "permanent|temporary|forever|runs? out|back to normal|resets?|over with|done|normal again|act again|wake",
)
PLAIN = (
    "(?:effects?|states?|status|restrictions?|condition|of|has|have|had|is|are|was|been|being|will|gets?|got|already|just"
    "|finally|all)"
)
"""Words that may stand between a state and its end: "the stun effect has finally worn off"."""
SINCE = _any("after|once|when|if|as soon as|now that|since|following")
STAYING = _any("still|lasts?|persists?|carry|carries|remains?|stays?|keeps?|continues?|past|beyond|through")
RECOVERING = _any(
    r"recover\w*|back to normal|normal again|act again|no longer|not .* any ?more|unstunned|wake|stops? being",
    "get over",
)
"""Of a unit these say that its state ends; of the other words of ending they need not."""
HEALING = _any(
    r"cur(?:e|es|ed|ing)|heal\w*|un-?stun\w*|fix\w*|snap out|break out|recover\w*|wake|help\w*|treat\w*",
    r"cleans\w+|rescue\w*|repair\w*|back to normal",
)
"""Verbs of which a unit can be the object: "cure a stunned unit"."""
LIFTING = _any(
    r"get(?:ting)? rid of|remov(?:e|es|ed|ing)|cancel\w*|clear(?:s|ed|ing)?|shak(?:e|es|ing)|dispel\w*|undo(?:es|ing)?",
    "lift(?:s|ed|ing)?|end(?:s|ed|ing)?|tak(?:e|es|ing)(?: away| off)|cur(?:e|es|ing)|los(?:e|es|ing)|stop(?:s|ping)?",
    r"negat\w+|get(?:ting)? out of",
)
"""Verbs that take the state as their object, never the unit: "remove stunned from it", not "remove a stunned unit"."""
LIFTED = _any("(?:be|is|get|gets|being) (?:removed|cancell?ed|cleared|cured|lifted|ended|dispelled|healed)")
GAINING = _any(
    r"becom\w+|get(?:s|ting)?|got|mak(?:e|es|ing)|caus\w+|inflict\w*|appl(?:y|ies|ied)|turns?|gain\w*|happens?|puts?",
    "counts? as|needed|it take|ends? up|wind up|enters?",
)
CAUSING = _any(
    r"caus\w+|inflict\w*|appl(?:y|ies)|gives?|results? in|leads? to|hands? out|puts?|triggers?|creates?",
    "brings?(?: about)?",
)
ENDS_UP = _any("(?:ends?|winds?|ended|wound) up")
FIGURES = _any(r"modifiers?|mods?|penalt\w+|malus|minus|numbers?|negatives?")
AMOUNT = _any("how (?:much|many|hard|big|badly|high|low)", FIGURES.pattern)
WHAT_COUNTS = _any("what .*(?:deal|roll at|need)")
ASIDE = _any(FIGURES.pattern, "big|high|low|hard|negative|rid|away|back|target|itself|automatically|alone")
"""Words of such questions that name nothing themselves."""
AUXILIARY = _any(
    "can|cannot|may|could|must|does|do|did|is|are|was|will|would|should|am|has|have|might|shall|allowed|able|possible",
    "permitted|legal|illegal|prevents?|stops?|forbids?|forbidden|lets?|gets? to|need to",
)
SUMMARY = _any(
    "explain|rules? (?:for|of|about|on)|effects?|list|describe|everything|summary|definition|define|overview"
)
AGAIN = _any("already|before|previously|earlier|again|twice|double|second time|once more|more than once|another time")
TOWARDS = frozenset(("past", "at", "on", "against", "upon", "to", "into", "towards", "toward", "over"))
"""Words between an action and the unit it is done to: "shoot at a stunned unit"."""
BEYOND = frozenset(("after", "once", "following", "past", "through", "into", "beyond", "next", "when", "at"))
BEFORE = frozenset(("before", "until", "till", "or"))

PERMISSION = _any(
    "can|cannot|may|could|allowed|able|possible|permitted|legal|okay|ok|gets? to|lets?",
    r"can't|couldn't",
)
PERMISSION_FIRST = Late(r"^(?:can|may|could|can't|couldn't)\b")
WHY = Late(r"^(?:so |and |but )*why\b")
FRONTED = Late(r"^(?:(?:so|and|but|ok|okay|hey|then|well|please)[,:]? )*(?:\w+n't|cannot)\b")
""" "Can't it rally?" asks whether it can."""
NEGATED = Late(r"n't$|^cannot$")
TURNING = _any(
    r"not|never|no|cannot|\w+n't|unable|impossible|illegal|forbid\w*|prohibit\w*|bann?(?:ed|s)?|barr(?:ed|ing)|bars?",
    r"disallow\w*|den(?:y|ies|ied)|prevent\w*|stop(?:s|ped|ping)?|blocks?|blocked|disabl\w+|los(?:e|es|ing|t)|loss",
    r"(?:shut|turn|switch)\w* (?:\w+ ){0,4}?(?:off|down)|off the table|tak(?:e|es|en|ing) (?:\w+ ){0,4}?away",
    r"kee?ps? (?:\S+ ){1,5}?from|kept from|gives? up|exempt\w*|excluded|excepted|spared|free (?:from|of)|immune",
    "unaffected|ignores?|ignored|left out|leaves? out|skips?|restrict(?:s|ed)? from|wait|fails? to|too stunned",
    r"avoids?|disappears?|deactivat\w+|interrupts?|worthless|useless|pointless|hinders?|removes?|deprive\w*",
)
"""Words that turn a question round: "loses its equipment" asks whether it does not keep it."""
NOT_TURNING = _any(
    "or not|whether or not|or no|not only|no longer|no matter|why not|if not|no problem|not at all|free of charge"
)
OF_STATE = Late(
    r"\b(?:remov|stop|prevent|ignor|avoid|los|block|skip|take)(?:e|es|s|ing|ping)?"
    r"(?: (?:the|a|an|of|being|my|its|his|her|enemy|away|from)){0,3} …(?! \S+ from)"
)
"""The same verbs where the state, here an ellipsis, is their object: "can a doctor remove the stun"."""
STATED = Late(r"\b(?:right|correct|true|yes|is it so|isn't it|can it)\b\W*$|\b(?:it true|is it right|correct that)\b")
ASKS_WHETHER = Late(
    r"(?:^|[-,.;:] )(?:(?:so|and|but|ok|okay|hey|then|well|please)[,:]? )*"
    r"(?:does|do|did|is|are|am|was|were|will|would|has|have|had|should|shall|must|might|need|doesn't|don't|didn't|isn't"
    r"|aren't|won't|wouldn't|hasn't|haven't|shouldn't)\b"
)
ASKS = Late(ASKS_WHETHER.pattern.replace("(?:^|[-,.;:] )", "^") + r"|^(?:can|may|could|can't|couldn't|cannot)\b")
"""A clause that begins so asks."""
CHOICE = Late(r"\bor (?!not\b|no\b|what\b|so\b|anything\b|nope\b|\w+n't\b)")
WHILE_FIRST = Late(r"^(?:when|while|whenever)\b[^,]*, *(?:can|may|could|does|do|is|are|will|would)\b")
ASKS_WHICH = Late(
    r"\bwho (?:keeps?|holds?|wins?|gets?|owns?|controls?|takes?|scores?)\b|\bwhat (?:happens|then|do i|does it)\b"
)
CIRCUMSTANCE = SOFT | frozenset(("until", "till", "before", "although", "though", "since"))
YES_OR_NO = Late(rf"{AUXILIARY.pattern}|\b(?:or|right|correct|true)\b")
"""A fragment without one of these that names a number asks for it: "stunned penalty?"."""

PARTICIPLE = Late(
    r"\w+(?:ed|en|wn)|shot|hit|fought|run|led|held|sent|brought|caught|struck|hurt|put|cut|dealt|seen|lost|left|kept|made"
    "|bound|won|burnt|shut|met|set|built|bought|torn|slain|sold|told|taught|swept"
)
BEING = frozenset(["be", "been", "being", "is", "are", "was", "were", "am", "get", "gets", "got", "getting", "gotten"])
""" "Be attacked", "get shot": with a participle these make what is done to someone."""
IS = frozenset(("is", "are", "was", "were"))
ADVERB = Late(r"\w+ly|ever|still|also|just|even|then|already|now|again|always|never|not|yet")
DETERMINER = "an?|the|my|your|his|her|its|their|our|another|any|each|every|some|one|two|enemy|friendly|other"
DOES_IT = r"(?:just|did|does|do|is|was|can|will|the|an?|caused|causes|causing|inflict\w*|dealt|deals|doing|made)"
""" "The trooper who did the stunning", "which caused the stun"."""
NEAR = (
    "next to|near|nearby|besides?|adjacent to|behind|alongside|close to|in front of|in contact with|around|past|through"
    r"|same (?:\w+ )?as|away from|except|other than|apart from|unlike|instead of|rather than|excluding"
    "|(?:opponent|enemy|ally|friend|neighbou?r)s? of"
)
MEANWHILE = "while|if|when|whilst|whenever|because|although|though|unless|as long as"
OTHER = r"(?:another|other|friend|ally|allies|budd|enem|opponent|neighbou?r|leader|commander|partner|mate|comrade)\w*"
ARE = "is|are|was|were|gets?|got|becomes?|became|has been|have been|being"
SAME = "is|are|was|were|being|as|becomes|became|if|when|while|once|after|and|or|in|has|have|of|for|being"
"""Words between a unit and "a stunned one" that do not make the latter another."""
MEANWHILES = _any(MEANWHILE)
NOT_IN = "not|isn't|aren't|wasn't|weren't|hasn't|haven't|hadn't|isnt|never|neither"
NOT_YET = "yet|been|being|currently|even|actually|ever|getting|(?:under|in) (?:the|an?)|now|any"
LACKING = r"free (?:of|from)|lack\w*|no|clear(?:ed)? of|other than|without"
NOT_SO_FAR = "before|without|avoid|about to|will|might|would|unless|until|prevent|escape"
RESISTED = "resist(?:s|ed)?|dodge[sd]?|escape[sd]?|avoid(?:s|ed)?|shrug(?:s|ged)? off|save[sd]? against"
_NOT_NOW = "almost|nearly|fail(?:s|ed)?|miss(?:es|ed)?|by"
NOT_AT_ALL = Late(rf"\b(?:{NOT_IN}|{LACKING}|{NOT_SO_FAR}|{RESISTED}|{_NOT_NOW})\b|\b(?:un(?!its?\b)|non)")
ONCE = _any("formerly|previously|once|earlier|used to|ex")
CAME_OUT = "gets?|got|gotten|getting|becom(?:es|e|ing)|became|been|once|after|since|was|were"
PROOF = Late(r"immun|resist|protect|proof|safe|\b(?:can't|cannot|can not|couldn't|may not) (?:be|become|get)\b")

RECEIVING = Late(
    r"\b(?:suffer|receiv|surviv|endur|withst|dodg|evad|fac|provok|attract|undergo|subject to"
    r"|(?:target|victim|object) of|(?:respon|react|repl|answer)\w* to)"
    r"\w*(?: (?:an?|the|any|more|another|its|enemy|by))*$"
)
"""Before a deed, these make it one that is suffered."""
MADE_TO = Late(r"\b(?:be|being|get) (?:made|forced|ordered|compelled|caused|commanded|told) to\b")
STATELY = "state|status|effects?|conditions?|tokens?|markers?|restrictions?|is|has|ends?|ended|wears?|lasts?|goes"
MEANS = (
    "ammo|ammunition|weapons?|guns?|grenades?|abilit(?:y|ies)|spells?|cards?|skills?|powers?|programs?|attacks?"
    "|rounds?|blasts?"
)
""" "Stun ammunition" is no state of who has it."""
BECOMING = "be|being|is|are|get|gets|getting|become|becomes|becoming"
FOREIGN = _any("enem(?:y|ies)|opponents?|spells?|cards?|effects?|abilit(?:y|ies)|another|someone else")
ITSELF = Late(
    r"(\S+)(?: \1)? (?:it|he|she|they|i|we|you|them|(?:the|my|that|this|his|her|your) (?!enem|oppo|other)\w+)"
    r"(?: still| then| now| also)*(?: (?:be |is |are )?(?:allowed|able|permitted|have|has|required|supposed) to)?"
    r"(?: (?:declare|use|make|take))?(?: an?)?"
)
"""Who acts in a question behind a scenario: the one that it told of."""
DONE_WITH = _any("(?:cured|healed|removed|cancell?ed|cleared|lifted|ended|dispelled|fixed|repaired|recovered)")
DEALING = _any("deals?|dealing|inflicts?|causes?")
DUTY = Late(
    r"\b(?:must|should|have to|has to|had to|having to|needs? to|obliged to|obligated to|required to|forced to"
    r"|compelled to|bound to|got to|mandatory|compulsory|obligatory|necessary|required|duty|obligation)(?= |$)"
)
"""What asks for a duty: a permission does not bear it out."""
CHOOSING = Late(r"\b(?:choos\w*|chose|opt\w*|decid\w*|elect\w*|prefer\w*) (?:not )?to\b(?! be)")
""" "Choose to attack" is to attack, not to choose."""
DUTY_BEHIND = Late(r"^(?:\w+ ){0,2}?(?:is )?(?:mandatory|compulsory|obligatory|required|necessary|a must|a duty)\b")
BY_ITSELF = _any("automatically|always|of its own accord|by itself|(?:every|each) turn")
""" "Will it attack automatically": what always happens is more than what may."""
LEAVING = Late(
    r"\b(?:(?:choos|opt|decid|elect|prefer)\w* not to|(?:refrain|abstain|desist)\w*(?: from)?|declin\w*(?: to)?"
    r"|refus\w*(?: to)?|(?:skip|forgo|forego|avoid|omit)\w*|(?:hold|keep) (?:off|back)(?: from)?|pass on|stay out of)"
    r"(?: (?:an?|the|its|his|her|their|my|declare|declaring|making?))*$"
)
"""What asks for leave not to: right before the action."""
