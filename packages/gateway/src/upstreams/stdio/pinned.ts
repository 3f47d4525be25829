import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";

/** SHA-256 in hexadecimal by file, as the operator wrote its path. */
export type Pins = Readonly<Record<string, string>>;

/** Carries a code, from which the message is derived. */
export class NotAsPinned extends Error {
  override readonly name = "NotAsPinned";
  readonly code = "EPINNED";

  constructor() {
    super("A file of the program is not the one that was pinned.");
  }
}

export interface PinnedProgram {
  /** As the operator wrote it: a pin of that name applies to the resolved program. */
  readonly command: string;
  /** Resolved path of the program. */
  readonly path: string;
  readonly cwd: string;
}

/**
 * Throws unless every pinned file matches. An attacker able to change a file between check and
 * start could also change the configuration. Pins protect against updates and outsiders.
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
