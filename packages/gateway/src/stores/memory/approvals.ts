import type {
  ApprovalFilter,
  ApprovalState,
  ApprovalStore,
  StoredApproval,
  Within,
} from "../approval-store.ts";
import { decidedOn } from "../decided-on.ts";
import { StoreError } from "../store-error.ts";
import type { AddEntries } from "./audit.ts";

/** Adds the audit entry before every change: if that throws, nothing has changed. */
export function createMemoryApprovals(
  addEntries: AddEntries,
  kept: Map<string, StoredApproval>,
): ApprovalStore {
  const all = (): readonly StoredApproval[] => newestFirst([...kept.values()]);
  const keep = (approval: StoredApproval): StoredApproval => {
    kept.set(approval.id, approval);
    return approval;
  };

  return {
    ...createEnding(kept, addEntries),
    add: async (approval, { most, entry }) => {
      if (kept.has(approval.id)) throw new StoreError("failed");
      const obstacle = obstacleTo(approval, { most, all: all() });
      if (obstacle !== undefined) return obstacle;
      addEntries([entry]);
      keep(approval);
      return "added";
    },
    find: async (id, within = {}) => {
      const found = kept.get(id);
      return found !== undefined && isWithin(found, within) ? found : undefined;
    },
    findOpen: async (fingerprint, now) =>
      all().find((each) => each.fingerprint === fingerprint && isOpen(each, now)),
    list: async (filter) =>
      all()
        .filter((each) => fits(each, filter))
        .slice(0, filter.most),
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
    forget: async (before, most) => {
      const old = [...kept.values()]
        .filter((each) => !open.includes(each.state) && each.expiresAt < before)
        .toSorted((a, b) => a.expiresAt - b.expiresAt)
        .slice(0, most);
      for (const { id } of old) kept.delete(id);
      return old.length;
    },
  };
}

const open: readonly ApprovalState[] = ["pending", "approved"];

function isOpen({ state, expiresAt }: StoredApproval, now: number): boolean {
  return open.includes(state) && expiresAt > now;
}

function isWithin(approval: StoredApproval, { tenant, requester }: Within): boolean {
  return (
    (tenant === undefined || approval.tenant === tenant) &&
    (requester === undefined || approval.requester === requester)
  );
}

const compared = ["state", "tool", "fingerprint"] as const;

function fits(approval: StoredApproval, filter: ApprovalFilter): boolean {
  const { behind } = filter;
  return (
    isWithin(approval, filter) &&
    compared.every((key) => filter[key] === undefined || approval[key] === filter[key]) &&
    (behind === undefined || place(behind, approval) < 0)
  );
}

type Place = Pick<StoredApproval, "createdAt" | "id">;

/** Returns a negative number if the first sorts before the second. */
function place(a: Place, b: Place): number {
  if (a.createdAt !== b.createdAt) return b.createdAt - a.createdAt;
  if (a.id === b.id) return 0;
  return a.id > b.id ? -1 : 1;
}

function newestFirst(approvals: readonly StoredApproval[]): readonly StoredApproval[] {
  return approvals.toSorted(place);
}

interface Situation {
  readonly most: number;
  readonly all: readonly StoredApproval[];
}

function obstacleTo(
  { fingerprint, requester, createdAt }: StoredApproval,
  { most, all }: Situation,
): "already-open" | "too-many" | undefined {
  const current = all.filter((each) => isOpen(each, createdAt));
  if (current.some((each) => each.fingerprint === fingerprint)) return "already-open";
  const pending = current.filter((each) => each.state === "pending");
  return pending.filter((each) => each.requester === requester).length >= most
    ? "too-many"
    : undefined;
}
