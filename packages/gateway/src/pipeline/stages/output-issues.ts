import type { Issue } from "@toolcourt/contracts/internal/schemas/issues";
import {
  isJsonObject,
  type JsonSchema,
  own,
  pointerToken,
  pointerTokens,
  subschemas,
} from "@toolcourt/sdk";

const maxIssues = 5;

/**
 * Describes a result's violations without upstream text: only names declared in the schema and
 * expected values. Otherwise a refused result could still address the model.
 */
export function outputIssues(issues: readonly Issue[], schema: JsonSchema): readonly string[] {
  const declared = declaredNames(schema);
  const lines = issues.map(({ pointer, message }) => {
    const shown = pointerTokens(pointer).map((name) =>
      pointerToken(isKnown(name, declared) ? name : "?"),
    );
    return `/structuredContent${shown.join("")}: ${expectationIn(message)}`;
  });
  return [...new Set(lines)].slice(0, maxIssues);
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

// A message states the expected value, then the actual one. For a property name it repeats the
// name.
function expectationIn(message: string): string {
  if (message.startsWith(foreignName)) return foreignName;
  const [expectation = ""] = message.split(", got ", 1);
  return expectation;
}
