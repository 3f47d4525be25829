import { assignedSecrets, serviceKeys } from "./assigned-secrets.ts";
import {
  type Characters,
  charactersOf,
  createFindAnchors,
  type FindAnchors,
  minAnchorLength,
  passingCharactersOf,
  standsAt,
  type Visit,
} from "./find-anchors.ts";
import { knownTokens, tokensByMiddle } from "./known-tokens.ts";
import { encodedStretches, hasDigit, isWords, type LongRun, longRuns } from "./long-runs.ts";
import { inUrl, placedSecrets, placedTokens, startOfUser } from "./placed-secrets.ts";
import { redactedPart, type SecretKind, type SecretPattern } from "./secret-pattern.ts";
import type { Span } from "./spans.ts";

export interface FoundSecret extends Span {
  readonly kind: SecretKind;
}

// A token must not start inside a word or be followed by more characters.
const tokenStart = "(?<![A-Za-z])";
const tokenEnd = "(?![A-Za-z0-9])";

const tokens: readonly SecretPattern[] = [
  ...knownTokens.flatMap(([begin, rest]) => [begin].flat().map((each) => tokenPattern(each, rest))),
  ...tokensByMiddle.map(
    ([middle, before, source]): SecretPattern => ({
      kind: "token",
      anchors: [middle.toLowerCase()],
      before,
      match: new RegExp(`${before[0] === 0 ? "" : tokenStart}${source}${tokenEnd}`, "y"),
    }),
  ),
  ...placedTokens,
];

/** The patterns to try at each anchor. */
interface Search {
  readonly find: FindAnchors;
  readonly patternsOf: readonly (readonly SecretPattern[])[];
}

function searchFor(patterns: readonly SecretPattern[], anchors: readonly string[]): Search {
  return {
    find: createFindAnchors(anchors),
    patternsOf: anchors.map((anchor) => withAnchor(patterns, anchor)),
  };
}

function withAnchor(patterns: readonly SecretPattern[], anchor: string): readonly SecretPattern[] {
  return patterns.filter((each) => each.anchors.includes(anchor));
}

function anchorsOf(patterns: readonly SecretPattern[]): readonly string[] {
  return [...new Set(patterns.flatMap((pattern) => pattern.anchors))];
}

// Most texts hold no secret, so the search over the whole text stays small. Tokens are searched
// only in long unbroken runs. Service keys are searched only before runs with a digit.
const shortTokens = anchorsOf(tokens).filter((anchor) => /^x(?:ox|app)/.test(anchor));
const placed = [...assignedSecrets, ...placedSecrets];
const everywhere = searchFor([...tokens, ...placed], [...shortTokens, ...anchorsOf(placed)]);
const beforeRuns = searchFor([serviceKeys], serviceKeys.anchors);
const inRuns = searchFor(
  tokens,
  anchorsOf(tokens).filter((each) => each.length >= minAnchorLength && !shortTokens.includes(each)),
);
const inUrls = [inUrl];

const shortAnchors = anchorsOf(tokens)
  .filter((anchor) => anchor.length < minAnchorLength)
  .map((anchor) => ({ characters: charactersOf(anchor), patterns: withAnchor(tokens, anchor) }));
const middles = new Set(tokensByMiddle.map(([middle]) => middle.toLowerCase()));
const shortByFirst = Array.from({ length: 256 }, (_, code) => {
  const small = String.fromCharCode(code).toLowerCase().charCodeAt(0);
  return shortAnchors.filter(({ characters }) => characters[0] === small);
});
const afterBreak = 1;
const anywhere = 2;
/** Positions where a short anchor may begin, by its first character. */
const shortFrom = new Uint8Array(256);
for (const { characters, patterns } of shortAnchors) {
  const isMiddle = patterns.some(({ anchors }) => anchors.some((anchor) => middles.has(anchor)));
  const small = characters[0] ?? 0;
  for (const first of [small, String.fromCharCode(small).toUpperCase().charCodeAt(0)]) {
    shortFrom[first] = (shortFrom[first] ?? 0) | (isMiddle ? anywhere : afterBreak);
  }
}

