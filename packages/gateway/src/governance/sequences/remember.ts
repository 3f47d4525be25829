import { isBeforeTool } from "@toolcourt/contracts/internal/errors/before-the-tool";
import type { JsonValue } from "@toolcourt/sdk";
import {
  type ConnectedCall,
  type IncomingCall,
  isApproved,
  isConnected,
} from "../../pipeline/call.ts";
import type { Outcome } from "../../pipeline/outcome.ts";
import type { Policy } from "../policy/policy.ts";
import { type HistoryBody, type PrincipalState } from "./history-state.ts";
import { needsTenantCalls } from "./judge.ts";
import { fingerprinting, madeBy, pastCall, writtenBy } from "./made-call.ts";
import { noteCall } from "./note-call.ts";
import type { OriginEntry } from "./origins/entry.ts";
import { isFilled, originsOfOutcome } from "./origins-of-outcome.ts";
import type { Past } from "./pasts.ts";
import type { PastCall } from "./question.ts";
import { sequencesOf } from "./statements.ts";

export interface Ending {
  readonly call: IncomingCall;
  readonly outcome: Outcome;
  readonly policy: Policy;
  readonly past: Past;
  /** The calls whose written values were kept before they ran. */
  readonly tainted: Pick<WeakSet<IncomingCall>, "has">;
}

/** Reports whether anything of an outcome can matter later. What never got to its tool does not. */
export function isMemorable(call: IncomingCall, outcome: Outcome): boolean {
  return outcome.kind === "relayed" || isConnected(call);
}

/** Remembers what left, and how the call ended. */
export async function rememberOutcome(ending: Ending): Promise<void> {
  const { past, policy } = ending;
  const { principals, tenants } = past.of;
  const left = await principals.decide(past.principal, (state, at) => {
    const parts = partsOf(ending, state, at);
    const { call, origins } = parts;
    const isEmpty = call === undefined && origins.length === 0;
    const body: HistoryBody | undefined = isEmpty ? undefined : { kind: "ended", call, origins };
    return { body, answer: parts };
  });
  const call = needsTenantCalls(policy) ? left.call : undefined;
  const origins = left.written === undefined ? [] : [left.written];
  if (call === undefined && origins.length === 0) return;
  await tenants.add(past.tenant, { kind: "ended", call, origins });
}

interface Parts {
  readonly call: PastCall | undefined;
  readonly origins: readonly OriginEntry[];
  /** For the tenant: a value that was written may come back to another principal. */
  readonly written: OriginEntry | undefined;
}

function partsOf(ending: Ending, state: PrincipalState, at: number): Parts {
  const { call, outcome, tainted } = ending;
  const sighted = { tool: call.tool, call: call.callId, at };
  const { memory } = state;
  const seen = originsOfOutcome(call, outcome, { memory, sighted });
  // A cut history knows labels only, so a flood that goes on fills no store.
  const origins = memory.isCut() ? seen.map(labelsOf).filter(isFilled) : seen;
  if (!isConnected(call)) return { call: undefined, origins, written: undefined };
  const ended = endedCall(ending, call, { state, at });
  const isTaintDue = mayHaveRun(call, outcome) && !tainted.has(call);
  const written = isTaintDue ? writtenBy(call, madeBy(call), { memory, at }) : undefined;
  return { call: ended, origins, written };
}

function labelsOf({ isCut: _cut, ...entry }: OriginEntry): OriginEntry {
  return { ...entry, fields: [] };
}

/** Only statements about earlier calls need them. Others are not kept, unless they were reserved. */
function endedCall(
  { outcome, policy, past }: Ending,
  call: ConnectedCall,
  { state, at }: { readonly state: PrincipalState; readonly at: number },
): PastCall | undefined {
  const { callId, input: args } = call;
  const begun = state.calls.find(callId);
  const how = stateAfter(call, outcome);
  if (!isKept(begun, how, policy)) return undefined;
  const made = madeBy(call);
  const noted = noteCall(policy, made, {
    fingerprint: fingerprinting(past),
    args,
    ...(how === "ran" && resultIn(outcome)),
  });
  // A policy that was changed meanwhile may want less.
  const all = { ...begun?.noted, ...noted };
  return pastCall(made, { callId, at: begun?.at ?? at, state: how, noted: all });
}

/** A task still runs, and is counted as such. */
function isKept(begun: PastCall | undefined, how: PastCall["state"], policy: Policy): boolean {
  if (how === "running") return false;
  return begun !== undefined || (how !== "failed" && looksBack(policy));
}

function resultIn(outcome: Outcome): { readonly result?: JsonValue } {
  const result = outcome.kind === "answered" ? outcome.output.structuredContent : undefined;
  return result === undefined ? {} : { result };
}

function looksBack(policy: Policy): boolean {
  return sequencesOf(policy).all.some(({ entry: { total, count, equals, after, not_after } }) =>
    [total, count, equals, after, not_after].some((each) => each !== undefined),
  );
}

function stateAfter(call: ConnectedCall, outcome: Outcome): PastCall["state"] {
  if (outcome.kind === "answered") return isValid(outcome) ? "ran" : "lost";
  if (outcome.kind === "asked" && outcome.isTask === true) return "running";
  return mayHaveRun(call, outcome) ? "lost" : "failed";
}

/** An answer that reports an error, or that no schema checked, is no validated result. */
function isValid({ output, untyped }: Extract<Outcome, { kind: "answered" }>): boolean {
  return !output.isError && untyped !== true;
}

function mayHaveRun(call: ConnectedCall, outcome: Outcome): boolean {
  if (outcome.kind === "refused") return isApproved(call) && !isBeforeTool(outcome.error);
  return outcome.kind !== "asked" || isApproved(call);
}
