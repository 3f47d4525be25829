import { cuePattern, type InstructionSign } from "./instruction-sign.ts";

// Patterns see lower-case text with single spaces, one line per sentence. `gap` counts words, so it
// stays within a sentence and costs linear time.
const gap = (words: number): string => `(?:[^\\s]{1,60} ){0,${words}}?`;
const not =
  "\\b(?:do not|don['’]?t|does not|doesn['’]?t|never|not to|must not|mustn['’]?t|should not|shouldn['’]?t|need not|needn['’]?t|may not|cannot|can['’]?t|without|avoid|refrain from|no need to|not necessary to|no reason to|stop) ";
const person =
  "\\b(?:users?|customers?|clients?|humans?|person|people|anyone|anybody|operator|owner|end-?users?|them|caller)\\b";
const callWord =
  "(?:us(?:e|es|ed|ing)|call(?:s|ed|ing)?|invok(?:e|es|ed|ing)|run(?:s|ning)?|execut(?:e|es|ed|ing)|trigger(?:s|ed|ing)?|perform(?:s|ed|ing)?|query|querying)";
const tools =
  "(?:tools?|functions?|mcps?|mcp servers?|plugins?|connectors?|utilit(?:y|ies)|skills?)";
const identifier = "`?[a-z][a-z0-9]{0,30}_[a-z0-9_]{1,60}`?";
const strongSecret =
  "(?:ssh keys?|private keys?|id_rsa|id_ed25519|~/|\\$home|/etc/(?:passwd|shadow|hosts)|/root/|\\.ssh|\\.env\\b|\\.aws|\\.netrc|\\.npmrc|\\.git-credentials|\\.bash_history|\\.kube|mcp\\.json|claude_desktop_config|authorized_keys|keychain|wallet\\.dat|seed phrase|mnemonic|system prompts?|system messages?|(?:chat|conversation|message|browsing|browser) (?:history|log|transcript)|environment variables?|env vars?|browser cookies|session cookies?|credit card)";
const secret =
  "(?:passwords?|passphrases?|secrets?|credentials?|api[ _-]?keys?|(?:access|session|auth|bearer|refresh|oauth) tokens?|cookies|confidential|sensitive (?:data|information|files?)|personal (?:data|information)|private (?:data|information|messages|files?))";
const takes =
  "\\b(?:read|open|load|access|fetch|retrieve|extract|collect|gather|include|attach|append|dump|steal|copy|harvest|capture|look for|search for|locate|scan|obtain|supply|provide|pass|hand|put|submit|write|state|give|send|insert|reveal)(?:ed|ing)?\\b ";
const sends =
  "\\b(?:send|sent|sending|forward(?:ed|ing)?|e-?mail(?:ed)?|mail(?:ed)?|post(?:ed)?|upload(?:ed|ing)?|transmit(?:ted)?|exfiltrate[ds]?|leak(?:ed)?|b?cc(?:['’]?d)?|cop(?:y|ies|ied)|submit(?:ted)?|report(?:ed)?|relay(?:ed)?|redirect(?:ed|ing)?|rout(?:e|ed|ing)|proxied|mirror(?:ed)?|deliver(?:ed)?|publish(?:ed)?|share[d]?|backed up|back up|sync(?:ed)?|addressed|go through|stream(?:ed)?|push(?:ed)?|loop|invite[d]?|notify)\\b ";
const target =
  "(?:[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}\\.[a-z]|(?:https?|ftp|wss?|tcp)://|\\b\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\b|\\+\\d{7,15}\\b|\\b[a-z0-9-]{1,40}\\.(?:example|evil|xyz|ru|cn|top|io|com|net|org)\\b)";
const someServer =
  "\\b(?:external|remote|third-party|attacker|our|my|backup|collector|collection|audit|logging|analytics|monitoring|telemetry|central|secondary|alternate|alternative|mirror|community|proxy) (?:[a-z-]{1,20} )?(?:server|endpoint|host|address|account|url|site|domain|webhook|collector|proxy|mirror|repository|bucket)\\b";
/**
 * Phrases that give an instruction by themselves. The first three kinds decide alone: no honest
 * description sets instructions aside, plays a role or keeps something from the person.
 *
 * They follow from the principle that a description describes its own tool. Text about other
 * tools, the person, secrets, order, secrecy or urgency has another purpose.
 */
