import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { z } from "zod";
import { isInMemory, problem } from "./entries.ts";
import { choice, fullText, keysAndValues } from "./pieces.ts";

export const policySchema = z.strictObject(
  { from: choice(["file", "store"]).default("file"), file: z.exactOptional(fullText) },
  keysAndValues,
);

/** The source of the policy. Paths are as written. */
export type PolicyConfig =
  | { readonly from: "file"; readonly file: string }
  | { readonly from: "store" };

export function toPolicy({ from, file }: z.output<typeof policySchema>): PolicyConfig {
  if (from === "store") return { from };
  if (file === undefined) throw new TypeError("a policy without a source was let through");
  return { from, file };
}

/** Requires exactly one source. A policy cannot be put into the memory of another process. */
export function* policyProblems(config: JsonObject): Generator<Problem> {
  const policy = own(config, "policy");
  if (!isJsonObject(policy)) return;
  const [from = "file", file] = [own(policy, "from"), own(policy, "file")];
  if (from === "file" && file === undefined) {
    yield problem(["policy"], "Name the `file`, or set `from: store`.");
  }
  if (from !== "store") return;
  if (file !== undefined) {
    const message = "The policy comes from the store; leave out the file.";
    yield problem(["policy", "file"], message, "key");
  }
  if (isInMemory(config)) {
    const message = "A policy cannot be stored in memory; name a database in `stores.url`.";
    yield problem(["policy", "from"], message);
  }
}
