import { extname } from "node:path";
import type { CommandContext } from "../../command.ts";
import { isLive } from "../../live-server.ts";
import { readTargets, type Target } from "../../targets.ts";

/** The targets of a command line: distinct files and addresses, and one command to start. */
export interface Named {
  readonly files: readonly string[];
  readonly command: readonly string[] | undefined;
}

/** Returns the tools of all targets, in the order given. */
export async function findTargets(
  { files, command }: Named,
  server: string | undefined,
  context: CommandContext,
): Promise<readonly Target[]> {
  const found: Target[] = [];
  for (const file of new Set(files)) {
    found.push(...(await (await readerOf(file))(file, server, context)));
  }
  if (command !== undefined) {
    const { readCommandTargets } = await import("../../live-targets.ts");
    found.push(...(await readCommandTargets(command, server, context)));
  }
  return found;
}

// A client of servers and a reader of HTTP tools are heavy, and most runs need neither.
async function readerOf(file: string): Promise<typeof readTargets> {
  if (isLive(file)) return (await import("../../live-targets.ts")).readLiveTargets;
  // HTTP tools are written in YAML, the tool lists of servers are JSON.
  const holdsHttpTools = [".yaml", ".yml"].includes(extname(file).toLowerCase());
  return holdsHttpTools ? (await import("./http-targets.ts")).readHttpTargets : readTargets;
}
