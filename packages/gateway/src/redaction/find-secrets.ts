import { assignedSecrets } from "./assigned-secrets.ts";
import { encodedStretches } from "./encoded-stretches.ts";
import {
  type Characters,
  charactersOf,
  createFindAnchors,
  shortestAnchor,
  standsAt,
} from "./find-anchors.ts";
import type { Span } from "./find-forms.ts";
import { knownTokens, tokensByMiddle } from "./known-tokens.ts";
import { type LongRun, longRuns } from "./long-runs.ts";
import { beforeUser, placedSecrets } from "./placed-secrets.ts";
import { hiddenPart, type SecretKind, type SecretPattern } from "./secret-pattern.ts";

export interface FoundSecret extends Span {
  readonly kind: SecretKind;
}

// A token inside a longer word is none, and neither is one that goes on.
const tokenStart = "(?<![A-Za-z])";
const tokenEnd = "(?![A-Za-z0-9])";

const patterns: readonly SecretPattern[] = [
  ...knownTokens.flatMap(([begin, rest]) => [begin].flat().map((each) => tokenPattern(each, rest))),
  ...tokensByMiddle.map(
    ([middle, before, source]): SecretPattern => ({
      kind: "token",
      anchors: [middle.toLowerCase()],
      before,
      match: new RegExp(`${before[0] === 0 ? "" : tokenStart}${source}${tokenEnd}`, "y"),
    }),
  ),
  ...assignedSecrets,
  ...placedSecrets,
];

const anchors = [...new Set(patterns.flatMap((pattern) => pattern.anchors))];
const patternsAt = new Map(
  anchors.map((anchor) => [anchor, patterns.filter((each) => each.anchors.includes(anchor))]),
);
const longAnchors = anchors.filter((anchor) => anchor.length >= shortestAnchor);
const findLongAnchors = createFindAnchors(longAnchors);

// Short anchors would be everywhere. All but one belong to tokens, and those stand in long runs only.
const shortAnchors = anchors
  .filter((anchor) => anchor.length < shortestAnchor && anchor !== beforeUser)
  .map((anchor) => ({ anchor, characters: charactersOf(anchor) }));
const middles = new Set(tokensByMiddle.map(([middle]) => middle.toLowerCase()));
const inRuns = byFirst(shortAnchors);
const inWords = byFirst(shortAnchors.filter(({ anchor }) => middles.has(anchor)));

type ShortAnchor = (typeof shortAnchors)[number];

function byFirst(some: readonly ShortAnchor[]): readonly (readonly ShortAnchor[] | undefined)[] {
  return Array.from({ length: 256 }, (_, code) => {
    const small = String.fromCharCode(code).toLowerCase();
    const beginning = some.filter(({ anchor }) => anchor.startsWith(small));
    return beginning.length === 0 ? undefined : beginning;
  });
}

/** Finds what looks like a secret that somebody else gave out, also in base64 and in URLs. In order of their starts. */
export function findSecrets(text: string): readonly FoundSecret[] {
  const characters = charactersOf(text);
  const runs = longRuns(characters);
  const found = findPlainSecrets(text, characters, runs);
  for (const { span, decoded } of encodedStretches(text, runs)) {
    const inside = charactersOf(decoded);
    const kind = findPlainSecrets(decoded, inside, longRuns(inside))[0]?.kind;
    if (kind !== undefined) found.push({ ...span, kind });
  }
  return found.length < 2 ? found : found.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

function findPlainSecrets(
  text: string,
  characters: Characters,
  runs: readonly LongRun[],
): FoundSecret[] {
  const found: FoundSecret[] = [];
  const tryAt = (anchor: string, start: number): void => {
    for (const pattern of patternsAt.get(anchor) ?? []) {
      const secret = matchAt(pattern, text, start);
      if (secret !== undefined) found.push(secret);
    }
  };
  findLongAnchors(characters, (word, start) => tryAt(longAnchors[word] ?? "", start));
  for (const run of runs) {
    // Small letters alone are somebody's words, unless they begin like a token.
    const isMixed = run.hasDigit || run.hasLarge;
    const end = isMixed ? run.end : run.start + 1;
    visitShortAnchors(characters, { start: run.start, end }, tryAt);
  }
  for (let at = text.indexOf(beforeUser); at !== -1; at = text.indexOf(beforeUser, at + 1)) {
    tryAt(beforeUser, at);
  }
  return found;
}

function visitShortAnchors(
  text: Characters,
  { start, end }: Span,
  visit: (anchor: string, start: number) => void,
): void {
  let isInWord = false;
  for (let at = start; at < end; at += 1) {
    const character = text[at] ?? 0;
    const candidates = (isInWord ? inWords : inRuns)[character];
    if (candidates !== undefined) {
      for (const { anchor } of candidates.filter((each) => standsAt(text, at, each.characters))) {
        visit(anchor, at);
      }
    }
    const small = character | 32;
    isInWord = small >= 97 && small <= 122;
  }
}

function matchAt(pattern: SecretPattern, text: string, anchor: number): FoundSecret | undefined {
  const { kind, match, before = [0], accepts } = pattern;
  for (const distance of before) {
    match.lastIndex = Math.max(0, anchor - distance);
    const matched = match.exec(text);
    if (matched === null || accepts?.(matched, text) === false) continue;
    const end = matched.index + matched[0].length;
    return { kind, start: end - hiddenPart(matched).length, end };
  }
  return undefined;
}

function tokenPattern(begin: string, rest: string): SecretPattern {
  const match = new RegExp(`${tokenStart}${RegExp.escape(begin)}${rest}${tokenEnd}`, "y");
  return { kind: "token", anchors: [begin.toLowerCase()], match };
}
