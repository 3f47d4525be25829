import { defineRule, everywhere } from "../rule.ts";
import { isUntypedObject } from "./object-root.ts";

export const inputRootType = defineRule({
  id: "input/root-type",
  severity: { ...everywhere("error"), core: "warning", registry: "warning" },
  requirements: ["S0-7"],
  summary: "Require the input schema to name its type",
  why: `A root without \`type\` accepts a string or a number as well. Where it lists properties its
author clearly meant an object, and it is read as one, but the protocol requires \`type\`.`,
  good: [{ input: { type: "object" } }],
  bad: [{ input: { properties: { city: { type: "string" } } } }, { input: {} }],

  *check({ input }) {
    if (isUntypedObject(input)) {
      yield { pointer: "/input", message: 'Say `type: "object"` at the root of the input schema.' };
    }
  },
  repair: ({ input }) =>
    isUntypedObject(input) ? { input: { type: "object", ...input } } : undefined,
});
