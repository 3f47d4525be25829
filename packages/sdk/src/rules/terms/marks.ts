import type { Terms } from "../../contract/contract.ts";
import { isNoInput } from "../../contract/contract.ts";
import type { JsonSchema } from "../../contract/json.ts";
import { pointerToken, pointerTokens } from "../../contract/pointer.ts";
import { leadsSomewhere } from "../../flow/leads-somewhere.ts";
import { fieldsOf } from "../../flow/schema-fields.ts";
import { defineRule, everywhere, type Remark, withParameters } from "../rule.ts";

export const termsMarks = defineRule({
  id: "terms/marks",
  severity: everywhere("error"),
  requirements: [],
  summary: "Reject marks of places that arguments and results cannot have",
  why: `A mark says who wrote a field or what an argument does. One with a misspelled name marks nothing, and the
field that it meant keeps what is inferred for it. This concerns closed objects and plain values; where a
schema is silent, a mark may name any place.`,
  good: [
    {
      ...withParameters({ to: { type: "string" } }),
      terms: { input: { "/to": { role: "target" } } },
    },
    {
      output: { type: "object", properties: { mails: { type: "array" } } },
      terms: { output: { "/mails/*/body": { origin: "third-party" } } },
    },
  ],
  bad: [
    {
      input: { type: "object", properties: { to: {} }, additionalProperties: false },
      terms: { input: { "/too": { role: "destination" } } },
    },
    {
      output: { type: "object", properties: { total: { type: "number" } } },
      terms: { output: { "/total/value": { origin: "first-party" } } },
    },
  ],

  *check({ input, output, terms }) {
    // The stand-in for a missing schema takes nothing, and another rule asks for one.
    if (!isNoInput(input)) yield* strays("input", input, terms);
    if (output !== undefined) yield* strays("output", output, terms);
  },
});

function* strays(part: "input" | "output", schema: JsonSchema, terms: Terms): Generator<Remark> {
  const marks = terms[part];
  if (marks === undefined) return;
  const fields = fieldsOf(schema);
  for (const pointer of Object.keys(marks)) {
    if (leadsSomewhere(fields, pointerTokens(pointer))) continue;
    yield {
      pointer: `/terms/${part}${pointerToken(pointer)}`,
      message: `Correct or remove this mark: the ${part} schema has no such place.`,
    };
  }
}
