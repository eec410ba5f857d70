"""Requests in English demands: the words that ask for something, and problems that ask by being told."""

import re

from coordinator.simulated.english_draft import MASK
from coordinator.simulated.english_words import ANYONE, KIN, OCCASION
from negotiation.understanding.english_numbers import NUMBER

_ADVERB = (
    r"(?:also|still|just|only|really|desperately|urgently|now|currently|basically|definitely|therefore|badly"
    r"|actually|both|maybe|perhaps|possibly|then|probably|mainly|all|please|soon|quickly|kindly|always|simply)"
)
_SUBJECT = (
    r"(?:(?:i|we|he|she|they|my \w+(?: and i)?|our \w+|all (?:i|we))\s+)?(?:'?m|am|are|is|'re|i'm|we're"
    rf"|will be|'ll|i'll|we'll|i'd|we'd|i've been|we've been|have been)?\s*(?:{_ADVERB}\s+)*"
)
_SEEK = (
    r"(?:need(?:s|ed|ing)?(?: to (?:hire|find|book|rent|borrow|buy|get|see|meet|have|talk to|speak to|consult|join"
    r"|locate|source))?|ned|require[sd]?|in need of"
    r"|want(?:s|ed)?(?: to (?:hire|find|book|rent|borrow|buy|get(?! (?:better|rid|fit|fitter|back|into|started"
    r"|married|in shape|on|going|to)\b)|see|meet|have|talk to|speak to|join|consult))?|wanna (?:hire|find|book)"
    r"|look(?:ing|in) (?:for|4|to (?:hire|find|book|rent|borrow|buy|get|meet|join|employ))|search(?:ing)? for"
    r"|seek(?:ing|s)?|after(?= (?:an?|some|someone|somebody|anyone) )(?![^,.;!?]* (?:i|we|my|our"
    r"|the \w+) (?:need|want|am|are|is|'m"
    r"|'re|have|would|'d|has|look)\b)|in search of|hunting for|on the lookout for|in the market for"
    r"|trying to (?:find|get|hire|book|locate)|hope (?:to find|for)|hoping (?:to find|for)|wish for|find(?: (?:me"
    r"|us))?|hire(?!\s*(?:[,.;:!?)]|$)| (?:in|for|on|at|from|near|and|by|or)\b)|hiring|book(?= (?:an?|some|the) )"
    r"|get (?:me|us)|could use|could do with|can use"
    r"|(?:would|'d|i'd|we'd)(?: really| absolutely| also)? (?:like|love|prefer|appreciate|welcome)(?: to (?:hire"
    r"|find|book|rent|borrow|buy|get|meet|join|have|see|talk to|speak to))?"
    r"|what's missing(?: is)?|(?:all|what|the only thing) (?:i|we|that's)(?:'m|'re| are| am)?(?: really"
    r"| still)? (?:lack|need|miss|want"
    r"|missing|lacking)(?: now)? (?:is|are)|missing(?=\s*(?::|(?:an?|some|the|two|three|\d)\b))|(?:(?<=are )"
    r"|(?<=is )|(?<=am )|(?<='re )|(?<='m )|(?<=still ))missing|lack(?:s|ing)?(?= (?:an?|some|two|three) )"
    r"|lacking|(?:are |am |'re |'m |still |be |running )?short of(?= (?:an?|some|one|two|three|four|\d)\b)"
    r"|(?:are |am |'re |'m )(?:down|minus|without)(?= (?:an?|one|two)\b)|recommend(?: (?:me|us))?|suggest"
    r"|recruit(?:ing)?|is there|are there"
    r"|(?:have|has) (?:anyone|anybody) got"
    r"|(?:do|does) (?:you|anyone|anybody|someone) (?:know(?: of)?|have)|(?:anyone|anybody) (?:know(?: of)?|got"
    r"|have)|interested in|borrow|rent(?!\s*(?:[,.;:!?)]|$)| (?:in|for|on|at|from|near|and|by|or)\b)|wanted|iso|wtb"
    r"|request(?:ing)?|(?:what|how) about|(?:thinking|dreaming) of(?= (?:an?|some) )|let's (?:try|get|have"
    r"|find)|if there (?:were|was|could be)"
    rf"|(?:ask|asks|asked|asking) for(?= (?:an?|some|two|three)\b)|(?:pay|paying"
    rf"|offering)(?: [{MASK}]+)? for(?= (?:an?|some|someone|somebody) )|what isn't(?=\s*:)|put (?:me"
    rf"|us) in touch with|(?:(?:it|i|we) ?)?(?:would|'d) be (?:lovely|nice|great"
    r"|good|wonderful|thrilled|delighted|happy|over the moon|chuffed"
    r"|brilliant) to (?:have|find|get|meet|host|hear from)|(?:have|'ve got|have got|'ve)(?= an? (?:broken"
    r"|torn|leaking|leaky|blocked"
    r"|cracked|faulty|smashed|ripped|dead|flooded|stuck|clogged|jammed|damaged)\b)|(?:(?:would|'d|i'd"
    r"|we'd)(?: also)? be )?(?:grateful|thankful|glad) (?:for|of)|open to|shopping for|calling(?: all)?"
    r"|(?:(?<![\w,] )|(?<=lol ))any(?= [a-z])(?! (?:day|time|afternoon|morning|evening|night|other|more|help|ideas?"
    r"|suggestions|of|one|takers|but|recommendations|style|age|level|colour|chance)\b))"
)
SEEK_PATTERN = re.compile(
    rf"(?<![\w'])(?:{_SUBJECT})(?<!\w)(?P<cue>{_SEEK})(?![\w])[ :]*(?:{_ADVERB} )*", re.IGNORECASE
)
"""Request whose object is a list of nouns."""

