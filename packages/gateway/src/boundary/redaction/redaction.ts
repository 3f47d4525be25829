import { type PiiKind, piiKinds } from "./find-pii.ts";
import { findSecrets } from "./find-secrets.ts";
import {
  createIsClean,
  createRedactText,
  type IsClean,
  type RedactedKind,
  type RedactionCounts,
  type RedactionRules,
  type RedactText,
} from "./redact-text.ts";
import { type SecretKind, secretKinds } from "./secret-pattern.ts";
import { SecretRegistry } from "./secret-registry.ts";
import { mask, redactSpans } from "./spans.ts";

/** Destination of a text. */
export type Sink =
  | "results"
  | "asides"
  | "relays"
  | "definitions"
  | "quarantine"
  | "recordings"
  | "refusals"
  | "log"
  | "audit"
  | "screen";

/** Returns the replacement for a number, or undefined if it may stay. */
export type RedactNumber = (number: number) => string | undefined;

export interface RedactionTotal {
  readonly sink: Sink;
  readonly kind: RedactedKind;
  readonly count: number;
}

/** Redacts only our own secrets. */
export const ownSecretsOnly: RedactionRules = { secrets: new Set(), pii: new Set() };

/** An identifier grants no access, and callers need it for the next call. */
const opening: ReadonlySet<SecretKind> = new Set(
  secretKinds.filter((kind) => kind !== "identifier"),
);

/** Default rules for texts that callers and models read. */
export const defaultRules: RedactionRules = { secrets: opening, pii: new Set() };

/**
 * Rules for stored texts. Host addresses stay: in our own messages they belong to servers, and
 * operators need them.
 */
export const storedTextRules: RedactionRules = {
  secrets: opening,
  pii: new Set<PiiKind>(piiKinds.filter((kind) => kind !== "ip")),
};

/** Redacts all outgoing texts of a process. */
export class Redaction {
  readonly registry = new SecretRegistry();
  readonly #totals = new Map<string, { sink: Sink; kind: RedactedKind; count: number }>();

  /** Redacts our own secrets and the kinds in the rules, and counts them per sink. */
  readonly into = (sink: Sink, rules: RedactionRules): RedactText => {
    const redactText = createRedactText({ registry: this.registry, ...rules });
    return (text, name) => {
      const redacted = redactText(text, name);
      if (redacted.text !== text) {
        for (const [kind, count] of kindsIn(redacted.counts)) this.#add(sink, kind, count);
      }
      return redacted;
    };
  };

  /** Redacts our own all-digit secrets that appear as numbers. Undefined while there are none. */
  readonly numbersInto = (sink: Sink): RedactNumber | undefined => {
    const { numbers } = this.registry;
    if (numbers.isEmpty()) return undefined;
    return (number) => {
      if (!numbers.has(number)) return undefined;
      this.#add(sink, "live", 1);
      return mask;
    };
  };

  /** Tells whether a text has nothing to redact under these rules. */
  readonly cleanBy = (rules: RedactionRules): IsClean =>
    createIsClean({ registry: this.registry, ...rules });

  /** Redaction counts so far. Never the redacted text. */
  readonly totals = (): readonly RedactionTotal[] =>
    [...this.#totals.values()].map((total) => ({ ...total }));

  #add(sink: Sink, kind: RedactedKind, count: number): void {
    const key = `${sink} ${kind}`;
    const total = this.#totals.get(key);
    if (total === undefined) this.#totals.set(key, { sink, kind, count });
    else total.count += count;
  }
}

const kinds: readonly RedactedKind[] = ["live", ...secretKinds, ...piiKinds];

/** Ordered by kind name. */
function kindsIn(counts: RedactionCounts): readonly (readonly [RedactedKind, number])[] {
  return kinds
    .toSorted()
    .flatMap((kind) => (counts[kind] === undefined ? [] : [[kind, counts[kind]] as const]));
}

/** Redacts apparent third-party secrets. For the output of commands that hold no secret of ours. */
export function redactFound(text: string): string {
  const found = findSecrets(text).filter(({ kind }) => defaultRules.secrets.has(kind));
  return redactSpans(text, found).text;
}
