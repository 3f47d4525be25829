import type { BaseCheckpointSaver, CheckpointMetadata } from "@langchain/langgraph-checkpoint";
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { z } from "zod";
import type { RunStore } from "./run-store.ts";

const stepRecord = z.object({
  state: z.enum(["done", "waits", "refused", "failed", "unknown", "broken"]),
  callId: z.string().nullable(),
  code: z.string().nullable(),
  approval: z.string().nullable(),
  at: z.string(),
});

export type StepRecord = z.output<typeof stepRecord>;

const runRecord = z.object({
  workflow: z.string(),
  name: z.string(),
  userId: z.string().nullable(),
  tenant: z.string().nullable(),
  /** The graph that the run began in. */
  digest: z.string(),
  state: z.enum(["running", "waits", "stopped", "done"]),
  code: z.string().nullable(),
  beganAt: z.string(),
  changedAt: z.string(),
  steps: z.record(z.string(), stepRecord),
});

/** What people see of a run. The state of its steps is no part of it. */
export type RunRecord = z.output<typeof runRecord>;

/** Beside the graph's checkpoints, and removed with them. */
const namespace = "record";

/** The keys of the saver. Records are sorted by their ids, so those begin with the time. */
function idOf(thread: string, beganAt: string): string {
  return `${beganAt}.${thread}`;
}

/** Reads and writes the record of one run. */
export class RunRecords {
  readonly #saver: BaseCheckpointSaver;
  readonly #thread: string;

  constructor(saver: BaseCheckpointSaver, thread: string) {
    this.#saver = saver;
    this.#thread = thread;
  }

  readonly read = async (): Promise<RunRecord | undefined> => {
    const place = { configurable: { thread_id: this.#thread, checkpoint_ns: namespace } };
    for await (const { metadata } of this.#saver.list(place)) return recordIn(metadata);
    return undefined;
  };

  /** `make` gets the time of the store's own clock. Returns the record. */
  readonly write = async (make: (at: string) => RunRecord): Promise<RunRecord> => {
    const checkpoint = emptyCheckpoint();
    const record = make(checkpoint.ts);
    const place = { configurable: { thread_id: this.#thread, checkpoint_ns: namespace } };
    const metadata: CheckpointMetadata<RunRecord> = {
      source: "update",
      step: -1,
      parents: {},
      ...record,
    };
    const id = idOf(this.#thread, record.beganAt);
    await this.#saver.put(place, { ...checkpoint, id }, metadata, {});
    return record;
  };
}

/** Other members are the saver's own. A record of a later version may be unreadable. */
function recordIn(metadata: unknown): RunRecord | undefined {
  return runRecord.safeParse(metadata).data;
}

/** A record with the thread of its run. */
export interface FoundRecord {
  readonly thread: string;
  readonly record: RunRecord;
}

export interface RecordsPage {
  readonly max: number;
  /** Values that a record must have. */
  readonly filter: Partial<Pick<RunRecord, "workflow" | "state" | "tenant">>;
  readonly before: { readonly thread: string; readonly beganAt: string } | undefined;
}

/** Lists records, the run that began last first. */
export async function listRecords(
  { saver: open, isSorted = false }: Pick<RunStore, "saver" | "isSorted">,
  { max, filter, before }: RecordsPage,
): Promise<readonly FoundRecord[]> {
  const saver = await open();
  const place = { configurable: { checkpoint_ns: namespace } };
  const found: (FoundRecord & { readonly id: string })[] = [];
  const wanted = {
    filter,
    ...(isSorted && { limit: max }),
    ...(before && {
      before: { configurable: { checkpoint_id: idOf(before.thread, before.beganAt) } },
    }),
  };
  for await (const { config, metadata } of saver.list(place, wanted)) {
    const record = recordIn(metadata);
    const { thread_id: thread, checkpoint_id: id } = config.configurable ?? {};
    if (record === undefined || typeof thread !== "string") continue;
    found.push({ thread, id: String(id), record });
  }
  return found.toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, max);
}
