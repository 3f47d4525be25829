import { type JsonValue, readContract } from "@toolcourt/sdk";
import { callLive, type LivePlan, mayCallLive, planLive } from "../../adopting/call-live.ts";
import { readRecording } from "../../adopting/read-recording.ts";
import type { Sample } from "../../adopting/sample.ts";
import { Refusal } from "../../errors/refusal.ts";
import { withTimeout } from "../../kernel/with-timeout.ts";
import { allRules } from "../../registry/rules.ts";
import { toolName } from "../../registry/tool-name.ts";
import { createSchemaEngine } from "../../schemas/engine.ts";
import { createEraMemory } from "../../upstreams/era-memory.ts";
import { openUpstream } from "../../upstreams/open-upstream.ts";
import type { Upstream } from "../../upstreams/upstream.ts";
import { adoptJson, adoptText } from "../adopt-text.ts";
import { type Adoption, adoptTools } from "../adopt-tools.ts";
import { type AdoptedServer, findAdopted, usage } from "../adopted-server.ts";
import { defineCommand, type Surroundings, type Values } from "../command.ts";
import { configFlag } from "../config-flag.ts";
import { layOverlays } from "../fix.ts";
import { isNoProgram, patienceMs, whyUnlisted } from "../list-live-tools.ts";
import { openOverlayFiles } from "../overlay-files.ts";
import { printable, printableLines } from "../printable.ts";
import { labelOf, readText } from "../read-file.ts";
import { count } from "../style.ts";
import type { Terminal } from "../terminal.ts";

const flags = {
  config: configFlag,
  name: {
    type: "text",
    value: "name",
    summary: "What the configuration calls the server, where an address or a command is given",
  },
  from: {
    type: "list",
    value: "file",
    summary: "Learn from calls that toolcourt serve --record wrote; may be given several times",
  },
  live: {
    type: "switch",
    summary: "Call tools that say they only read, with inputs from their examples and schemas",
  },
  calls: { type: "text", value: "n", summary: "How often --live calls one tool (default: 5)" },
  only: { type: "list", value: "tool", summary: "Adopt this tool and no other" },
  profile: {
    type: "list",
    value: "name",
    summary: "Judge by this profile (default: what the configuration says, or core)",
  },
  force: {
    type: "switch",
    summary: "Work out again what an overlay says of output, effect, permissions and examples",
  },
  dryRun: { type: "switch", summary: "Print what would be written, and call nothing" },
  json: { type: "switch", summary: "Print one JSON value and nothing else" },
} as const;

