import { isJsonObject, type JsonObject, type JsonValue, own, subschemas } from "@toolcourt/sdk";
import { hostFilled } from "@toolcourt/sdk/rules";

interface Mirrored {
  readonly header: string;
  readonly path: readonly string[];
}

const annotation = "x-mcp-header";
const prefix = "Mcp-Param-";
const types = new Set<JsonValue | undefined>(["string", "integer", "boolean"]);
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,64}$/;
// Each adds a header to every call, so their number is limited.
const maxHeaders = 32;
const noHeaders = {};

/**
 * Mirrors arguments in headers. A modern server's input schema may require an argument to be
 * repeated in a header. It refuses calls where they differ. We follow its last list.
 */
export class ParamHeaders {
  #mirrored: ReadonlyMap<JsonValue | undefined, readonly Mirrored[]> = new Map();

  /**
   * Learns the headers and returns the valid tools. The protocol requires dropping tools with
   * invalid annotations.
   */
  learn(tools: readonly JsonValue[]): readonly JsonValue[] {
    const asked = new Map<JsonValue, readonly Mirrored[] | undefined>(
      tools.map((tool) => [tool, isJsonObject(tool) ? mirroredBy(tool) : []]),
    );
    const valid = tools.filter((tool) => asked.get(tool) !== undefined);
    this.#mirrored = new Map(
      valid.filter(isJsonObject).map((tool) => [own(tool, "name"), asked.get(tool) ?? []]),
    );
    return valid;
  }

  of(tool: string, input: JsonObject): Readonly<Record<string, string>> {
    const mirrored = this.#mirrored.get(tool);
    if (mirrored === undefined || mirrored.length === 0) return noHeaders;
    return Object.fromEntries(
      mirrored.flatMap(({ header, path }) => {
        const text = textOf(at(input, path));
        return text === undefined ? [] : [[`${prefix}${header}`, encodeHeader(text)]];
      }),
    );
  }
}

/** Returns the headers that a tool requires. Undefined if its annotations are invalid. */
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
  // Header names are case-insensitive, so they must differ by more than case.
  const names = new Set(found.map(({ header }) => header.toLowerCase()));
  return names.size === found.length && names.size <= maxHeaders ? found : undefined;
}

function readAnnotation(schema: JsonObject, pointer: string): Mirrored | undefined {
  const header = own(schema, annotation);
  const path = pathTo(pointer);
  if (typeof header !== "string" || path === undefined) return undefined;
  // A secret in a header would end up in access logs on the way.
  if (hostFilled(path.at(-1) ?? "", schema) === "secret") return undefined;
  return token.test(header) && types.has(own(schema, "type")) ? { header, path } : undefined;
}

/** Returns the path of the value in the input. Only paths along `properties` are unambiguous. */
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

/**
 * Encodes a header value. Headers carry visible ASCII; anything else, and text that looks like the
 * escape, is escaped.
 */
export function encodeHeader(text: string): string {
  const plain = /^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.startsWith("=?base64?");
  return plain ? text : `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;
}
