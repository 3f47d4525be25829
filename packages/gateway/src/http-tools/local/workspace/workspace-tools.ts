import { realpathSync } from "node:fs";
import type { Tool } from "@toolcourt/sdk";
import type { Clock } from "../../../foundation/kernel/clock.ts";
import { createHello } from "./hello.ts";
import { createMemory } from "./memory.ts";
import { createReadRepoFile } from "./read-repo-file.ts";
import { createWriteMemoryEntry } from "./write-memory-entry.ts";

export interface WorkspaceOptions {
  /** The folder that the tools may see. */
  readonly root: string;
  readonly clock: Clock;
  /** Where the memory files lie, from the root. */
  readonly memoryFolder?: string;
}

/** The tools for one workspace. Throws when there is no such folder, or when the memory may not lie there. */
export function createWorkspaceTools(options: WorkspaceOptions): readonly Tool[] {
  const { clock, memoryFolder: folder = ".claude/memory" } = options;
  // Once, at the start: whoever swaps the folder for another later gives us nothing to read there.
  const root = realpathSync(options.root);
  return [
    createHello(clock),
    createReadRepoFile(root),
    createWriteMemoryEntry(createMemory({ root, folder, clock })),
  ];
}
