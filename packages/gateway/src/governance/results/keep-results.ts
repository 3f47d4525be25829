import { hash } from "node:crypto";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { RegisteredTool } from "../../catalog/snapshot.ts";
import type { IncomingCall, Principal } from "../../pipeline/call.ts";
import { idsOf } from "../../pipeline/ids-of.ts";
import type { Outcome } from "../../pipeline/outcome.ts";
import type { CallRecord, Stages } from "../../pipeline/pipeline.ts";
import type { TrackedCall } from "../../pipeline/track-calls.ts";
import { textOf } from "../../pipeline/written-result.ts";
import type { ResultStore, StoredResult } from "../../stores/result-store.ts";
import { reasonOf, StoreError } from "../../stores/store-error.ts";
import { followedBy } from "../../telemetry/event-fields.ts";
import type { Logger } from "../../telemetry/events.ts";
import { resultDiscoveryOf } from "./result-discovery.ts";

/** Which results are kept, and for how long. */
export interface ResultsConfig {
  /** Tools by their public names. */
  readonly retain: "none" | "all" | readonly string[];
  readonly retainForMs: number;
  /** Withholds a result that cannot be stored. */
  readonly required: boolean;
}

export interface KeepResultsDeps
  extends Pick<ResultsConfig, "retain" | "required">,
    Pick<Runtime, "clock"> {
  readonly store: Pick<ResultStore, "keep">;
  /** Returns the name of a principal in the audit log. */
  readonly subjectOf: (
    principal: Principal,
  ) => { readonly id: string } | Promise<{ readonly id: string }>;
  readonly log: Logger["log"];
}

/**
 * Stores results as they leave: cleaned, under their call id, before the caller gets them. Returns
 * the record unchanged if nothing is kept.
 */
export function keepResults(record: Stages["record"], deps: KeepResultsDeps): Stages["record"] {
  const isKept = chosenBy(deps.retain);
  if (isKept === undefined) return record;
  return (call) => {
    const inner = record(call);
    return {
      durable: (approved) => inner.durable(approved),
      closed: closing(inner, isKept, deps),
    };
  };
}

type IsKept = (tool: RegisteredTool) => boolean;

/** Undefined if nothing is kept. */
function chosenBy(chosen: ResultsConfig["retain"]): IsKept | undefined {
  if (chosen === "none") return undefined;
  if (chosen === "all") return () => true;
  const names = new Set(chosen);
  return ({ publicName }) => names.has(publicName);
}

function closing(inner: CallRecord, isKept: IsKept, deps: KeepResultsDeps): CallRecord["closed"] {
  return async (call: KeptCall, outcome) => {
    const { registered } = call;
    if (outcome.kind !== "answered" || registered === undefined || !isKept(registered)) {
      return inner.closed(call, outcome);
    }
    // Concurrent writes: the answer waits for the slower one.
    const keeping = keep({ call, registered, answered: outcome }, deps);
    const receipt = await inner.closed(call, outcome);
    const lost = await keeping;
    if (lost === undefined || !deps.required) return receipt;
    const tool = registered.publicName;
    throw new Refusal("audit-failed", { tool, moment: "closed" }, { cause: lost });
  };
}

/** A call at any stage. An answered call has its tool resolved. */
interface KeptCall extends IncomingCall, Partial<Pick<TrackedCall, "tracking">> {
  readonly registered?: RegisteredTool;
}

interface Answer {
  readonly call: KeptCall;
  readonly registered: RegisteredTool;
  readonly answered: Extract<Outcome, { readonly kind: "answered" }>;
}

/** Never rejects: returns why the result could not be kept. */
async function keep(answer: Answer, deps: KeepResultsDeps): Promise<unknown> {
  const { principal } = answer.call;
  try {
    const { id: subject } = await deps.subjectOf(principal);
    const kept = await deps.store.keep(storedResult(answer, subject, deps.clock));
    if (kept === "kept") return undefined;
    throw new StoreError("failed", { cause: new Error("Another result has the id of this call.") });
  } catch (error) {
    deps.log("result.lost", {
      ...followedBy(idsOf(answer.call)),
      stage: "done",
      status: "answered",
      because: reasonOf(error),
    });
    return error;
  }
}

function storedResult(
  { call, registered, answered }: Answer,
  subject: string,
  clock: Runtime["clock"],
): StoredResult {
  const output = textOf(answered.output);
  return {
    callId: call.callId,
    tenant: call.principal.tenant ?? "",
    subject,
    server: registered.contract.server,
    tool: registered.publicName,
    contract: answered.contract,
    at: clock.now(),
    output,
    digest: digestOf(output),
    ...resultDiscoveryOf(call.tracking, answered.output),
  };
}

/** Computes the same digest as the audit log. */
export function digestOf(output: string): string {
  return `sha256:${hash("sha256", output, "hex")}`;
}
