import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";

/** Files by the path that the operator wrote, with the SHA-256 each must have, in hexadecimal. */
export type Pins = Readonly<Record<string, string>>;

/** Carries a code, by which whoever tells of it finds the words. */
export class NotAsPinned extends Error {
  override readonly name = "NotAsPinned";
  readonly code = "EPINNED";

  constructor() {
    super("A file of the program is not the one that was pinned.");
  }
}

export interface PinnedProgram {
  /** As the operator wrote it: a pin of that name is about the program that was found for it. */
  readonly command: string;
  /** Where it was found. */
  readonly path: string;
  readonly cwd: string;
}

/**
 * Throws unless every pinned file is as it was pinned. Whoever can change a file in the moment between
 * this and the start could as well have changed the configuration; pins are against updates and strangers.
 */
export async function assertPinned(pins: Pins, program: PinnedProgram): Promise<void> {
  for (const [name, expected] of Object.entries(pins)) {
    const path = name === program.command ? program.path : resolve(program.cwd, name);
    const found = await hashOf(path);
    if (found !== expected.toLowerCase()) throw new NotAsPinned();
  }
}

async function hashOf(path: string): Promise<string | undefined> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(path), hash);
  } catch {
    return undefined;
  }
  return hash.digest("hex");
}
