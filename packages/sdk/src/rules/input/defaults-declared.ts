import { isJsonObject, own } from "../../contract/json.ts";
import { defineRule, everywhere, withParameters } from "../rule.ts";
import { type Property, propertiesOf } from "../schema-shape.ts";

export const inputDefaultsDeclared = defineRule({
  id: "input/defaults-declared",
  severity: everywhere("warning"),
  requirements: ["S0-10"],
  summary: "Require defaults in the schema, not only in words",
  why: `A default that only the description mentions lives in the tool's code, where a change to it goes unseen.
A default of a required parameter is never used, so one of the two is a mistake.`,
  good: [
    withParameters({ days: { type: "integer", description: "Days (default: 1)", default: 1 } }),
  ],
  bad: [
    withParameters({ days: { type: "integer", description: "Days, defaults to 1" } }),
    withParameters({ days: { type: "integer", default: 1 } }, ["days"]),
  ],

  *check({ input }) {
    for (const property of propertiesOf(input)) {
      const message = complaint(property);
      if (message !== undefined) yield { pointer: `/input${property.pointer}`, message };
    }
  },
});

// "Default: none" and similar phrases mean that there is no default.
const mentioned =
  /\bdefault(?:s|ing)?(?: value)?(?: is| to| of|:| =|=)\s{0,3}[("'`]{0,2}(?!none\b|null\b|undefined\b|nil\b|no\b|empty\b|n\/a\b|not\b)[^\s,.;)]/i;

function complaint({ value, required }: Property): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const hasDefault = own(value, "default") !== undefined;
  if (required) {
    return hasDefault
      ? "Drop the default, or take the parameter off the required list."
      : undefined;
  }
  const description = own(value, "description");
  return !hasDefault && typeof description === "string" && mentioned.test(description)
    ? "Declare the default that the description mentions."
    : undefined;
}
