import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { allRules } from "@toolcourt/contracts/internal/judge/rules";
import { toolName } from "@toolcourt/contracts/internal/judge/tool-name";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Upstream } from "@toolcourt/gateway/internal/upstreams/upstream";
import { type JsonValue, readContract } from "@toolcourt/sdk";
import {
  callLive,
  type LivePlan,
  mayCallLive,
  planLive,
} from "../../../authoring/adopting/call-live.ts";
import type { Sample } from "../../../authoring/adopting/sample.ts";
import type { CommandContext } from "../../command.ts";
import { openEngine } from "../../open-engine.ts";
import { layOverlays, openOverlayFiles } from "../../overlay-files.ts";
import { type Adoption, adoptTools } from "./adopt-tools.ts";
import { type AdoptedServer, listAdopted, openAdopted } from "./server.ts";

export interface AdoptWishes {
  /** The only tools. Empty: all. */
  readonly only: readonly string[];
  /** Whether tools declared read-only are called. */
  readonly live: boolean;
  /** Calls per tool. */
  readonly calls: number;
  readonly force: boolean;
  readonly dryRun: boolean;
  /** Calls that were recorded before. */
  readonly recorded: readonly Sample[];
}

/** Lists the tools of a server, and writes overlays for what they lack. */
export async function adoptServer(
  server: AdoptedServer,
  wishes: AdoptWishes,
  context: CommandContext,
): Promise<readonly Adoption[]> {
  const home = { ...context, folder: server.home };
  const files = await openOverlayFiles(undefined, !wishes.dryRun, home);
  await using upstream = await openAdopted(server, context);
  const tools = chosen(await listAdopted(upstream, server, context), wishes.only);
  const laid = await layOverlays(
    tools.map((tool) => ({ server: server.server, tool })),
    files,
  );
  const seen = wishes.live
    ? await callAdopted(laid.map(readContract), { ...wishes, upstream }, context)
    : [];
  return await adoptTools(tools, [...wishes.recorded, ...seen], {
    ...wishes,
    ...server,
    files,
    judging: { rules: allRules, profiles: server.profiles, now: context.clock.now() },
  });
}

function chosen(tools: readonly JsonValue[], only: readonly string[]): readonly JsonValue[] {
  const names = tools.map(toolName);
  for (const name of only) {
    if (!names.includes(name)) throw new Refusal("tool-unknown", { tool: printable(name) });
  }
  return only.length === 0 ? tools : tools.filter((tool) => only.includes(toolName(tool)));
}

type ContractReading = ReturnType<typeof readContract>;

interface Calling {
  readonly upstream: Upstream;
  /** Calls per tool. */
  readonly calls: number;
  readonly dryRun: boolean;
}

/** Fixed, so that two runs can be compared. */
const seed = 1;
const callPatienceMs = 10_000;

/** Calls the tools declared read-only. Announces the calls first. */
async function callAdopted(
  readings: readonly ContractReading[],
  { upstream, calls, dryRun }: Calling,
  context: CommandContext,
): Promise<readonly Sample[]> {
  const { clock, terminal } = context;
  await using engine = openEngine({ clock });
  const plans: LivePlan[] = [];
  for (const reading of readings) {
    if (reading.kind === "unreadable" || !mayCallLive(reading.contract)) continue;
    plans.push(await planLive(reading.contract, { engine, seed, calls }));
  }
  const what = plans.map(({ tool, inputs }) => `${printable(tool)} (${inputs.length})`).join(", ");
  const begins = dryRun ? "Would call" : "Calls";
  terminal.err(what === "" ? "No tool declares that it only reads." : `${begins}: ${what}.`);
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
