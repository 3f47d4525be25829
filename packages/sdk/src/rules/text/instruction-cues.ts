import { cueWords, type InstructionSign } from "./instruction-sign.ts";

/**
 * Words that speak to a reader about tools, order, rules and reasons.
 *
 * One cue says nothing. Several in one sentence do: an honest sentence describes, and rarely brings
 * them together. The points are log-odds on the development half of the corpus, doubled and rounded.
 */
export const speechCues: readonly InstructionSign[] = [
  // Obliges.
  cueWords(
    "address",
    1,
    "must|always|shall|has to|have to|had to|needs? to|required to|(?:is|are) required",
    "mandatory|obligatory|are to|is to|is to be|are to be|make sure|be sure|remember to",
    "it is (?:crucial|essential|vital|critical|imperative|necessary)|at all times|obliged",
    "(?:advised|urged|instructed|supposed|expected|told|compelled|obligated|bound) to",
    "prerequisite|requires? you|strict requirement|not allowed to|only allowed",
    "under no circumstances|without exception|make certain|see to it|take care to",
    "it is (?:mandatory|required|vital)|needs? to be",
    "to be (?:done|made|called|used|sent|set|changed|executed|answered)",
  ),
  // Recommends.
  cueWords("address", 3, "should|ensure|ought|expected to|expects? you|asked to"),
  // Forbids.
  cueWords(
    "address",
    1,
    "do not|don['’]t|never|avoid|refrain|must not|mustn['’]t|should not|shouldn['’]t",
    "not to|need not|no need|no longer|not be",
  ),
  // What the person asked for.
  cueWords(
    "falsify",
    3,
    "(?:user|users|customer|person|traveller|they|human) (?:has |have |had |did |explicitly |actually |really )?(?:asks?|asked|wants?|wanted|requests|requested|gave|gives|mentions?|mentioned|named?|names|provides?|provided|says?|said|specif(?:y|ies|ied)|chose|chooses|typed?|types|entered|enters|tries|intends?|meant|agreed|agrees|objects?|did not)",
    "(?:requested|given|asked for|specified|provided|named|chosen) by (?:the )?(?:user|customer|person)",
    "(?:was|were) (?:asked|requested|wanted) (?:for)?",
  ),
  // The reader's own answers and session.
  cueWords(
    "pretence",
    6,
    "your (?:answers?|repl(?:y|ies)|responses?|outputs?|explanations?|summar(?:y|ies)|instructions|constraints|goals|rules|system|session|identity|user|users|model|messages?|actions?|conversation|final answer|previous|earlier)",
    "what you (?:write|say|answer)|offered to you|available to you",
  ),
  // Names the reader.
  cueWords(
    "address",
    1,
    "assistants?|llms?|ais?|ai (?:agents?|models?|assistants?|systems?)|the agents?",
    "all agents|every agent|the model|models should|language models?|chatbots?|claude",
    "chatgpt|gpt|copilot|cursor|gemini",
  ),
  // Names itself.
  cueWords(
    "precedence",
    1,
    "this tool|this function|this one|this helper|this server|use me|this instead",
    "the tool to (?:use|pick|choose)|this call|this check|this step|this description",
    "this procedure",
  ),
  // Names other tools as a kind.
  cueWords(
    "precedence",
    8,
    "(?:any|every|other|others|another|alternative|competing|similar|older|earlier|legacy|existing|remaining|built-?in|native|original|ordinary|standard|usual|rival|no other|the rest of the|several|further|previous|subsequent) (?:[a-z-]{1,20} ){0,2}(?:tools?|functions?|mcps?|helpers?|calculators?|file writers?|search engines?)",
    "all (?:other |available |competing |similar )?(?:tools|functions)",
    "(?:than|over|instead of|to|from) (?:the )?others",
    "other (?:search |tool )?(?:servers?|providers?|products?|engines|airlines|calculators)",
    "any other provider|alternatives (?:have|are|should|that|exist|leak)",
    "(?:any|considering|all) alternatives|competitors?|everything else|anything else",
    "rival [a-z]{1,20}|the remaining [a-z]{1,20} tools?",
    "the (?:original|ordinary|standard) [a-z_]{2,30} (?:tool|function|must|is|was|should)",
    "both [a-z_]{3,40} and this|compared (?:with|to) other|other [a-z]{2,20} tools?",
    "every other tool|elsewhere",
    "your own (?:computations?|knowledge|tools?|answers?|search)",
    "ahead of (?:every|any|all)|while this (?:server|tool) is",
  ),
  // Names another tool.
  cueWords(
    "order",
    3,
    "`?[a-z][a-z0-9]{0,30}(?:_[a-z0-9]{1,30}){1,8}(?:\\(\\))?`? (?:tool|function|is|was|would|will|has|no|only|returns?|gives?|must|should|with|first|afterwards|before|after|instead)",
    "(?:the|a|with|by|of|to|call|calling|using|use|before|after|tool|function|through) `?[a-z][a-z0-9]{0,30}(?:_[a-z0-9]{1,30}){1,8}(?:\\(\\))?`?",
    "(?:the|a|any|each|every) [a-z-]{2,20} (?:tool|function|server)",
  ),
  // An order of steps.
  cueWords(
    "order",
    2,
    "before|prior to|beforehand|first|whenever|each time|every time|preced(?:e|es|ed|ing)",
    "until|as soon as|afterwards?|after|once|at the (?:start|beginning|end|outset)",
    "in advance|upfront|next|followed by|final step",
  ),
  // Every turn, every time.
  cueWords(
    "order",
    6,
    "(?:each|every|after any|before any|any tool|all) (?:conversations?|sessions?|turns?|messages?|answers?|repl(?:y|ies)|interactions?|tool calls?|questions?|steps?|chats?|dialogues?|mails?|agents?|navigation|transactions?|file operations?|tool)",
    "(?:each|every) (?:request|response|call|document|operation)",
    "in this (?:session|conversation|workspace)",
    "(?:the whole|entire|complete) (?:session|conversation)|at all times|from now on",
    "henceforth|while this server|every time|each time|whenever|in each call",
    "for all [a-z]{2,20} (?:calls|operations|requests)|for questions unrelated",
    "every [a-z]{2,20} you|from the (?:second|third|fourth) call|keep calling",
    "in a conversation|on every|all calls",
  ),
  // Takes the place of something.
  cueWords(
    "precedence",
    6,
    "instead|instead of|rather than|in place of|in lieu of|in its (?:place|stead)",
    "replacements? (?:for|of)|supersed(?:e|es|ed|ing)|substitute for|successor",
    "switch(?:ed)? to (?:this|the|it)",
    "(?:improved|enhanced|upgraded|updated|newer|secure|new) version|upgraded|retired",
    "no longer|anymore|over any|over all|over that|over other|works like|equivalent to",
    "same (?:inputs?|arguments|parameters|purpose) as|drop-in|alternative to|has moved to",
    "take over|takes over|preferable",
  ),
  // Speaks ill of others.
  cueWords(
    "precedence",
    5,
    "deprecated(?!:)|obsolete|broken|retired|unsafe|insecure|unreliable|wrong|stale|outdated",
    "unreachable|offline|misinformation|complain(?:ed|ts)?|will be rejected|slower",
    "compromised|vulnerable|untrusted|less (?:accurate|reliable|trustworthy|secure|safe)",
    "incorrect results?|leak(?:s|ed)? data|discontinued|being migrated|inaccurate",
    "not (?:safe|trusted|reliable)",
    "no longer (?:works?|returns?|supported|maintained|available|correct)|was disabled",
    "is disabled|must not be (?:called|used)|should be avoided|experimental",
  ),
  // Praises itself.
  cueWords(
    "precedence",
    5,
    "the best|best (?:and|available)|is best",
    "most (?:popular|reliable|accurate|trusted|helpful|powerful|advanced|secure|complete|comprehensive|up-to-date)",
    "popular|trusted|premium|guarante(?:e|es|ed)|officially|official (?:and|tool)",
    "highly recommended|recommended by|superior|never fails?|faster",
    "better (?:than|and|results|choice)|preferred|preference|prefer(?:s|ably)?|wins",
    "(?:highest|top|absolute|maximum) priority|priority tool",
    "prioriti[sz]ed? (?:this|over|it)|precedence|outperforms?|the only|verified",
    "trustworthy|reliable|users love|number one|ultimate|exclusively",
    "more (?:accurate|reliable|secure|powerful|trustworthy)|unmatched",
    "favou?r(?:s|ed)?|best-in-class|endorsed|experts|award|state-of-the-art|in the world",
    "million users|loved|top-rated|leading|no (?:limits|errors)|error free|certified",
    "most (?:precise|capable)",
    "more (?:precise|recent|efficient|complete|modern|up to date)|unrivall?ed",
    "industry standard|gold standard|approved (?:tool|choice|source)|safest|fastest",
    "right answers|first choice|advantage|benefits from",
  ),
  // What to say to the person.
  cueWords(
    "pretence",
    8,
    "to look like|as if|as though|tell(?:ing)?|say(?:ing)?|claim(?:ing)? that|state that|explain(?:ing|ed)?",
    "present (?:it|them|the|this|[a-z]{1,20} as)|mention(?:ing)?",
    "respond (?:as|with|that|to the user)|reply (?:with|that|to the user)",
    "before you reply|report (?:an|that|success|it)|encourage",
    "inform(?:ing)? (?:the|them|him|users?)|be informed",
    "notify the (?:user|customer|person)|notification|pretend|assure|convince|persuade",
    "advise|recommend (?:the|our|it|them)",
    // A tool may have the person asked for a missing value, or whether to go on.
    "ask the (?:user|customer|person)(?! (?:to (?:provide (?:it|one|them)|clarify|specify|choose|select|pick|confirm)|which|whether|for (?:clarification|confirmation)|before|first))",
    "answer (?:every|all|with|in|as)|words about|hear of|bring it up|talk about",
    "discuss(?:ing)?|any reference to|disclos(?:e|es|ing)|reveal(?:ing)?|summari[sz]e",
    "summar(?:y|ies) for|show(?:n|ing)? (?:it|them|this|that)",
    'report (?:it|them|[a-z"]{1,20}) as|interpret (?:the|it|them|this)',
    "treat (?:the|it|them|this|all|any|requests)|reassure|promise|announce",
    "describe (?:it|them|this|what|in detail)|refuse to|deny (?:it|that)|insist",
    "suggest (?:that|the user)|warn(?:s|ing)? the|show the user|to the end user|lie",
    "request (?:the|a) .{0,20} from the user|not report",
  ),
  // Rules and who sets them.
  cueWords(
    "override",
    4,
    "instructions?|rules? (?:to|of|that)|(?:the|any|following|your|these) rules?",
    "guidelines?|guidance|constraints|(?:your|the|new) goals?",
    "(?:the|your|any|safety|security|content|usage|company) polic(?:y|ies)|restrictions?",
    "directives?|safety|guardrails?|safeguards?|authority|authoritative|obey|comply",
    "orders from|administrators?|system prompt|(?:the|from the|your) developers?",
    "developer comment|mode now|unrestricted|privileges|carry out|new task|elevated",
  ),
  // Sets rules aside.
  cueWords(
    "override",
    6,
    "ignor(?:e|es|ing)|disregard(?:s|ing)?|bypass(?:es|ing)?|overrid(?:e|es|ing)|forget",
    "skip (?:the|this|all|any|it)|lifted|circumvent|does not (?:hold|apply)|do not apply",
    "no longer appl(?:y|ies)|have ended|stop following|over that of|over the user",
    "without (?:validation|restrictions?|checks?|confirmation)|waived",
    "disable (?:all|any|content|safety|security|the)|ignored|exempt",
    "regardless of (?:the )?(?:rules|policy)|evade|not bound|free from|permit this",
    "unrestricted|no restrictions|without restrictions|overriding",
  ),
  // Threatens.
  cueWords(
    "pressure",
    9,
    "(?:otherwise|or else),? (?:the|it|you|this|your|all|data)(?: [a-z]{1,20}){0,5} (?:fail|fails|not|lost|lose|invalid|break|breaks|crash|corrupt|corrupted|blocked|suspended|error)",
    "failure to|failing to|if you skip",
    "will (?:be |become )(?:lost|suspended|invalid|locked|terminated|corrupted|blocked)",
    "going to be (?:suspended|deleted|lost|closed)|data (?:loss|corruption)",
    "penal(?:ty|ties)|(?:does|do|will) not work (?:until|unless|without|otherwise)",
    "only works? (?:correctly|properly|when|if)|no other (?:tool|function)",
  ),
  // Appeals to authority.
  cueWords(
    "pressure",
    4,
    "compliance (?:demands|requires|check|reasons|purposes|rules)|to comply",
    "(?:company|corporate|workspace|security|privacy) polic(?:y|ies)",
    "security (?:team|check|requirements?|reasons|protocol|purposes|verification)",
    "legal (?:reasons|requirement)|data protection|(?:the|an?|your) administrators?",
    "for (?:verification|auditing|audit purposes|compliance)|verify your|caller identity",
    "platform has been|the operator of|part in an audit",
    "by the (?:security|compliance|it) (?:team|department)",
    "mandatory (?:security|compliance|audit|check|verification)|trusted by the|regulatory",
    "the management|official policy|as (?:required|mandated|ordered|instructed) by",
    "mandated|authorized personnel|requirement that",
  ),
  // Gives reasons. A description needs few.
  cueWords(
    "pressure",
    6,
    "so that|because",
    "since (?!\\d)(?:the|it|they|this|that|longer|[a-z]{1,20} (?:is|are|has|was))",
    "in order to|to guarantee|due to|to comply",
    "for (?:performance|compatibility|safety|security|compliance|reliability|time zone|legal|auditing|verification|personali[sz]ation|improved|technical|an improved)",
    "to make (?:the|this|it)|for the helper",
    "so (?:route|leave|do|use|correct|this|no|skip|go)|therefore|thus|depends on it",
    "to cover|to free",
  ),
  // Whatever the person says.
  cueWords(
    "falsify",
    4,
    "regardless|no matter|even (?:if|when|though|where)|whatever|whichever|irrespective",
    "although|though|independent of|in any case|in all cases|despite",
    "under any circumstances|until further notice",
  ),
];
