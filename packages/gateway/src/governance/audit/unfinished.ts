import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import type { AuditEntry, AuditStore } from "../../stores/audit-store.ts";
import type { Moment } from "./audited-call.ts";
import { noteOf } from "./call-entries.ts";

/** A call with an intent but no outcome. If its process died, its effect is unknown. */
export interface UnfinishedCall {
  readonly callId: string;
  readonly sequence: number;
  readonly at: number;
  readonly tool: string;
  /** The subject's pseudonym in the log. */
  readonly principal: string;
  /** Whether it is so recent that another gateway may still be running it. */
  readonly mayStillRun: boolean;
}

export interface Ages {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** After this time a call has ended, or its gateway has. */
  readonly longestCallMs: number;
}

/** Returns the calls without an outcome, oldest first. */
export async function unfinishedCalls(
  store: Pick<AuditStore, "unfinished">,
  { now, longestCallMs }: Ages,
): Promise<readonly UnfinishedCall[]> {
  const rows = await store.unfinished(now);
  return rows.map(({ sequence, body }) => {
    const entry = objectOf(body);
    const principal = own(entry, "principal");
    const at = Number(own(entry, "at") ?? 0);
    return {
      callId: textOf(own(entry, "callId")),
      sequence,
      at,
      tool: textOf(own(entry, "tool")),
      principal: isJsonObject(principal) ? textOf(own(principal, "id")) : "",
      mayStillRun: at >= now - longestCallMs,
    };
  });
}

/**
 * Builds the outcome of a call that was investigated. It may have acted: its effect is not
 * recorded.
 */
export function lostEntry(
  { callId, sequence }: UnfinishedCall,
  { operator, moment }: { readonly operator: string; readonly moment: Moment },
): AuditEntry {
  const about = { operator, row: sequence };
  return { ...noteOf({ kind: "call.lost", callId, moment, about }), part: "outcome" };
}

function objectOf(body: string): JsonObject {
  const parsed = parseJson(body);
  return isJsonObject(parsed) ? parsed : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
