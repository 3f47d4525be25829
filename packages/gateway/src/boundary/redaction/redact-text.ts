import { assignedSecrets, serviceKeys } from "./assigned-secrets.ts";
import { type FoundPii, findPii, type PiiKind } from "./find-pii.ts";
import { type FoundSecret, findSecrets } from "./find-secrets.ts";
import type { SecretKind } from "./secret-pattern.ts";
import type { SecretRegistry } from "./secret-registry.ts";
import { mask, mergeSpans, redactSpans, type Span } from "./spans.ts";

/** Kinds to redact besides our own secrets, which are always redacted. */
export interface RedactionRules {
  readonly secrets: ReadonlySet<SecretKind>;
  readonly pii: ReadonlySet<PiiKind>;
}

export interface RedactTextOptions extends RedactionRules {
  /** Our own secrets, always redacted. */
  readonly registry: Pick<SecretRegistry, "find">;
}

/** `live` stands for our own secrets. */
export type RedactedKind = "live" | SecretKind | PiiKind;

/** Number of redacted spans by kind. */
export type RedactionCounts = Readonly<Partial<Record<RedactedKind, number>>>;

export interface Redacted {
  readonly text: string;
  readonly counts: RedactionCounts;
}

/** Redacts a text. With a name, the text is the value of a member of that name. */
export type RedactText = (text: string, name?: string) => Redacted;

/** Tells whether there is nothing to redact. */
export type IsClean = (text: string) => boolean;

type FoundOther = FoundSecret | FoundPii;

const nothing: RedactionCounts = {};

/** Creates the function that redacts a text and counts the redactions. */
export function createRedactText({ registry, secrets, pii }: RedactTextOptions): RedactText {
  const named = (text: string, name: string | undefined): FoundSecret | undefined => {
    const found = name === undefined ? undefined : findNamedSecret(name, text);
    return found !== undefined && secrets.has(found.kind) ? found : undefined;
  };
  return (text, name) => {
    const ours = registry.find(text);
    const value = secrets.size === 0 ? undefined : named(text, name);
    if (value !== undefined) return { text: mask, counts: countsOf(ours, [value]) };
    // Search the original text: tokens of one kind often share a prefix. If the prefix were
    // redacted first as ours, the rest would be unrecognizable.
    const others = readingsOf(text).flatMap((each): readonly FoundOther[] => [
      ...(secrets.size === 0 ? [] : findSecrets(each).filter(({ kind }) => secrets.has(kind))),
      ...(pii.size === 0 ? [] : findPii(each, pii)),
    ]);
    if (others.length === 0 && ours.length === 0) return { text, counts: nothing };
    const ordered = others.toSorted(byStart);
    const { text: shown } = redactSpans(text, [...ours, ...ordered].toSorted(byStart));
    return { text: shown, counts: countsOf(ours, ordered) };
  };
}

/**
 * Returns a text, and if it has escaped line breaks or tabs, also with blanks in their places. In
 * JSON the letter of such an escape would look like the first letter of a token behind it.
 */
function readingsOf(text: string): readonly string[] {
  if (!text.includes("\\")) return [text];
  const blank = text.replaceAll(/(?<!\\)\\+[nrt]/g, ({ length }) => "\n".repeat(length));
  return blank === text ? [text] : [text, blank];
}

function byStart(a: Span, b: Span): number {
  return a.start - b.start;
}

/** Creates a check for texts with nothing to redact. Cheaper than redacting. */
export function createIsClean({ registry, secrets, pii }: RedactTextOptions): IsClean {
  const isClean = (text: string): boolean =>
    (secrets.size === 0 || !findSecrets(text).some(({ kind }) => secrets.has(kind))) &&
    (pii.size === 0 || findPii(text, pii).length === 0);
  return (text) => registry.find(text).length === 0 && readingsOf(text).every(isClean);
}

/** Counts overlapping findings once, by the first of them. Our own secrets take precedence. */
function countsOf(ours: readonly Span[], ordered: readonly FoundOther[]): RedactionCounts {
  const live = mergeSpans(ours);
  const counts: Partial<Record<RedactedKind, number>> =
    live.length === 0 ? {} : { live: live.length };
  let redactedUntil = 0;
  for (const { kind, start, end } of apartFrom(live, ordered)) {
    if (start >= redactedUntil) counts[kind] = (counts[kind] ?? 0) + 1;
    redactedUntil = Math.max(redactedUntil, end);
  }
  return counts;
}

/** Returns findings that overlap none of ours. Both lists are ordered, so one pass is enough. */
function apartFrom(live: readonly Span[], ordered: readonly FoundOther[]): readonly FoundOther[] {
  if (live.length === 0) return ordered;
  let next = 0;
  return ordered.filter(({ start, end }) => {
    while ((live[next]?.end ?? Infinity) <= start) next += 1;
    return (live[next]?.start ?? Infinity) >= end;
  });
}

const words = [...assignedSecrets, serviceKeys]
  .flatMap(({ anchors }) => anchors)
  .map((anchor) => anchor.replace(/^pwd.$/s, "pwd"));
const maxRemembered = 4_096;
const remembered = new Map<string, boolean>();

/**
 * Finds a secret that its member name reveals. In a text the name stands beside the value; in JSON
 * they must be joined first. The finding covers the whole value.
 */
export function findNamedSecret(name: string, value: string): FoundSecret | undefined {
  if (!mayNameSecret(name)) return undefined;
  const lead = `${name}=`;
  const found = findSecrets(`${lead}${value}`).find(
    ({ start, end }) => start <= lead.length && end > lead.length,
  );
  return found && { kind: found.kind, start: 0, end: value.length };
}

/** Cached: the same few names recur. */
function mayNameSecret(name: string): boolean {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  if (remembered.size >= maxRemembered) remembered.clear();
  const small = name.slice(0, 256).toLowerCase();
  const may = words.some((word) => small.includes(word));
  remembered.set(name, may);
  return may;
}
