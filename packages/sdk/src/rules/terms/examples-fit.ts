import { isJsonObject, type JsonSchema, type JsonValue, own } from "../../contract/json.ts";
import { type Alternative, alternativesOf, propertyOf } from "../alternatives.ts";
import { defineRule, everywhere, type Remark } from "../rule.ts";
import { type Misfit, misfits } from "./fit.ts";

export const termsExamplesFit = defineRule({
  id: "terms/examples-fit",
  severity: { ...everywhere("warning"), workspace: "error", "agent-hints": "error" },
  requirements: ["S1-1", "S3-29", "S3-126"],
  summary: "Require examples that fit their own schemas",
  why: `A model copies examples more faithfully than it reads schemas. One that breaks its schema teaches
calls that are refused, and results that will never come.`,
  good: [
    {
      input: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
      output: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
      terms: {
        examples: [
          { description: "One card", params: { id: "c1" }, expectedResult: { title: "Sums" } },
        ],
      },
    },
  ],
  bad: [
    {
      input: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
      terms: { examples: [{ description: "No id", params: {}, expectedResult: { celsius: 1 } }] },
    },
    {
      output: { type: "object", properties: { title: { type: "string" } } },
      terms: {
        examples: [
          { description: "A number", params: { city: "Bern" }, expectedResult: { title: 7 } },
        ],
      },
    },
  ],

  *check({ input, output, terms }) {
    for (const [index, { params, expectedResult }] of (terms.examples ?? []).entries()) {
      const at = `/terms/examples/${index}`;
      yield* under(`${at}/params`, misfits(params, input));
      if (output !== undefined) {
        yield* under(`${at}/expectedResult`, resultMisfits(expectedResult, output));
      }
    }
  },
});

function under(at: string, found: readonly Misfit[]): readonly Remark[] {
  return found.map(({ pointer, message }) => ({ pointer: at + pointer, message }));
}

// If results travel in an envelope with hints, an example may show the data alone.
function resultMisfits(value: JsonValue, output: JsonSchema): readonly Misfit[] {
  const data = envelopedData(output);
  if (data.length === 0 || isEnveloped(value)) return misfits(value, output);
  const found = data.map((way) => way.flatMap((schema) => misfits(value, schema, output)));
  const first = found.find((each) => each.length === 0) ?? found[0] ?? [];
  return [...new Map(first.map((each) => [each.pointer + each.message, each])).values()];
}

/** Returns the alternatives for `data` if the output is an envelope. A failure branch has none. */
function envelopedData(output: JsonSchema): readonly Alternative[] {
  return alternativesOf(output, output)
    .filter((way) => propertyOf(way, "agentHints") !== undefined)
    .map((way) => propertyOf(way, "data"))
    .flatMap((data) => (data === undefined ? [] : alternativesOf(data, output)))
    .filter((way) => way.every((schema) => own(schema, "type") !== "null"));
}

function isEnveloped(value: JsonValue): boolean {
  return isJsonObject(value) && Object.hasOwn(value, "agentHints");
}
