import {
  isJsonArray,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "../../contract/json.ts";
import { defineRule, type Remark } from "../rule.ts";
import { type Misfit, misfits } from "./fit.ts";

export const termsExamplesFit = defineRule({
  id: "terms/examples-fit",
  severity: {
    core: "warning",
    workspace: "error",
    "cloud-discovery": "warning",
    "agent-hints": "error",
    registry: "warning",
  },
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

// Where results travel in an envelope with hints, an example shows the data and not the envelope.
function resultMisfits(value: JsonValue, output: JsonSchema): readonly Misfit[] {
  const whole = misfits(value, output);
  if (whole.length === 0) return [];
  const inner = envelopesIn(output).map((data) => misfits(value, data, output));
  return inner.find((found) => found.length === 0) ?? inner[0] ?? whole;
}

function envelopesIn(output: JsonSchema): readonly JsonSchema[] {
  const choices = own(output, "oneOf") ?? own(output, "anyOf");
  const candidates = [output, ...(isJsonArray(choices) ? choices.filter(isJsonObject) : [])];
  return candidates.flatMap((candidate) => {
    const properties = own(candidate, "properties");
    if (!isJsonObject(properties) || !Object.hasOwn(properties, "agentHints")) return [];
    const data = own(properties, "data");
    return isJsonObject(data) ? [data] : [];
  });
}
