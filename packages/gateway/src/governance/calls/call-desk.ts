import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { JsonObject } from "@toolcourt/sdk";
import type { StoredApproval } from "../../stores/approval-store.ts";
import type { AuditEntry, AuditRow, AuditStore } from "../../stores/audit-store.ts";
import type {
  CallFilter,
  CallPlace,
  CallStore,
  FoundCalls,
  IndexedCall,
  IndexedUpTo,
} from "../../stores/call-store.ts";
import { catchUp } from "./call-indexer.ts";
import { approvalIdIn } from "./call-json.ts";

/** The person at the desk. */
export interface CallViewer {
  readonly by: string;
  /** Only calls of this tenant are there for the viewer, empty for none. Default: all. */
  readonly tenant?: string;
}

export interface CallNote {
  readonly kind: "audit.read";
  readonly at: number;
  readonly callId: string;
  readonly about: JsonObject;
}

export interface CallDeskDeps {
  readonly clock: Clock;
  readonly calls: CallStore;
  readonly audit: Pick<AuditStore, "read" | "append">;
  readonly approvalOf: (id: string) => Promise<StoredApproval | undefined>;
  /** Whether the result of a call is kept. */
  readonly isKept: (callId: string) => Promise<boolean>;
  /** Returns the pseudonym of a person. Undefined if the log has none. */
  readonly subjectOf: (name: string, tenant: string) => Promise<string | undefined>;
  /** Returns the name behind a pseudonym. Undefined after an erasure. */
  readonly personOf: (subject: string) => Promise<string | undefined>;
  /** Returns the pseudonym of a viewer, for the log. */
  readonly nameOf: (id: string, tenant: string | null) => Promise<string>;
  readonly noteOf: (note: CallNote) => AuditEntry;
}

export interface ListedCalls extends FoundCalls, IndexedUpTo {}

export interface CallsAsked {
  readonly max: number;
  readonly behind?: CallPlace | undefined;
}

/** A call with all that the stores know of it. */
export interface ShownCall {
  readonly call: IndexedCall;
  /** Who made it. Undefined after an erasure, and for principals that are no persons. */
  readonly person: string | undefined;
  /** Its rows in the log, in order. */
  readonly rows: readonly AuditRow[];
  readonly approval: StoredApproval | undefined;
  readonly isResultKept: boolean;
}

/** After a list a person reads it, and goes on to the next one. */
const askedMs = 60_000;
/** An answer waits so long for the newest rows. */
const catchUpMs = 50;
/** A search goes on for so long. */
const searchMs = 50;

/** Where people look at calls. Lists show no contents. A look at the rows of a call is on record. */
export class CallDesk {
  readonly #deps: CallDeskDeps;
  #askedUntil = 0;

  constructor(deps: CallDeskDeps) {
    this.#deps = deps;
  }

  /** Whether calls were asked for within the last minute. */
  get isAsked(): boolean {
    return this.#deps.clock.monotonic() < this.#askedUntil;
  }

  /** Lists calls, the newest first. `subject` is a pseudonym, or a name within the tenant. */
  async list(filter: CallFilter, viewer: CallViewer, asked: CallsAsked): Promise<ListedCalls> {
    const { calls, clock } = this.#deps;
    const progress = await this.#progress(asked.behind === undefined);
    const { tenant = filter.tenant } = viewer;
    if (filter.tenant !== undefined && filter.tenant !== tenant) return { calls: [], ...progress };
    const subject = await this.#subjectIn(filter, tenant);
    const wanted = { ...filter, ...subject, ...(tenant !== undefined && { tenant }) };
    return { ...(await searchCalls(calls, wanted, { ...asked, clock })), ...progress };
  }

  /** Returns one call with its rows. A call of another tenant counts as missing. */
  async show(callId: string, viewer: CallViewer): Promise<ShownCall | undefined> {
    const { calls, approvalOf, isKept, personOf } = this.#deps;
    await this.#progress(true);
    const call = await calls.find(callId);
    if (call === undefined || !isOf(viewer, call)) return undefined;
    await this.#audit(callId, viewer);
    const rows = await this.#rowsOf(call);
    const id = approvalIdIn(rows);
    return {
      call,
      person: await personOf(call.subject),
      rows,
      approval: id === undefined ? undefined : await approvalOf(id),
      isResultKept: await isKept(callId),
    };
  }

  /** The first page shows the newest calls, as far as a moment is enough for them. */
  #progress(isFirst: boolean): Promise<IndexedUpTo> {
    const { calls, clock } = this.#deps;
    this.#askedUntil = clock.monotonic() + askedMs;
    return isFirst ? catchUp(calls, { clock, maxMs: catchUpMs }) : calls.progress();
  }

  async #subjectIn(
    { subject }: CallFilter,
    tenant: string | undefined,
  ): Promise<Pick<CallFilter, "subject">> {
    if (subject === undefined) return {};
    const found = await this.#deps.subjectOf(subject, tenant ?? "");
    return { subject: found ?? subject };
  }

  async #rowsOf({ row, endRow }: IndexedCall): Promise<readonly AuditRow[]> {
    const { audit } = this.#deps;
    const opened = await audit.read(row, 1);
    return endRow === null ? opened : [...opened, ...(await audit.read(endRow, 1))];
  }

  async #audit(callId: string, { by, tenant }: CallViewer): Promise<void> {
    const { clock, audit, nameOf, noteOf } = this.#deps;
    const name = await nameOf(by, tenant === undefined || tenant === "" ? null : tenant);
    const about = { action: "call", by: name };
    const entry = noteOf({ kind: "audit.read", at: clock.now(), callId, about });
    await audit.append([entry], "on-disk");
  }
}

interface Search extends CallsAsked {
  readonly clock: Pick<Clock, "monotonic">;
}

/**
 * Searches in steps until a page is full, or for a moment. Between the steps the store serves
 * others.
 */
export async function searchCalls(
  calls: Pick<CallStore, "list">,
  filter: CallFilter,
  { max, behind, clock }: Search,
): Promise<FoundCalls> {
  const until = clock.monotonic() + searchMs;
  let found = await calls.list(filter, max, behind);
  const all = [...found.calls];
  while (found.next !== undefined && all.length < max && clock.monotonic() < until) {
    found = await calls.list(filter, max - all.length, found.next);
    all.push(...found.calls);
  }
  return { ...found, calls: all };
}

function isOf({ tenant }: CallViewer, call: IndexedCall): boolean {
  return tenant === undefined || tenant === call.tenant;
}
