import { type FoundPii, findPii, type PiiKind } from "./find-pii.ts";
import { type FoundSecret, findSecrets } from "./find-secrets.ts";
import { hideSpans, mask } from "./hide-spans.ts";
import { findNamedSecret } from "./named-values.ts";
import type { SecretKind } from "./secret-pattern.ts";
import type { SecretRegistry } from "./secret-registry.ts";

/** What is hidden besides our own secrets, which are hidden always. */
export interface RedactionRules {
  readonly secrets: ReadonlySet<SecretKind>;
  readonly pii: ReadonlySet<PiiKind>;
}

export interface RedactTextOptions extends RedactionRules {
  /** Our own secrets, hidden wherever they stand. */
  readonly registry: Pick<SecretRegistry, "hide">;
}

/** `live` are our own secrets. */
export type RedactedKind = "live" | SecretKind | PiiKind;

/** How many stretches of each kind were hidden. */
export type RedactionCounts = Readonly<Partial<Record<RedactedKind, number>>>;

export interface Redacted {
  readonly text: string;
  readonly counts: RedactionCounts;
}

/** Where a name is given, the text is the value of a member of that name. */
export type RedactText = (text: string, name?: string) => Redacted;

/** Whether there is nothing to take out. */
export type IsClean = (text: string) => boolean;

const nothing: RedactionCounts = {};

/** Makes the function that takes out of a text what nobody else should read, and counts it. */
export function createRedactText({ registry, secrets, pii }: RedactTextOptions): RedactText {
  const named = (text: string, name: string | undefined): FoundSecret | undefined => {
    const found = name === undefined ? undefined : findNamedSecret(name, text);
    return found !== undefined && secrets.has(found.kind) ? found : undefined;
  };
  return (text, name) => {
    const { text: shown, count } = registry.hide(text);
    const value = secrets.size === 0 ? undefined : named(shown, name);
    if (value !== undefined) return { text: mask, counts: countsOf([value], count) };
    const found = [
      ...(secrets.size === 0 ? [] : findSecrets(shown).filter(({ kind }) => secrets.has(kind))),
      ...(pii.size === 0 ? [] : findPii(shown, pii)),
    ];
    if (found.length === 0) return { text: shown, counts: count === 0 ? nothing : { live: count } };
    const ordered = found.toSorted((a, b) => a.start - b.start);
    return { text: hideSpans(shown, ordered).text, counts: countsOf(ordered, count) };
  };
}

/** Makes the function that tells whether there is nothing to take out. Costs less than to do it. */
export function createIsClean({ registry, secrets, pii }: RedactTextOptions): IsClean {
  return (text) =>
    registry.hide(text).count === 0 &&
    (secrets.size === 0 || !findSecrets(text).some(({ kind }) => secrets.has(kind))) &&
    (pii.size === 0 || findPii(text, pii).length === 0);
}

/** What is hidden behind something else already is counted once, as that. */
function countsOf(ordered: readonly (FoundSecret | FoundPii)[], live: number): RedactionCounts {
  const counts: Partial<Record<RedactedKind, number>> = live === 0 ? {} : { live };
  let hiddenUntil = 0;
  for (const { kind, start, end } of ordered) {
    if (start >= hiddenUntil) counts[kind] = (counts[kind] ?? 0) + 1;
    hiddenUntil = Math.max(hiddenUntil, end);
  }
  return counts;
}
