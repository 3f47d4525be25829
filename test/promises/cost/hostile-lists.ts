import { hostileValues, valuesAtLimits } from "./hostile-values.ts";

/** Name of a hostile tool, until it takes the name of a known one. */
export const hostileName = "get-hostile";

/** Returns tool lists designed to be expensive, as JSON text of at most `bytes` each. */
export function hostileLists(bytes: number): Readonly<Record<string, string>> {
  const schemas = { ...madeSchemas(bytes - 1_000), ...schemasOf(bytes - 1_000) };
  const lists = Object.entries(schemas).map(
    ([name, schema]) => [name, `[${toolOf(hostileName, schema)}]`] as const,
  );
  const plain = '{"type":"object"}';
  return {
    ...Object.fromEntries(lists),
    "500 tools": `[${Array.from({ length: 500 }, (_, index) => toolOf(`get-${index}`, plain)).join(",")}]`,
    "tools that are none": `[${"{},".repeat(Math.floor(bytes / 3) - 1)}{}]`,
    "one name": `[${toolOf("a".repeat(bytes - 200), plain)}]`,
  };
}

function toolOf(name: string, schema: string): string {
  return `{"name":"${name}","description":"Returns something.","inputSchema":${schema}}`;
}

/** Uses every expensive value as a schema. */
function schemasOf(bytes: number): Readonly<Record<string, string>> {
  // A small list cannot reach the limits of a message.
  const atLimits = bytes > 4_000_000 ? valuesAtLimits(bytes) : {};
  const all = Object.entries({ ...hostileValues(bytes), ...atLimits });
  const values = all.filter(([, text]) => /^[{[]/.test(text));
  return Object.fromEntries(values.map(([name, text]) => [`${name} as a schema`, text] as const));
}

function madeSchemas(bytes: number): Readonly<Record<string, string>> {
  const doubled = Array.from(
    { length: 25 },
    (_, index) =>
      `"d${index}":{"anyOf":[{"$ref":"#/$defs/d${index + 1}"},{"$ref":"#/$defs/d${index + 1}"}]}`,
  );
  const levels = Math.floor(bytes / 40);
  const patterns = Array.from(
    { length: Math.floor(bytes / 60) },
    (_, index) => `"p${index}":{"type":"string","pattern":"^(a+)+${index}$"}`,
  );
  return {
    "doubled references": `{"type":"object","$ref":"#/$defs/d0","$defs":{${doubled.join(",")},"d25":{}}}`,
    "properties in properties": `${'{"type":"object","properties":{"a":'.repeat(levels)}{}${"}}".repeat(levels)}`,
    "many patterns": `{"type":"object","properties":{${patterns.join(",")}}}`,
    "a long pattern": `{"type":"object","properties":{"a":{"pattern":"${"(a|".repeat(Math.floor(bytes / 5))}${")".repeat(Math.floor(bytes / 5))}"}}}`,
    "a long choice": `{"type":"object","properties":{"a":{"enum":[${Array.from({ length: Math.floor(bytes / 10) }, (_, index) => index).join(",")}]}}}`,
    "a circle": `{"type":"object","$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`,
  };
}
