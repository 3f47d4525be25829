import type { Surroundings } from "./command.ts";
import { holdsHttpTools, readHttpTargets } from "./http-targets.ts";
import { isLive, readCommandTargets, readLiveTargets } from "./live-targets.ts";
import { readTargets, type Target } from "./targets.ts";

/** What a command line names: files and addresses, each once, and one command to start. */
export interface Named {
  readonly files: readonly string[];
  readonly command: readonly string[] | undefined;
}

/** The tools of everything that was named, in that order. */
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
