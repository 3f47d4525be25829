import { wordParts } from "../word-parts.ts";

/** One kind of text that addresses a model instead of describing a tool. */
interface InstructionPhrase {
  /** Completes "This text …". */
  readonly does: string;
  readonly pattern: RegExp;
}

// Matched against lower-case text with single spaces. Every gap is bounded, so hostile text costs
// linear time. `near` stays within a sentence. `across` may pass a full stop.
const near = "[^.;]{0,60}";
const across = "[^;]{0,120}";

const phrases = (does: string, ...sources: readonly string[]): readonly InstructionPhrase[] =>
  sources.map((source) => ({ does, pattern: new RegExp(source) }));

const rules =
  "(?:instructions?|prompts?|guidelines|directions|orders|restrictions|safety rules|polic(?:y|ies))";
const secrets =
  "(?:passwords?|secrets?|credentials?|api[ _-]keys?|access tokens?|private keys?|confidential|system prompt|chat history|conversation (?:history|so far))";
const secretFiles =
  "(?:~/\\.|\\.ssh\\b|id_rsa|/etc/(?:passwd|shadow)|\\.aws/|\\.env\\b|\\.netrc|\\.npmrc|mcp\\.json|wallet\\.dat)";
const takes =
  "(?:read|cat|open|load|access|fetch|retrieve|extract|collect|gather|include|attach|append|dump|steal)";
const sends =
  "(?:send|forward|e-?mail|mail|post|upload|transmit|exfiltrate|leak|cc|bcc|copy|submit|report|relay)";
const target = "(?:[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}\\.[a-z]|https?://)";
const urges = "(?:always|also|must|please|then|once|after|before|should|ensure)";
const notTo =
  "(?:do not|don['’]?t|never|without|avoid|no need to|must not|should not|shouldn['’]?t|not to)";
const telling =
  "(?:mention|tell|inform|notify|reveal|disclose|alert|warn|let|explain|acknowledge|admit)(?:ing)?";
const people = "(?:user|customer|human|person|people|anyone|anybody|operator|them)";

