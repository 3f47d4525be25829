import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { LRUCache } from "lru-cache";
import type { Principal } from "../../pipeline/call.ts";
import type { HistoryStore } from "../../stores/history-store.ts";
import type { Subjects } from "../audit/subjects.ts";
import { type Histories, openHistories } from "./histories.ts";
import { type HistoryOwner, historyName } from "./history-name.ts";
import {
  afterEntry,
  afterTenantEntry,
  CallList,
  type HistoryBody,
  historyForm,
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
  readonly principals: Histories<PrincipalState, HistoryBody>;
  readonly tenants: Histories<TenantState, HistoryBody>;
  /** Brings what is known of written values up to date. */
  readonly refresh: (name: string) => TenantState | Promise<TenantState>;
  /** Its own, by no pseudonym's form. */
  readonly name: string;
  /** Names of its principals' histories by their pseudonyms. */
  readonly names: LRUCache<string, string>;
}

const maxTenants = 1_000;
/** A name costs a keyed digest. */
const maxNames = 1_000;

/** Keeps the past by tenant. Names of histories are keyed digests, so no row names a person. */
export function openPasts(deps: PastsDeps): (principal: Principal) => Past | Promise<Past> {
  const tenants = new LRUCache<string, TenantPast>({ max: maxTenants });

  return (principal) => {
    const { tenant } = principal;
    const key = JSON.stringify(tenant ?? null);
    let of = tenants.get(key);
    if (of === undefined) {
      of = openTenant(deps, tenant ?? null);
      tenants.set(key, of);
    }
    const known = of;
    const subject = deps.subjects.of(principal);
    return subject instanceof Promise
      ? subject.then(({ id }) => pastOf(deps.key, { tenant, subject: id }, known))
      : pastOf(deps.key, { tenant, subject: subject.id }, known);
  };
}

function pastOf(
  key: Uint8Array,
  owner: Pick<HistoryOwner, "tenant" | "subject">,
  of: TenantPast,
): Past {
  const { subject } = owner;
  let principal = of.names.get(subject);
  if (principal === undefined) {
    principal = historyName(key, owner);
    of.names.set(subject, principal);
  }
  return { principal, tenant: of.name, of };
}

function openTenant({ store, clock, key, operator }: PastsDeps, tenant: string | null): TenantPast {
  const fingerprints = createFingerprints(key, tenant);
  let taint = new Taint();
  const tenants = openHistories<TenantState, HistoryBody>({
    store,
    clock,
    form: historyForm,
    empty: () => ({ taint: new Taint(), calls: new CallList() }),
    apply: afterTenantEntry,
  });
  const inTenant = {
    find: (atom: number, now: number) => taint.find(atom, now),
    isFull: (now: number) => taint.isFull(now),
  };
  const principals = openHistories<PrincipalState, HistoryBody>({
    store,
    clock,
    form: historyForm,
    empty: () => ({
      memory: createMemory({ fingerprints, operator, taint: inTenant }),
      calls: new CallList(),
      said: new Set(),
    }),
    apply: afterEntry,
  });
  const refreshed = (state: TenantState): TenantState => {
    taint = state.taint;
    return state;
  };
  return {
    fingerprints,
    principals,
    tenants,
    refresh: (name) => {
      const state = tenants.current(name);
      return state instanceof Promise ? state.then(refreshed) : refreshed(state);
    },
    // No pseudonym has this form.
    name: historyName(key, { tenant: tenant ?? undefined, subject: "", part: "tenant" }),
    names: new LRUCache({ max: maxNames }),
  };
}
