import { type JsonSchema, own } from "../../contract/json.ts";
import { flowKeywords } from "../../contract/marks.ts";
import { pointerToken } from "../../contract/pointer.ts";
import { subschemas } from "../../contract/walk.ts";
import { defineRule, everywhere, type Remark, withParameters } from "../rule.ts";

export const metaFlowKeywords = defineRule({
  id: "meta/flow-keywords",
  severity: everywhere("warning"),
  requirements: [],
  summary: "Reject keywords about roles and origins that cannot be read",
  why: `A keyword with an unknown word is left out, as if its author had said nothing: the role is inferred, and
the field counts as written by third parties. Roles belong to arguments, origins and sensitivity to
results.`,
  good: [
    withParameters({ to: { type: "string", "x-role": "destination", "x-kind": "email" } }),
    { output: { type: "object", properties: { id: { "x-origin": "first-party" } } } },
  ],
  bad: [
    withParameters({ to: { type: "string", "x-role": "recipient" } }),
    withParameters({ to: { type: "string", "x-origin": "first-party" } }),
    { output: { type: "object", properties: { id: { "x-origin": "ours", "x-kind": "File ID" } } } },
  ],

  *check({ input, output }) {
    yield* unread("input", input);
    if (output !== undefined) yield* unread("output", output);
  },
});

const all = [...Object.keys(flowKeywords.input), ...Object.keys(flowKeywords.output)];
const keywords = [...new Set(all)];

function* unread(part: "input" | "output", root: JsonSchema): Generator<Remark> {
  for (const { schema, pointer } of subschemas(root)) {
    for (const keyword of keywords) {
      const value = own(schema, keyword);
      if (value === undefined) continue;
      const word = flowKeywords[part][keyword];
      if (word?.schema.safeParse(value).success === true) continue;
      yield {
        pointer: `/${part}${pointer}${pointerToken(keyword)}`,
        message:
          word === undefined
            ? `Remove \`${keyword}\`: it says nothing about ${part === "input" ? "arguments" : "results"}.`
            : `Give \`${keyword}\` ${word.expected}.`,
      };
    }
  }
}