export const adopt = defineCommand({
  name: "adopt",
  summary: "Write overlays for what a server leaves unsaid, for a person to review",
  positionals: "[server]",
  behindDashes: "[-- command args...]",
  flags,
  notes: [
    "The server is one of the configuration, an address, or a command behind --; the last two need --name.",
    "An overlay lies in contracts/<server>/<tool>.yaml beside the configuration. What a person wrote there stays.",
    "Where no result was seen, the overlay promises only which kinds of content come back.",
    "For example: toolcourt adopt files --live, or toolcourt adopt files --from calls.jsonl --force.",
    "Exit 0: every tool is callable now. Exit 1: some are not. Exit 2: could not be done.",
  ],

  async run({ values, positionals, behindDashes: command }, surroundings) {
    const { terminal, clock } = surroundings;
    const calls = callsOf(values.calls);
    const server = await findAdopted({ ...values, positionals, command }, surroundings);
    const recorded = await samplesIn(values.from, server, surroundings);
    const home = { ...surroundings, folder: server.home };
    const files = await openOverlayFiles(undefined, !values.dryRun, home);
    await using upstream = await opened(server, surroundings);
    const tools = chosen(await listed(upstream, server, surroundings), values.only);
    const laid = await layOverlays(
      tools.map((tool) => ({ server: server.server, tool })),
      files,
    );
    const seen = values.live
      ? await callAll(laid.map(readContract), { upstream, calls, values }, surroundings)
      : [];
    const adoptions = await adoptTools(tools, [...recorded, ...seen], {
      ...values,
      ...server,
      files,
      bench: { rules: allRules, profiles: server.profiles, now: clock.now() },
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

type Given = Values<typeof flags>;

function printTexts(adoptions: readonly Adoption[], { out }: Pick<Terminal, "out">): void {
  for (const { file, text } of adoptions) {
    if (file !== undefined) out(`# ${printable(file)}\n${printableLines(text ?? "")}`);
  }
}

function callsOf(given: string | undefined): number {
  if (given === undefined) return 5;
  if (/^[1-9]\d{0,2}$/.test(given)) return Number(given);
  throw usage("Give --calls a whole number from 1 to 999.");
}

const mostRecordingMb = 64;

async function samplesIn(
  from: readonly string[],
  { server }: AdoptedServer,
  surroundings: Surroundings,
): Promise<readonly Sample[]> {
  const read: (readonly Sample[])[] = [];
  for (const file of from) {
    const reading = readRecording(await readText(file, surroundings, mostRecordingMb));
    if (reading.kind === "unreadable") {
      throw usage(
        `${labelOf(file)}:${reading.line} is no recorded call. Give --from a file that toolcourt serve --record wrote.`,
      );
    }
    const ours = reading.calls.filter((call) => call.server === server);
    const { length } = reading.calls;
    surroundings.terminal.err(
      `${labelOf(file)}: ${ours.length} of ${count(length, "call")} are of ${printable(server)}.`,
    );
    read.push(ours);
  }
  return read.flat();
}

function opened(
  { transport, label }: AdoptedServer,
  { clock, signal, environment, terminal }: Surroundings,
): Promise<Upstream> {
  const searchPath = environment["PATH"] ?? "";
  const memory = createEraMemory(clock);
  const listeners = { toolsChanged: () => undefined };
  return withTimeout({ clock, ms: patienceMs, signal }, (patient) =>
    openUpstream(transport, { clock, signal: patient, memory, listeners, searchPath }),
  ).catch((error: unknown) => {
    signal.throwIfAborted();
    if (isNoProgram(error)) throw usage(`There is no program ${label} that could be started.`);
    terminal.err(`${label}: ${whyUnlisted(error, transport)}.`);
    throw new Refusal("file-unreadable", { file: label, because: "failed" }, { cause: error });
  });
}

function listed(
  upstream: Upstream,
  { transport, label }: AdoptedServer,
  { clock, signal, terminal }: Surroundings,
): Promise<readonly JsonValue[]> {
  return withTimeout({ clock, ms: patienceMs, signal }, upstream.listTools).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      terminal.err(`${label}: ${whyUnlisted(error, transport)}.`);
      throw new Refusal("file-unreadable", { file: label, because: "failed" }, { cause: error });
    },
  );
}

function chosen(tools: readonly JsonValue[], only: readonly string[]): readonly JsonValue[] {
  const names = tools.map(toolName);
  for (const name of only) {
    if (!names.includes(name)) throw new Refusal("tool-unknown", { tool: printable(name) });
  }
  return only.length === 0 ? tools : tools.filter((tool) => only.includes(toolName(tool)));
}

interface Calling {
  readonly upstream: Upstream;
  readonly calls: number;
  readonly values: Given;
}

/** The same inputs each time, so that two runs can be compared. */
const seed = 1;
const callPatienceMs = 10_000;

/** Says what is called before anything is. */
async function callAll(
  readings: readonly ReturnType<typeof readContract>[],
  { upstream, calls, values }: Calling,
  surroundings: Surroundings,
): Promise<readonly Sample[]> {
  const { clock, terminal } = surroundings;
  await using engine = createSchemaEngine({ clock });
  const plans: LivePlan[] = [];
  for (const reading of readings) {
    if (reading.kind === "unreadable" || !mayCallLive(reading.contract)) continue;
    plans.push(await planLive(reading.contract, { engine, seed, calls }));
  }
  const what = plans.map(({ tool, inputs }) => `${printable(tool)} (${inputs.length})`).join(", ");
  const begins = values.dryRun ? "Would call" : "Calls";
  terminal.err(what === "" ? "No tool says that it only reads." : `${begins}: ${what}.`);
  return values.dryRun ? [] : await callEach(plans, upstream, surroundings);
}

async function callEach(
  plans: readonly LivePlan[],
  upstream: Upstream,
  { clock, signal, terminal }: Surroundings,
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
