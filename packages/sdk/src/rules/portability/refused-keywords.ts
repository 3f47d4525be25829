import type { JsonSchema } from "../../contract/json.ts";
import { subschemas } from "../../contract/walk.ts";
import type { Remark } from "../rule.ts";

/** The first place where an input schema uses a keyword that a provider does not take. */
export function* refusedKeyword(
  input: JsonSchema,
  refused: ReadonlySet<string>,
): Generator<Remark> {
  for (const { schema, pointer } of subschemas(input)) {
    const found = Object.keys(schema).find((keyword) => refused.has(keyword));
    if (found === undefined) continue;
    yield { pointer: `/input${pointer}/${found}`, message: `Do without \`${found}\` here.` };
    // One remark says it: which keyword to give up first is for the author to choose.
    return;
  }
}
