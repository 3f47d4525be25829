import { expected } from "@toolcourt/contracts/internal/documents/wording";
import { z } from "zod";
import type { QuarantineConfig } from "../governance/results/keep-quarantined.ts";
import { age } from "./duration.ts";
import { keysAndValues, listOf, size, toolName, wholeBetween } from "./pieces.ts";

const minBytes = 1_048_576;

/** Which results that broke their contracts are kept, and for how long. */
export const quarantineSchema = z.strictObject(
  {
    retain: z
      .union([z.enum(["none", "all"]), listOf(toolName, "names of tools")], {
        error: expected("none, all, or a list of names of tools"),
      })
      .default("all"),
    retain_for: age.prefault("P7D"),
    max_results: wholeBetween("a number", 1, 100_000).default(1_000),
    max_size: size
      .refine((bytes) => bytes >= minBytes, {
        error: "Expected at least 1MB: one result takes up to 400KB.",
      })
      .prefault("64MB"),
  },
  keysAndValues,
);

export function toQuarantine(file: z.output<typeof quarantineSchema>): QuarantineConfig {
  return {
    retain: file.retain,
    retainForMs: file.retain_for,
    maxResults: file.max_results,
    maxBytes: file.max_size,
  };
}
