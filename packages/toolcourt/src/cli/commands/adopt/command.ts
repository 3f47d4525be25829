import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { allRules } from "@toolcourt/contracts/internal/judge/rules";
import { toolName } from "@toolcourt/contracts/internal/judge/tool-name";
import { printable, printableLines } from "@toolcourt/gateway/internal/boundary/files/printable";
import { labelOf, readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import type { Upstream } from "@toolcourt/gateway/internal/upstreams/upstream";
import { type JsonValue, readContract } from "@toolcourt/sdk";
import {
  callLive,
  type LivePlan,
  mayCallLive,
  planLive,
} from "../../../authoring/adopting/call-live.ts";
import { readRecording } from "../../../authoring/adopting/record-calls.ts";
import type { Sample } from "../../../authoring/adopting/sample.ts";
import {
  type CommandContext,
  configFlag,
  defineCommand,
  jsonFlag,
  listFlag,
  readWhole,
  switchFlag,
  type Terminal,
  textFlag,
  usage,
} from "../../command.ts";
import { openEngine } from "../../open-engine.ts";
import { layOverlays, openOverlayFiles } from "../../overlay-files.ts";
import { count } from "../../style.ts";
import { type Adoption, adoptTools } from "./adopt-tools.ts";
import { type AdoptedServer, findAdopted, listAdopted, openAdopted } from "./server.ts";
import { adoptJson, adoptText } from "./text.ts";

const flags = {
  config: configFlag,
  name: textFlag(
    "name",
    "The server's name in the configuration; required with an address or a command",
  ),
  from: listFlag(
    "file",
    "Learn from calls that toolcourt serve --record wrote; may be given several times",
  ),
  live: switchFlag("Call tools declared read-only, with inputs from their examples and schemas"),
  calls: textFlag("n", "How often --live calls one tool (default: 5)"),
  only: listFlag("tool", "Adopt this tool and no other"),
  profile: listFlag(
    "name",
    "Judge by this profile (default: what the configuration says, or core)",
  ),
  force: switchFlag("Infer output, effect, permissions and examples again"),
  dryRun: switchFlag("Print what would be written, and call nothing"),
  json: jsonFlag,
} as const;

export const command = defineCommand({
  behindDashes: "[-- command args...]",
  flags,
  notes: [
    "The server is a configured one, an address, or a command after --. The last two need --name.",
    "Overlays go to contracts/<server>/<tool>.yaml next to the configuration. Your own edits are kept.",
    "If no result was recorded, the overlay declares only the content types.",
    "For example: toolcourt adopt files --live, or toolcourt adopt files --from calls.jsonl --force.",
    "Exit 0: every tool is callable now. Exit 1: some are not. Exit 2: could not be done.",
  ],

  async run({ values, positionals, behindDashes }, context) {
    const { terminal, clock } = context;
    const calls = readWhole("--calls", values.calls, { max: 999 }) ?? 5;
    const server = await findAdopted({ ...values, positionals, command: behindDashes }, context);
    const recorded = await samplesIn(values.from, server, context);
    const home = { ...context, folder: server.home };
    const files = await openOverlayFiles(undefined, !values.dryRun, home);
    await using upstream = await openAdopted(server, context);
    const tools = chosen(await listAdopted(upstream, server, context), values.only);
    const laid = await layOverlays(
      tools.map((tool) => ({ server: server.server, tool })),
      files,
    );
    const seen = values.live
      ? await callAdopted(laid.map(readContract), { ...values, upstream, calls }, context)
      : [];
    const adoptions = await adoptTools(tools, [...recorded, ...seen], {
      ...values,
      ...server,
      files,
      judging: { rules: allRules, profiles: server.profiles, now: clock.now() },
    });
    const summary = { server: server.server, adoptions, ...values };
    if (values.json) {
      terminal.out(adoptJson(summary));
    } else {
      if (values.dryRun) printTexts(adoptions, terminal);
      terminal.out(adoptText(summary, terminal));
    }
    return adoptions.every(({ callable }) => callable) ? 0 : 1;
  },
});

function printTexts(adoptions: readonly Adoption[], { out }: Pick<Terminal, "out">): void {
  for (const { file, text } of adoptions) {
    if (file !== undefined) out(`# ${printable(file)}\n${printableLines(text ?? "")}`);
  }
}

const maxRecordingMb = 64;

async function samplesIn(
  from: readonly string[],
  { server }: AdoptedServer,
  context: CommandContext,
): Promise<readonly Sample[]> {
  const read: (readonly Sample[])[] = [];
  for (const file of from) {
    const reading = readRecording(await readText(file, context, maxRecordingMb));
    if (reading.kind === "unreadable") {
      throw usage(
        `${labelOf(file)}:${reading.line} is no recorded call. Give --from a file that toolcourt serve --record wrote.`,
      );
    }
    const ours = reading.calls.filter((call) => call.server === server);
    const { length } = reading.calls;
    context.terminal.err(
      `${labelOf(file)}: ${ours.length} of ${count(length, "call")} are of ${printable(server)}.`,
    );
    read.push(ours);
  }
  return read.flat();
}

function chosen(tools: readonly JsonValue[], only: readonly string[]): readonly JsonValue[] {
  const names = tools.map(toolName);
  for (const name of only) {
    if (!names.includes(name)) throw new Refusal("tool-unknown", { tool: printable(name) });
  }
  return only.length === 0 ? tools : tools.filter((tool) => only.includes(toolName(tool)));
}

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
