import type { BaseCheckpointSaver, CheckpointMetadata } from "@langchain/langgraph-checkpoint";
import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { z } from "zod";

const ending = z.discriminatedUnion("kind", [
  /** The gateway did not let the call pass: the step may be begun again. */
  z.strictObject({ kind: z.literal("not-run") }),
  /** The tool said no, with its code, or what it said was of no use. */
  z.strictObject({ kind: z.literal("failed"), code: z.string().optional() }),
  z.strictObject({
    kind: z.literal("answered"),
    update: z.record(z.string(), z.string()),
  }),
]);

export type Ending = z.output<typeof ending>;

/** What is known of a step that must not be begun twice. */
export type Claim =
  | { readonly kind: "begun"; readonly ended: (how: Ending) => Promise<void> }
  | { readonly kind: "ended"; readonly how: Exclude<Ending, { readonly kind: "not-run" }> }
  | { readonly kind: "unknown" };

/** Says of each step, before it is begun, whether it may be. */
export type ClaimStep = (step: string) => Promise<Claim>;

export interface ClaimDependencies {
  readonly saver: BaseCheckpointSaver;
  readonly thread: string;
  /** Whoever runs the workflow now. Nobody else has the same. */
  readonly holder: string;
}

/** Apart from the checkpoints of the graph, and removed with them. */
const namespace = "claims";
const metadata: CheckpointMetadata = { source: "update", step: -1, parents: {} };

/**
 * Keeps a mark of each step that was begun, in the store of the run, before its tool is called. Of several that
 * write the same mark the store keeps the first, so each of them reads who it was: one goes on, the others do
 * not know how it ended.
 */
export function createClaims({ saver, thread, holder }: ClaimDependencies): ClaimStep {
  const place = (id: string) => ({
    configurable: { thread_id: thread, checkpoint_ns: namespace, checkpoint_id: id },
  });

  async function marksOf(step: string, attempt: number): Promise<ReadonlyMap<string, unknown>> {
    const kept = await saver.getTuple(place(`${step}.${attempt}`));
    return new Map(kept?.pendingWrites?.map(([task, , value]) => [task, value]));
  }

  /** How often a step was begun. Whoever polls for an approval begins it often, so they are not counted one by one. */
  async function attemptsAt(step: string): Promise<number> {
    const wasBegun = async (attempt: number) => (await marksOf(step, attempt)).has("begun");
    let begun = 0;
    let open = 1;
    while (await wasBegun(open)) [begun, open] = [open, open * 2];
    while (open - begun > 1) {
      const middle = Math.floor((begun + open) / 2);
      if (await wasBegun(middle)) begun = middle;
      else open = middle;
    }
    return begun;
  }

  async function begin(step: string, attempt: number): Promise<Claim> {
    const id = `${step}.${attempt}`;
    const run = { configurable: { thread_id: thread, checkpoint_ns: namespace } };
    await saver.put(run, { ...emptyCheckpoint(), id }, metadata, {});
    await saver.putWrites(place(id), [["begun", holder]], "begun");
    if ((await marksOf(step, attempt)).get("begun") !== holder) return { kind: "unknown" };
    return {
      kind: "begun",
      ended: (how) => saver.putWrites(place(id), [["ended", JSON.stringify(how)]], "ended"),
    };
  }

  return async (step) => {
    const attempts = await attemptsAt(step);
    if (attempts === 0) return begin(step, 1);
    const how = readEnding((await marksOf(step, attempts)).get("ended"));
    if (how === undefined) return { kind: "unknown" };
    return how.kind === "not-run" ? begin(step, attempts + 1) : { kind: "ended", how };
  };
}

function readEnding(kept: unknown): Ending | undefined {
  return typeof kept === "string" ? ending.safeParse(JSON.parse(kept)).data : undefined;
}
