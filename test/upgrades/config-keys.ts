import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Returns the paths of all keys that the configuration of a checkout may have. */
export async function configKeys(checkout: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(checkout, "docs/toolcourt.schema.json"), "utf8");
  const schema: unknown = JSON.parse(text);
  return new Set(pathsIn(schema, "", schema));
}

function* pathsIn(schema: unknown, path: string, root: unknown): Generator<string> {
  const at = referenced(schema, root);
  if (typeof at !== "object" || at === null) return;
  for (const [key, child] of Object.entries(members(at, "properties"))) {
    const place = path === "" ? key : `${path}.${key}`;
    yield place;
    yield* pathsIn(child, place, root);
  }
  for (const key of ["items", "additionalProperties"])
    yield* pathsIn(own(at, key), `${path}[]`, root);
  for (const key of ["anyOf", "oneOf", "allOf"]) {
    for (const child of Object.values(members(at, key))) yield* pathsIn(child, path, root);
  }
}

function referenced(schema: unknown, root: unknown): unknown {
  const reference = own(schema, "$ref");
  if (typeof reference !== "string") return schema;
  return own(own(root, "$defs"), reference.replace("#/$defs/", ""));
}

function members(value: unknown, key: string): object {
  const found = own(value, key);
  return typeof found === "object" && found !== null ? found : {};
}

function own(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
