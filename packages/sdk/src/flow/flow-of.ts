import type { ToolContract } from "../contract/contract.ts";
import { type ArgumentAt, createArgumentAt } from "./argument-at.ts";
import { markTree } from "./mark-tree.ts";
import { type ReachFlow, reachOf } from "./reach-of.ts";
import { createResultAt, type ResultAt } from "./result-at.ts";
import { type Field, fieldsOf } from "./schema-fields.ts";

/** Where the values of a tool come from and go to. */
export interface Flow extends ReachFlow {
  /** Returns what an argument does. Undefined if the contract says nothing and nothing tells. */
  readonly argumentAt: ArgumentAt;
  /** Returns where a value of the structured content comes from. Default: third parties. */
  readonly resultAt: ResultAt;
  /** Whether the contract itself says anything about its arguments or results. */
  readonly hasMarks: boolean;
}

const known = new WeakMap<ToolContract, Flow>();

/**
 * Returns where the values of a tool come from and go to: what its contract says, and what can be
 * inferred where it says nothing. Worked out once for each contract.
 *
 * @example
 * ```ts
 * declare const sendMail: ToolContract;
 * const { reach, argumentAt, resultAt } = flowOf(sendMail);
 * reach; // "outside"
 * argumentAt(["recipients", "0"]); // { role: "destination", kind: "email", isGuessed: true }
 * resultAt(["id"]).origin; // "third-party", unless the contract states another
 * ```
 */
export function flowOf(contract: ToolContract): Flow {
  const before = known.get(contract);
  if (before !== undefined) return before;
  const flow = makeFlow(contract);
  known.set(contract, flow);
  return flow;
}

function makeFlow(contract: ToolContract): Flow {
  const input = fieldsOf(contract.input);
  const output = fieldsOf(contract.output ?? {});
  const { input: argumentMarks = {}, output: resultMarks = {} } = contract.terms;
  const argumentAt = createArgumentAt(contract, input, markTree(argumentMarks));
  const marked = [argumentMarks, resultMarks].some((marks) => Object.keys(marks).length > 0);
  return {
    ...reachOf(contract, input, argumentAt),
    argumentAt,
    resultAt: createResultAt(contract, output, markTree(resultMarks)),
    hasMarks: marked || states(input, "role") || states(output, "origin", "sensitivity"),
  };
}

function states(root: Field, ...words: readonly (keyof Field["statement"])[]): boolean {
  const found = new Set([root]);
  // The set grows during iteration; `for … of` sees the additions.
  for (const { statement, members, rest } of found) {
    if (words.some((word) => statement[word] !== undefined)) return true;
    for (const below of members.values()) found.add(below);
    if (rest !== undefined) found.add(rest);
  }
  return false;
}
