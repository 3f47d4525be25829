import { availableParallelism, cpus, loadavg } from "node:os";
import { z } from "zod";
import { run } from "../scripts/run.ts";
import { UsageError } from "./options.ts";

/** What was measured, where and when. */
export const checkoutSchema = z.strictObject({
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  date: z.iso.datetime(),
  machine: z.strictObject({
    cpu: z.string(),
    cores: z.number(),
    node: z.string(),
    /** The load average before the run: neighbors, if it is over 1. Default: not known. */
    load: z.number().optional(),
  }),
});

export type Checkout = z.infer<typeof checkoutSchema>;

export function machineOf(): Checkout["machine"] {
  const cpu = cpus()[0]?.model.trim() ?? "unknown";
  const [load = 0] = loadavg();
  return { cpu, cores: availableParallelism(), node: process.versions.node, load };
}

export function describeMachine({ cpu, cores, node, load }: Checkout["machine"]): string {
  const about = `${cores} × ${cpu}, Node ${node}`;
  if (load === undefined) return `${about}.`;
  const busy = load > cores / 2 ? ". It is busy: figures of this run are not worth keeping" : "";
  return `${about}, load average ${load.toFixed(1)}${busy}.`;
}

/** Files that runs write, so they may differ from the commit. */
const written = [":!bench/history.jsonl", ":!bench/baseline.json"];

/** Describes the checkout that is measured. Rejects if its code is not that of a commit. */
export async function readCheckout(root: string, now: number): Promise<Checkout> {
  const status = ["status", "--porcelain", "--untracked-files=no", "--", ".", ...written];
  const changed = await git(root, status);
  if (changed !== "") {
    throw new UsageError(
      `These files differ from the commit, so its figures cannot be recorded:\n${changed}\nCommit or stash them first.`,
    );
  }
  const commit = await git(root, ["rev-parse", "HEAD"]);
  return { commit, date: new Date(now).toISOString(), machine: machineOf() };
}

async function git(root: string, args: readonly string[]): Promise<string> {
  const { code, output } = await run("git", args, root);
  if (code !== 0) throw new Error(`git ${args.join(" ")} failed: ${output.trim()}`);
  return output.trim();
}
