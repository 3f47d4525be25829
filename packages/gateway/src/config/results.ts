import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { expected } from "@toolcourt/contracts/internal/documents/wording";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { z } from "zod";
import type { ResultSettings } from "../governance/results/result-settings.ts";
import { age } from "./duration.ts";
import { problem } from "./entries.ts";
import { keysAndValues, listOf, toolName, trueOrFalse } from "./pieces.ts";

/** Which results are kept, and for how long. */
export const resultsSchema = z.strictObject(
  {
    keep: z
      .union([z.enum(["none", "all"]), listOf(toolName, "names of tools")], {
        error: expected("none, all, or a list of names of tools"),
      })
      .default("none"),
    for: age.prefault("P30D"),
    required: trueOrFalse.default(false),
  },
  keysAndValues,
);

export function toResults({
  keep,
  for: forMs,
  required,
}: z.output<typeof resultsSchema>): ResultSettings {
  return { keep, forMs, required };
}

/** Refuses to keep results in memory: no command could read them, and they grow with every call. */
export function* resultsProblems(file: JsonObject): Generator<Problem> {
  const [results, stores] = [own(file, "results"), own(file, "stores")];
  if (!isJsonObject(results) || !isJsonObject(stores)) return;
  const keep = own(results, "keep");
  if (own(stores, "url") !== "memory:" || keep === undefined || keep === "none") return;
  const message = "Nothing is kept while `stores.url` is memory:; name a database there.";
  yield problem(["results", "keep"], "value", message);
}