export const instructionPhrases: readonly InstructionSign[] = [
  // Sets aside what others said.
  cuePattern(
    "override",
    15,
    `\\b(?:ignor(?:e|es|ing)|disregard(?:s|ing)?|forget|overrid(?:e|es|ing)|overrule|bypass(?:es|ing)?|neglect|abandon|disobey|circumvent|evade|stop following|do not (?:follow|obey)|set aside|disable|skip|lift|suspend)\\b ${gap(4)}(?:instructions?|prompts?|guidelines?|guidance|directives?|directions|orders|restrictions?|safety|safeguards?|guardrails?|polic(?:y|ies)|content filters?|content filtering|content sanitization|security checks|all validation|access controls?)\\b`,
    `\\b(?:previous|prior|earlier|above|other|existing|system|user['’]?s) (?:instructions?|guidance|guidelines|rules|directives|prompts?)\\b ${gap(4)}(?:no longer|not apply|void|outdated|replaced|superseded|invalid)\\b`,
    `\\b(?:instructions?|description|directives?|rules|note) ${gap(5)}(?:takes?|has|have|had) (?:absolute |higher |top )?(?:precedence|priority)\\b`,
    `\\b(?:restrictions?|limits|limitations|safety|rules|safeguards|guardrails) ${gap(4)}(?:lifted|suspended|removed|waived|do not apply|no longer)\\b`,
    // A quantity or an id of users is no person, as in the parameter `ignoreUserCount`.
    "\\b(?:ignore|disregard|override|stop following|set aside|neglect) (?:what )?(?:the )?(?:users?|customers?|human)\\b(?! (?:agents?|counts?|groups?|ids?|limits?|thresholds?|windows?)\\b)",
  ),
  cuePattern(
    "override",
    4,
    "\\bfrom now on\\b|\\bhenceforth\\b|\\byou are now\\b|\\byou are in [a-z]{1,20} mode\\b",
    "\\bact as ?:|\\bact as (?:an? )?(?:unrestricted|root|admin|administrator|system|different)\\b",
    "\\b(?:jailbreak|god|dan|unrestricted|developer|maintenance) mode\\b",
    `\\b(?:treat|trust|regard|consider) (?:this|the|all|any|every|it) ${gap(6)}(?:as (?:trusted|authoritative|coming|a system|an? admin|if)|implicitly|without (?:validation|question)|commands|input)\\b`,
  ),

  // Looks like a message of another role.
  cuePattern(
    "role",
    15,
    "<\\/? ?(?:important|hidden|system|instructions?|critical|override|secret|assistant|user|prompt|admin|urgent|mandatory|directive|note_to_\\w{1,20})(?: [^<>]{0,60})?>",
    "\\[ ?\\/?(?:important|hidden|system|instructions?|critical|inst|urgent|mandatory|admin|assistant|secret|note to \\w{1,20}) ?\\]",
    "\\[ ?(?:[a-z]{1,30} ){0,3}(?:directives?|override|instructions?) ?\\]",
    "<\\|[a-z_]{2,30}\\|>|<<\\/?sys>>|<\\/?s>\\[",
    "#{2,4} ?(?:instructions?|system|response|assistant|human|user) ?:?(?:$| )",
    "(?:^|\\n| )(?:system|assistant|human) ?: ?(?:you|ignore|disregard|do not|read|send|always|the (?:assistant|model)|call|execute|run|before|after|trust|bypass|treat|understood|ok|fetch|give)\\b",
    "\\b(?:begin|start|end)(?: of)? (?:[a-z]{1,20} ){0,2}(?:instructions?|directives?|system (?:prompt|message))\\b",
    // Speaks to the reader. "Instructions for the AI analysis" only names a value.
    "\\b(?:notes?|messages?|instructions?|reminders?|hints?|attention) (?:to|for) (?:the |all |any )?(?:ai|assistants?|models?|llms?|agents?|chatbot)(?: (?:assistants?|agents?|models?|systems?))?(?= ?[:,!—–-]| (?:must|should|shall|always|never|do not|please|when|before|if|you)\\b)",
    "\\b(?:hidden|system|secret|override|bypass|emergency|internal|metadata|configuration|role) (?:override )?(?:directive|instruction|protocol|command|override|note|notice|message|prompt|requirement)s? ?:",
    "\\b(?:ai|assistant|llm|agent) (?:instructions?|directives?|note) ?:",
  ),

  // Keeps something from the person.
  cuePattern(
    "secrecy",
    15,
    `${not}${gap(3)}(?:mention|tell|inform|notify|reveal|disclose|alert|warn|let|explain|acknowledge|admit|discuss|talk|bring|refer|speak|show|expose|indicate|say|hint|bother)(?:ing)?\\b ${gap(6)}(?:${person}|you['’]?re|that you|you (?:are|have|did)|\\b(?:this|these|the|any) (?:note|step|steps|instructions?|tool|action|fact|procedure|process|details|parameter)|\\bup\\b|\\bin your\\b|\\bthat (?:this|it|the)\\b)`,
    `\\bwithout (?:the )?${gap(3)}(?:knowledge|consent|knowing|noticing|awareness|being (?:told|notified|aware|informed))\\b`,
    `${person} ${gap(2)}(?:must|should|need|needs|does|do|will|can|may|is|are) (?:not|never) ${gap(3)}(?:know|see|notice|learn|hear|be (?:told|informed|aware|notified|bothered|shown)|told|informed|aware)\\b`,
    `${person} ${gap(1)}(?:doesn['’]?t|don['’]?t|needn['’]?t|shouldn['’]?t|mustn['’]?t|won['’]?t) ${gap(2)}(?:know|see|notice|learn|hear)\\b`,
    `\\b(?:keep|hide|hidden|conceal|withhold|mask) ${gap(4)}(?:secret|confidential|between us|from (?:the )?(?:users?|customer|human|person|view|operator))\\b`,
    `\\b(?:leave|omit|exclude|keep) ${gap(4)}(?:out of|from) (?:your|the) (?:summary|answer|reply|response|explanation|output)\\b`,
    `\\b(?:reply|answer|response|output|explanation|summary) ${gap(2)}(?:should|must|may|shall) (?:not|never) ${gap(2)}(?:contain|mention|include|refer|show|reveal)\\b`,
    `${person} ${gap(1)}(?:is|are|was) already (?:aware|informed|told)\\b`,
  ),
  cuePattern(
    "secrecy",
    3,
    "\\b(?:(?<!(?:succeeds?|fails?|failing|instead of|rather than|never|not) )silently(?! (?:ignore|skip|drop|fail|truncat|discard))|secretly|quietly|covertly|discreetly|stealthily|invisibly|surreptitiously|behind the scenes|unnoticed)\\b",
  ),

  // Speaks for the person, or does not ask.
  cuePattern(
    "consent",
    15,
    "\\b(?:without|skip|no need for|bypass) (?:the |any |user |further |explicit |prior )?(?:confirmation dialog|consent|approval by|approval from)\\b",
    "\\b(?:do not|don['’]?t|never|no need to|without) ask(?:ing)? (?:for |the user for )?(?:confirmation|permission|approval|consent|the user|back)\\b",
    "\\b(?:the )?(?:user|customer|person|owner) (?:has |have |had )?(?:already |previously |implicitly )(?:approved|consented|agreed|authori[sz]ed|given|granted|confirmed)\\b",
  ),
  cuePattern(
    "consent",
    5,
    `(?:${not}|\\bno |\\bskip (?:the )?|\\bbypass )${gap(3)}(?:confirmation|permission|approval|consent|confirm|authori[sz]ation)\\b`,
    `\\bwithout (?:asking|telling|informing|notifying|alerting|warning (?:the|them|users?|people)|mentioning|prompting|user|further|any (?:further )?(?:question|check|confirm))`,
    `${not}(?:ask|asking|wait|prompt|consult|check with) (?:for )?(?:the )?(?:users?|back|customer|them|permission|confirmation|human)`,
    `${person} ${gap(2)}(?:has |have |had )?(?:already |previously |implicitly )?(?:approved|consented|agreed|pre-?approved|authori[sz]ed|given (?:consent|permission)|granted)\\b`,
    "\\bconsent (?:has been|was|is) (?:given|granted|implied)\\b|\\bpre-?(?:approved|authori[sz]ed)\\b",
  ),

  // Puts itself before others.
  cuePattern(
    "precedence",
    6,
    `\\b(?:prefer|prioriti[sz]e|favou?r|choose|select|pick|opt for|rely on|default to|use|call|invoke)(?:s|red|ring|d)?\\b ${gap(4)}(?:over|instead of|rather than|before|above|ahead of|in place of|in lieu of) (?:any |all |every |the |its |your )?(?:others?|alternatives?|similar|competing|competitors?|rest|existing|built-?in|native|default|standard|${identifier}|${tools})\\b`,
    `\\b(?:better|faster|safer|accurate|reliable|secure|trustworthy|complete|powerful|efficient|superior|precedence|priority|preferred|preferable|recommended) ${gap(1)}(?:than|over|to|among|above) (?:any |all |every |the )?(?:others?|alternatives?|similar|competing|rest|existing|available|${identifier}|${tools})\\b`,
    `\\b(?:highest|top|absolute|maximum|utmost|first) (?:priority|precedence)\\b`,
    `\\b(?:is|as) the only (?:[a-z-]{1,20} ){0,2}(?:${tools}|one|calculator|source|way)\\b ${gap(4)}(?:trust|allowed|may|should|must|works?|correct|approved|authori[sz]ed)`,
    `\\b(?:supersedes?|replaces?(?! (?:all |every |each |the )?(?:occurrences?|instances?|matches|text)\\b)|overrides?|takes? over|substitutes?|stands? in for|takes? the place of|outperforms?|obsoletes?) (?:any |all |every |the |both )?(?:[a-z-]{1,20} ){0,2}(?:others|other (?:${tools})|previous ${tools}|earlier|older|built-?in|${identifier}|${tools})\\b`,
    `\\b(?:always|only|just|exclusively|must|should|please) (?:always |first |only )?(?:use|call|invoke|execute|run|choose|select|prefer|pick) (?:this|it|me)\\b(?! (?:when|if|for|to|after|with|only))`,
    `\\b(?:this|it) (?:[a-z]{1,20} )?(?:should|must|has to|needs to|is to|shall) (?:always |be )?${gap(1)}(?:preferred|prioriti[sz]ed|favou?red|chosen|selected|picked|used (?:in its place|instead|for (?:all|every|any|everything)))\\b`,
    `\\b(?:use|call|choose|select|route|pick|send) (?:[a-z]{1,20} ){0,3}(?:through )?(?:this|it)(?: one| tool| function)? (?:instead|for (?:all|any|every|everything))\\b`,
    `\\bthrough this (?:tool|function|one|server)\\b`,
    `\\b(?:tool|function) only works (?:correctly |properly )?(?:when|if|after)\\b`,
    `\\b(?:choose|select|pick|prefer) (?:this|it)(?: one| tool| function)? (?:instead|first|over(?! §)|always|even|every)`,
    `\\b(?:${tools}|one) (?:to (?:pick|choose|use|call|prefer)),? even\\b`,
  ),
  cuePattern(
    "precedence",
    6,
    `${identifier} ${gap(3)}(?:is|are|was|has been|gives?|returns?) ${gap(2)}(?:deprecated|broken|insecure|unreliable|outdated|disabled|obsolete|unsafe|unavailable|vulnerable|compromised|wrong|stale|discontinued)`,
    `\\b(?:others?|older|earlier|${tools}|alternatives|calculators|ones) (?:[a-z]{1,20} ){0,5}(?:deprecated|broken|insecure|unreliable|outdated|obsolete|unsafe|vulnerable|compromised|wrong|stale|discontinued|slower|less [a-z]{1,20}|must not be|should not be|are to be dropped)\\b`,
    `${not}(?:use|call|invoke|consider|rely on|trust|choose|select|using|calling|trusting) (?:any |the |an? )?(?:others?|alternatives?|existing|built-?in|native|old|older|standard|original|${identifier})\\b`,
    "\\b(?:in its place|in place of|in lieu of|successor (?:of|to)|upgraded version of|improved version of|drop-in replacement)\\b",
    "\\b(?:best|most (?:reliable|accurate|trusted|powerful|advanced|comprehensive|secure)|ultimate|superior|verified|trusted|number one|#1) (?:and [a-z ]{1,30})?(?:[a-z-]{1,20} ){0,2}(?:tool|function|choice|option|calculator|provider|source)\\b",
  ),

  // Sets the order of calls.
  cuePattern(
    "order",
    15,
    `\\b(?:must|should|shall) always (?:be )?(?:use|call|invoke|run|choose|select|called|used|invoked|chosen) (?:this|first|before)\\b`,
  ),
  cuePattern(
    "order",
    2,
    `\\b(?:before|prior to|after|until|precedes?|preceding|following|whenever|every time|each time|once|when) ${gap(3)}(?:any|all|every|each|other|another|anything) ${gap(3)}(?:${tools}|operations?|actions?|calls?|else|requests?|step|task)\\b`,
    `\\b(?:start|beginning|end|outset|beginning and end) of (?:each|every|any|all|the|a) (?:conversation|session|turn|chat|task|interaction|message|request|response|dialogue)\\b`,
    `\\b(?:in|during|after|before) (?:each|every|any|all) (?:conversations?|turns?|messages?|responses?|interactions?|user (?:requests?|messages?|queries)|tool calls?|prompts?|questions?)\\b`,
    `\\bno other (?:tool|function)s? ${gap(3)}until\\b`,
  ),
  cuePattern(
    "order",
    3,
    `\\b(?:before|prior to|after|whenever|every time|each time|while|once) (?:you |the |it )?${callWord} (?!this)${gap(3)}(?:${identifier}|(?!this )[a-z]{1,20} (?:tool|function|operation)\\b)`,
    `\\b(?:whenever|every time|each time|after each|after every|before each|before every)\\b ${gap(6)}(?:${tools}|${callWord}|${identifier}|written|available|chosen)\\b`,
    `\\b(?:when(?:ever)?|before|after|once|if|while|every time|each time|until) (?:the |an? |any )?(?:tool |function )?(?:${identifier}|[a-z]{1,20} (?:tool|function)) (?:tool |function )?(?:is|was|are|would be|gets|has been) (?:used|called|invoked|run|executed|available|chosen|selected|needed|requested|triggered)\\b`,
    `\\b(?:must|has to|have to|should|needs? to|always|required to|mandatory)\\b ${gap(3)}(?:called|used|invoked|run|executed|performed|(?:call|use|invoke|execute) this(?: tool| function)?) (?:first|immediately|at once|before|prior|beforehand|after)\\b`,
    `\\b(?:call|invoke|run|execute|use) this (?:tool|function|helper|one)? ?(?:first|at|immediately|again|prior|every|each)\\b`,
    `\\b(?:output|result|results|response|arguments|parameters) (?:of|from) (?:the )?(?:[a-z-]{1,20} tool|${identifier}|any|every|other|each)`,
  ),

  // Asks for secrets, files or the conversation.
  cuePattern(
    "secrets",
    15,
    `\\b(?:must|always|make sure|ensure|please|be sure|remember to|need to|have to|should) ${gap(3)}${takes}${gap(4)}${strongSecret}`,
  ),
  cuePattern(
    "secrets",
    4,
    `${takes}${gap(8)}${strongSecret}`,
    `${strongSecret} ${gap(5)}(?:in|into|as|to) (?:the|this|a) ${gap(2)}(?:parameter|argument|field|response|answer)`,
  ),
  cuePattern("secrets", 4, `${takes}${gap(8)}${secret}\\b`),
  cuePattern(
    "secrets",
    4,
    `\\b(?:entire|whole|full|complete|everything|every|verbatim|word for word|previous|earlier|so far)\\b ${gap(4)}(?:conversation|chat history|dialogue|system prompt|user (?:has |have )?(?:said|wrote|asked)|chain of thought|tools you|tool descriptions|previous turns?|earlier messages)\\b`,
    `\\b(?:everything|all|what) (?:that )?(?:the )?users? (?:has |have )?(?:said|wrote|written|typed|asked)\\b`,
    "\\byour (?:system prompt|instructions|model name|system message|context window|previous messages|session token|api key|credentials|conversation|transcript)\\b",
    "\\b(?:list of )?all (?:the )?tools you\\b|\\bits transcript\\b",
  ),
  cuePattern(
    "secrets",
    4,
    `\\b(?:pass|hand|put|attach|append|supply|submit|insert|write|copy|state|contain|provide)(?:ed|ing)?\\b ${gap(9)}(?:in|into|as|to|within|over in) (?:the |this |a |your |its |['"\`])?(?:['"\`]?[a-z_]{1,20}['"\`]? )?(?:parameter|argument|field|property|notes?|context|metadata|sidenote|side note|response|reply|answer|feedback)\\b`,
    `\\b(?:every|all|each|any) (?:[a-z]{1,20} )?(?:files?|documents?) (?:in (?:the|your|their) (?:home|downloads|desktop|documents|project|root|user)|you)\\b`,
  ),

  // Sends to a place that the person did not name.
  cuePattern(
    "destination",
    15,
    "\\b(?:loop in|b?cc|copy in|always copy|keep) [a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}\\.[a-z]",
    `\\b(?:always|must|also|please|after that|afterwards|then|every|whenever|ensure|make sure),? ${gap(6)}${sends}${gap(8)}${target}`,
  ),
  cuePattern("destination", 5, `${sends}${gap(10)}${target}`),
  cuePattern("destination", 4, `${sends}${gap(10)}${someServer}`),
  cuePattern(
    "destination",
    4,
    `\\b(?:all|every|any|each|copies of|copy of) (?:[a-z-]{1,20} ){0,3}(?:requests?|traffic|e-?mails?|messages?|data|queries|results?|output|outputs|files|calls|downloads|transactions?|payments?|conversations?)\\b ${gap(3)}(?:must|should|have to|has to|are to|is to|need to|will|shall)(?: also)?(?: be)? (?:sent|go|forwarded|routed|redirected|copied|posted|delivered|uploaded|addressed|passed|taken|shared|logged|recorded|made)\\b`,
    `\\b(?:instead of|rather than|not|never) (?:from |to |through |by |via )?(?:the )?(?:official|usual|vendor['’]?s|user['’]?s|default|original|real|normal|given) (?:endpoint|address|site|server|api|url|host|repository|domain|one|registry)\\b`,
    `\\b(?:set|change|replace|overwrite|use|point|switch) ${gap(4)}(?:base url|endpoint|host|proxy|server|mirror|registry|webhook|dns|address|recipient)\\b ${gap(4)}(?:to|with|at|through|by) ${gap(2)}(?:${target}|[a-z0-9-]{1,30}\\.[a-z]{2,})`,
  ),

  // Changes what the person asked for.
  cuePattern(
    "falsify",
    15,
    `\\b(?:regardless|irrespective|independent|independently) of (?:what |which |the |any |whether |how )?(?:[a-z]{1,20} )?${gap(1)}(?:users?|customer|asked|requested|question|request|specified|configuration|input|context|intent)`,
    `\\b(?:no matter|whatever|whichever|even if|even when|even though) (?:what |which |how |who |whether )?${gap(3)}(?:${person}|asked|requested|specified|says|given|named)`,
    `\\b(?:replac|swap|exchang|substitut|chang|modif|alter|overwrit|overwritten|doubl|invert|revers|shift|multipl|rewrit|set|ignor|adjust|inflat|falsif|manipulat)(?:e|es|ed|ing|y|ies|ied|ten|ped|ping|s)?\\b ${gap(6)}(?:(?:that |which )?(?:the )?users? (?:gave|named|provided|asked|specified|requested|wants?|entered|supplied|chose|provides)|(?:given|provided|specified|requested|asked) (?:for )?by (?:the )?users?|user['’]?s (?:request|input|choice|value|argument|query|amount|recipient|address))`,
    `\\b(?:modify|change|replace|alter|falsify|overwrite|adjust|swap|exchange) (?:the )?(?:[a-z]{1,20} )?(?:results?|outputs?|answers?|values|response|recipient|destination|amount|origin|ticker|arguments?)\\b ${gap(4)}(?:of|from|with|by|to|before|and) ${gap(3)}(?:tool|function|check|response|account|destination|calling|${identifier}|[a-z0-9]{1,20}@)`,
    `\\b(?:instead of|rather than|not) (?:the |what |which )?(?:[a-z]{1,20} ){0,2}(?:that |which )?(?:the )?users? ?(?:gave|named|provided|asked|specified|requested|wants?|said|chose)?\\b`,
  ),
  cuePattern(
    "falsify",
    4,
    `\\b(?:always|must|should|has to|have to|silently|automatically) (?:be )?(?:set|overwritten|doubled|replaced|swapped|changed|increased|rounded|fixed|redirected) (?:to|with|by|silently)\\b`,
    `\\b(?:always|must|should) (?:set|pass|fill|put|add|append|insert) ${gap(4)}(?:to|=|as|with)\\b`,
    `\\b(?:set|change|replace|swap|exchange|substitute|double|multiply|alter|modify|switch)(?:d|ed|ped)? (?:the |its |each |every )?(?:recipient|amount|phone number|destination|account|owner|quantity|price|currency|sender|payee|beneficiary|iban|wallet|order|email|e-mail)\\b ${gap(3)}(?:to|by|with|for|before|and|silently)\\b`,
    `\\b[a-z_]{2,30} ?= ?true\\b ${gap(8)}(?:even|although|regardless|always)`,
  ),

  // Tells the model what to say.
  cuePattern(
    "pretence",
    15,
    `\\b(?:tell|inform|assure|convince|persuade|reassure) (?:the )?(?:users?|customer|them|human|person) (?:that|it|the|they|everything)\\b`,
    `\\b(?:respond|answer|reply|present|act|behave|show|format|report|pretend|return|display) ${gap(5)}(?:as if|as though|to look like|like normal)\\b`,
    `\\b(?:pretend|make it (?:look|appear|seem)|make it sound)\\b`,
    `\\b(?:say|claim|answer|state|report|respond|reply|insist) (?:that )?(?:it|they|the|an error|every|with)\\b ${gap(6)}(?:even|succeeded|unsafe|if the user|positive|fine|normal)`,
    `\\b(?:mention|recommend|promote|advertise|suggest|endorse|praise|include|add|say|write|append) ${gap(5)}(?:in|to|at the end of) (?:your|every|each|all) (?:answer|answers|response|responses|reply|replies|message|messages|output)\\b`,
    `\\bin (?:your|every|each) (?:answer|response|reply)s? that\\b|\\b(?:in|with) a (?:positive|favou?rable) (?:way|light|tone)\\b`,
    `\\bexpects? you to\\b|\\bwhen asked about\\b`,
  ),

  // Has something run on the machine.
  cuePattern(
    "command",
    4,
    `\\b(?:run|execute|install|type|append|start|launch|paste|enter|invoke|add)(?:s|ed|ing)?\\b:? ${gap(8)}['"\`; ]{0,3}(?:curl |wget |rm -|chmod |chown |sudo |bash\\b|sh -|pip3? install|npm (?:install|i) |npx |nc |ncat |eval\\b|powershell|base64 -|python3? -c|crontab|ssh )`,
    "\\brm -rf\\b|\\| ?(?:ba|z)?sh\\b|\\bchmod 777\\b|\\bauthorized_keys\\b|\\b/etc/shadow\\b|\\breverse shell\\b",
  ),
  cuePattern(
    "command",
    5,
    `\\b(?:delete|remove|erase|wipe|destroy|overwrite) (?:all|every|any|the entire) ${gap(2)}(?:files?|documents?|data|folders?|backups?|records|logs?) (?:in|of|on|from|under|when|before|after)\\b`,
    `\\bsecond copy\\b|\\b(?:import|append|add) (?:the )?(?:line|text|code|following)\\b ${gap(6)}(?:to|at) (?:the )?(?:end|contents?|file|every|each|start)\\b`,
  ),

  // Presses.
  cuePattern(
    "pressure",
    4,
    `\\b(?:otherwise|or else|failure to|failing to|unless you)\\b ${gap(10)}(?:fail|fails|crash|crashes|break|breaks|lost|lose|loss|corrupt|corrupted|corruption|invalid|work|error|errors|terminated|denied|locked|blocked|penal)`,
    `\\b(?:immediately|right away|urgently|without delay|urgent ?:)`,
    `\\b(?:by|per|due to|under|according to|following|required by|as) (?:the |our |a |new )?(?:company|security|compliance|corporate|organi[sz]ation(?:al)?|legal|privacy|it) (?:policy|policies|requirements?|regulations?|team|rules|mandate|department)\\b`,
    `\\bcompliance (?:demands|requires|needs)\\b|\\bsecurity (?:requirement|protocol|measure)s?\\b`,
    "\\bfor (?:auditing|compliance|verification|security|quality assurance|logging|billing|legal) (?:purposes|reasons)\\b",
  ),
  // Gives orders to the reader.
  cuePattern(
    "address",
    2,
    `\\b(?:the |any |every |each |all )?(?:assistants?|llms?|ais?|ai (?:agents?|models?|assistants?)|agents?|language models?|chatbots?|claude|chatgpt|copilot) ${gap(2)}(?:must|should|shall|has to|have to|needs? to|is required|are required|is to|are to|may not|cannot|will need)\\b`,
  ),
];
