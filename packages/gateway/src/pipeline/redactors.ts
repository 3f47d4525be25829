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

/** Redacts secrets in results. */
export interface Redactor {
  readonly redact: RedactText;
  /** Checks all texts of a result at once: most need no redaction. */
  readonly isClean: IsClean;
}

type RulesOf = (tool: RegisteredTool) => RedactionRules;

/**
 * Redaction of upstream text before anything else reads it. Applies each tool's own rules to its
 * results, and the default rules to everything else.
 */
export class Redactors {
  readonly #redaction: Pick<Redaction, "into" | "cleanBy" | "numbersInto">;
  readonly #rulesOf: RulesOf;
  readonly #made = new Map<RedactionRules, Redactor>();
  readonly #aside: RedactText;
  readonly #quarantine: RedactText;
  /** For images and audio in results. */
  readonly forBinary: Redactor;

  constructor(
    redaction: Pick<Redaction, "into" | "cleanBy" | "numbersInto">,
    rulesOf: RulesOf = () => defaultRules,
  ) {
    this.#redaction = redaction;
    this.#rulesOf = rulesOf;
    this.#aside = redaction.into("asides", defaultRules);
    this.#quarantine = redaction.into("quarantine", storedTextRules);
    this.forBinary = this.#redactorBy(ownSecretsOnly);
  }

  /** For the results of a tool. */
  inResult(tool: RegisteredTool): Redactor {
    return this.#redactorBy(this.#rulesOf(tool));
  }

  /** For numbers in results. Undefined while none can be a secret. */
  numbersInResult(): RedactNumber | undefined {
    return this.#redaction.numbersInto("results");
  }

  /** For other upstream text: progress, log lines, questions. */
  readonly forNotifications = (text: string): string => this.#aside(text).text;

  /** For quarantined results, which people read and no model. */
  readonly inQuarantine = (text: string): { readonly text: string; readonly count: number } => {
    const { text: shown, counts } = this.#quarantine(text);
    return { text: shown, count: Object.values(counts).reduce((sum, each) => sum + each, 0) };
  };

  #redactorBy(rules: RedactionRules): Redactor {
    const known = this.#made.get(rules);
    if (known !== undefined) return known;
    const { into, cleanBy } = this.#redaction;
    const redactor = { redact: into("results", rules), isClean: cleanBy(rules) };
    this.#made.set(rules, redactor);
    return redactor;
  }
}

/**
 * Returns a refusal with all secrets redacted, and any other error unchanged. A refusal contains no
 * upstream text, but it does contain caller text. An unknown tool name, for example, may have been
 * injected into a model.
 */
export function refusalWithoutSecrets(error: unknown, hide: Clean): unknown {
  if (!isRefusal(error) || !isJsonObject(error.details)) return error;
  const details = cleanMembers(error.details, hide);
  if (details === error.details) return error;
  return new Refusal(error.code, details, {
    cause: error.cause,
    ...(error.receipt && { receipt: error.receipt }),
  });
}
