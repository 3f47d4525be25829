import { createSchemaEngine } from "@toolcourt/contracts/internal/schemas/engine";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Upstream } from "@toolcourt/gateway/internal/upstreams/upstream";
import type { readContract } from "@toolcourt/sdk";
import {
  callLive,
  type LivePlan,
  mayCallLive,
  planLive,
} from "../../../authoring/adopting/call-live.ts";
import type { Sample } from "../../../authoring/adopting/sample.ts";
import type { CommandContext } from "../../command.ts";

type ContractReading = ReturnType<typeof readContract>;

export interface Calling {
  readonly upstream: Upstream;
  /** Calls per tool. */
  readonly calls: number;
  readonly dryRun: boolean;
}

/** Fixed, so that two runs can be compared. */
const seed = 1;
const callPatienceMs = 10_000;

/** Calls the tools declared read-only. Announces the calls first. */
export async function callAdopted(
  readings: readonly ContractReading[],
  { upstream, calls, dryRun }: Calling,
  context: CommandContext,
): Promise<readonly Sample[]> {
  const { clock, terminal } = context;
  await using engine = createSchemaEngine({ clock });
  const plans: LivePlan[] = [];
  for (const reading of readings) {
    if (reading.kind === "unreadable" || !mayCallLive(reading.contract)) continue;
    plans.push(await planLive(reading.contract, { engine, seed, calls }));
  }
  const what = plans.map(({ tool, inputs }) => `${printable(tool)} (${inputs.length})`).join(", ");
  const begins = dryRun ? "Would call" : "Calls";
  terminal.err(what === "" ? "No tool says that it only reads." : `${begins}: ${what}.`);
  return dryRun ? [] : await callEach(plans, upstream, context);
}

async function callEach(
  plans: readonly LivePlan[],
  upstream: Upstream,
  { clock, signal, terminal }: CommandContext,
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  const unanswered: string[] = [];
  for (const plan of plans) {
    const { tool, inputs } = plan;
    terminal.progress(`Calling ${printable(tool)}`);
    const seen = await callLive(plan, { upstream, clock, signal, patienceMs: callPatienceMs });
    samples.push(...seen);
    const lost = inputs.length - seen.length;
    if (lost > 0) unanswered.push(`${printable(tool)} (${lost} of ${inputs.length})`);
  }
  terminal.progress("");
  if (unanswered.length > 0) terminal.err(`No answer came to: ${unanswered.join(", ")}.`);
  return samples;
}
