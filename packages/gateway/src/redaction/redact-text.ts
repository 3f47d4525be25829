import { type FoundPii, findPii, type PiiKind } from "./find-pii.ts";
import { findSecrets } from "./find-secrets.ts";
import { hideSpans } from "./hide-spans.ts";
import type { SecretKind } from "./secret-pattern.ts";
import type { SecretRegistry } from "./secret-registry.ts";

export interface RedactTextOptions {
  /** Our own secrets, hidden wherever they stand. */
  readonly registry: SecretRegistry;
  /** Whose kinds of other people's secrets are hidden; none hides only our own. */
  readonly secrets: ReadonlySet<SecretKind>;
  readonly pii: ReadonlySet<PiiKind>;
}

/** How many stretches of each kind were hidden; `live` are our own secrets. */
export type RedactionCounts = Readonly<Partial<Record<"live" | SecretKind | PiiKind, number>>>;

export interface Redacted {
  readonly text: string;
  readonly counts: RedactionCounts;
}

const nothing: RedactionCounts = {};

/** Makes the function that takes out of a text what nobody else should read, and counts it. */
export function createRedactText(options: RedactTextOptions): (text: string) => Redacted {
  const { registry, secrets, pii } = options;
  return (text) => {
    const { text: shown, count } = registry.hide(text);
    const found = [
      ...(secrets.size === 0 ? [] : findSecrets(shown).filter(({ kind }) => secrets.has(kind))),
      ...(pii.size === 0 ? [] : findPii(shown, pii)),
    ];
    if (found.length === 0) return { text: shown, counts: count === 0 ? nothing : { live: count } };
    const ordered = found.toSorted((a, b) => a.start - b.start);
    return { text: hideSpans(shown, ordered).text, counts: countsOf(ordered, count) };
  };
}

type Found = ReturnType<typeof findSecrets>[number] | FoundPii;

/** What is hidden behind something else already is counted once, as that. */
function countsOf(ordered: readonly Found[], live: number): RedactionCounts {
  const counts: Partial<Record<"live" | SecretKind | PiiKind, number>> = live === 0 ? {} : { live };
  let hiddenUntil = 0;
  for (const { kind, start, end } of ordered) {
    if (start >= hiddenUntil) counts[kind] = (counts[kind] ?? 0) + 1;
    hiddenUntil = Math.max(hiddenUntil, end);
  }
  return counts;
}
