"""Words that ask or bind and say nothing of the matter, by language; "not", "no", "only" and numbers are not of them.

Prepositions of place stay in English; where a language uses them for everything, they are left out.
"""

SMALL = {
    "en": """
a an the this that these those it its i i'm i've i'd me my mine we our us you you're your he she his her him they their
them who whom whose what what's which when where why how is are was were be been being am do does did doing done
can could may might must shall should will would have has had having there then than so and or if of to in on at for
from by with as any some just get gets got let lets say says happen happens mean means meant
meaning define defined defines definition tell please explain exactly
actually really still also someone something somebody anyone anything many much rule rules allowed
""",
    "de": """
der die das den dem des ein eine einen einem einer eines dieser diese dieses diesem diesen jener es er sie ihn ihm ihr
ihre ihren ihrem sein seine seinen seinem seiner ich mich mir mein meine meinen meinem du dich dir dein deine wir uns
unser unsere man sich selbst wer wen wem wessen was welche welcher welches welchen wann wo warum wieso weshalb wie wofür
wozu womit wodurch woran ist sind war waren wird werden wurde bin bist sei kann kannst können könnte darf darfst
dürfen muss musst müssen soll sollen sollte will wollen möchte hat habe haben hatte hast tun tut macht machen gibt geben
geht gehen passiert heißt bedeutet sagt und oder aber wenn falls ob dann denn als so auch noch schon doch mal eigentlich
genau bitte da dort zu zum zur im in an am auf bei beim von vom für mit aus um über daß dass viel viele jemand
etwas regel regeln erlaubt
""",
    "es": """
el la los las lo un una unos unas este esta estos estas ese esa eso esto yo me mi mis mí tú te tu tus él ella ellos
ellas se su sus nos nuestro nuestra usted que qué quién quien cuál cuándo cuando dónde donde cómo como cuánto cuántos
cuánta cuántas por para porque es son era ser está están estoy puede puedo pueden puedes debe debo deben tiene tengo
tienen hay ha he han hace hacer pasa significa de del al a en con y o u si entonces ya también algo alguien regla reglas
""",
    "fr": """
le la les l un une des du de d ce cet cette ces ça cela je j me m moi mon ma mes tu te t ton ta tes il elle ils elles on
se s son sa ses nous notre vous votre leur leurs qui que qu quoi quel quelle quels quelles quand où comment pourquoi
combien est es sont suis était être a ai as ont avoir peut peux peuvent dois doit doivent fait faire passe signifie y
en à au aux dans sur pour par avec et ou si alors aussi c est-ce quelqu quelque chose règle règles
""",
    "it": """
il lo la i gli le l un uno una questo questa questi queste quello quella io mi me mio mia tu ti tuo lui lei loro si suo
sua noi ci nostro voi vi che chi cosa quale quali quando dove come perché quanto quanti quante è sono era essere può
posso possono deve devo devono ha ho hanno avere fa fare succede significa di del della dei delle a al alla in nel nella
su da dal con per e o se allora anche qualcuno qualcosa regola regole
""",
    "pt": """
o a os as um uma uns umas este esta isto esse essa isso eu me meu minha tu te teu ele ela eles elas se seu sua nós nos
nosso você que quem qual quais quando onde como porque quanto quantos quantas é são era ser está estão pode posso podem
deve devo devem tem tenho têm há faz fazer acontece significa de do da dos das em no na nos nas ao à por para com e ou
então também alguém algo regra regras
""",
    "nl": """
de het een dit dat deze die ik me mij mijn jij je jouw hij hem zijn zij ze haar hun wij we ons onze u uw men zich wie
wat welke welk wanneer waar waarom hoe is was waren ben bent wordt worden kan kun kunnen mag mogen moet moeten zal
zullen wil heeft heb hebben had doet doen gebeurt betekent van te in op aan bij met voor om uit en of als dan ook nog er
veel iemand iets regel regels
""",
}