_HELPER = (
    rf"(?:{ANYONE}(?: (?:gentle|kind|patient|strong|reliable|local|experienced|handy|clever|nice|lovely|else"
    rf"|nearby))?|you"
    rf"|you (?:guys|lot|please)|any of you|a (?:[\w-]+ )?{ANYONE}"
    rf"|(?:{NUMBER}|a few|some)(?:\s?(?:-|–|to|or)\s?{NUMBER})? (?:of )?(?:[\w-]+ ){{0,2}}?(?:{ANYONE}|lads"
    rf"|lasses|blokes|chaps|girls|boys|kids))"
)
_COME = (
    r"(?:(?:come (?:and|over and|round and|out and|to) |please |kindly |possibly |perhaps |maybe |help (?:me "
    r"|us )?(?:to |with |out with |out )?|be able to |be so kind as to |give me a hand (?:with|to) |show (?:me"
    rf"|us) how to |be willing to |be up for |sit (?:down )?with (?:\w+ )?\w+(?: on)?(?: {MASK}+)? and "
    r"|lend a hand (?:with|to) |tell me how to ))*"
)
WORK_PATTERN = re.compile(
    rf"(?<![\w'])(?:(?:can|could|would|is|are)(?: there)? (?:anyone|anybody|someone|somebody)(?: {MASK}+)?"
    rf"(?: (?:free|available|about|around))?(?: {MASK}+)? to {_COME}"
    rf"|(?:can|could|would|will|might|does|do|is|are|if)(?: there)? {_HELPER}(?: \w+ly)?(?: {MASK}+)?"
    r"(?: here| out there| in the area| nearby| around)?(?: (?:who|that))?(?: (?:can|could|would|will|know how to"
    rf"|knows how to|willing to|able to|free to|available to|up for))? (?:please )?{_COME}"
    rf"|(?<![a-z] )(?:can|could|would|will|might) (?:an? |some |{NUMBER} )(?:[\w-]+ ){{0,3}}?[\w-]+(?:ers?"
    rf"|ors?|ists?|ians?|people|men|women"
    rf"|someone|person)(?: and (?:an? |some )[\w-]+)?(?: {MASK}+)? (?:please )?(?=(?!(?:for|in|to|at|with|on"
    rf"|who|and|from)\b)[a-z]){_COME}"
    rf"|(?:anyone|anybody|someone|somebody)(?: here| out there| nearby)?(?: {MASK}+)? (?:who |that )?(?:can|could"
    rf"|will|would|able to|willing to|free to|available to|know how to|knows how to|to|who) {_COME}"
    rf"|(?:{ANYONE})(?: {MASK}+)? (?:who|that)'(?:ll|d) {_COME}"
    rf"|who (?:can|could|will|would|wants to|might|knows how to) {_COME}"
    r"|(?:i |i've |i have |we |we've |we have )?(?:have )?(?:finally )?(?:decided|determined|resolved|vowed) to "
    r"|(?:my|our) (?:dream|wish|hope|aim|plan|goal) is to "
    rf"|(?:i|we|he|she|they|my {KIN}|our {KIN})?(?:'d|'m|'re| am| are| would| will)?\s*(?:{_ADVERB}\s+)*(?:need(?:s"
    r"|ed)?|want(?:s|ed)?|would like|'d like|'d love|would love|like|love|looking|lookin|hoping|trying|keen|wish"
    rf"|hope|planning|going|aiming|wanting) to {_COME}"
    rf"|(?:please )?(?:can you |could you )?(?:help|assist)(?: (?:me|us|him|her|them|my {KIN}|our {KIN}"
    rf"|out))? (?:please )?(?:to |with |in )?{_COME}"
    r"|(?:(?:an? )?(?:quotes?|estimates?|quotation|prices?) (?:(?:wanted|needed|required|please) )?(?:for|on"
    r"|to)(?= \w+ing (?:an?|my|our|the|some)\b) )"
    rf"|how much (?:would|will|does|might|is) it (?:cost|be|take)?(?: me| us)? ?to {_COME}"
    rf"|how (?:do|can|should) (?:i|we|you) (?:get rid of |go about )?)",
    re.IGNORECASE,
)
"""Request whose object is work, a verb phrase."""

