import { type JsonValue, readContract } from "@toolcourt/sdk";
import { Refusal } from "../../errors/refusal.ts";
import { withTimeout } from "../../kernel/with-timeout.ts";
import { summaryOf, type TestReport } from "../../probing/report.ts";
import { type TestOptions, testServer } from "../../probing/test-server.ts";
import { createSchemaEngine } from "../../schemas/engine.ts";
import { createEraMemory } from "../../upstreams/era-memory.ts";
import { openUpstream } from "../../upstreams/open-upstream.ts";
import { defineCommand, type Surroundings, type Values } from "../command.ts";
import { layOverlays } from "../fix.ts";
import { isNoProgram, patienceMs, whyUnlisted } from "../list-live-tools.ts";
import { type LiveServer, liveServerOf } from "../live-server.ts";
import { openOverlayFiles } from "../overlay-files.ts";
import { readProfiles } from "../profiles.ts";
import { repeatCommand } from "../repeat-command.ts";
import { testFlags } from "../test-command-flags.ts";
import { help, readAllowed, readBudget, readInput, readSeed, usage } from "../test-flags.ts";
import { testFormatOf, testReporters } from "../test-reports.ts";
import { writeWhole } from "../write-file.ts";

export const test = defineCommand({
  name: "test",
  summary: "Call the tools of a server with generated inputs and say what it gets wrong",
  positionals: "[url]",
  behindDashes: "[-- command args...]",
  flags: testFlags,
  notes: [
    "What stands behind -- is started as a server, and started again whenever it ends.",
    "Only tools whose effect is `read` are called, unless --allow names a class (write, destroy, hinted) or a tool.",
    "A finding comes with the smallest input that shows it and with the command line that shows it again.",
    "Exit 0: nothing of severity error. Exit 1: something. Exit 2: could not test.",
  ],

  async run({ values, positionals, behindDashes }, surroundings) {
    const { terminal } = surroundings;
    const format = testFormatOf(values.json ? "json" : values.format);
    const live = liveOf(positionals, behindDashes, { values, folder: surroundings.folder });
    await using engine = createSchemaEngine({ clock: surroundings.clock });
    const report = await testLive(live, { values, engine, surroundings });
    terminal.progress("");
    const text = testReporters[format](report, terminal);
    if (values.output === undefined) terminal.out(text);
    else await writeWhole(surroundings.folder, values.output, `${text}\n`);
    return summaryOf(report).errors > 0 ? 1 : 0;
  },
});

type Given = Values<typeof testFlags>;

function liveOf(
  positionals: readonly string[],
  command: readonly string[] | undefined,
  { values, folder }: { readonly values: Given; readonly folder: string },
): LiveServer {
  if (values.server === "") throw usage("Give --server a name.");
  if (command !== undefined && (command[0] ?? "") === "") throw usage("Name a command behind --.");
  const named = [...positionals.map((address) => ({ address })), ...(command ? [{ command }] : [])];
  const [first, second] = named;
  if (first === undefined || second !== undefined) {
    throw usage("Name the address of one server, or a command behind --.");
  }
  return liveServerOf({ ...first, server: values.server, help }, folder);
}

interface Scene {
  readonly values: Given;
  readonly engine: TestOptions["engine"];
  readonly surroundings: Surroundings;
}

async function testLive(live: LiveServer, scene: Scene): Promise<TestReport> {
  const { values, engine, surroundings } = scene;
  const { clock, signal, terminal } = surroundings;
  const overlays = await openOverlayFiles(values.overlays, false, surroundings);
  const seed = readSeed(values.seed, surroundings.random);
  const given = readInput(values.input, values.only);
  const flags = repeatedFlags(values);
  const read = async (tools: readonly JsonValue[]) => {
    const sources = tools.map((tool) => ({ server: live.server, tool }));
    return (await layOverlays(sources, overlays)).map(readContract);
  };
  const options: TestOptions = {
    ...live,
    transport: live.transport.kind === "stdio" ? "stdio" : "http",
    open: opener(live, surroundings),
    read,
    mayCall: readAllowed(values.allow),
    only: values.only,
    engine,
    clock,
    signal,
    seed,
    budget: readBudget(values),
    profiles: readProfiles(values.profile),
    repeat: (tool, input) => repeatCommand({ live, seed, flags }, tool, input),
    ...(given && { given }),
    onProgress: ({ tool, done, tools, calls }) =>
      terminal.progress(`Testing ${done + 1} of ${tools}: ${tool}, ${calls} calls`),
  };
  return testServer(options).catch((error: unknown) => unreachable(error, live, surroundings));
}

/** What decides which inputs are drawn and which tools are called. */
function repeatedFlags({ allow, profile, ...values }: Given): readonly string[] {
  const texts = (["calls", "timeout", "overlays", "server"] as const).flatMap((flag) => {
    const given = values[flag];
    return given === undefined ? [] : [`--${flag}`, given];
  });
  return [
    ...allow.flatMap((each) => ["--allow", each]),
    ...profile.flatMap((each) => ["--profile", each]),
    ...texts,
  ];
}

function opener(live: LiveServer, surroundings: Surroundings): TestOptions["open"] {
  const { clock, signal, environment } = surroundings;
  const memory = createEraMemory(clock);
  return (listeners) =>
    withTimeout({ clock, ms: patienceMs, signal }, (patient) =>
      openUpstream(live.transport, {
        clock,
        signal: patient,
        memory,
        listeners,
        searchPath: environment["PATH"] ?? "",
      }),
    );
}

function unreachable(error: unknown, live: LiveServer, { signal, terminal }: Surroundings): never {
  signal.throwIfAborted();
  const cause = error instanceof Error && error.name === "ServerGone" ? error.cause : error;
  if (isNoProgram(cause)) throw usage(`There is no program ${live.label} that could be started.`);
  if (!(cause instanceof Error && /^(?:UpstreamError|Overdue)$/.test(cause.name))) {
    throw error;
  }
  terminal.err(`${live.label}: ${whyUnlisted(cause, live.transport)}.`);
  throw new Refusal("file-unreadable", { file: live.label, because: "failed" }, { cause });
}
