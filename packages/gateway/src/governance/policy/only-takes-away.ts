import { canonicalJson, type JsonValue } from "@toolcourt/sdk";
import { areSequencesStricter } from "./narrower-sequences.ts";
import type { PolicyFile, StatementEntry } from "./schema.ts";

/**
 * Reports whether a policy surely allows nothing that another one does not: it has more denies, or
 * fewer allows, or allows with fewer principals or tools. All other changes count as not sure, even
 * if they take away.
 */
export function onlyTakesAway(now: PolicyFile, old: PolicyFile): boolean {
  const [after, before] = [partsOf(now), partsOf(old)];
  return (
    isSame(after.rest, before.rest) &&
    areSequencesStricter(now, old) &&
    areSome(before.denies, after.denies, { fits: isSame, mayLack: () => true }) &&
    areSome(after.allows, before.allows, { fits: isNarrower, mayLack: isPlain })
  );
}

interface Parts {
  readonly denies: readonly StatementEntry[];
  readonly allows: readonly StatementEntry[];
  /** The file without its statements, and without what `areSequencesStricter` compares. */
  readonly rest: JsonValue;
}

function partsOf(file: PolicyFile): Parts {
  const { statements, sequences: _sequences, mode: _mode, destinations: _own, ...rest } = file;
  return {
    denies: statements.filter(({ effect }) => effect === "deny"),
    allows: statements.filter(({ effect }) => effect === "allow"),
    rest,
  };
}

interface Comparison {
  readonly fits: (one: StatementEntry, other: StatementEntry) => boolean;
  readonly mayLack: (entry: StatementEntry) => boolean;
}

/** Reports whether statements are some of others, in their order, and the missing ones may miss. */
function areSome(
  some: readonly StatementEntry[],
  all: readonly StatementEntry[],
  { fits, mayLack }: Comparison,
): boolean {
  let next = 0;
  const missing = all.filter((entry) => {
    const candidate = some[next];
    if (candidate === undefined || !fits(candidate, entry)) return true;
    next += 1;
    return false;
  });
  return next === some.length && missing.every(mayLack);
}

/**
 * An allow without a condition costs no steps, so that without it no other condition gets further.
 * One of resources or prompts closes a dynamic server to all others, so its removal opens it.
 */
function isPlain({ when, resources, prompts }: StatementEntry): boolean {
  return when === undefined && resources === undefined && prompts === undefined;
}

/** Reports whether an allow is the same as before, but for principals and tools that are gone. */
function isNarrower(now: StatementEntry, old: StatementEntry): boolean {
  if (isSame(now, old)) return true;
  const { id: _id, principals, tools, ...same } = now;
  const { id: _oldId, principals: oldPrincipals, tools: oldTools, ...was } = old;
  return (
    isPlain(now) &&
    isSame(same, was) &&
    isPart(principals, oldPrincipals) &&
    isPart(tools, oldTools)
  );
}

/** A list that is left out selects all. */
function isPart(some: readonly string[] | undefined, all: readonly string[] | undefined): boolean {
  if (some === undefined || all === undefined) return some === all;
  return some.every((each) => all.includes(each));
}

function isSame(a: JsonValue, b: JsonValue): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
