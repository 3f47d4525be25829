import { defaultLimits } from "../../schemas/limits.ts";
import { grantPatternBudget, type PatternReading, readPattern } from "../../schemas/pattern.ts";
import type { Random } from "../draw-deps.ts";
import { membersOf } from "./character-set.ts";
import { type PatternTree, parsePattern } from "./parse-pattern.ts";

interface Writing {
  /** Default: the simplest text, always the same. */
  readonly random?: Random;
  /** Extra repetitions beyond the minimum, if allowed. */
  readonly stretch: number;
  /** Remaining characters: a pattern may require a huge number of repetitions. */
  left: number;
}

/**
 * Writes a text meant to match a pattern. Returns undefined if a position has no known character.
 */
export function writePattern(tree: PatternTree, writing: Writing): string | undefined {
  if (tree.kind === "character") return writeCharacter(tree, writing);
  if (tree.kind === "sequence") return writeAll(tree.parts, writing);
  if (tree.kind === "choice") return writeOption(tree.options, writing);
  return writeAll(repeated(tree, writing), writing);
}

function writeCharacter(
  { set }: Extract<PatternTree, { kind: "character" }>,
  writing: Writing,
): string | undefined {
  writing.left -= 1;
  const members = membersOf(set);
  return members[writing.random?.below(members.length) ?? 0];
}

function writeAll(parts: readonly PatternTree[], writing: Writing): string | undefined {
  let text = "";
  for (const part of parts) {
    const written = writing.left < 0 ? undefined : writePattern(part, writing);
    if (written === undefined) return undefined;
    text += written;
  }
  return text;
}

function writeOption(options: readonly PatternTree[], writing: Writing): string | undefined {
  const first = writing.random?.below(options.length) ?? 0;
  for (const index of options.keys()) {
    const option = options[(first + index) % options.length];
    const written = option === undefined ? undefined : writePattern(option, writing);
    if (written !== undefined) return written;
  }
  return undefined;
}

function repeated(
  { part, min, max }: Extract<PatternTree, { kind: "repetition" }>,
  { random, stretch, left }: Writing,
): readonly PatternTree[] {
  const more = random === undefined ? stretch : random.below(stretch + 1);
  const times = Math.min(min + more, max, Math.max(left, 0) + 1);
  return Array.from({ length: Math.max(times, 0) }, () => part);
}

/** A pattern to write texts for and to test texts against. */
export interface KnownPattern {
  readonly tree: PatternTree;
  readonly reading: PatternReading;
}

/** A cache of parsed patterns. */
export type PatternBook = (source: string) => KnownPattern;

export function createPatternBook(): PatternBook {
  const known = new Map<string, KnownPattern>();
  return (source) => {
    const found = known.get(source) ?? {
      tree: parsePattern(source),
      reading: readPattern(source, defaultLimits),
    };
    known.set(source, found);
    return found;
  };
}

/** Cost limit of matching one text, in the engine's steps. */
const stepsForOneText = 10_000_000;

/** Returns whether a text matches. An unusable pattern matches nothing. */
export function matches({ reading }: KnownPattern, text: string): boolean {
  // The thread's budget is a leftover of the last validation, so grant a fresh one.
  grantPatternBudget(stepsForOneText);
  try {
    return reading.kind === "pattern" && reading.pattern.test(text);
  } catch {
    return false;
  }
}
