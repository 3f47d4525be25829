import { canonicalJson } from "@toolcourt/sdk";
import type { Policy } from "../policy/policy.ts";
import type { PolicyTool } from "../policy/question.ts";
import { concerns } from "../policy/selectors.ts";
import type { Sequence } from "../policy/sequence.ts";
import { countedBy, type Demand, demandsOf, type Selection } from "./demands.ts";
import { notesOf, type WantedNote } from "./notes.ts";
import { knownCallOf, type MadeCall } from "./past-calls.ts";

/** A statement ready to be judged. */
export interface SequenceStatement extends Sequence {
  /** The policy that it stands in. Its roles select. */
  readonly policy: Policy;
  readonly demands: readonly Demand[];
  readonly counted: readonly Selection[];
  readonly notes: readonly WantedNote[];
}

/** The statements of a policy, and of those that must agree with it. */
export interface Sequences {
  /** In file order. */
  readonly all: readonly SequenceStatement[];
  readonly byTool: WeakMap<PolicyTool, readonly SequenceStatement[]>;
}

const known = new WeakMap<Policy, Sequences>();

/** Compiled once for each policy. */
export function sequencesOf(policy: Policy): Sequences {
  const before = known.get(policy);
  if (before !== undefined) return before;
  const sequences: Sequences = { all: inForce(policy), byTool: new WeakMap() };
  known.set(policy, sequences);
  return sequences;
}

/** A text that takes away, and all those that it takes away from. */
function inForce(policy: Policy): readonly SequenceStatement[] {
  const own = policy.sequences.map(
    (sequence): SequenceStatement => ({
      ...sequence,
      policy,
      demands: demandsOf(sequence),
      counted: countedBy(sequence),
      notes: notesOf(sequence),
    }),
  );
  if (policy.within === undefined) return own;
  const same = new Set(own.map(identityOf));
  const others = sequencesOf(policy.within).all;
  return [...own, ...others.filter((each) => dependsOnRoles(each) || !same.has(identityOf(each)))];
}

/** Each policy gives roles and permissions anew. */
function dependsOnRoles({ entry, condition }: SequenceStatement): boolean {
  const reads = condition?.reads ?? [];
  return entry.roles !== undefined || reads.some((read) => read.startsWith("principal"));
}

function identityOf({ entry, mode }: SequenceStatement): string {
  return canonicalJson({ ...entry, mode });
}

/** Returns the statements that select a tool, whatever its effect. Cached per tool object. */
export function statementsAbout(
  { all, byTool }: Sequences,
  tool: PolicyTool,
): readonly SequenceStatement[] {
  const before = byTool.get(tool);
  if (before !== undefined) return before;
  const about = all.filter((statement) => isAboutTool(statement, tool));
  byTool.set(tool, about);
  return about;
}

/** Reports whether a statement selects a tool, whatever its effect. */
export function isAboutTool({ entry }: SequenceStatement, tool: PolicyTool): boolean {
  const { effects: _effects, ...others } = entry;
  return concerns(others, tool);
}

/** Reports whether a statement selects a call. */
export function isSelected(
  statement: SequenceStatement,
  { selects, isOwn }: Selection,
  made: MadeCall,
): boolean {
  return (!isOwn || isAboutTool(statement, made.tool)) && selects(knownCallOf(made));
}