WANTED_PATTERN = re.compile(
    rf"^(?P<lead>[\s,;:&+{MASK}-]*)(?P<what>[^,;:.!?]*?)[\s{MASK}]*\b(?:is |are |urgently |desperately |also "
    rf"|badly ){{0,4}}(?P<cue>wanted|needed|required|sought|welcome|please|pls|plz|would be (?:nice|great|good"
    r"|lovely|perfect|ideal|fine|wonderful|amazing|fantastic|awesome|a bonus|a plus|helpful|brilliant"
    r"|appreciated))(?![\w-])",
    re.IGNORECASE,
)
"""List of nouns before the word that asks for it: "electrician wanted"."""

_BROKEN = (
    r"(?:broken|blocked|stuck|dead|gone|clogged|flooded|flooding|leaky|cracked|bust|wonky|loose|jammed|frozen"
    r"|rotten|faulty|torn|damaged|smashed|mouldy|moldy|infested|squeaky|out of order|on the blink|knackered"
    r"|overgrown|cold|stained|scratched|rusty|damp|down|too \w+|full of \w+|falling apart|playing up|on strike"
    r"|acting up|locked out)"
)
PROBLEM_PATTERN = re.compile(
    rf"(?P<subject>(?:my|our|the|his|her|their|a|an|this|these|one of (?:my|our)|{MASK}{{0}}two"
    rf"|three)\s+(?!(?:{KIN}|budget|price|date|plan|place|house is|guests?|people)\b(?!'s))(?P<thing>(?:(?!(?:and"
    rf"|or|but|who|that|is|are|has|have)\b)[\w'-]+\s+){{1,6}}?))"
    r"(?P<predicate>(?:(?:is|are|'s|was|were|got|keeps?|has been|have been|has|have|had)\s+(?:just |now "
    rf"|completely |totally |badly |all |always |already |also |been |still |not )*(?:\w{{2,}}(?:ing|ed"
    rf"|en)\b(?<!married)(?<!turning)(?<!planning)(?<!looking)(?<!getting)(?<!organising)|{_BROKEN}|stopped|died"
    r"|gone|come|fallen|burst|blown|broken|got|lost|split|torn|leaks?)"
    r"|(?:won't|doesn't|don't|can't|isn't|aren't|hasn't|wont|doesnt|isnt|no longer|refuses to|never)\s+\w+"
    r"|stopped|broke|burst|fell|collapsed"
    r"|cracked|leaks|leaked|died|blew|came|needs?|blocked|drips?|smells?|squeaks?|makes?|gave up|packed (?:up|in)"
    r"|flooded|snapped|ripped|tore)"
    rf"\b(?:(?! (?:and (?:i|we|need|want)|lol|any|anyone|can|could|please|need|who|so)\b)[^,;:.!?\n{MASK}]){{0,120}})",
    re.IGNORECASE,
)
"""Something that is broken or needs work, told as a statement."""

