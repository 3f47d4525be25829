import { canonicalJson, type JsonValue } from "@toolcourt/sdk";
import type { PolicyFile } from "./schema.ts";
import { modeOf } from "./sequence.ts";
import type { Mode, SequenceEntry } from "./sequence-schema.ts";

type Sequenced = Pick<PolicyFile, "sequences" | "mode" | "destinations">;

/**
 * Reports whether the sequences of a policy surely let no call pass that those of another one do
 * not. All that is not clearly stricter counts as not sure.
 */
export function areSequencesStricter(now: Sequenced, old: Sequenced): boolean {
  const known = new Set(old.destinations);
  if (!(now.destinations ?? []).every((each) => known.has(each))) return false;
  const [after, before] = [modedIn(now), modedIn(old)];
  let next = 0;
  for (const entry of after) {
    const wanted = before[next];
    if (wanted !== undefined && isStricter(entry, wanted)) next += 1;
  }
  return next === before.length;
}

type Moded = SequenceEntry & { readonly mode: Mode };

/**
 * In their order: conditions share a budget, and one that comes earlier gets further. An observer
 * without a condition costs nothing and decides nothing.
 */
function modedIn(file: Sequenced): readonly Moded[] {
  return (file.sequences ?? [])
    .map((entry): Moded => ({ ...entry, mode: modeOf(entry, file) }))
    .filter((entry) => entry.mode === "enforce" || entry.when !== undefined);
}

function isStricter(now: Moded, old: Moded): boolean {
  if (old.mode === "observe") {
    const { mode: _now, ...rest } = now;
    const { mode: _old, ...was } = old;
    return isSame(rest, was);
  }
  // A condition that fails refuses, so that even one that is left out could widen.
  if (now.mode === "observe" || now.when !== old.when) return false;
  if (firmness[now.ask ?? "refuse"] < firmness[old.ask ?? "refuse"]) return false;
  return selectorKeys.every((key) => covers(now[key], old[key])) && demandsMore(now, old);
}

const firmness = { caller: 0, operator: 1, refuse: 2 } as const;

const selectorKeys = [
  "principals",
  "kinds",
  "tenants",
  "roles",
  "tools",
  "effects",
  "tags",
  "categories",
] as const satisfies readonly (keyof SequenceEntry)[];

/** A selector that is left out selects all. */
function covers(now: readonly string[] | undefined, old: readonly string[] | undefined): boolean {
  return now === undefined || (old !== undefined && isPart(old, now));
}

function isPart(some: readonly string[], all: readonly string[]): boolean {
  return some.every((each) => all.includes(each));
}

/** All demands of the old statement, at least as strict. Further ones only add to them. */
function demandsMore(now: SequenceEntry, old: SequenceEntry): boolean {
  return [
    isKept(now.from, old.from, (is, was) => isEachPart(Object.entries(is), Object.entries(was))),
    isKept(now.content_without, old.content_without, (is, was) => isPart(was, is)),
    isKept(now.total, old.total, isLowerMaximum),
    isKept(now.count, old.count, isLowerMaximum),
    isKept(now.equals, old.equals, (is, was) =>
      Object.entries(was).every(([key, field]) => is[key] === field),
    ),
    isKept(now.after, old.after, isLaterAfter),
    isKept(now.not_after, old.not_after, isWiderNotAfter),
    isKept(now.unattended, old.unattended, () => true),
  ].every(Boolean);
}

function isKept<Demand>(
  now: Demand | undefined,
  old: Demand | undefined,
  isAsStrict: (now: Demand, old: Demand) => boolean,
): boolean {
  return old === undefined || (now !== undefined && isAsStrict(now, old));
}

type Lists = readonly (readonly [role: string, origins: readonly string[]])[];

function isEachPart(now: Lists, old: Lists): boolean {
  return old.every(([role, was]) => now.some(([each, is]) => each === role && isPart(is, was)));
}

interface Maximum {
  readonly of?: string;
  readonly over: number;
  readonly per?: "principal" | "tenant";
  readonly at_most: number;
}

function isLowerMaximum(now: Maximum, old: Maximum): boolean {
  const isAlike = now.of === old.of && (now.per ?? "principal") === (old.per ?? "principal");
  return isAlike && now.over >= old.over && now.at_most <= old.at_most;
}

type Written<Key extends keyof SequenceEntry> = NonNullable<SequenceEntry[Key]>;

function isLaterAfter(now: Written<"after">, old: Written<"after">): boolean {
  const isAlike = now.tool === old.tool && isPart(old.same ?? [], now.same ?? []);
  return isAlike && (now.within ?? Infinity) <= (old.within ?? Infinity);
}

function isWiderNotAfter(now: Written<"not_after">, old: Written<"not_after">): boolean {
  const isAlike = now.tool === old.tool && now.label === old.label;
  const isWider = (now.within ?? Infinity) >= (old.within ?? Infinity);
  return isAlike && isWider && isPart(now.same ?? [], old.same ?? []);
}

function isSame(a: JsonValue, b: JsonValue): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
