import { TimeoutError } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { EraMemory } from "@toolcourt/gateway/internal/upstreams/connection";
import { UpstreamError } from "@toolcourt/gateway/internal/upstreams/upstream";
import { type JsonObject, readContract } from "@toolcourt/sdk";
import { ServerGone } from "../../../authoring/probing/server-connection.ts";
import type { TestOptions } from "../../../authoring/probing/test-server.ts";
import { type CommandContext, type Values } from "../../command.ts";
import type { LiveServer } from "../../live-server.ts";
import { openLive, refuseUnreached } from "../../live-targets.ts";
import { readProfiles } from "../../names.ts";
import { layOverlays, openOverlayFiles } from "../../overlay-files.ts";
import { shellWord } from "../../style.ts";
import {
  believingHints,
  readAllowed,
  readBudget,
  readInput,
  readSeed,
  type testFlags,
} from "./flags.ts";
import { createTestProgress } from "./progress.ts";

type Given = Values<typeof testFlags>;

interface TestDeps {
  readonly values: Given;
  readonly engine: TestOptions["engine"];
  readonly context: CommandContext;
}

/** Builds the options of a server test from the command line. */
export async function openTest(live: LiveServer, deps: TestDeps): Promise<TestOptions> {
  const { values, engine, context } = deps;
  const { clock, signal, terminal } = context;
  const overlays = await openOverlayFiles(values.overlays, false, context);
  const seed = readSeed(values.seed, context.random);
  const given = readInput(values.input, values.only);
  const budget = readBudget(values);
  const flags = repeatedFlags(values);
  const believing = believingHints(values.allow);
  return {
    server: live.server,
    label: live.label,
    transport: live.transport.kind === "stdio" ? "stdio" : "http",
    open: opener(live, context),
    read: async (tools) => {
      const sources = tools.map((tool) => ({ server: live.server, tool }));
      return (await layOverlays(sources, overlays)).map((each) => believing(readContract(each)));
    },
    mayCall: readAllowed(values.allow),
    only: values.only,
    engine,
    clock,
    signal,
    seed,
    budget,
    profiles: readProfiles(values.profile),
    repeat: (tool, input) => repeatCommand({ live, seed, flags }, tool, input),
    ...(given && { given }),
    onProgress: createTestProgress({ terminal, clock, budget }),
  };
}

/** Returns the flags that affect the drawn inputs and the called tools. */
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

function opener(live: LiveServer, context: CommandContext): TestOptions["open"] {
  const memory = new EraMemory(context.clock);
  return (listeners) => openLive(live, context, { memory, listeners, readsAfterCancel: true });
}

/** Explains why a server could not be tested at all. Leaves our own bugs as they are. */
export function unreachable(error: unknown, live: LiveServer, context: CommandContext): never {
  const cause = error instanceof ServerGone ? error.cause : error;
  if (cause instanceof UpstreamError || cause instanceof TimeoutError) {
    refuseUnreached(cause, live, context);
  }
  context.signal.throwIfAborted();
  throw error;
}

export interface Repeating {
  readonly live: LiveServer;
  readonly seed: number;
  /** The given flags that affect the drawn inputs and the called tools. */
  readonly flags: readonly string[];
}

/** Longer inputs are too long to type and are drawn again from the seed. */
const maxInputLength = 2_000;

/** Returns the command that reproduces a finding: by its input, or else by the seed. */
function repeatCommand({ live, seed, flags }: Repeating, tool: string, input?: JsonObject): string {
  const json = input === undefined ? undefined : printableJson(input);
  const given = json === undefined || json.length > maxInputLength ? [] : ["--input", json];
  const only = tool === "" ? [] : ["--only", tool];
  const words = ["toolcourt", "test", "--seed", String(seed), ...flags, ...only, ...given];
  return [...words, ...target(live)].map(shellWord).join(" ");
}

function target({ transport, label }: LiveServer): readonly string[] {
  return transport.kind === "stdio"
    ? ["--", transport.command, ...transport.args].map(printable)
    : [label];
}