BARE_PROBLEM_PATTERN = re.compile(
    rf"(?:^|(?<=[.!?\n] ))(?P<thing>(?!(?:i|we|you|he|she|it|they|my|our|the|his|her|their|this|that|there|all"
    rf"|no|not|any|both"
    rf"|has|is|{KIN}|{ANYONE})\b)(?:[\w'-]+ ){{1,4}}?)(?P<predicate>(?:(?:is|are|has|have|keeps?) )?(?:just "
    rf"|now |completely )?"
    rf"(?:cracked|leaking|leaks|dripping|stopped working|burst|snapped|blocked|broken|jammed|stuck|flooded"
    rf"|collapsed|ripped"
    r"|(?:won't|doesn't|isn't|not) (?:\w+ing|work|open|close|start|flush|drain|turn|light|charge|heat)\b)"
    rf"(?! (?:window|door|heart|home|record)\b)(?:(?! (?:and (?:i|we|need|want)|any|anyone|can|could|please"
    rf"|need|who|so)\b)"
    rf"[^,;:.!?\n{MASK}]){{0,80}})",
    re.IGNORECASE,
)
"""Something that is broken, told without an article at the start of a sentence: "shower tray cracked"."""

FRAMING_PATTERN = re.compile(
    r"(?:\b(?:what's (?:missing|needed|left)(?: is)?|to do|what (?:we|i) need(?: is)?|hi|hello|hey|hiya"
    r"|good (?:morning|evening|afternoon|day)|dear (?:all|everyone|neighbours)|greetings|thanks(?: (?:a lot|so much"
    r"|in advance|everyone|all))?|thank you(?: (?:so much|very much|in advance))?|cheers|many thanks|ta"
    r"|kind regards|best wishes|regards"
    r"|urgent(?:ly)?|asap|as soon as possible|immediately|please help|help|help!|help needed|help please|sos|all"
    r"|there(?!')|everyone|everybody|folks|lol|haha|xx?|pls|plz|please|if possible|any ideas|any suggestions|any takers"
    r"|any recommendations|can you help|could you help|can anyone help|who can help|who's up for it|let me know"
    r"|get in touch"
    r"|get in touch|message me|no (?:rush|hurry)(?: (?:whatsoever|at all))?|no idea|not sure|i guess|i think"
    r"|soon|quickly|right now|right away"
    r"|straight away|today if possible|emergency|it's urgent|it is urgent|short notice|for a while|works? (?:best"
    r"|fine|well|for (?:me|us))|(?:is|are|would be) (?:best|fine|ok|okay|ideal|preferred|possible|good)"
    r"|suits? (?:me|us)(?: best)?|best|as well|too|also|still|just|only|okay|ok|well|so|yes|no|of course"
    r"|someone please come|that's all|that is all|nothing else)\b[\s,.!?]*)+",
    re.IGNORECASE,
)
"""Greetings, thanks, haste and other words that only frame a request."""

