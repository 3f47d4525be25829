import { realpathSync } from "node:fs";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Tool } from "@toolcourt/sdk";
import { createHello } from "./hello.ts";
import { createMemory } from "./memory.ts";
import { createReadRepoFile } from "./read-repo-file.ts";
import { createWriteMemoryEntry } from "./write-memory-entry.ts";

export interface WorkspaceOptions {
  /** The folder that the tools may access. */
  readonly root: string;
  readonly clock: Clock;
  /** Folder of the memory files, relative to the root. Default: `.claude/memory`. */
  readonly memoryFolder?: string;
}

/**
 * Creates the tools of one workspace. Throws if the folder does not exist, or if the memory folder
 * is refused.
 */
export function createWorkspaceTools(options: WorkspaceOptions): readonly Tool[] {
  const { clock, memoryFolder: folder = ".claude/memory" } = options;
  // Resolved once at the start, so that swapping the folder later exposes nothing.
  const root = realpathSync(options.root);
  return [
    createHello(clock),
    createReadRepoFile(root),
    createWriteMemoryEntry(createMemory({ root, folder, clock })),
  ];
}
