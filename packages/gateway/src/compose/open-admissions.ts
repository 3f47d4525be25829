import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { DecisionOf } from "../catalog/admission/compare-with-lock.ts";
import { AdmissionDesk } from "../catalog/admission-desk.ts";
import { decisionsIn } from "../catalog/follow-admissions.ts";
import type { Config } from "../config/config.ts";
import { Subjects } from "../governance/audit/subjects.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import { notesOf } from "./open-approvals.ts";
import type { OpenAuthority } from "./open-authority.ts";
import { openDurableStores } from "./open-durable-stores.ts";
import { openOperatorStores } from "./operator-stores.ts";
import type { ProcessRuntime } from "./process-runtime.ts";
import { type DraftLookupDeps, isThere } from "./set-drafts.ts";

interface AdmissionParts extends Pick<Runtime, "clock"> {
  readonly stores: Pick<DurableStores, "admissions">;
  readonly subjects: Pick<Subjects, "of">;
}

export function admissionDesk({ stores, subjects, clock }: AdmissionParts): AdmissionDesk {
  return new AdmissionDesk({ store: stores.admissions, clock, ...notesOf({ subjects, clock }) });
}

/** The admissions of a gateway, for an operator. */
export interface OpenedAdmissions extends AsyncDisposable {
  readonly desk: AdmissionDesk;
  /** `operator:` and the login name of the operator. */
  readonly operator: string;
}

export async function openAdmissions(
  file: string | undefined,
  runtime: ProcessRuntime,
): Promise<OpenedAdmissions> {
  const { stores } = await openOperatorStores(file, runtime, { mayBeMade: false });
  const { clock, newId, operator } = runtime;
  const subjects = new Subjects({ personal: stores.personal, clock, newId });
  return {
    desk: admissionDesk({ stores, subjects, clock }),
    operator,
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}

/** Returns the decisions that a gateway follows, or those that a read-only command finds. */
export async function decisionsOf(
  config: Pick<Config, "authority">,
  authority: Pick<OpenAuthority, "admissions"> | undefined,
  place: DraftLookupDeps,
): Promise<DecisionOf | undefined> {
  return authority === undefined ? readDecisions(config, place) : authority.admissions.decisionOf;
}

/**
 * Reads the decisions for read-only commands. Never creates a store. While it is unavailable, the
 * command shows what the lock says: a look must be possible then too.
 */
async function readDecisions(
  { authority }: Pick<Config, "authority">,
  place: DraftLookupDeps,
): Promise<DecisionOf | undefined> {
  const { url } = authority.stores;
  if (!(await isThere(url, place))) return undefined;
  try {
    await using stores = await openDurableStores(url, place);
    return decisionsIn(await stores.admissions.newest());
  } catch {
    return undefined;
  }
}
