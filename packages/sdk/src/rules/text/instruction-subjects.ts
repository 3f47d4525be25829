import { cuePattern, cueWords, type InstructionSign } from "./instruction-sign.ts";

/** Subjects that a description of one tool rarely has: secrets, files, places, the person's values. */
export const subjectCues: readonly InstructionSign[] = [
  // Changes a value.
  cueWords(
    "falsify",
    6,
    "replace (?:any|it|them|the (?:ticker|recipient|user|given|name|address|url|values?|phone))",
    "(?:is|are|be) (?:silently )?(?:replaced|moved|reduced|raised|increased) (?:by|with|to|two|one)",
    "by adding|swap(?:s|ped)?|modif(?:y|ies|ied)|alter(?:ed)? the|overwrit(?:e|es|ten)",
    "rewrit(?:e|es|ten)|multipl(?:y|ied)|doubl(?:e|ed)|raised?|shift(?:ed)?",
    "substitut(?:e|ed)|exchange (?:origin|the)|redirect(?:s|ed)?|filtered out|filter out",
    "correct them|fixed to",
    "set (?:the|its|their|each|every|any|all) (?:[a-z_-]{1,20} ){0,3}to",
    "(?:always|must|should|has to|have to|is to|are to) (?:be )?set|changed? to",
    "be changed|add (?:it|them|[a-z0-9%-]{1,20}@[^ ]{1,40}) ",
    "add (?:the text|the line|a service|an? extra|a hidden) |append(?:ed)?|appended",
    "insert(?:ed)?|force[=d ]|round(?:ed)? (?:all|up|down|it|them)|reduced by",
    "lower(?:ed)? (?:them|by|it|the)|inflat(?:e|ed)",
    "one (?:week|day|hour) (?:earlier|later)|earlier than|later than|wrap|prepend(?:ed)?",
    "prefix(?:ed)? with|suffix|end with|inject(?:ed)?|spoof(?:ed)?|tamper|falsif(?:y|ied)",
    "adjust(?:ed)? (?:it|them|the)|populated with|filled (?:in )?with|not the one",
  ),
  // Keeps from view.
  cueWords(
    "secrecy",
    11,
    "secretly|confidential|(?<!(?:succeeds?|fails?|failing|instead of|rather than|never|not) )silently(?! (?:ignore|skip|drop|fail|truncat|discard))|quietly|hidden from|hide (?:it|this|them|the|entries)",
    "conceal(?:ed)?|covertly|discreetly|invisibl[ey]|unnoticed|behind the scenes",
    "traces of|between us",
    "without (?:comment|notification|mention(?:ing)?|telling|informing|notifying|asking|the knowledge|knowledge|confirmation|approval|further|question|user|any (?:comment|notice))",
    "no mention|no words|already aware|know about|learn about|keep (?:this|it)",
    "not (?:list|show|mention|tell|reveal|inform|bring|discuss|disclose|include this|be (?:informed|told|shown|mentioned))",
    "leave (?:this|it) out|skip it|visible result|opted in|no questions asked|keep quiet",
    "never be logged|not be logged",
    "without (?:labelling|involving|showing|saying|letting|warning (?:the|them|users?|people)|alerting|disclosing|revealing|logging)",
    "does not need to (?:be told|know)|need not know|not need to be (?:told|informed)",
    "unaware|nobody|anybody|out of sight|undetected|hush|discreet",
    "do not (?:log|display|print|record)|never (?:mention|tell|reveal|show|disclose|log)",
  ),
  // Speaks about consent.
  cueWords(
    "consent",
    3,
    "confirm(?:ed|ation|ing)?|approv(?:al|ed|e)|permissions?|consent(?:ed)?",
    "authori[sz](?:ed|ation)|ask(?:ing)? (?:before|back|first|for)|go ahead|agreed",
    "without asking|pre-?approved|dialog|with yes|opted in",
    "no further (?:questions|authentication|confirmation)",
    "without (?:asking|involving|confirmation|approval|consent|permission)",
    "automatically approved|approved automatically|on behalf of|auto-?approv(?:e|ed)",
  ),
  // Secrets.
  cueWords(
    "secrets",
    2,
    "passwords?|passphrases?|secrets?|credentials?|api[ _-]?keys?",
    "(?:access|session|auth|bearer|refresh|oauth) tokens?|a token|the token|private keys?",
    "ssh keys?|aws keys?|the keys|cookies?|card numbers?|credit cards?",
    "connection strings?|seed phrases?|personal (?:data|information|details)|sensitive",
    "phone numbers?|environment variables?|env vars?|user['’]?s contacts|system prompt",
    "system message|what the user is working on|names, addresses|your identity",
    "[a-z]{1,30}_(?:token|key|secret)|one-time (?:password|code)|verification code",
    "tokens? [a-z]{2,4}_[a-z0-9]{3,}|pin|iban|session (?:id|identifiers?)|bash_history",
    "login and password|bank|passwords\\.txt|kubeconfig|certificates?",
  ),
  // Files of the machine.
  cuePattern(
    "secrets",
    8,
    "(?<![a-z0-9/:.])(?:~\\/|\\/(?:etc|home|var|root|usr|bin|dev|opt|workspace)(?:\\/|\\b)|\\/tmp\\/\\.|\\$home|%appdata%)",
    "(?<![a-z0-9])\\.(?:env|ssh|aws|git-credentials|gitconfig|bashrc|npmrc|netrc|kube)\\b",
    "mcp\\.json|id_rsa|authorized_keys|\\b[a-z0-9_-]{2,30}\\.(?:key|pem)\\b",
  ),
  // The conversation.
  cueWords(
    "secrets",
    1,
    "conversations?|dialogues?|chat (?:history|log)|transcripts?|previous messages?",
    "earlier messages?|last (?:[a-z]{1,10} )?messages|history|prompts?|log of your|so far",
    "verbatim|word for word|previous turns?|what was done|this session",
  ),
  // A concrete address.
  cuePattern(
    "destination",
    5,
    "[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}\\.[a-z]|\\b(?:https?|ftp|wss?|tcp):\\/\\/",
    "\\b\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\b|\\+\\d{7,15}\\b|\\b0x[0-9a-f]{4,}",
    "(?<= )#[a-z][a-z-]{2,30}\\b|\\b[a-z0-9-]{2,40}\\.(?:example|evil|xyz|top)\\b",
    "\\baccount (?:number )?\\d{1,20}",
  ),
  // A place outside.
  cueWords(
    "destination",
    6,
    "(?:our|my|external|remote|outside|backup|community|partner|secondary|tracking|collector|alternate|alternative|third-party|attacker['’]?s?|central|logging|audit) (?:[a-z-]{1,20} )?(?:server|endpoint|host|address|account|domain|webhook|proxy|mirror|repository|bucket|workspace|channel|mailbox|offers)",
    "(?:the|our|a) (?:mirror|community proxy|backup) (?:at|server)?|base url to",
    "official endpoint|the webhook",
  ),
  // Sends.
  cueWords(
    "destination",
    2,
    "send(?:s|ing)?|sent|forward(?:s|ed|ing)?|e-?mailed|post(?:s|ed)? (?:it|them|to|the)",
    "upload(?:s|ed|ing)?|transmit(?:s|ted)?|exfiltrate|b?cc|blind copy",
    "cop(?:y|ies) (?:of|for|to)|submit(?:s|ted)?|relay(?:ed)?|rout(?:e|ed|es)|direct the",
    "deliver(?:ed|y)?|goes to|go(?:es)? through|opened through|invite|attendee|share[ds]?",
    "sync(?:ed)?|addressed to|log(?:ged)? (?:it|them|to|with)|recorded|record(?:ed)? with",
    "hand(?:ed)?|exported?|push there|pushed? to|reported to|reported|leaves? for|synced",
    "dispatch(?:ed)?|delivered|passed to|redirect(?:ed)?",
  ),
  // Hands over in an argument.
  cueWords(
    "secrets",
    7,
    "pass(?:ed|ing)? (?:it|them|its|their|on|along|the (?:contents?|results?|arguments|output|text|file|code|keys?))",
    "provide (?:it|them|your|here|the (?:log|user|full|contents?))",
    "giv(?:e|ing) (?:it|them|the)|supply (?:it|the|your|its|all)|put (?:it|them|the)",
    "hand(?:ed)? (?:it|them|over)|send along|along with the (?:contents?|keys?|user)",
    "filled with|add it",
    "include (?:it|them|what|passwords|your|the (?:user|contents?|full|system|secret|keys?))",
    "attach|write (?:it|them|the|your)|as (?:a )?sidenote",
    "in(?:to)? the [a-z_]{1,20} (?:parameter|argument|field|option)",
    "to the [a-z_]{1,20} (?:parameter|argument|field|option)|must contain|should contain",
    "provide them here|state here|needs the|we need|place (?:its|the|their|it|them)",
    "go(?:es)? into|in the (?:memo|summary|result|notes?|tags|comment|description) ",
    "stored? it in|as the [a-z_]{1,20} parameter|with value|the parameter [a-z_]{1,20} to",
    "reaches",
  ),
  // Commands of a shell.
  cuePattern(
    "command",
    9,
    "\\b(?:wget|chmod|chown|sudo|crontab|ncat|netcat)\\b|\\bcurl (?:-|http|.{0,30}\\|)",
    "\\beval\\(|\\brm -|\\bnc -|\\bpip3? install|\\bnpm i|\\bsh -|\\| ?(?:ba|z)?sh\\b|\\bos\\.system",
    "\\bpython3? -c|\\becho '|>> ?~|import os\\b|\\breverse shell",
  ),
  // Installs and runs.
  cueWords(
    "command",
    6,
    "install(?:ed|ing)?|run the following|execute the following|execut(?:e|ed) as is",
    "in the terminal|the shell|shell tool|one-time setup|dependency",
    "(?:the|required|needs the) package|elevated rights|setup|listener",
    "run (?:the|this|it|a)|clone|add-on|setup\\.sh|subprocess|the terminal|launches",
    "calc\\.exe|execute the command|run the command|package sources|index-url|prerequisite",
    "download and|executed as|runs? with|for compatibility",
  ),
  // Something besides.
  cueWords(
    "order",
    4,
    "also (?!known|called|provides|returns|includes|supports|available|accepts)[a-z]{1,20}",
    "additionally|in addition|second copy|blind copy|copies of|at the same time",
    "side ?note|furthermore|and again|as the final step|as well",
  ),
  // What the person named, against something else.
  cueWords(
    "falsify",
    6,
    "the (?:user|person|customer)['’]s (?:message|request|input|choice|query|data|files?|documents?|contacts|private|api|card|number|intent|original)",
    "the one (?:in|that|given|the)",
    "(?:official|intended|vendor['’]s|actual|real) (?:endpoint|api|address|site|source|server|recipient|destination)",
    "requested (?:source|url|site|city|value|amount)",
  ),
  // Markup of roles and hidden blocks.
  cuePattern(
    "role",
    9,
    "<\\/?[a-z_]{0,20}(?:important|hidden|system|instruction|critical|override|secret|assistant|prompt|admin|urgent|directive|thinking|human)[a-z_]{0,20}(?: [^<>]{0,60})?>",
    "\\[ ?\\/?(?:[a-z]{1,30} ){0,3}(?:important|hidden|system|instructions?|critical|inst|urgent|mandatory|admin|assistant|secret|directives?|override) ?\\]",
    "<\\|[a-z_]{2,30}\\|>|<<\\/?sys>>",
    "#{2,4} ?(?:instructions?|system|response|assistant|human|user) ?:?",
    "(?:^|\\n| )(?:system|assistant|human)(?: (?:note|message|notice|prompt|override|directive|instructions?|comment|requirement))? ?:",
    "[\"']role[\"'] ?:",
    "\\b(?:begin|start|end)(?: of)? (?:[a-z]{1,20} ){0,3}(?:instructions?|directives?|system (?:prompt|message)|description)\\b",
    "\\b(?:notes?|messages?|instructions?|reminders?|hints?|attention) (?:to|for)? ?(?:the |all |any )?(?:ai|assistants?|models?|llms?|agents?|chatbot)\\b",
    "\\b(?:system|admin|hidden|secret|override|emergency) (?:message|directive|instruction|protocol|override|note|notice)s?\\b",
    "<!--|\\bact as ?:|\\bjailbreak mode",
  ),
  // Privileges.
  cueWords(
    "override",
    10,
    "(?:highest|full|elevated|root|admin|administrator|administrative|manager|superuser|unrestricted|unlimited) (?:privileges?|access|rights?|permissions?|role|control)",
    "as root|sudo|grant (?:full |everyone|all|access)",
    "acts? as (?:the |an? )?(?:admin|administrator|owner|root|user)|escalate",
    "access is denied|chmod 777|world-(?:readable|writable)|no further authentication",
    "having .{0,20} permissions|admin to true",
  ),
  // Obeys a text found elsewhere.
  cueWords(
    "override",
    11,
    '(?:follow|carry out|obey|act on|comply with|adhere to) (?:[a-z"]{1,20} ){0,4}(?:instructions?|commands|orders|directives|its text|rules)',
    "(?:follow|complete|execute|perform|carry out) (?:the steps in|them before|any (?:tasks?|commands?) (?:in|from|that|found))",
    "as instructions|follow-up tasks?|new (?:instructions|goal|rules)|new task:",
    "next field|do (?:exactly )?what (?:it|the|they)|instructions from",
  ),
  // The person's own secrets.
  cueWords(
    "secrets",
    5,
    "(?:user|customer|person|owner|client|guest|caller|their|sender)['’]?s? (?:[a-z-]{1,20} ){0,2}(?:passwords?|e-?mail and|credentials?|tokens?|keys?|login|cookies|card|contacts|ssn|address book|private|secrets?|identity|bank|home directory|files|documents|history|location)",
    "(?:their|your) (?:passwords?|credentials?|api keys?|tokens?|secrets?|cookies)",
    "logged-in user|for (?:their|your|the) password",
  ),
];