CIRCUMSTANCE_PATTERN = re.compile(
    r"(?:(?:and|but|so|because|since|as|now|actually|sadly|unfortunately|also|well|then|after|before|if|when|while"
    r"|although|though)\s+)*"
    r"(?:i|we|you|he|she|it|they|there|that|this|these|those|i'm|i've|i'd|i'll|we're|we've|we'd|we'll|he's|she's"
    r"|it's|its|they're|they've|that's|there's|there'll|here's|who|which|nobody|everyone|everybody|most"
    rf"|some of (?:us|them)|both|(?:my|our|his|her|their|the)\s+(?:[\w'-]+\s+){{0,3}}?(?:{KIN}|{OCCASION}|[\w'-]+)"
    rf"|{KIN}|last (?:year|time|week|month)|money|time|budget)"
    r"\s+(?:(?:both|all|also|just|only|really|never|always|still|recently|sadly|now|currently|usually|already)\s+)*"
    r"(?:am|are|is|was|were|be|been|has|have|had|do|does|did|will|would|can|could|can't|cannot|won't|don't|doesn't"
    r"|didn't|isn't|aren't|wasn't|should|must|may|might|'s|'re|'m|'ve|got|get|gets|getting|turns?|turned|turning"
    r"|like|likes|love|loves|want|wants|live|lives|lived|lost|broke|fell|came|went|moved|passed|died|speaks?"
    r"|belonged|keeps?|kept|needs?|works?|meets?|met|happens?|happened|bought|starts?|started|stopped|left|runs?"
    r"|made|makes?|says?|said|told|thinks?|thought|know|knows|feel|feels|felt|hurts?|planned|plan|hope|hopes|expect"
    r"|expecting|married|retired|broken|locked|throws?|threw|brings?|brought|takes?|took|used|hate|hates|refuses?"
    r"|prefer|prefers|enjoys?|plays?|has|gave|eats?|sings?|sleeps?|cries|looks?|seems?|comes?|goes|wakes?|dreams?"
    r"|finish(?:es|ed)?|organi[sz]e|booked|drive|drives|walk|walks|stays?|become|became|tried|try|tries|trust|begin"
    r"|began|celebrat\w+|\w+ing|\w{3,}ed)\b",
    re.IGNORECASE,
)
"""Start of a statement about the requester or what the demand is about."""

QUALITY_PATTERN = re.compile(
    rf"(?:(?:about |around |for )?{NUMBER}[ -](?:hours?|days?|weeks?|months?|years?|minutes?|mins?|nights?|times?"
    r"|sessions?|miles?|km|sqm|square|metres?|meters?)\b|(?:it|they|he|she|this|that|the \w+"
    r"|who(?:ever)?)?\s*(?:must|should|has to|have to|needs? to|ought to|would have to)\b|(?:no |not )?(?:more"
    r"|less|fewer) than|within|not far|close|preferably|ideally|prefer|nothing \w+|not too"
    r"|doesn't matter|don't mind|any (?:style|level|age|colour|size)|all (?:ages|levels|welcome)"
    r"|only|with|without|who|that|which|able to|willing to|experienced|aged?|ages|vegan|vegetarian|beginners?|must"
    r"|for|about|on|near|to|at|up|in|from|of|because|since|so|as|but|if|when|while|where|before|after|until"
    r"|including|plus points|bonus|like|low-key|quiet|simple|small|medium|large|big|casual|formal|outdoors?|indoors?"
    r"|gentle|calm|discreet|friendly|patient|reliable|not)\b",
    re.IGNORECASE,
)
"""Start of a fragment that says more about what is asked for."""

INJECTION_PATTERN = re.compile(
    r"<\s*/?\s*[a-z]+[^>]*>|\b(?:ignore|disregard|forget)\s+(?:all |the |any |your |every )*(?:previous|prior|above"
    r"|earlier|preceding|instructions?)|system prompt|\bdrop table\b|\bselect \* from\b|\$\{|\{\{|\bprint\("
    r"|\bimport os\b|\brm -rf\b|\bact as\b|\bjailbreak\b|;\s*--|'\s*or\s*'?1",
    re.IGNORECASE,
)
"""Code, or commands to a model, in place of a demand."""