/** Phrases of overt poisoning. A text that matches none of them may still be poisoned. */
export const instructionPhrases: readonly InstructionPhrase[] = [
  ...phrases(
    "sets other instructions aside",
    `\\b(?:ignore|disregard|forget|override|bypass)\\b${near}\\b(?:previous|prior|above|earlier|preceding|all|any|other|your|system|safety)\\b${near}\\b${rules}\\b`,
    `\\b(?:ignore|disregard|overrule|disobey|do not (?:follow|obey))\\b[^.;]{0,20}\\b(?:the user|what the|whatever)\\b`,
    "\\b(?:ignore|bypass|disable|skip|without)\\b[^.;]{0,20}\\b(?:all|any|safety|security|content)\\b[^.;]{0,20}\\b(?:restrictions|filters?|filtering|safeguards|guardrails|safety|sanitization|validation|security checks)\\b",
    "\\b(?:even if|no matter what|regardless of what|whatever) the user\\b",
    "\\bact as ?:|\\bact as (?:an? )?(?:unrestricted|root|admin|administrator|system)\\b",
    "\\bnew (?:system )?instructions? ?:",
    "\\b(?:from now on|henceforth),? you\\b",
    "\\byou are now (?:an?|in|the|free|allowed|no longer)\\b",
    "\\b(?:developer|dan|god|jailbreak) mode\\b",
  ),
  ...phrases(
    "poses as a message of the system",
    "<\\/? ?(?:important|hidden|system|instructions?|critical|override)(?: [^<>]{0,60})?>",
    "\\[ ?(?:important|hidden|system|instructions?|critical|inst) ?\\]",
    "\\[ ?(?:[a-z]{1,30} ){0,3}(?:directive|override|instructions?) ?\\]",
    "\\b(?:override|bypass|hidden|system|emergency|secret) (?:directive|instruction|protocol|command)s? ?:",
    "<\\|(?:im_start|im_end|system|user|assistant|endoftext)|<<sys>>",
    "\\bsystem(?: (?:prompt|message|note|notice|override|instruction))? ?: ?(?:ignore|disregard|you|do not|read|send|always|the (?:assistant|model)|call|execute|run|before|after|trust|bypass|treat)\\b",
  ),
  ...phrases(
    "asks for secrecy",
    `\\b${notTo} (?:\\w{1,30} ){0,3}?${telling}\\b${near}\\b(?:${people}|you['’]?re|that you|you (?:are|have|did)|this (?:note|step|instruction|tool|action|fact))\\b`,
    `\\b(?:secretly|silently|covertly|discreetly|quietly)\\b ${near}\\b(?:${takes}|${sends}|call|run|execute|invoke)\\b`,
    "\\b(?:present|show|format|return|display) (?:it|them|the \\w{1,30}|this)\\b[^.;]{0,40}\\b(?:as if|to look like|as though)\\b",
  ),
  ...phrases(
    "puts itself before other tools",
    "\\b(?:before|prior to) (?:using|calling|executing|running|invoking|you use|you call|execute|any use of)\\b[^.;]{0,20}\\b(?:any|all|every|other)\\b[^.;]{0,20}\\b(?:tools?|functions?|operations?)\\b",
    "\\b(?:before|after) (?:us|call|execut|runn|invok|perform)(?:e|ing)?\\b[^.;]{0,60}\\b(?:use|call|execute|run|invoke) this (?:tool|function)\\b",
    "\\b(?:always|just|must) (?:always |first )?(?:use|call|invoke|execute|run|choose|select|prefer) this (?:tool|function|one)\\b",
    "\\bmust (?:always )?be (?:called|used|invoked|run|executed) (?:first|(?:before|prior to) (?:any|all|every|other)|on every|for every)\\b",
    "\\b(?:rather than|instead of) (?:using |calling )?(?:any |all )?(?:the )?others?(?: tools?| functions?)?(?: |$|[.,;])",
    "\\b(?:do not|don['’]?t|never) (?:use|call|invoke) (?:any |the )?other (?:tools?|functions?)\\b",
    "\\bthis (?:tool|function) (?:replaces|overrides|supersedes|takes precedence over) (?:all|any|every|the other)\\b",
  ),
  ...phrases(
    "speaks for the user",
    "\\b(?:without asking|do not ask|don['’]?t ask|never ask|no need to ask)\\b[^.;]{0,40}\\b(?:confirmation|permission|approval|consent|the user)\\b",
    "\\bthe user (?:has |have )?(?:already )?(?:approved|consented|agreed to|given (?:consent|permission))\\b",
  ),
  ...phrases(
    "asks for something that is not the tool's business",
    `\\b(?:you|must|should|first|then|also|please)\\b${near}\\b${takes}\\b${near}${secretFiles}`,
    `\\b${takes}\\b${near}${secretFiles}${across}\\b(?:and|then) (?:pass|send|include|provide|put|use|add|return)\\b`,
    `\\b(?:you must|you should|you need to|you have to|must first|must also|please|make sure to|be sure to)\\b${near}\\b(?:${takes}|pass|provide|put|add|send)\\b${near}\\b${secrets}\\b`,
    `\\b(?:if|when|before|after)\\b${across}\\byou must (?:first |also |then )?(?:${takes}|call|use|execute|send)\\b${across}\\b(?:in|as part of|with) (?:your|the) (?:response|reply|answer)\\b`,
    `\\binclude (?:these|the|all|any|its|their|his|her|your)\\b${near}${secrets}${near}\\bin (?:your|the) (?:response|reply|answer|output)\\b`,
    "\\b(?:modify|change|replace|alter|falsify) the (?:\\w{1,30} )?(?:results?|outputs?|answers?|values|response)\\b[^.;]{0,30}\\b(?:of|from|with) (?:the )?(?:\\w{1,30} )?(?:tool|function|check|response)\\b",
  ),
  ...phrases(
    "sends things elsewhere",
    `\\b${urges}\\b${near}\\b(?:sent|forwarded|redirected|routed|copied|emailed|uploaded)\\b${across}${target}`,
    `\\b${urges}\\b${near}\\b${sends}\\b${across}${target}`,
    `\\b(?:let|loop|keep|cc|copy)\\b${near}[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}\\.[a-z]${near}\\b(?:know|in|on|informed|updated|loop)\\b`,
    `\\b(?:loop|copy) in [a-z0-9._%+-]{1,64}@`,
  ),
];

/** Returns the kind of instruction in a text, or undefined if there is none. */
export function instructionIn(text: string): InstructionPhrase | undefined {
  if (text.length < shortest) return undefined;
  const plain = spoken(text)
    .normalize("NFKC")
    .replaceAll(/\s+/g, " ")
    .replaceAll("*", "")
    .toLowerCase();
  return anyPhrase.test(plain)
    ? instructionPhrases.find(({ pattern }) => pattern.test(plain))
    : undefined;
}

// A model reads the words in a name such as `ignore_previous_instructions`.
function spoken(text: string): string {
  return /^[\w-]+$/.test(text) ? wordParts(text).join(" ") : text;
}

// Nearly every text matches none of them, and one pass shows it.
const anyPhrase = new RegExp(instructionPhrases.map(({ pattern }) => pattern.source).join("|"));

// Type names, keywords and most keys are shorter than any instruction.
const shortest = 12;
