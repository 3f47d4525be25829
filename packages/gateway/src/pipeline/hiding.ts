import type { IsClean, RedactionRules, RedactText } from "../boundary/redaction/redact-text.ts";
import {
  type HideNumber,
  keptRules,
  onlyOurs,
  type Redaction,
  usualRules,
} from "../boundary/redaction/redaction.ts";
import type { RegisteredTool } from "../catalog/snapshot.ts";

/** How results are freed of secrets. */
export interface Redactor {
  readonly redact: RedactText;
  /** Most results have nothing to take out, and this finds that out at once for all their texts. */
  readonly isClean: IsClean;
}

/** How what a server says is freed of secrets before anybody else reads it. */
export interface Hiding {
  /** For the results of a tool. */
  readonly inResult: (tool: RegisteredTool) => Redactor;
  /** For pictures and sounds in them. */
  readonly inData: Redactor;
  /** For numbers in them. Undefined while none can be a secret. */
  readonly numbersInResult: () => HideNumber | undefined;
  /** For what a server says besides its results: progress, lines of its log, questions. */
  readonly inAside: (text: string) => string;
  /** For results that are kept apart, which people read and no model. */
  readonly inQuarantine: (text: string) => string;
}

/** Hides in the results of each tool what its rules say, and in the usual way in everything else. */
export function createHiding(
  { into, cleanBy, numbersInto }: Pick<Redaction, "into" | "cleanBy" | "numbersInto">,
  rulesOf: (tool: RegisteredTool) => RedactionRules = () => usualRules,
): Hiding {
  const made = new Map<RedactionRules, Redactor>();
  const redactorBy = (rules: RedactionRules): Redactor => {
    const known = made.get(rules);
    if (known !== undefined) return known;
    const redactor = { redact: into("results", rules), isClean: cleanBy(rules) };
    made.set(rules, redactor);
    return redactor;
  };
  const aside = into("asides", usualRules);
  const quarantine = into("quarantine", keptRules);
  return {
    inResult: (tool) => redactorBy(rulesOf(tool)),
    inData: redactorBy(onlyOurs),
    numbersInResult: () => numbersInto("results"),
    inAside: (text) => aside(text).text,
    inQuarantine: (text) => quarantine(text).text,
  };
}
