import type { ApprovalState, ApprovalStore, StoredApproval } from "../approval-store.ts";
import { StoreError } from "../store-error.ts";
import type { AddEntries } from "./audit.ts";

/** Every change adds its entry first: where that throws, nothing was changed. */
export function createMemoryApprovals(addEntries: AddEntries): ApprovalStore {
  const kept = new Map<string, StoredApproval>();
  const all = (): readonly StoredApproval[] => newestFirst([...kept.values()].toReversed());
  const keep = (approval: StoredApproval): StoredApproval => {
    kept.set(approval.id, approval);
    return approval;
  };
  const findIn = (id: string, states: readonly ApprovalState[]): StoredApproval | undefined =>
    all().find((each) => each.id === id && states.includes(each.state));

  return {
    add: async (approval, { most, entry }) => {
      if (kept.has(approval.id)) throw new StoreError("failed");
      const obstacle = obstacleTo(approval, { most, all: all() });
      if (obstacle !== undefined) return obstacle;
      addEntries([entry]);
      keep(approval);
      return "added";
    },
    find: async (id) => kept.get(id),
    findOpen: async (fingerprint, now) =>
      all().find((each) => each.fingerprint === fingerprint && isOpen(each, now)),
    list: async (filter) =>
      all()
        .filter((each) => fits(each, filter))
        .slice(0, filter.most),
    decide: async (id, { to, by, at }, entry) => {
      const found = findIn(id, to === "revoked" ? open : ["pending"]);
      if (found === undefined || found.expiresAt <= at) return undefined;
      addEntries([entry]);
      return keep({ ...found, state: to, decidedBy: by, decidedAt: at });
    },
    consume: async ({ id, digest, callId, at }, intent) => {
      const found = findIn(id, ["approved"]);
      if (found?.digest !== digest || found.expiresAt <= at) return false;
      addEntries([intent]);
      keep({ ...found, state: "consumed", callId });
      return true;
    },
    close: async (id, state) => {
      const found = findIn(id, ["consumed"]);
      if (found !== undefined) keep({ ...found, state });
    },
    expire: async (now) => {
      const late = all().filter((each) => open.includes(each.state) && each.expiresAt <= now);
      for (const each of late) keep({ ...each, state: "expired" });
      return late.length;
    },
  };
}

type Filter = Parameters<ApprovalStore["list"]>[0];

const open: readonly ApprovalState[] = ["pending", "approved"];

function isOpen({ state, expiresAt }: StoredApproval, now: number): boolean {
  return open.includes(state) && expiresAt > now;
}

function fits(approval: StoredApproval, { state, requester }: Filter): boolean {
  return (
    (state === undefined || approval.state === state) &&
    (requester === undefined || approval.requester === requester)
  );
}

function newestFirst(approvals: readonly StoredApproval[]): readonly StoredApproval[] {
  return approvals.toSorted((a, b) => b.createdAt - a.createdAt);
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
