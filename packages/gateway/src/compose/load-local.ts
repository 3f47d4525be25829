import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { hasCode, isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Tool } from "@toolcourt/sdk";
import { printable } from "../boundary/files/printable.ts";
import { whyUnreadable } from "../boundary/files/read-file.ts";
import type { ToolboxConfig } from "../config/toolbox.ts";
import type { NamedFile } from "../http-tools/boxed/open-boxed-tools.ts";
import { createWorkspaceTools } from "../http-tools/local/workspace/workspace-tools.ts";
import type { ProcessRuntime } from "./process-runtime.ts";

export interface LocalDeps extends ProcessRuntime {
  /** Owns the processes of boxed tools. */
  readonly stack: AsyncDisposableStack;
  /** The folder of the configuration. */
  readonly configured: string;
  /** Lists the files that the gateway was told to read. */
  readonly files: () => Promise<readonly NamedFile[]>;
}

/** Reports whether local tools run in a process without network (T35). */
export function areBoxed({ localProfiles }: Pick<ToolboxConfig, "localProfiles">): boolean {
  return localProfiles.includes("cloud-discovery");
}

/**
 * Loads the local tools: the built-in pack and the exports of modules. Modules for discoveries are
 * not even loaded in our own process.
 */
export async function loadLocal(
  toolbox: Pick<ToolboxConfig, "local" | "localProfiles">,
  runtime: LocalDeps,
): Promise<readonly Tool[]> {
  const { local, localProfiles } = toolbox;
  const { folder: root, clock } = runtime;
  const isBoxed = areBoxed(toolbox);
  const load = isBoxed ? boxedTools : exportedTools;
  const hasEnvelope = localProfiles.includes("agent-hints");
  const packs = local.map(async (each) =>
    each === "workspace"
      ? createWorkspaceTools({ root, clock, hasEnvelope })
      : toolsIn(each, runtime, { load, isBoxed }),
  );
  return (await Promise.all(packs)).flat();
}

/** Refuses tools that the embedding program passes: they run in its process. */
export function refuseUnboxed(
  toolbox: Pick<ToolboxConfig, "localProfiles">,
  [passed]: readonly Tool[],
): void {
  if (passed === undefined || !areBoxed(toolbox)) return;
  throw new Refusal("box-unavailable", { file: printable(passed.name), because: "program" });
}

interface Loading {
  readonly load: (path: string, shown: string, runtime: LocalDeps) => Promise<readonly Tool[]>;
  readonly isBoxed: boolean;
}

async function toolsIn(
  path: string,
  runtime: LocalDeps,
  { load, isBoxed }: Loading,
): Promise<readonly Tool[]> {
  const file = printable(path);
  const found = resolve(runtime.folder, path);
  await access(found).catch((error: unknown) => {
    throw new Refusal("file-unreadable", { file, because: whyUnreadable(error) }, { cause: error });
  });
  const tools = await load(found, file, runtime).catch((error: unknown) => {
    if (isRefusal(error) && !hasCode(error, "file-unreadable")) throw error;
    const { terminal } = runtime;
    // A boxed module is not trusted, so no message says to run it without its box.
    const next = isBoxed
      ? "Read what it does when it is loaded; its messages stay in its box."
      : `To see why, run: node ${file}`;
    terminal.err(`${file} could not be loaded. ${next}`);
    throw new Refusal("file-unreadable", { file, because: "failed" }, { cause: error });
  });
  if (tools.length === 0) throw new Refusal("tools-missing", { file });
  return tools;
}

/** Loads the code of boxes late: most gateways have none. */
async function boxedTools(...given: Parameters<Loading["load"]>): Promise<readonly Tool[]> {
  const { openBoxedTools } = await import("../http-tools/boxed/open-boxed-tools.ts");
  return openBoxedTools(...given);
}

async function exportedTools(path: string): Promise<readonly Tool[]> {
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- the exports of a module are unknown before it is loaded
  const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href);
  return Object.values(module).flat().filter(isTool);
}

function isTool(value: unknown): value is Tool {
  return (
    typeof value === "object" &&
    value !== null &&
    "contract" in value &&
    "invoke" in value &&
    typeof value.invoke === "function"
  );
}
