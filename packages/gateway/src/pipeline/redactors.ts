import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonObject } from "@toolcourt/sdk";
import { type Clean, cleanMembers } from "../boundary/cleaning/clean-value.ts";
import type { IsClean, RedactionRules, RedactText } from "../boundary/redaction/redact-text.ts";
import {
  defaultRules,
  ownSecretsOnly,
  type Redaction,
  type RedactNumber,
  storedTextRules,
} from "../boundary/redaction/redaction.ts";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { CallTool } from "./pipeline.ts";

/** Redacts secrets in results. */
export interface Redactor {
  readonly redact: RedactText;
  /** Checks all texts of a result at once: most need no redaction. */
  readonly isClean: IsClean;
}

/** Redaction of upstream text before anything else reads it. */
export interface Redactors {
  /** For the results of a tool. */
  readonly inResult: (tool: RegisteredTool) => Redactor;
  /** For images and audio in results. */
  readonly forBinary: Redactor;
  /** For numbers in results. Undefined while none can be a secret. */
  readonly numbersInResult: () => RedactNumber | undefined;
  /** For other upstream text: progress, log lines, questions. */
  readonly forNotifications: (text: string) => string;
  /** For quarantined results, which people read and no model. */
  readonly inQuarantine: (text: string) => string;
}

/** Applies each tool's own rules to its results, and the default rules to everything else. */
export function createRedactors(
  { into, cleanBy, numbersInto }: Pick<Redaction, "into" | "cleanBy" | "numbersInto">,
  rulesOf: (tool: RegisteredTool) => RedactionRules = () => defaultRules,
): Redactors {
  const made = new Map<RedactionRules, Redactor>();
  const redactorBy = (rules: RedactionRules): Redactor => {
    const known = made.get(rules);
    if (known !== undefined) return known;
    const redactor = { redact: into("results", rules), isClean: cleanBy(rules) };
    made.set(rules, redactor);
    return redactor;
  };
  const aside = into("asides", defaultRules);
  const quarantine = into("quarantine", storedTextRules);
  return {
    inResult: (tool) => redactorBy(rulesOf(tool)),
    forBinary: redactorBy(ownSecretsOnly),
    numbersInResult: () => numbersInto("results"),
    forNotifications: (text) => aside(text).text,
    inQuarantine: (text) => quarantine(text).text,
  };
}

/**
 * Redacts secrets in refusals. They contain no upstream text, but they do contain caller text. An
 * unknown tool name, for example, may have been injected into a model.
 */
export function redactInRefusals(callTool: CallTool, hide: Clean): CallTool {
  return (call, signal) =>
    callTool(call, signal).catch((error: unknown) => {
      throw withoutSecrets(error, hide);
    });
}

function withoutSecrets(error: unknown, hide: Clean): unknown {
  if (!isRefusal(error) || !isJsonObject(error.details)) return error;
  const details = cleanMembers(error.details, hide);
  if (details === error.details) return error;
  return new Refusal(error.code, details, { cause: error.cause });
}
