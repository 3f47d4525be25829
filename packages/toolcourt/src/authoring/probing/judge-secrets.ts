import { type Remark, remark, type Tried } from "./remark.ts";
import { secretsIn } from "./secrets-in.ts";

/** Reports apparent secrets in an answer that were not in the input. */
export function judgeSecrets(
  texts: readonly string[],
  { call }: Pick<Tried, "call">,
): readonly Remark[] {
  const kinds = secretsIn(texts, JSON.stringify(call.input));
  if (kinds.length === 0) return [];
  const got = `what looks like a secret (${kinds.join(", ")})`;
  return [remark("test/secret-in-output", "no secret", got)];
}
