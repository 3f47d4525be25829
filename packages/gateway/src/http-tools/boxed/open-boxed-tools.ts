import { mkdtemp, realpath, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath, platform } from "node:process";
import { fileURLToPath } from "node:url";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { isJsonObject, own, readContract, type Tool } from "@toolcourt/sdk";
import { z } from "zod";
import { type Child, startChild } from "../../upstreams/stdio/child.ts";
import { Box } from "./box.ts";
import { boxProgram, type ShownPaths } from "./box-script.ts";
import { discovered, withDiscovery } from "./discovery-metadata.ts";
import type { OfferedTool } from "./messages.ts";
import { NoBox, Unloadable } from "./session.ts";
import { pathsShownTo, whereShown } from "./shown-paths.ts";

export interface NamedFile {
  readonly key: string;
  /** Need not exist yet. */
  readonly path: string;
}

export interface BoxedToolsDeps extends Pick<Runtime, "clock" | "newId"> {
  /** Owns the boxes. */
  readonly stack: AsyncDisposableStack;
  /** The folder of the configuration. A box that showed it would show its secrets. */
  readonly configured: string;
  /** Lists the files that the gateway was told to read. No box shows them. */
  readonly files: () => Promise<readonly NamedFile[]>;
  /** The program that makes the namespaces. Default: that of util-linux. */
  readonly unshare?: string;
}

const isSource = import.meta.url.endsWith(".ts");
const runner = new URL(isSource ? "./runner.ts" : "./runner.js", import.meta.url);

/** The heap of a box, in MB. */
const heapMb = 512;
const options = [
  `--max-old-space-size=${heapMb}`,
  ...(isSource ? ["--conditions=@toolcourt/source"] : []),
];

/**
 * Loads the tools of a module in a process without network, and returns tools that call it. Throws
 * a `Refusal` if there is no such process, or the module cannot be loaded. `shown` is the module as
 * the configuration names it.
 */
export async function openBoxedTools(
  path: string,
  shown: string,
  deps: BoxedToolsDeps,
): Promise<readonly Tool[]> {
  if (platform !== "linux") throw unavailable(shown, "platform");
  const file = await realpath(path);
  const paths = await pathsShownTo(file);
  const mustHide = (): Promise<void> => refuseShown(shown, paths, deps);
  await mustHide();
  const run = starting(file, paths, deps);
  const start = async (): Promise<Child> => {
    // Connections are added while the gateway runs, and may name files.
    await mustHide();
    return run();
  };
  const box = deps.stack.use(new Box({ clock: deps.clock, start }));
  const offered = await box.open().catch((error: unknown) => {
    if (error instanceof NoBox) throw unavailable(shown, "namespaces", error);
    if (!(error instanceof Unloadable)) throw error;
    throw new Refusal("file-unreadable", { file: shown, because: "failed" }, { cause: error });
  });
  return offered.map((each) => toTool(each, box, { ...deps, shown }));
}

/** Refuses a box that would show the configuration, or a file that the gateway was told to read. */
async function refuseShown(
  shown: string,
  paths: ShownPaths,
  { configured, files }: Pick<BoxedToolsDeps, "configured" | "files">,
): Promise<void> {
  const home = { key: "--config", path: configured };
  for (const each of [home, ...(await files())]) {
    const where = await whereShown(each.path, paths);
    if (where === "module" && each === home) throw unavailable(shown, "configuration");
    if (where === undefined) continue;
    const because = where === "module" ? "file" : where;
    throw new Refusal("box-unavailable", { file: shown, because, key: each.key });
  }
}

type Unavailability = "platform" | "namespaces" | "configuration";

function unavailable(file: string, because: Unavailability, cause?: unknown): Refusal {
  return new Refusal("box-unavailable", { file, because }, { cause });
}

/** Returns how the process of a box is started. Its place is empty outside of its namespace. */
function starting(file: string, shown: ShownPaths, { clock, stack, unshare }: BoxedToolsDeps) {
  let place: string | undefined;
  stack.defer(async () => {
    if (place !== undefined) await rmdir(place).catch(() => undefined);
  });
  return async () => {
    place ??= await mkdtemp(join(tmpdir(), "toolcourt-box-"));
    const node = await realpath(execPath);
    const plan = { shown, place, node, options, runner: fileURLToPath(runner), file, unshare };
    return startChild(boxProgram(plan), clock);
  };
}

interface ToolDeps extends Pick<Runtime, "clock" | "newId"> {
  readonly shown: string;
}

/** The module checks input and output itself, and so does the gateway by the contract. */
const checkedInside = { parameters: z.looseObject({}), result: z.unknown() };

function toTool({ version, tool }: OfferedTool, box: Box, deps: ToolDeps): Tool {
  const { clock, newId, shown } = deps;
  const reading = readContract({ server: "local", tool: withDiscovery(tool) });
  if (reading.kind === "unreadable") {
    throw new Refusal("file-unreadable", { file: shown, because: "failed" });
  }
  const { contract } = reading;
  const { name } = contract;
  return {
    ...checkedInside,
    name,
    version,
    contract,
    invoke: async (input, context) => {
      const startedAt = clock.now();
      const { result, requests } = await box.call({ tool: name, input, context });
      const facts = { discoveryId: newId(), stage: tierOf(input), requests };
      return discovered(result, { ...facts, startedAt, finishedAt: clock.now() });
    },
  };
}

function tierOf(input: unknown): string {
  const tier = isJsonObject(input) ? own(input, "tier") : undefined;
  return typeof tier === "string" ? tier : "";
}
