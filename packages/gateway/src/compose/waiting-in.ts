import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { isExpiring } from "../boundary/connections/shown-connection.ts";
import type { WaitingElsewhere } from "../edge/admin/overview.ts";
import type { DurableStores } from "../stores/durable-stores.ts";

export interface WaitingDeps extends Pick<Runtime, "clock"> {
  readonly stores: Pick<DurableStores, "audit" | "connections">;
  /** Whether calls are recorded. In memory they are not. */
  readonly isRecorded: boolean;
  /** After this time a call is over, or its gateway has died. */
  readonly maxCallMs: number;
}

/** Counts what waits in the audit log and among the connections. */
export function waitingIn({
  stores: { audit, connections },
  isRecorded,
  maxCallMs,
  clock,
}: WaitingDeps): WaitingElsewhere {
  return {
    unfinishedCalls: async () =>
      isRecorded ? (await audit.unfinished(clock.now() - maxCallMs)).length : undefined,
    unsignedRows: async () => {
      const last = isRecorded ? await audit.last() : undefined;
      if (last === undefined) return isRecorded ? 0 : undefined;
      const signed = await audit.checkpointUpTo(last.sequence);
      return last.sequence - (signed?.size ?? 0);
    },
    expiringConnections: async () => {
      const active = await connections.list({ status: "active" });
      return active.filter((each) => isExpiring(each, clock.now())).length;
    },
  };
}
