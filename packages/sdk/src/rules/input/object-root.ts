import { isNoInput } from "../../contract/contract.ts";
import { type JsonSchema, own } from "../../contract/json.ts";
import { defineRule, everywhere } from "../rule.ts";
import { typesOf } from "../schema-shape.ts";

export const inputObjectRoot = defineRule({
  id: "input/object-root",
  severity: everywhere("error"),
  requirements: ["S0-7"],
  summary: "Require the input schema to describe an object",
  why: `Arguments are always an object, and the protocol asks for \`type: "object"\` at the root. A root
that says something else, or leaves it to its branches, describes a call that cannot be made.`,
  good: [{ input: { type: "object", properties: {} } }],
  bad: [
    { input: { type: "array" } },
    { input: { type: ["object", "null"] } },
    { input: { anyOf: [{ type: "object" }, { type: "string" }] } },
  ],

  *check({ input }) {
    const declared = typesOf(input);
    if (declared.length === 1 && declared[0] === "object") return;
    // A missing schema has a rule of its own.
    if (isUntypedObject(input) || isNoInput(input)) return;
    yield {
      pointer: "/input",
      message: 'Set `type` to "object" at the root of the input schema.',
    };
  },
});

/** Returns true for a root without a type whose keywords only fit an object. */
export function isUntypedObject(input: JsonSchema): boolean {
  if (own(input, "type") !== undefined || own(input, "not") !== undefined) return false;
  return !branching.some((keyword) => own(input, keyword) !== undefined);
}

const branching = ["anyOf", "oneOf", "allOf", "$ref", "enum", "const", "items", "prefixItems"];
