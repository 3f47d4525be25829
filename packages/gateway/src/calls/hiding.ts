import type { RedactText } from "../redaction/redact-text.ts";
import type { Redaction } from "../redaction/redaction.ts";
import { keptRules, onlyOurs, usualRules } from "../redaction/redaction.ts";
import type { RegisteredTool } from "../registry/snapshot.ts";

/** How what a server says is freed of secrets before anybody else reads it. */
export interface Hiding {
  /** For the results of a tool. */
  readonly inResult: (tool: RegisteredTool) => RedactText;
  /** For pictures and sounds in them. */
  readonly inData: RedactText;
  /** For what a server says besides its results: progress, lines of its log, questions. */
  readonly inAside: (text: string) => string;
  /** For results that are kept apart, which people read and no model. */
  readonly inQuarantine: (text: string) => string;
}

/** Hides as a server's own configuration says in results, and in the usual way in everything else. */
export function createHiding(
  { into }: Pick<Redaction, "into">,
  inResult: Hiding["inResult"] = always(into("results", usualRules)),
): Hiding {
  const aside = into("asides", usualRules);
  const quarantine = into("quarantine", keptRules);
  return {
    inResult,
    inData: into("results", onlyOurs),
    inAside: (text) => aside(text).text,
    inQuarantine: (text) => quarantine(text).text,
  };
}

function always(redactText: RedactText): Hiding["inResult"] {
  return () => redactText;
}
