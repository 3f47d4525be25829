import { createHash } from "node:crypto";

/** A value that stands for a real credential. Only its intended recipients have it. */
export interface Canary {
  /** The credential it stands for. */
  readonly name: string;
  readonly value: string;
}

/** Makes values unique enough to rule out chance. Deterministic by seed. */
export function createCanaries(seed: number): {
  readonly make: (name: string, prefix?: string) => string;
  /** Registers a canary made elsewhere. */
  readonly add: (name: string, value: string) => string;
  readonly all: () => readonly Canary[];
} {
  const made: Canary[] = [];
  const add = (name: string, value: string): string => {
    made.push({ name, value });
    return value;
  };
  return {
    make: (name, prefix = "") => {
      const random = createHash("sha256").update(`${seed} ${name}`).digest("base64url");
      return add(name, `${prefix}${random.replaceAll(/[-_]/g, "x")}`);
    },
    add,
    all: () => [...made],
  };
}
