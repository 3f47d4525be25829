import { isJsonObject, type JsonSchema, own } from "../../contract/json.ts";
import { defineRule, withParameters } from "../rule.ts";
import { propertiesOf, typesOf } from "../schema-shape.ts";

export const inputBounded = defineRule({
  id: "input/bounded",
  severity: { "agent-hints": "warning" },
  requirements: ["S3-17"],
  summary: "Require bounds on numbers, texts and lists",
  why: `With an unbounded number or list, a mistyped argument can become a million rows. An enum, a pattern
or a format is a sufficient bound too.`,
  good: [
    withParameters({
      days: { type: "integer", minimum: 1, maximum: 7 },
      day: { type: "string", format: "date" },
      tags: { type: "array", maxItems: 10, items: { type: "string", maxLength: 20 } },
    }),
  ],
  bad: [
    withParameters({ days: { type: "integer", minimum: 1 } }),
    withParameters({ city: { type: "string" } }),
    withParameters({ tags: { type: "array" } }),
  ],

  *check({ input }) {
    for (const { value, pointer } of propertiesOf(input)) {
      const message = isJsonObject(value) && !isChosen(value) ? missingBound(value) : undefined;
      if (message !== undefined) yield { pointer: `/input${pointer}`, message };
    }
  },
});

function isChosen(schema: JsonSchema): boolean {
  return own(schema, "enum") !== undefined || own(schema, "const") !== undefined;
}

interface Bounds {
  /** At least one keyword of every group must be present. */
  readonly groups: readonly (readonly string[])[];
  readonly advice: string;
}

const number: Bounds = {
  groups: [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ],
  advice: "Give this number a `minimum` and a `maximum`.",
};
const bounded = new Map<string, Bounds>(
  Object.entries({
    number,
    integer: number,
    string: {
      groups: [["maxLength", "pattern", "format"]],
      advice: "Give this text a `maxLength`.",
    },
    array: { groups: [["maxItems"]], advice: "Give this list a `maxItems`." },
  }),
);

function missingBound(schema: JsonSchema): string | undefined {
  const bounds = typesOf(schema).flatMap((type) => bounded.get(type) ?? []);
  const has = (keyword: string): boolean => own(schema, keyword) !== undefined;
  return bounds.find(({ groups }) => !groups.every((group) => group.some(has)))?.advice;
}
