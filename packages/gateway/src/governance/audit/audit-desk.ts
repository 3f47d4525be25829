import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { createSerial } from "@toolcourt/contracts/internal/kernel/serial";
import type { JsonObject } from "@toolcourt/sdk";
import type { AuditRow, AuditStore } from "../../stores/audit-store.ts";
import { type AuditStatus, auditStatus } from "./audit-status.ts";
import { noteOf } from "./call-entries.ts";
import { momentOf } from "./call-trail.ts";
import { exportLog, exportOcsf, type RowRange } from "./export-log.ts";
import type { Signer } from "./note.ts";
import { rowOfTenant } from "./row-of-tenant.ts";
import { proveRow } from "./row-proof.ts";
import { lostEntry, type UnfinishedCall, unfinishedCalls } from "./unfinished.ts";
import { type VerifyEvent, verifyLog } from "./verify-log.ts";

/** Who reads the log. */
export interface AuditReader {
  readonly by: string;
  /** Only rows about calls of this tenant are there for the reader. Default: the whole log. */
  readonly tenant?: string;
}

export interface AuditDeskDeps extends Pick<Runtime, "clock"> {
  readonly store: AuditStore;
  readonly signer: Pick<Signer, "name" | "publicKey">;
  /** Signs the log to its end, if it can. */
  readonly sign: () => Promise<void>;
  /** Returns a person's pseudonym in the log. */
  readonly nameOf: (id: string, tenant: string | null) => string | Promise<string>;
  /** After this time a call has ended, or its gateway has. */
  readonly maxCallMs: number;
}

export interface AuditExport {
  readonly range: RowRange;
  readonly format: "rows" | "ocsf";
}

/** More would read the log for hours, also for people who have left. */
const maxProofs = 8;

/** Where people read the log. Each look but that at the status is on record before it happens. */
export class AuditDesk {
  readonly #deps: AuditDeskDeps;
  /** A proof reads the whole log, so one is made after the other. */
  readonly #proving = createSerial();
  #proofs = 0;
  /** Stands for the verification that runs. */
  #verifying: object | undefined;

  constructor(deps: AuditDeskDeps) {
    this.#deps = deps;
  }

  status(): Promise<AuditStatus> {
    return auditStatus(this.#deps.store, this.#deps.signer);
  }

  async row(sequence: number, reader: AuditReader): Promise<AuditRow | undefined> {
    const row = await this.#find(sequence, reader);
    if (row !== undefined) await this.#noteRead(reader, { action: "row", row: sequence });
    return row;
  }

  /**
   * Returns the proof that a row is in the log. `unsigned` if no checkpoint can cover it, `busy`
   * while many others wait for theirs.
   */
  async proof(
    sequence: number,
    reader: AuditReader,
  ): Promise<{ readonly text: string } | "unknown" | "unsigned" | "busy"> {
    if ((await this.#find(sequence, reader)) === undefined) return "unknown";
    if (this.#proofs >= maxProofs) return "busy";
    this.#proofs += 1;
    try {
      await this.#noteRead(reader, { action: "prove", row: sequence });
      await this.#deps.sign();
      const text = await this.#proving(() => proveRow(this.#deps.store, sequence));
      return text === undefined ? "unsigned" : { text };
    } finally {
      this.#proofs -= 1;
    }
  }

  /** Returns the calls without an outcome, oldest first. */
  async unfinished(reader: AuditReader): Promise<readonly UnfinishedCall[]> {
    await this.#noteRead(reader, { action: "unfinished" });
    return this.#unfinishedOf(reader);
  }

  /** Records calls as lost, all that are named by their first rows or none. */
  async close(
    rows: readonly number[],
    reader: AuditReader,
  ): Promise<readonly UnfinishedCall[] | "unknown" | "running"> {
    const { clock, store } = this.#deps;
    const wanted = new Set(rows);
    const calls = (await this.#unfinishedOf(reader)).filter(({ sequence }) => wanted.has(sequence));
    if (calls.length < wanted.size) return "unknown";
    if (calls.some(({ mayStillRun }) => mayStillRun)) return "running";
    const facts = { operator: await this.#nameOf(reader), moment: momentOf(clock) };
    // Repeated: a call that another person has closed meanwhile has its end already.
    await store.append(
      calls.map((call) => lostEntry(call, facts)),
      "on-disk",
      true,
    );
    return calls;
  }

  /** Returns the lines of an export, signed to the end of the log. Undefined without its first row. */
  async export(
    { range, format }: AuditExport,
    reader: Pick<AuditReader, "by">,
  ): Promise<AsyncIterable<string> | undefined> {
    const { store, signer, sign } = this.#deps;
    const last = await store.last();
    if ((range.from ?? 1) > (last?.sequence ?? 1)) return undefined;
    // The export is itself audited, and the checkpoint must cover that row.
    await this.#note("audit.exported", reader, { ...range });
    await sign();
    return (format === "ocsf" ? exportOcsf : exportLog)(store, signer.name, range);
  }

  /** Verifies the whole log, signed to its end. Undefined while another verification runs. */
  async verify(reader: Pick<AuditReader, "by">): Promise<AsyncIterable<VerifyEvent> | undefined> {
    if (this.#verifying !== undefined) return undefined;
    const mine = {};
    this.#verifying = mine;
    // A stream ends its reader twice, and by then another verification may run.
    const free = (): void => {
      if (this.#verifying === mine) this.#verifying = undefined;
    };
    try {
      await this.#noteRead(reader, { action: "verify" });
      await this.#deps.sign();
      return freeing(verifyLog(this.#deps), free);
    } catch (error) {
      free();
      throw error;
    }
  }

  #find(sequence: number, { tenant }: AuditReader): Promise<AuditRow | undefined> {
    const { store } = this.#deps;
    if (tenant !== undefined) return rowOfTenant(store, sequence, tenant);
    return store.read(sequence, 1).then(([row]) => (row?.sequence === sequence ? row : undefined));
  }

  async #unfinishedOf({ tenant }: AuditReader): Promise<readonly UnfinishedCall[]> {
    const { clock, store, maxCallMs } = this.#deps;
    const calls = await unfinishedCalls(store, { now: clock.now(), maxCallMs });
    return calls.filter((call) => tenant === undefined || call.tenant === tenant);
  }

  #noteRead(reader: AuditReader, about: JsonObject): Promise<void> {
    return this.#note("audit.read", reader, about);
  }

  async #note(
    kind: "audit.read" | "audit.exported",
    reader: AuditReader,
    about: JsonObject,
  ): Promise<void> {
    const operator = await this.#nameOf(reader);
    const moment = momentOf(this.#deps.clock);
    const note = noteOf({ kind, moment, about: { operator, ...about } });
    await this.#deps.store.append([note], "on-disk");
  }

  async #nameOf({ by, tenant }: AuditReader): Promise<string> {
    return this.#deps.nameOf(by, tenant ?? null);
  }
}

/** Calls `free` once the reader has come to the end or has left, also if it never began. */
function freeing<Value>(
  values: AsyncGenerator<Value>,
  free: () => void,
): AsyncIterable<Value, undefined> {
  const end = async (): Promise<IteratorResult<Value, undefined>> => {
    free();
    await values.return(undefined);
    return { done: true, value: undefined };
  };
  const next = async (): Promise<IteratorResult<Value, undefined>> => {
    const found = await values.next().catch((error: unknown) => {
      free();
      throw error;
    });
    return found.done === true ? end() : found;
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}