FOREIGN_PATTERN = re.compile(
    r"\b(?:ich|wir|brauche|brauchen|suche|suchen|einen?|eine|der|die|das|und|für|nicht|je|nous|cherche|cherchons"
    r"|une|besoin|pour|avec|dans|est|les|des|necesito|busco|quiero|una|para|con|por|cerco|ho|bisogno|ik|zoek|een"
    r"|voor|szukam|potrzebuj\w*)\b",
    re.IGNORECASE,
)
"""Function words of other languages: a sentence with two of them is not read as English."""

ORGANIZE_PATTERN = re.compile(
    r"\b(?:organi[sz](?:e|ing)|host(?:ing)?|hold(?:ing)?|throw(?:ing)?|plan(?:ning)?|arrang(?:e|ing)"
    r"|put(?:ting)? on|celebrat(?:e|ing)|having|set(?:ting)? up|run(?:ning)?)\s+(?:(?:a|an|our|my|the|his|her"
    rf"|their)\s+)?(?:[\w'-]+ ){{0,3}}?{OCCASION}\b",
    re.IGNORECASE,
)
"""Organizing an occasion: a need only if nothing else is asked for."""

UNIT_PATTERN = re.compile(
    rf"(?:(?:about|around|max|maximum|at most|up to)\s+)?{NUMBER}\s*(?:yrs?|y/?o|years?(?: old)?|m|cm|mm|km|metres?"
    r"|meters?|ft|feet|foot|inch(?:es)?|yards?|hrs?|hours?|h|mins?|minutes?|days?|nights?|weeks?|months?|miles?|kg"
    rf"|kilos?|g|grams?|lit(?:re|er)s?|l|sqm|stone|lbs?|percent|%|times)(?![\w-])(?! of \w)[^,;{MASK}]*?(?=\s*"
    rf"(?:[,;:{MASK}]|$)|\s+and (?:an?|some)\b)",
    re.IGNORECASE,
)
"""Length of time, measure or age: no thing that is asked for."""

PART_PATTERN = re.compile(
    rf"(?:one|two|three|some|half|a few|{NUMBER})(?: (?:is|are|of us))?(?: \w+)? (?:vegans?|vegetarians?"
    rf"|veggies?|coeliacs?|gluten[- ]free"
    r"|halal|kosher|allergic)\b"
    rf"|(?:half|some|most|all|both|none|many|{NUMBER}) of (?:them|us|whom|which|these|those)\b[^,;{MASK}]*",
    re.IGNORECASE,
)
"""Part of the people named before: "half of them vegetarian"."""

POST_PATTERN = re.compile(
    rf" (?:on|behind|at) the [a-z-]+(?=\s*(?:[,;{MASK}]|$)|\s+(?:and|for|till|until|from)\b)", re.IGNORECASE
)
"""Post of a person: "somebody | on the decks"."""

ACTION_PATTERN = re.compile(
    rf"\s*+[{MASK}]*+\s*+(?:who|that) (?:(?:actually|really|also|still|always|just|often|usually"
    r"|regularly) )*(?P<verb>[a-z]+s)(?= (?!(?:in|near|at|from|on|it|well|to)\b)[a-z])",
    re.IGNORECASE,
)
"""What a person does: "who actually bakes the cake"."""

OTHER_PATTERN = re.compile(r"\s+or (?:some |any )?(?:other|similar)\s", re.IGNORECASE)
""""or some other", which joins two names of one thing."""

TEACHING_PATTERN = re.compile(
    r"(?:(?:private|remote|online|regular|weekly|individual|some) )*(?:lessons?|class(?:es)?|sessions?|tuition"
    r"|teacher|tutor|course)$",
    re.IGNORECASE,
)
"""Lessons without a subject, which add nothing to "learn to swim"."""
