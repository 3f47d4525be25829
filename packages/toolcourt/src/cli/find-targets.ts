import type { Surroundings } from "./command.ts";
import { holdsHttpTools, readHttpTargets } from "./http-targets.ts";
import { isLive, readCommandTargets, readLiveTargets } from "./live-targets.ts";
import { readTargets, type Target } from "./targets.ts";

/** The targets of a command line: distinct files and addresses, and one command to start. */
export interface Named {
  readonly files: readonly string[];
  readonly command: readonly string[] | undefined;
}

/** Returns the tools of all targets, in the order given. */
export async function findTargets(
  { files, command }: Named,
  server: string | undefined,
  surroundings: Surroundings,
): Promise<readonly Target[]> {
  const found: Target[] = [];
  for (const file of new Set(files)) {
    found.push(...(await readerOf(file)(file, server, surroundings)));
  }
  if (command !== undefined) {
    found.push(...(await readCommandTargets(command, server, surroundings)));
  }
  return found;
}

function readerOf(file: string): typeof readTargets {
  if (isLive(file)) return readLiveTargets;
  return holdsHttpTools(file) ? readHttpTargets : readTargets;
}
