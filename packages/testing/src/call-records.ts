import { hash } from "node:crypto";
import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { type IncomingCall, shownName } from "@toolcourt/gateway/internal/pipeline/call";
import type { Outcome } from "@toolcourt/gateway/internal/pipeline/outcome";
import type { Stages } from "@toolcourt/gateway/internal/pipeline/pipeline";
import { textOf } from "@toolcourt/gateway/internal/pipeline/written-result";
import type { Agent } from "@toolcourt/sdk";

interface OfCall {
  readonly callId: string;
  readonly at: number;
}

/** The intent to call a tool. Digests instead of values: contents do not belong in a record. */
export interface OpenedRecord extends OfCall {
  readonly kind: "call.opened";
  readonly principal: string;
  readonly agent: Agent;
  readonly tool: string;
  readonly traceId: string;
  readonly correlationId: string;
  readonly queryId?: string;
  readonly argumentsDigest: string;
}

/** The outcome of a call. */
export interface ClosedRecord extends OfCall {
  readonly kind: "call.closed";
  readonly ending: Ending;
}

export type Ending =
  | {
      readonly kind: "answered";
      readonly fromCache: boolean;
      readonly isError: boolean;
      readonly contract: string;
      readonly resultDigest: string;
    }
  /** The tool asked for input. Neither its question nor the answers are kept. */
  | { readonly kind: "asked"; readonly contract: string }
  /** `code` is `gateway-failed` for any error but a refusal. */
  | { readonly kind: "refused"; readonly code: string };

export type CallRecord = OpenedRecord | ClosedRecord;

export interface RecordStore {
  readonly write: (record: CallRecord) => Promise<void> | void;
}

/** Records calls. A call that cannot be recorded is refused. */
export function createRecord(store: RecordStore, clock: Clock): Stages["record"] {
  return (call) => {
    const { callId, tool } = call;
    const opened = written(store, { record: openedOf(call, clock.now()), tool });
    // An awaiting caller gets the error. Without one, nothing ran.
    opened.catch(() => undefined);
    return {
      durable: () => opened,
      closed: async (_call, outcome) => {
        await opened;
        const ending = endingOf(outcome);
        const record: ClosedRecord = { kind: "call.closed", callId, at: clock.now(), ending };
        await written(store, { record, tool });
      },
    };
  };
}

async function written(
  store: RecordStore,
  { record, tool }: { readonly record: CallRecord; readonly tool: string },
): Promise<void> {
  try {
    await store.write(record);
  } catch (cause) {
    const moment = record.kind === "call.opened" ? "opened" : "closed";
    throw new Refusal("audit-failed", { tool: shownName(tool), moment }, { cause });
  }
}

function openedOf(call: IncomingCall, at: number): OpenedRecord {
  const { callId, principal, agent, tool, traceId, correlationId, queryId } = call;
  return {
    kind: "call.opened",
    callId,
    at,
    principal: principal.id,
    agent,
    tool: shownName(tool),
    traceId,
    correlationId,
    ...(queryId === undefined ? {} : { queryId }),
    argumentsDigest: digestOf(JSON.stringify(call.arguments ?? {})),
  };
}

function endingOf(outcome: Outcome): Ending {
  if (outcome.kind === "refused") {
    return {
      kind: "refused",
      code: isRefusal(outcome.error) ? outcome.error.code : "gateway-failed",
    };
  }
  if (outcome.kind === "asked") return { kind: "asked", contract: outcome.contract };
  if (outcome.kind === "relayed") {
    const resultDigest = digestOf(JSON.stringify(outcome.output));
    return { kind: "answered", fromCache: false, isError: false, contract: "", resultDigest };
  }
  const { output, fromCache, contract } = outcome;
  const resultDigest = digestOf(textOf(output));
  return { kind: "answered", fromCache, isError: output.isError, contract, resultDigest };
}

// Hashes the text as transferred: canonicalizing costs more than all checks together.
function digestOf(text: string): string {
  return `sha256:${hash("sha256", text, "hex")}`;
}

export interface MemoryRecords extends RecordStore {
  /** Oldest first. */
  readonly recent: () => readonly CallRecord[];
}

/** Keeps the newest records in memory. */
export function createMemoryRecords(maxRecords = 10_000): MemoryRecords {
  const ring: CallRecord[] = [];
  let next = 0;
  return {
    write: (record) => {
      ring[next] = record;
      next = (next + 1) % maxRecords;
    },
    recent: () => [...ring.slice(next), ...ring.slice(0, next)].slice(-ring.length),
  };
}
