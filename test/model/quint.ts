import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execPath } from "node:process";
import { z } from "zod";
import { actionNames } from "./explore.ts";
import type { Mutant } from "./mutants.ts";
import type { ModelApproval, ModelCall, QueryState } from "./state.ts";

export const modelPath = resolve(import.meta.dirname, "approvals.qnt");
const program = resolve(
  import.meta.dirname,
  "../../node_modules/@informalsystems/quint/dist/src/cli.js",
);

export interface Ran {
  readonly code: number;
  readonly output: string;
}

/** Runs a command of Quint. The other backend and `verify` would download a program. */
export function quint(command: "run" | "test", args: readonly string[]): Promise<Ran> {
  return new Promise((done, reject) => {
    const given = [program, command, "--backend=typescript", ...args];
    const child = spawn(execPath, given, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", reject);
    child.once("close", (code) => done({ code: code ?? 2, output }));
  });
}

export interface Simulation {
  readonly seed: number;
  readonly samples: number;
  readonly steps: number;
}

/** Returns the arguments of a simulation that checks every promise. */
export function simulating({ seed, samples, steps }: Simulation): readonly string[] {
  return [
    `--seed=${seed}`,
    `--max-samples=${samples}`,
    `--max-steps=${steps}`,
    "--verbosity=1",
    "--invariants",
    "p1",
    "p2",
    "p4",
    "p8",
  ];
}

/** A trace that Quint made, by the names of its actions. */
export type Trace = z.output<typeof traceSchema>;

/** Simulates the model and returns some of its traces. */
export async function tracesOf(simulation: Simulation, count: number): Promise<readonly Trace[]> {
  const folder = await mkdtemp(join(tmpdir(), "toolcourt-model-"));
  try {
    const out = ["--mbt", `--out-itf=${join(folder, "{seq}.json")}`, `--n-traces=${count}`];
    const { code, output } = await quint("run", [modelPath, ...simulating(simulation), ...out]);
    if (code !== 0) throw new Error(output);
    const files = (await readdir(folder)).toSorted();
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
    return texts.map((text) => traceSchema.parse(JSON.parse(text)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs a text as a Quint file of its own. */
export async function quintText(
  command: "run" | "test",
  text: string,
  args: readonly string[],
): Promise<Ran> {
  const folder = await mkdtemp(join(tmpdir(), "toolcourt-model-"));
  try {
    const path = join(folder, "approvals.qnt");
    await writeFile(path, text);
    return await quint(command, [path, ...args]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the model with the mutant's change. Throws if the model has no such definition. */
export function mutated(model: string, { quint: [definition, becomes] }: Mutant): string {
  const line = new RegExp(`^  pure def ${RegExp.escape(definition)} = .*$`, "gm");
  if (model.match(line)?.length !== 1) throw new Error(`The model does not define ${definition}.`);
  return model.replace(line, () => `  pure def ${definition} = ${becomes}`);
}

// The Informal Trace Format: https://apalache-mc.org/docs/adr/015adr-trace.html

const int = z.object({ "#bigint": z.string() }).transform(({ "#bigint": text }) => Number(text));
/** A map from whole numbers, as the list of its values in order. */
const mapOf = <Value>(value: z.ZodType<Value>) =>
  z
    .object({ "#map": z.array(z.tuple([int, value])) })
    .transform(({ "#map": pairs }) =>
      pairs.toSorted(([one], [other]) => one - other).map(([, each]) => each),
    );

const approvalSchema = z.strictObject({
  state: z.custom<ModelApproval["state"]>(),
  expiresAt: int,
  consumedAt: int,
  noted: z.boolean(),
  revoked: z.boolean(),
});
const callSchema = z.strictObject({
  phase: z.custom<ModelCall["phase"]>(),
  replica: int,
  approval: int,
  fits: z.boolean(),
  query: int,
  lookedAt: int,
  intent: z.custom<ModelCall["intent"]>(),
  outcome: z.custom<ModelCall["outcome"]>(),
  sends: int,
});
const pick = z
  .object({ tag: z.string(), value: z.unknown() })
  .transform(({ tag, value }) => (tag === "Some" ? int.parse(value) : 1));

const traceSchema = z.object({
  states: z.array(
    z
      .object({
        now: int,
        crashes: int,
        outages: int,
        approvals: mapOf(approvalSchema),
        calls: mapOf(callSchema),
        queries: mapOf(mapOf(z.custom<QueryState>())),
        "mbt::actionTaken": z.enum(["init", ...actionNames]),
        "mbt::nondetPicks": z.object({ c: pick, r: pick, a: pick, f: pick, q: pick }),
      })
      .transform(({ "mbt::actionTaken": name, "mbt::nondetPicks": picks, ...state }) => ({
        name,
        // One of eight callers sends other arguments than the approved ones.
        picks: { ...picks, f: picks.f > 1 },
        state,
      })),
  ),
});
