import type { AuditStore } from "../audit-store.ts";
import { callsIn, type EndedCall, withEnd } from "../call-rows.ts";
import type { CallFilter, CallPlace, CallStore, IndexedCall } from "../call-store.ts";

export function createMemoryCalls(audit: Pick<AuditStore, "read" | "last">): CallStore {
  const calls = new Map<string, IndexedCall>();
  let indexedTo = 0;

  const progress: CallStore["progress"] = async () => {
    const last = await audit.last();
    return { indexedTo, last: last?.sequence ?? 0 };
  };
  return {
    index: async (max) => {
      const rows = await audit.read(indexedTo + 1, max);
      const { begun, ended } = callsIn(rows);
      // Another reader may have been here while the rows were read.
      if (rows[0]?.sequence === indexedTo + 1) {
        for (const call of begun) add(calls, call);
        for (const end of ended) close(calls, end);
        indexedTo += rows.length;
      }
      return progress();
    },
    progress,
    find: async (callId) => calls.get(callId),
    list: async (filter, max, behind) => {
      const found = [...calls.values()]
        .filter((call) => matches(call, filter) && (behind === undefined || isBehind(call, behind)))
        .toSorted((a, b) => b.at - a.at || b.row - a.row)
        .slice(0, max + 1);
      const last = found[max - 1];
      return {
        calls: found.slice(0, max),
        ...(found.length > max && last && { next: { at: last.at, row: last.row } }),
      };
    },
  };
}

/** A call may have two intents. The first one counts. */
function add(calls: Map<string, IndexedCall>, call: IndexedCall): void {
  if (!calls.has(call.callId)) calls.set(call.callId, call);
  else if (call.endRow !== null) close(calls, call);
}

/** The first outcome counts. */
function close(calls: Map<string, IndexedCall>, end: EndedCall): void {
  const call = calls.get(end.callId);
  if (call?.endRow === null) calls.set(end.callId, withEnd(call, end));
}

function isBehind(call: IndexedCall, { at, row }: CallPlace): boolean {
  return call.at < at || (call.at === at && call.row < row);
}

function matches(call: IndexedCall, { id, from, to, ...equal }: CallFilter): boolean {
  const isIn = call.at >= (from ?? call.at) && call.at < (to ?? Infinity);
  if (!isIn || !call.callId.startsWith(id ?? "")) return false;
  const members: Readonly<Record<string, unknown>> = { ...call };
  return Object.entries(equal).every(([name, value]) => members[name] === value);
}
