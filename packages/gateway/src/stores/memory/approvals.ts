import {
  type ApprovalState,
  type ApprovalStore,
  decidedOn,
  type StoredApproval,
} from "../approval-store.ts";
import { StoreError } from "../store-error.ts";
import type { AddEntries } from "./audit.ts";
import { matches, position } from "./records.ts";

/** Adds the audit entry before every change: if that throws, nothing has changed. */
export function createMemoryApprovals(
  addEntries: AddEntries,
  kept: Map<string, StoredApproval>,
): ApprovalStore {
  const all = (): readonly StoredApproval[] => [...kept.values()].toSorted(position);
  const keep = (approval: StoredApproval): StoredApproval => {
    kept.set(approval.id, approval);
    return approval;
  };

  return {
    ...createEnding(kept, addEntries),
    add: async (approval, { max, entry }) => {
      if (kept.has(approval.id)) throw new StoreError("failed");
      const obstacle = obstacleTo(approval, { max, all: all() });
      if (obstacle !== undefined) return obstacle;
      addEntries([entry]);
      keep(approval);
      return "added";
    },
    find: async (id, within = {}) => {
      const found = kept.get(id);
      return found !== undefined && matches(found, within) ? found : undefined;
    },
    findOpen: async (fingerprint, now) =>
      all().find((each) => each.fingerprint === fingerprint && isOpen(each, now)),
    list: async ({ max, behind, ...filter }) =>
      all()
        .filter((each) => behind === undefined || position(behind, each) < 0)
        .filter((each) => matches(each, filter))
        .slice(0, max),
    decide: async (id, decision, entry) => {
      const found = kept.get(id);
      const decided = found && decidedOn(found, decision);
      if (decided === undefined) return undefined;
      addEntries([entry]);
      return keep(decided);
    },
    expire: async (now) => {
      const late = all().filter((each) => open.includes(each.state) && each.expiresAt <= now);
      for (const each of late) keep({ ...each, state: "expired" });
      return late.length;
    },
  };
}

function createEnding(
  kept: Map<string, StoredApproval>,
  addEntries: AddEntries,
): Pick<ApprovalStore, "consume" | "close" | "forget"> {
  const findIn = (id: string, state: ApprovalState): StoredApproval | undefined => {
    const found = kept.get(id);
    return found?.state === state ? found : undefined;
  };
  return {
    consume: async ({ id, digest, callId, at }, intent) => {
      const found = findIn(id, "approved");
      if (found?.digest !== digest || found.expiresAt <= at) return false;
      addEntries([intent]);
      kept.set(id, { ...found, state: "consumed", callId });
      return true;
    },
    close: async (id, state) => {
      const found = findIn(id, "consumed");
      if (found !== undefined) kept.set(id, { ...found, state });
    },
    forget: async (before, max) => {
      const old = [...kept.values()]
        .filter((each) => !open.includes(each.state) && each.expiresAt < before)
        .toSorted((a, b) => a.expiresAt - b.expiresAt)
        .slice(0, max);
      for (const { id } of old) kept.delete(id);
      return old.length;
    },
  };
}

const open: readonly ApprovalState[] = ["pending", "approved"];

function isOpen({ state, expiresAt }: StoredApproval, now: number): boolean {
  return open.includes(state) && expiresAt > now;
}

function obstacleTo(
  { fingerprint, requester, createdAt }: StoredApproval,
  { max, all }: { readonly max: number; readonly all: readonly StoredApproval[] },
): "already-open" | "too-many" | undefined {
  const current = all.filter((each) => isOpen(each, createdAt));
  if (current.some((each) => each.fingerprint === fingerprint)) return "already-open";
  const pending = current.filter((each) => each.state === "pending");
  return pending.filter((each) => each.requester === requester).length >= max
    ? "too-many"
    : undefined;
}
