import type { JsonSchema } from "../../contract/json.ts";
import { subschemas } from "../../contract/walk.ts";
import type { Remark } from "../rule.ts";

/** Yields the first use of a keyword that a provider does not support. */
export function* refusedKeyword(
  input: JsonSchema,
  refused: ReadonlySet<string>,
): Generator<Remark> {
  for (const { schema, pointer } of subschemas(input)) {
    const found = Object.keys(schema).find((keyword) => refused.has(keyword));
    if (found === undefined) continue;
    yield { pointer: `/input${pointer}/${found}`, message: `Do without \`${found}\` here.` };
    // One remark is enough: the author chooses which keyword to give up first.
    return;
  }
}
