import { isJsonObject, type JsonSchema, own, step, stepsOf, subschemas } from "@toolcourt/sdk";
import type { Issue } from "../../contracts/schemas/issues.ts";

const mostIssues = 5;

/**
 * What is wrong with a result, without a word of the tool: only names that its schema declares, and
 * what was expected, never what came. Otherwise a result that we refuse could still speak to the model.
 */
export function outputIssues(issues: readonly Issue[], schema: JsonSchema): readonly string[] {
  const declared = declaredNames(schema);
  const lines = issues.map(({ pointer, message }) => {
    const shown = stepsOf(pointer).map((name) => step(isKnown(name, declared) ? name : "?"));
    return `/structuredContent${shown.join("")}: ${expectationIn(message)}`;
  });
  return [...new Set(lines)].slice(0, mostIssues);
}

function isKnown(name: string, declared: ReadonlySet<string>): boolean {
  return declared.has(name) || /^\d{1,9}$/.test(name);
}

function declaredNames(schema: JsonSchema): ReadonlySet<string> {
  const names = [...subschemas(schema)].flatMap((place) => {
    const properties = own(place.schema, "properties");
    return isJsonObject(properties) ? Object.keys(properties) : [];
  });
  return new Set(names);
}

const foreignName = "expected other property names";

// An issue says what was expected and then what came; of a property name it says which.
function expectationIn(message: string): string {
  if (message.startsWith(foreignName)) return foreignName;
  const [expectation = ""] = message.split(", got ", 1);
  return expectation;
}
