import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { expected } from "@toolcourt/contracts/internal/documents/wording";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { z } from "zod";
import type { ResultsConfig } from "../governance/results/keep-results.ts";
import { age } from "./duration.ts";
import { isInMemory, problem } from "./entries.ts";
import { keysAndValues, listOf, toolName, trueOrFalse } from "./pieces.ts";

/** Which results are kept, and for how long. */
export const resultsSchema = z.strictObject(
  {
    retain: z
      .union([z.enum(["none", "all"]), listOf(toolName, "names of tools")], {
        error: expected("none, all, or a list of names of tools"),
      })
      .default("none"),
    retain_for: age.prefault("P30D"),
    required: trueOrFalse.default(false),
  },
  keysAndValues,
);

export function toResults(file: z.output<typeof resultsSchema>): ResultsConfig {
  return { retain: file.retain, retainForMs: file.retain_for, required: file.required };
}

/** Refuses to keep results in memory: no command could read them, and they grow with every call. */
export function* resultsProblems(file: JsonObject): Generator<Problem> {
  const results = own(file, "results");
  if (!isJsonObject(results) || !isInMemory(file)) return;
  if ((own(results, "retain") ?? "none") === "none") return;
  const message = "Results cannot be kept while `stores.url` is memory:; name a database there.";
  yield problem(["results", "retain"], message);
}
