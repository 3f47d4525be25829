import { isJsonObject, type JsonObject, type JsonValue, own, subschemas } from "@toolcourt/sdk";
import { hostFilled } from "@toolcourt/sdk/rules";

/**
 * A modern server may ask, in a tool's input schema, that an argument is repeated in a header, and
 * refuses calls where the two differ. We repeat what its last list asked for.
 */
export interface ParamHeaders {
  /** Gives back the tools that ask for nothing they may not ask for. The protocol wants the others dropped. */
  readonly learn: (tools: readonly JsonValue[]) => readonly JsonValue[];
  readonly of: (tool: string, input: JsonObject) => Readonly<Record<string, string>>;
}

interface Mirrored {
  readonly header: string;
  readonly path: readonly string[];
}

const annotation = "x-mcp-header";
const prefix = "Mcp-Param-";
const types = new Set<JsonValue | undefined>(["string", "integer", "boolean"]);
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,64}$/;
// Every one is a header on every call, so a schema does not get as many as it likes.
const maxHeaders = 32;

export function createParamHeaders(): ParamHeaders {
  let mirrored: ReadonlyMap<JsonValue | undefined, readonly Mirrored[]> = new Map();
  return {
    learn: (tools) => {
      const asked = new Map<JsonValue, readonly Mirrored[] | undefined>(
        tools.map((tool) => [tool, isJsonObject(tool) ? mirroredBy(tool) : []]),
      );
      const valid = tools.filter((tool) => asked.get(tool) !== undefined);
      mirrored = new Map(
        valid.filter(isJsonObject).map((tool) => [own(tool, "name"), asked.get(tool) ?? []]),
      );
      return valid;
    },
    of: (tool, input) =>
      Object.fromEntries(
        (mirrored.get(tool) ?? []).flatMap(({ header, path }) => {
          const text = textOf(at(input, path));
          return text === undefined ? [] : [[`${prefix}${header}`, encodeHeader(text)]];
        }),
      ),
  };
}

/** What a tool asks for, or undefined for one that asks for what cannot be. */
function mirroredBy(tool: JsonObject): readonly Mirrored[] | undefined {
  const schema = own(tool, "inputSchema");
  if (!isJsonObject(schema)) return [];
  const found: Mirrored[] = [];
  for (const { schema: each, pointer } of subschemas(schema)) {
    if (own(each, annotation) === undefined) continue;
    const mirrored = readAnnotation(each, pointer);
    if (mirrored === undefined) return undefined;
    found.push(mirrored);
  }
  // Names of headers differ by more than their case, or they do not differ.
  const names = new Set(found.map(({ header }) => header.toLowerCase()));
  return names.size === found.length && names.size <= maxHeaders ? found : undefined;
}

function readAnnotation(schema: JsonObject, pointer: string): Mirrored | undefined {
  const header = own(schema, annotation);
  const path = pathTo(pointer);
  if (typeof header !== "string" || path === undefined) return undefined;
  // A secret in a header would be in the access log of everybody on the way.
  if (hostFilled(path.at(-1) ?? "", schema) === "secret") return undefined;
  return token.test(header) && types.has(own(schema, "type")) ? { header, path } : undefined;
}

/** Where in the input the value is. Only along `properties` there is one place, and always the same. */
function pathTo(pointer: string): readonly string[] | undefined {
  if (!/^(?:\/properties\/[^/]*)+$/.test(pointer)) return undefined;
  const steps = pointer.split("/").filter((_, index) => index > 0 && index % 2 === 0);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function at(input: JsonObject, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (value, key) => (isJsonObject(value) ? own(value, key) : undefined),
    input,
  );
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : undefined;
  return typeof value === "boolean" ? String(value) : undefined;
}

/** Headers carry visible ASCII. Everything else, and what looks like the escape, is escaped. */
export function encodeHeader(text: string): string {
  const plain = /^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.startsWith("=?base64?");
  return plain ? text : `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;
}
