import { createHash } from "node:crypto";

/** A value that stands for a real credential: nobody has it but who was given it. */
export interface Canary {
  /** What it is the credential of. */
  readonly name: string;
  readonly value: string;
}

/** Makes values that nobody can have by chance, the same for the same seed. */
export function createCanaries(seed: number): {
  readonly make: (name: string, prefix?: string) => string;
  /** For one that somebody else made. */
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
