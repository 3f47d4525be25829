import { type PiiKind, piiKinds } from "./find-pii.ts";
import { mask } from "./hide-spans.ts";
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
import { createSecretRegistry, type SecretRegistry } from "./secret-registry.ts";

/** Where a text was on its way to. */
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

/** The one who takes out of all texts of a process what nobody else should read. */
export interface Redaction {
  readonly registry: SecretRegistry;
  /** Hides our own secrets and what the rules name, and counts it for the place where the text goes. */
  readonly into: (sink: Sink, rules: RedactionRules) => RedactText;
  /** Hides our own secrets of digits alone, where they come as numbers. Undefined while we have none. */
  readonly numbersInto: (sink: Sink) => HideNumber | undefined;
  /** Tells whether there is nothing to hide by such rules. */
  readonly cleanBy: (rules: RedactionRules) => IsClean;
  /** How much was hidden so far. Never what. */
  readonly totals: () => readonly RedactionTotal[];
}

/** What stands in the place of a number; undefined where it may stay. */
export type HideNumber = (number: number) => string | undefined;

export interface RedactionTotal {
  readonly sink: Sink;
  readonly kind: RedactedKind;
  readonly count: number;
}

/** Hides our own secrets and nothing else. */
export const onlyOurs: RedactionRules = { secrets: new Set(), pii: new Set() };

/** An identifier opens nothing, and callers need it for the next call. */
const opening: ReadonlySet<SecretKind> = new Set(
  secretKinds.filter((kind) => kind !== "identifier"),
);

/** For whatever callers and models read, where the configuration says nothing else. */
export const usualRules: RedactionRules = { secrets: opening, pii: new Set() };

/**
 * For what is written down and kept. Addresses of hosts stay: those in our own sentences are of servers, and
 * an operator needs them.
 */
export const keptRules: RedactionRules = {
  secrets: opening,
  pii: new Set<PiiKind>(piiKinds.filter((kind) => kind !== "ip")),
};

export function createRedaction(registry: SecretRegistry = createSecretRegistry()): Redaction {
  const totals = new Map<
    string,
    { readonly sink: Sink; readonly kind: RedactedKind; count: number }
  >();
  const add = (sink: Sink, kind: RedactedKind, count: number): void => {
    const key = `${sink} ${kind}`;
    const total = totals.get(key);
    if (total === undefined) totals.set(key, { sink, kind, count });
    else total.count += count;
  };
  return {
    registry,
    into: (sink, rules) => {
      const redactText = createRedactText({ registry, ...rules });
      return (text, name) => {
        const redacted = redactText(text, name);
        if (redacted.text !== text) {
          for (const [kind, count] of kindsIn(redacted.counts)) add(sink, kind, count);
        }
        return redacted;
      };
    },
    numbersInto: (sink) => {
      const { numbers } = registry;
      if (numbers.isEmpty()) return undefined;
      return (number) => {
        if (!numbers.has(number)) return undefined;
        add(sink, "live", 1);
        return mask;
      };
    },
    cleanBy: (rules) => createIsClean({ registry, ...rules }),
    totals: () => [...totals.values()].map((total) => ({ ...total })),
  };
}

const kinds: readonly RedactedKind[] = ["live", ...secretKinds, ...piiKinds];

/** In the order of the kinds' names. */
function kindsIn(counts: RedactionCounts): readonly (readonly [RedactedKind, number])[] {
  return kinds
    .toSorted()
    .flatMap((kind) => (counts[kind] === undefined ? [] : [[kind, counts[kind]] as const]));
}
