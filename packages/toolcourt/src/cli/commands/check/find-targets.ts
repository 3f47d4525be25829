import { readdir } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { overlaySteps } from "@toolcourt/contracts/internal/judge/overlay-name";
import { toolName } from "@toolcourt/contracts/internal/judge/tool-name";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
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

/**
 * Notes overlays that match no judged tool: they have no effect. Not a refusal, since the list may
 * be only part of the server's.
 */
export async function noteStrays(
  targets: readonly Pick<Target, "server" | "tool">[],
  overlays: string,
  root: string,
): Promise<readonly string[]> {
  const known = new Set(targets.map(({ server, tool }) => pathOf(server, toolName(tool))));
  const notes: string[] = [];
  for (const server of new Set(targets.map((target) => target.server))) {
    const [folder] = overlaySteps(server, "any") ?? [];
    if (folder === undefined) continue;
    const files = await readdir(resolve(root, overlays, folder)).catch(() => []);
    for (const file of files.filter((name) => /\.ya?ml$/.test(name)).toSorted()) {
      if (known.has(join(folder, file))) continue;
      const meant = pathOf(server, file.replace(/\.ya?ml$/, ""));
      const hint = known.has(meant) ? ` Rename it to ${printable(join(overlays, meant))}.` : "";
      notes.push(
        `${printable(join(overlays, folder, file))} belongs to no tool that was judged.${hint}`,
      );
    }
  }
  return notes;
}

function pathOf(server: string, name: string): string {
  return join(...(overlaySteps(server, name) ?? [""]));
}
