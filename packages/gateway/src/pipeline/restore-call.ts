import {
  type ApprovedCall,
  beginCall,
  type IncomingCall,
  notNeeded,
  setApproval,
  setConnection,
  setGrant,
  setInput,
  setJudged,
  setPermit,
  setTool,
} from "./call.ts";
import { passed } from "./judged.ts";
import type { ToolPlan } from "./plan.ts";

/** A call that went on as a task. */
export interface RestoredCall extends ApprovedCall {
  /** When it began, in milliseconds since 1970. Its intent is recorded. */
  readonly begunAt: number;
}

/** The fields that stages have set on a call that has run. */
type Passed = Pick<RestoredCall, "input" | "grant" | "approval" | "begunAt">;

/** Restores a call that has run, from what was kept of it. */
export function restoreCall(
  kept: IncomingCall & Passed,
  plan: ToolPlan,
  startedAt: number,
): RestoredCall {
  const call = beginCall(kept, plan, undefined);
  setTool(call, plan, startedAt);
  setPermit(call, { kind: "permitted" });
  setInput(call, kept.input);
  setGrant(call, kept.grant);
  setConnection(call, notNeeded);
  // Judged before it ran. Its result is remembered like any other.
  setJudged(call, passed);
  setApproval(call, kept.approval);
  return Object.assign(call, { begunAt: kept.begunAt });
}
