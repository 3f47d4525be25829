import type { BaseCheckpointSaver, CheckpointMetadata } from "@langchain/langgraph-checkpoint";
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { z } from "zod";
import type { RunStore } from "./run-store.ts";

const ending = z.discriminatedUnion("kind", [
  /** The gateway refused the call: the step may begin again. */
  z.strictObject({ kind: z.literal("not-run") }),
  /** The tool answered with an error, or its answer was unusable. */
  z.strictObject({ kind: z.literal("failed"), code: z.string().optional() }),
  z.strictObject({
    kind: z.literal("answered"),
    update: z.record(z.string(), z.string()),
  }),
]);

export type Ending = z.output<typeof ending>;

/** The known state of a step that must not begin twice. */
export type Claim =
  | { readonly kind: "begun"; readonly ended: (how: Ending) => Promise<void> }
  | { readonly kind: "ended"; readonly how: Exclude<Ending, { readonly kind: "not-run" }> }
  | { readonly kind: "unknown" };

/** Decides before each step whether it may begin. */
export type ClaimStep = (step: string) => Promise<Claim>;

export interface ClaimDeps {
  readonly saver: BaseCheckpointSaver;
  readonly thread: string;
  /** Unique id of the current execution. */
  readonly holder: string;
  readonly forget?: RunStore["forget"] | undefined;
}

/** Separate from the graph's checkpoints, and removed with them. */
const namespace = "claims";
const metadata: CheckpointMetadata = { source: "update", step: -1, parents: {} };

/** One attempt to begin a step. */
interface Attempt {
  readonly number: number;
  readonly begun: unknown;
  readonly ended: unknown;
}

/**
 * Marks each step in the run's store before its tool is called. If several executions write the
 * same mark, the store keeps the first. Each then reads the winner: one continues, the others get
 * an unknown outcome.
 */
export function createClaims({ saver, thread, holder, forget }: ClaimDeps): ClaimStep {
  const run = { configurable: { thread_id: thread, checkpoint_ns: namespace } };
  const place = (id: string) => ({ configurable: { ...run.configurable, checkpoint_id: id } });

  /** Returns the attempts, newest first. */
  async function attemptsAt(step: string): Promise<readonly Attempt[]> {
    const attempts: Attempt[] = [];
    for await (const { config, pendingWrites = [] } of saver.list(run)) {
      const number = numberIn(String(config.configurable?.["checkpoint_id"]), step);
      const marks = new Map<string, unknown>(pendingWrites.map(([task, , value]) => [task, value]));
      const [begun, ended] = [marks.get("begun"), marks.get("ended")];
      if (number !== undefined && begun !== undefined) attempts.push({ number, begun, ended });
    }
    return attempts.toSorted((a, b) => b.number - a.number);
  }

  async function begin(step: string, number: number): Promise<Claim> {
    const id = idOf(step, number);
    await saver.put(run, { ...emptyCheckpoint(), id }, metadata, {});
    await saver.putWrites(place(id), [["begun", holder]], "begun");
    // A slow execution may find an old number free, because its mark was deleted. The newest mark
    // is never deleted.
    const [newest, ...others] = await attemptsAt(step);
    if (newest?.begun !== holder) return { kind: "unknown" };
    await forgetAll(others.map((each) => idOf(step, each.number)));
    return {
      kind: "begun",
      ended: (how) => saver.putWrites(place(id), [["ended", JSON.stringify(how)]], "ended"),
    };
  }

  /**
   * Polling for an approval begins a step often. Marks that remain are deleted with their run at
   * the latest.
   */
  async function forgetAll(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await forget?.({ thread, namespace, ids }).catch(() => undefined);
  }

  return async (step) => {
    const [newest] = await attemptsAt(step);
    if (newest === undefined) return begin(step, 1);
    const how = readEnding(newest.ended);
    if (how === undefined) return { kind: "unknown" };
    return how.kind === "not-run" ? begin(step, newest.number + 1) : { kind: "ended", how };
  };
}

function idOf(step: string, number: number): string {
  return `${step}.${number}`;
}

function numberIn(id: string, step: string): number | undefined {
  const number = id.startsWith(`${step}.`) ? id.slice(step.length + 1) : "";
  return /^\d+$/.test(number) ? Number(number) : undefined;
}

function readEnding(kept: unknown): Ending | undefined {
  return typeof kept === "string" ? ending.safeParse(JSON.parse(kept)).data : undefined;
}
