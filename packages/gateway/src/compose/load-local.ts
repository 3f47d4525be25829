import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Tool } from "@toolcourt/sdk";
import { printable } from "../boundary/files/printable.ts";
import { whyUnreadable } from "../boundary/files/read-file.ts";
import type { ToolboxConfig } from "../config/toolbox.ts";
import { createWorkspaceTools } from "../http-tools/local/workspace/workspace-tools.ts";
import type { ProcessRuntime } from "./process-runtime.ts";

/** Loads the local tools: the built-in pack and the exports of modules. */
export async function loadLocal(
  { local, localProfiles }: Pick<ToolboxConfig, "local" | "localProfiles">,
  runtime: ProcessRuntime,
): Promise<readonly Tool[]> {
  const { folder: root, clock } = runtime;
  const hasEnvelope = localProfiles.includes("agent-hints");
  const packs = local.map(async (each) =>
    each === "workspace"
      ? createWorkspaceTools({ root, clock, hasEnvelope })
      : toolsIn(each, runtime),
  );
  return (await Promise.all(packs)).flat();
}

async function toolsIn(path: string, runtime: ProcessRuntime): Promise<readonly Tool[]> {
  const file = printable(path);
  const found = resolve(runtime.folder, path);
  await access(found).catch((error: unknown) => {
    throw new Refusal("file-unreadable", { file, because: whyUnreadable(error) }, { cause: error });
  });
  const exported = await exportsOf(found).catch((error: unknown) => {
    const { terminal } = runtime;
    terminal.err(`${file} could not be loaded. To see why, run: node ${file}`);
    throw new Refusal("file-unreadable", { file, because: "failed" }, { cause: error });
  });
  const tools = exported.flat().filter(isTool);
  if (tools.length === 0) throw new Refusal("tools-missing", { file });
  return tools;
}

async function exportsOf(path: string): Promise<readonly unknown[]> {
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- the exports of a module are unknown before it is loaded
  const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href);
  return Object.values(module);
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
