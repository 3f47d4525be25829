import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Tool } from "@toolcourt/sdk";
import { Refusal } from "../errors/refusal.ts";
import { createWorkspaceTools } from "../tools/workspace/workspace-tools.ts";
import type { Surroundings } from "./command.ts";
import { printable } from "./printable.ts";

/** The tools that run in our own process: the built-in pack, and what modules export. */
export async function loadLocal(
  local: readonly string[],
  { folder, clock }: Surroundings,
): Promise<readonly Tool[]> {
  const packs = local.map(async (each) =>
    each === "workspace" ? createWorkspaceTools({ root: folder, clock }) : toolsIn(each, folder),
  );
  return (await Promise.all(packs)).flat();
}

async function toolsIn(path: string, folder: string): Promise<readonly Tool[]> {
  const file = printable(path);
  const tools = (await exportsOf(resolve(folder, path), file)).flat().filter(isTool);
  if (tools.length === 0) throw new Refusal("tools-missing", { file });
  return tools;
}

async function exportsOf(path: string, file: string): Promise<readonly unknown[]> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- nobody knows the exports of a module before it is loaded
    const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href);
    return Object.values(module);
  } catch (error) {
    throw new Refusal("file-unreadable", { file, because: "failed" }, { cause: error });
  }
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
