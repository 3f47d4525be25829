import { yieldToLoop } from "@toolcourt/contracts/internal/kernel/yield-to-loop";
import type { AuditStore } from "../../stores/audit-store.ts";
import type { Subjects } from "../audit/subjects.ts";
import { type Known, learnConditions } from "./learn-conditions.ts";
import type { Policy } from "./policy.ts";
import type { PolicyTool } from "./question.ts";
import { type RecordedCall, readRecordedCalls } from "./recorded-calls.ts";
import { RecordedNames } from "./recorded-names.ts";
import type { RecordedQuestion } from "./recorded-question.ts";
import { type Replayed, replay } from "./replay.ts";

export interface TryDeps {
  readonly audit: Pick<AuditStore, "last" | "read">;
  readonly subjects: Pick<Subjects, "find">;
  /** The tools that callers can name now. */
  readonly tools: () => Iterable<PolicyTool>;
  /** Returns an earlier policy. Undefined if its text is not known any more. */
  readonly policyOf: (version: string) => Promise<Policy | undefined>;
}

/** A recorded call and what a policy would decide about it. */
export interface TriedCall {
  readonly call: RecordedCall;
  readonly replayed: Replayed;
}

export interface Trial {
  /** The newest first. */
  readonly tried: readonly TriedCall[];
  /** How many rows of the audit log were read. */
  readonly rows: number;
}

export const maxTried = 1_000;
/** A call has two rows, and calls that no policy decided about have some too. */
const maxRows = 20_000;
/** Calls wait meanwhile. */
const atOnce = 20;

/** Decides the last recorded calls by another policy. */
export async function tryPolicy(policy: Policy, last: number, deps: TryDeps): Promise<Trial> {
  const { calls, rows } = await readRecordedCalls(deps.audit, { last, maxRows });
  const before = new Map<string, Policy | undefined>();
  for (const { policy: version } of calls) {
    if (!before.has(version)) before.set(version, await deps.policyOf(version));
  }
  const named = [policy, ...before.values()].flatMap((each) => each?.principalNames() ?? []);
  const names = new RecordedNames(deps.subjects, new Set(named));
  const toolOf = toolsByOrigin(deps.tools());
  const tried: TriedCall[] = [];
  for (const call of calls) {
    if (tried.length % atOnce === 0) await yieldToLoop();
    const question = { ...(await names.of(call)), ...toolOf(call), now: call.at };
    const known = learned(before.get(call.policy), question, call);
    tried.push({ call, replayed: replay(policy, question, known) });
  }
  return { tried, rows };
}

function learned(
  policy: Policy | undefined,
  question: RecordedQuestion,
  { decision }: RecordedCall,
): ReadonlyMap<string, Known> {
  return policy === undefined ? new Map() : learnConditions(policy, question, decision);
}

type Origin = Pick<RecordedQuestion, "tool" | "hasTerms">;

/** Finds the tool of a call by its server. Of one that is gone, only what was recorded is known. */
function toolsByOrigin(tools: Iterable<PolicyTool>): (call: RecordedCall) => Origin {
  const byOrigin = new Map<string, PolicyTool>();
  for (const tool of tools) byOrigin.set(originOf(tool.contract), tool);
  return ({ tool: publicName, target }) => {
    const tool = byOrigin.get(originOf(target));
    if (tool !== undefined) return { tool, hasTerms: true };
    const contract = { ...target, terms: {} };
    return { tool: { publicName, contract }, hasTerms: false };
  };
}

function originOf({ server, name }: Pick<PolicyTool["contract"], "server" | "name">): string {
  return JSON.stringify([server, name]);
}
