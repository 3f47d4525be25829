import { type FoundPii, findPii, type PiiKind } from "./find-pii.ts";
import { type FoundSecret, findSecrets } from "./find-secrets.ts";
import { hideSpans, mask, mergeSpans } from "./hide-spans.ts";
import { findNamedSecret } from "./named-values.ts";
import type { SecretKind } from "./secret-pattern.ts";
import type { SecretRegistry } from "./secret-registry.ts";
import type { Span } from "./span.ts";

/** What is hidden besides our own secrets, which are hidden always. */
export interface RedactionRules {
  readonly secrets: ReadonlySet<SecretKind>;
  readonly pii: ReadonlySet<PiiKind>;
}

export interface RedactTextOptions extends RedactionRules {
  /** Our own secrets, hidden wherever they stand. */
  readonly registry: Pick<SecretRegistry, "find">;
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

type FoundOther = FoundSecret | FoundPii;

const nothing: RedactionCounts = {};

/** Makes the function that takes out of a text what nobody else should read, and counts it. */
export function createRedactText({ registry, secrets, pii }: RedactTextOptions): RedactText {
  const named = (text: string, name: string | undefined): FoundSecret | undefined => {
    const found = name === undefined ? undefined : findNamedSecret(name, text);
    return found !== undefined && secrets.has(found.kind) ? found : undefined;
  };
  return (text, name) => {
    const ours = registry.find(text);
    const value = secrets.size === 0 ? undefined : named(text, name);
    if (value !== undefined) return { text: mask, counts: countsOf(ours, [value]) };
    // All of them in the text as it came: two tokens of one kind often begin alike, and where the beginning of
    // one is taken out first for being ours, nothing tells what the rest is.
    const others = [
      ...(secrets.size === 0 ? [] : findSecrets(text).filter(({ kind }) => secrets.has(kind))),
      ...(pii.size === 0 ? [] : findPii(text, pii)),
    ];
    if (others.length === 0 && ours.length === 0) return { text, counts: nothing };
    const ordered = others.toSorted(byStart);
    const { text: shown } = hideSpans(text, [...ours, ...ordered].toSorted(byStart));
    return { text: shown, counts: countsOf(ours, ordered) };
  };
}

function byStart(a: Span, b: Span): number {
  return a.start - b.start;
}

/** Makes the function that tells whether there is nothing to take out. Costs less than to do it. */
export function createIsClean({ registry, secrets, pii }: RedactTextOptions): IsClean {
  return (text) =>
    registry.find(text).length === 0 &&
    (secrets.size === 0 || !findSecrets(text).some(({ kind }) => secrets.has(kind))) &&
    (pii.size === 0 || findPii(text, pii).length === 0);
}

/** What is hidden behind something else already is counted once, as that, and what is ours as ours. */
function countsOf(ours: readonly Span[], ordered: readonly FoundOther[]): RedactionCounts {
  const live = mergeSpans(ours);
  const counts: Partial<Record<RedactedKind, number>> =
    live.length === 0 ? {} : { live: live.length };
  let hiddenUntil = 0;
  for (const { kind, start, end } of apartFrom(live, ordered)) {
    if (start >= hiddenUntil) counts[kind] = (counts[kind] ?? 0) + 1;
    hiddenUntil = Math.max(hiddenUntil, end);
  }
  return counts;
}

/** Those that have nothing in common with any of ours. Both are in order, so it is one walk. */
function apartFrom(live: readonly Span[], ordered: readonly FoundOther[]): readonly FoundOther[] {
  if (live.length === 0) return ordered;
  let next = 0;
  return ordered.filter(({ start, end }) => {
    while ((live[next]?.end ?? Infinity) <= start) next += 1;
    return (live[next]?.start ?? Infinity) >= end;
  });
}
