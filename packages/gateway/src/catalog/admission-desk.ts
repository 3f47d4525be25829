import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { JsonObject } from "@toolcourt/sdk";
import type { AdmissionState, AdmissionStore, StoredAdmission } from "../stores/admission-store.ts";
import type { AuditEntry } from "../stores/audit-store.ts";
import { timeOf } from "./admission/compare-with-lock.ts";

/** The person who decides. */
export interface Decider {
  readonly by: string;
  readonly tenant: string | null;
  /** The reason, in the person's own words. Default: none. */
  readonly note?: string | undefined;
}

/** A contract that a person looked at, and the lock entry from which it differs. */
export interface Admissible {
  readonly server: string;
  readonly tool: string;
  readonly digest: string;
  /** When the lock entry was approved, as the lock has it. */
  readonly lockedAt: string;
}

/** An admission to withdraw. */
export interface Withdrawing {
  readonly server: string;
  readonly tool: string;
  /** The digest that must be admitted. Default: any is. */
  readonly digest?: string | undefined;
}

/** `none`: nothing is admitted. `overtaken`: another person decided about the tool meanwhile. */
export type AdmissionOutcome = AdmissionState | "none" | "differs" | "overtaken";

export interface AdmissionNote {
  readonly kind: "admission.given" | "admission.withdrawn";
  readonly at: number;
  readonly about: JsonObject;
}

export interface AdmissionDeskDeps extends Pick<Runtime, "clock"> {
  readonly store: Pick<AdmissionStore, "put" | "newest">;
  /** Returns a person's pseudonym in the log. */
  readonly nameOf: (id: string, tenant: string | null) => string | Promise<string>;
  readonly noteOf: (note: AdmissionNote) => AuditEntry;
}

/** Where people admit contracts over the lock. Each decision and its audit entry are one change. */
export class AdmissionDesk {
  readonly #deps: AdmissionDeskDeps;

  constructor(deps: AdmissionDeskDeps) {
    this.#deps = deps;
  }

  /** Returns the newest decision about each tool. */
  newest(): Promise<readonly StoredAdmission[]> {
    return this.#deps.store.newest();
  }

  /** Admits exactly this contract, also if it was admitted before: it may have been held since. */
  async admit(admissible: Admissible, decider: Decider): Promise<AdmissionOutcome> {
    const { lockedAt, ...decided } = admissible;
    const before = await this.#newestOf(decided);
    return this.#decide({ ...decided, state: "admitted" }, decider, {
      before,
      behind: timeOf({ approvedAt: lockedAt }),
    });
  }

  async withdraw(withdrawing: Withdrawing, decider: Decider): Promise<AdmissionOutcome> {
    const before = await this.#newestOf(withdrawing);
    if (before?.state !== "admitted") return "none";
    const { server, tool, digest, at: behind } = before;
    if (withdrawing.digest !== undefined && withdrawing.digest !== digest) return "differs";
    const decision = { server, tool, digest, state: "withdrawn" } as const;
    return this.#decide(decision, decider, { before, behind });
  }

  async #newestOf({ server, tool }: Withdrawing): Promise<StoredAdmission | undefined> {
    const all = await this.#deps.store.newest();
    return all.find((each) => each.server === server && each.tool === tool);
  }

  async #decide(
    decision: Pick<StoredAdmission, "server" | "tool" | "digest" | "state">,
    { by: id, tenant, note = "" }: Decider,
    { before, behind }: { readonly before: StoredAdmission | undefined; readonly behind: number },
  ): Promise<AdmissionOutcome> {
    const { clock, store, nameOf, noteOf } = this.#deps;
    // A later decision has a later time, even if the clocks of two machines differ.
    const at = Math.max(clock.now(), behind + 1);
    const by = await nameOf(id, tenant);
    const { server, tool, digest, state } = decision;
    const kind = state === "admitted" ? "admission.given" : "admission.withdrawn";
    const about = { server, tool, digest, by, ...(note !== "" && { note }) };
    const entry = noteOf({ kind, at, about });
    const replaces = before?.number;
    const put = await store.put({ ...decision, by, at, note }, { replaces, entry });
    return put === "put" ? state : put;
  }
}
