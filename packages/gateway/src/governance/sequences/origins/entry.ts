import { type Sensitivity, sensitivities } from "@toolcourt/sdk";
import { z } from "zod";

/** Who said what was seen. `unknown` is for values that a call wrote. */
export const voices = ["user", "claimed", "first-party", "third-party", "unknown"] as const;
export type Voice = (typeof voices)[number];

/** What was seen in one field: its pointer, who wrote it, fingerprints, and a contract's kind. */
export type SeenField = readonly [pointer: string, voice: Voice, atoms: string, kind?: string];

/** What is kept of a result, a message, a text or a write. None of its values can be read. */
export interface OriginEntry {
  readonly tool: string;
  /** The id of the call. */
  readonly call: string;
  readonly at: number;
  readonly fields: readonly SeenField[];
  readonly labels?: readonly Sensitivity[] | undefined;
  /** Some values were left out. Default: none. */
  readonly isCut?: boolean | undefined;
}

const written = z.string().regex(/^(?:[A-Za-z0-9_-]{9})*$/);
const schema = z.strictObject({
  tool: z.string(),
  call: z.string(),
  at: z.number(),
  fields: z.array(
    z.union([
      z.tuple([z.string(), z.enum(voices), written]),
      z.tuple([z.string(), z.enum(voices), written, z.string()]),
    ]),
  ),
  labels: z.array(z.enum(sensitivities)).optional(),
  isCut: z.boolean().optional(),
});

/**
 * Reads an entry from a store.
 *
 * @throws TypeError with the place of the first fault.
 */
export function readOriginEntry(value: unknown): OriginEntry {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place =
    issue === undefined || issue.path.length === 0 ? "" : ` at /${issue.path.join("/")}`;
  throw new TypeError(
    `An entry of a history cannot be read${place}: ${issue?.message ?? "it has another form"}. Run "toolcourt doctor" to check the store.`,
  );
}
