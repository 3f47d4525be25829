import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
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
  /** Undefined for none. */
  readonly tenant: string | undefined;
  /** Whether it is so recent that another gateway may still be running it. */
  readonly mayStillRun: boolean;
}

export interface Ages {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** After this time a call has ended, or its gateway has. */
  readonly maxCallMs: number;
}

/** Returns the calls without an outcome, oldest first. */
export async function unfinishedCalls(
  store: Pick<AuditStore, "unfinished">,
  { now, maxCallMs }: Ages,
): Promise<readonly UnfinishedCall[]> {
  const rows = await store.unfinished(now);
  return rows.map(({ sequence, body }) => {
    const entry = objectOf(body);
    const principal = own(entry, "principal");
    const at = Number(own(entry, "at") ?? 0);
    const tenant = own(entry, "tenant");
    return {
      callId: textOf(own(entry, "callId")),
      sequence,
      at,
      tool: textOf(own(entry, "tool")),
      principal: isJsonObject(principal) ? textOf(own(principal, "id")) : "",
      tenant: typeof tenant === "string" ? tenant : undefined,
      mayStillRun: at >= now - maxCallMs,
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

export interface WatchUnfinishedDeps extends Pick<Runtime, "clock"> {
  readonly store: Pick<AuditStore, "unfinished">;
  /** After this time a call has ended, or its gateway has. */
  readonly maxCallMs: number;
  /**
   * Called first with all unfinished calls, then whenever more of them can no longer be running.
   */
  readonly onFound: (calls: readonly UnfinishedCall[]) => void;
}

/** Maximum interval between checks, for any call duration. */
const maxIntervalMs = 60 * 60_000;

/**
 * Looks for calls without an outcome, now and periodically. Later checks find calls that were still
 * undecided and those of other gateways. Rejects if the first check fails.
 */
export async function watchUnfinished(deps: WatchUnfinishedDeps): Promise<AsyncDisposable> {
  const { store, clock, maxCallMs, onFound } = deps;
  const stopped = new AbortController();
  let reported = 0;

  const check = async (isFirst: boolean): Promise<void> => {
    const calls = await unfinishedCalls(store, { now: clock.now(), maxCallMs });
    const lost = calls.filter(({ mayStillRun }) => !mayStillRun);
    const newest = lost.at(-1)?.sequence ?? 0;
    if (isFirst && calls.length > 0) onFound(calls);
    else if (newest > reported) onFound(lost);
    reported = Math.max(reported, newest);
  };
  const keepChecking = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(Math.min(maxCallMs, maxIntervalMs), stopped.signal);
      // On a store outage, try again next time.
      await check(false).catch(() => undefined);
    }
  };

  await check(true);
  // Ends when its sleep is aborted.
  const checking = keepChecking().catch(() => undefined);
  return {
    [Symbol.asyncDispose]: async () => {
      stopped.abort();
      await checking;
    },
  };
}

function objectOf(body: string): JsonObject {
  const parsed = parseJson(body);
  return isJsonObject(parsed) ? parsed : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
