import type { StepEnd, StepNotes } from "../graph/step-notes.ts";
import type { RunRecord, RunRecords } from "../store/run-records.ts";

/** How a call of the workflow ended. */
export interface RunEnd {
  readonly state: "waits" | "stopped" | "done";
  readonly code: string | null;
}

/** The notes about one run during one call. */
export class RunNotes implements StepNotes {
  readonly #records: RunRecords;
  readonly #calls = new Map<string, string>();
  #record: RunRecord | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(records: RunRecords) {
    this.#records = records;
  }

  /** Begins a run, or goes on with it. */
  readonly begun = (
    run: Pick<RunRecord, "workflow" | "name" | "userId" | "tenant" | "digest">,
  ): Promise<void> =>
    this.#inTurn(async () => {
      const before = await this.#records.read();
      await this.#write((at) => ({
        ...run,
        steps: before?.steps ?? {},
        // It resumes only in the graph that it began in.
        digest: before?.digest ?? run.digest,
        state: "running",
        code: null,
        beganAt: before?.beganAt ?? at,
        changedAt: at,
      }));
    });

  readonly called = (step: string, callId: string): void => {
    this.#calls.set(step, callId);
  };

  readonly ended = (step: string, { state, code, approval }: StepEnd): Promise<void> =>
    this.#change((record, at) => {
      const callId = this.#calls.get(step) ?? record.steps[step]?.callId ?? null;
      const end = { state, callId, code: code ?? null, approval: approval ?? null, at };
      return { ...record, steps: { ...record.steps, [step]: end } };
    });

  readonly finished = (end: RunEnd): Promise<void> =>
    this.#change((record) => ({ ...record, ...end }));

  #change(change: (record: RunRecord, at: string) => RunRecord): Promise<void> {
    return this.#inTurn(async () => {
      const record = this.#record;
      if (record === undefined) return;
      await this.#write((at) => ({ ...change(record, at), changedAt: at }));
    });
  }

  async #write(make: (at: string) => RunRecord): Promise<void> {
    this.#record = await this.#records.write(make);
  }

  /** Parallel steps end at once, and each adds to what the others wrote. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    // People see less if the store fails here. The run itself would notice.
    this.#last = this.#last.then(work).catch(() => undefined);
    return this.#last;
  }
}
