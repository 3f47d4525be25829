import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { JsonObject } from "@toolcourt/sdk";
import type { AuditEntry, AuditStore } from "../../stores/audit-store.ts";
import type { ResultFilter, ResultStore, StoredResult } from "../../stores/result-store.ts";
import { digestOf } from "./keep-results.ts";
import type { Viewer } from "./quarantine-desk.ts";

export interface ResultNote {
  readonly kind: "result.shown";
  readonly at: number;
  readonly callId: string;
  readonly about: JsonObject;
}

/** What the audit log says about the result of a call. */
export interface RecordedResult {
  readonly row: number;
  /** Undefined if the call had none. */
  readonly digest: string | undefined;
}

export interface ResultsDeskDeps extends Pick<Runtime, "clock"> {
  readonly store: Pick<ResultStore, "find" | "list">;
  readonly audit: Pick<AuditStore, "append">;
  /** Returns a person's pseudonym in the log. */
  readonly nameOf: (id: string, tenant: string | null) => string | Promise<string>;
  readonly noteOf: (note: ResultNote) => AuditEntry;
  /** Default: there is no log of calls. */
  readonly recordedOf?: RecordedOf | undefined;
}

/** Finds the end of a call in the log. Undefined if it is not near the time of its result. */
export type RecordedOf = (
  call: Pick<StoredResult, "callId" | "at">,
) => Promise<RecordedResult | undefined>;

export type ListedResult = Omit<StoredResult, "output">;

/** Whether the audit log has the digest of a result. */
export type InLog =
  | { readonly kind: "matches" | "differs"; readonly row: number }
  /** No row near the time of the result ends its call. */
  | { readonly kind: "missing" }
  /** The gateway keeps no log. */
  | { readonly kind: "unrecorded" };

export interface ShownResult {
  readonly result: StoredResult;
  /** Whether the text still has the digest that was stored with it. */
  readonly isIntact: boolean;
  readonly inLog: InLog;
}

/** Where people look at kept results. Each look is on record before it happens. */
export class ResultsDesk {
  readonly #deps: ResultsDeskDeps;

  constructor(deps: ResultsDeskDeps) {
    this.#deps = deps;
  }

  /** Lists the newest first, without what the tools answered. */
  list(
    filter: Omit<ResultFilter, "tenant">,
    { tenant }: Pick<Viewer, "tenant">,
    max: number,
  ): Promise<readonly ListedResult[]> {
    return this.#deps.store.list({ ...filter, ...(tenant !== undefined && { tenant }) }, max);
  }

  /** Returns a result. One of another tenant counts as missing. */
  async show(callId: string, viewer: Viewer): Promise<ShownResult | undefined> {
    const result = await this.#deps.store.find(callId);
    const isThere = viewer.tenant === undefined || result?.tenant === viewer.tenant;
    if (result === undefined || !isThere) return undefined;
    await this.#note(callId, viewer);
    const digest = digestOf(result.output);
    const inLog = await inLogOf({ ...result, digest }, this.#deps.recordedOf);
    return { result, isIntact: digest === result.digest, inLog };
  }

  async #note(callId: string, { by, tenant = "" }: Viewer): Promise<void> {
    const { clock, audit, nameOf, noteOf } = this.#deps;
    const operator = await nameOf(by, tenant === "" ? null : tenant);
    const note = { kind: "result.shown", at: clock.now(), callId, about: { operator } } as const;
    await audit.append([noteOf(note)], "on-disk");
  }
}

/** Compares the digest of a result with the audit log. */
export async function inLogOf(
  result: Pick<StoredResult, "callId" | "at" | "digest">,
  recordedOf: RecordedOf | undefined,
): Promise<InLog> {
  if (recordedOf === undefined) return { kind: "unrecorded" };
  const found = await recordedOf(result);
  if (found === undefined) return { kind: "missing" };
  return { kind: found.digest === result.digest ? "matches" : "differs", row: found.row };
}