/** Finds apparent third-party secrets, including those in base64 and URLs. Ordered by start. */
export function findSecrets(text: string): readonly FoundSecret[] {
  if (text.length < minTextLength) return nothing;
  const characters = passingCharactersOf(text);
  const runs = longRuns(characters);
  const found = findPlainSecrets(text, characters, runs);
  for (const { span, decoded } of encodedStretches(text, runs)) {
    const inside = charactersOf(decoded);
    const kind = findPlainSecrets(decoded, inside, longRuns(inside))[0]?.kind;
    if (kind !== undefined) found.push({ ...span, kind });
  }
  return found.length < 2 ? found : found.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

const nothing: readonly FoundSecret[] = [];
/** Shortest text that can reveal a secret: credentials in a URL, or `pwd` with a value. */
const minTextLength = 9;
/** Minimum length of the tokens searched in runs. */
const minTokenLength = 20;
/** Maximum distance from the start of a service name to its key. */
const maxLeadLength = 128;

function findPlainSecrets(
  text: string,
  characters: Characters,
  runs: readonly LongRun[],
): FoundSecret[] {
  const found: FoundSecret[] = [];
  const tryAt = (patterns: readonly SecretPattern[] = [], start: number): void => {
    for (const pattern of patterns) {
      const secret = matchAt(pattern, text, start);
      if (secret !== undefined) found.push(secret);
    }
  };
  const visitor =
    ({ patternsOf }: Search): Visit =>
    (word, start) =>
      tryAt(patternsOf[word], start);

  everywhere.find(characters, { start: 0, end: characters.length }, visitor(everywhere));
  const beforeRun = visitor(beforeRuns);
  const inRun = visitor(inRuns);
  let lookedUntil = 0;
  for (const run of runs) {
    if (hasDigit(run)) {
      const start = Math.max(lookedUntil, run.start - maxLeadLength);
      beforeRuns.find(characters, { start, end: run.end }, beforeRun);
      lookedUntil = run.end - minAnchorLength + 1;
    }
    if (run.end - run.start >= minTokenLength) {
      inRuns.find(characters, run, inRun);
      visitShortAnchors(characters, run, tryAt);
    }
  }
  let tried = -1;
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    const start = startOfUser(characters, at);
    if (start !== undefined && start !== tried) tryAt(inUrls, start);
    tried = start ?? tried;
  }
  return found;
}

function visitShortAnchors(
  text: Characters,
  run: LongRun,
  visit: (patterns: readonly SecretPattern[], start: number) => void,
): void {
  // A run of plain words holds a token only at its start.
  const end = isWords(run) ? run.start + 1 : run.end;
  for (let at = nextShort(text, run.start, end); at < end; at = nextShort(text, at + 1, end)) {
    for (const { characters, patterns } of shortByFirst[text[at] ?? 0] ?? []) {
      if (standsAt(text, at, characters)) visit(patterns, at);
    }
  }
}

function nextShort(text: Characters, from: number, end: number): number {
  for (let at = from; at < end; at += 1) {
    const may = shortFrom[text[at] ?? 0] ?? 0;
    if (may === 0) continue;
    if (may !== afterBreak || at === 0 || !isLetter(text[at - 1])) return at;
  }
  return end;
}

function isLetter(character = 0): boolean {
  const small = character | 32;
  return small >= 97 && small <= 122;
}

function matchAt(pattern: SecretPattern, text: string, anchor: number): FoundSecret | undefined {
  const { kind, match, before = [0], accepts } = pattern;
  for (const distance of before) {
    match.lastIndex = Math.max(0, anchor - distance);
    const matched = match.exec(text);
    if (matched === null || accepts?.(matched, text) === false) continue;
    const end = matched.index + matched[0].length;
    return { kind, start: end - redactedPart(matched).length, end };
  }
  return undefined;
}

function tokenPattern(begin: string, rest: string): SecretPattern {
  const match = new RegExp(`${tokenStart}${RegExp.escape(begin)}${rest}${tokenEnd}`, "y");
  return { kind: "token", anchors: [begin.toLowerCase()], match };
}
