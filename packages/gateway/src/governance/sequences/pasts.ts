import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { LRUCache } from "lru-cache";
import type { Principal } from "../../pipeline/call.ts";
import type { HistoryStore } from "../../stores/history-store.ts";
import type { Subjects } from "../audit/subjects.ts";
import { type Histories, openHistories } from "./histories.ts";
import { historyName } from "./history-name.ts";
import {
  afterEntry,
  afterTenantEntry,
  CallList,
  type PrincipalState,
  type TenantState,
} from "./history-state.ts";
import { createMemory } from "./origins/create-memory.ts";
import { createFingerprints, type Fingerprints } from "./origins/fingerprints.ts";
import type { OperatorNames } from "./origins/operator-names.ts";
import { Taint } from "./origins/taint.ts";

export interface PastsDeps extends Pick<Runtime, "clock"> {
  readonly store: HistoryStore;
  /** Of the operator. It is in no store. */
  readonly key: Uint8Array;
  readonly subjects: Pick<Subjects, "of">;
  /** The operator's own destinations, as the policy in force names them. */
  readonly operator: OperatorNames;
}

/** The past of one principal, with that of its tenant. */
export interface Past {
  readonly principal: string;
  readonly tenant: string;
  readonly of: TenantPast;
}

/** What the principals of one tenant did and read. */
export interface TenantPast {
  readonly fingerprints: Fingerprints;
  readonly principals: Histories<PrincipalState>;
  readonly tenants: Histories<TenantState>;
  /** Brings what is known of written values up to date. */
  readonly refresh: (name: string) => Promise<TenantState>;
}

const maxTenants = 1_000;

/** Keeps the past by tenant. Names of histories are keyed digests, so no row names a person. */
export function openPasts(deps: PastsDeps): (principal: Principal) => Promise<Past> {
  const tenants = new LRUCache<string, TenantPast>({ max: maxTenants });

  return async (principal) => {
    const { tenant } = principal;
    const key = JSON.stringify(tenant ?? null);
    let of = tenants.get(key);
    if (of === undefined) {
      of = openTenant(deps, tenant ?? null);
      tenants.set(key, of);
    }
    const { id: subject } = await deps.subjects.of(principal);
    return {
      principal: historyName(deps.key, { tenant, subject }),
      // No pseudonym has this form.
      tenant: historyName(deps.key, { tenant, subject: "", part: "tenant" }),
      of,
    };
  };
}

function openTenant({ store, clock, key, operator }: PastsDeps, tenant: string | null): TenantPast {
  const fingerprints = createFingerprints(key, tenant);
  let taint = new Taint();
  const tenants = openHistories<TenantState>({
    store,
    clock,
    empty: () => ({ taint: new Taint(), calls: new CallList() }),
    apply: afterTenantEntry,
  });
  const inTenant = {
    find: (atom: number, now: number) => taint.find(atom, now),
    isFull: (now: number) => taint.isFull(now),
  };
  const principals = openHistories<PrincipalState>({
    store,
    clock,
    empty: () => ({
      memory: createMemory({ fingerprints, operator, taint: inTenant }),
      calls: new CallList(),
      said: new Set(),
    }),
    apply: afterEntry,
  });
  return {
    fingerprints,
    principals,
    tenants,
    refresh: async (name) => {
      const state = await tenants.current(name);
      taint = state.taint;
      return state;
    },
  };
}
