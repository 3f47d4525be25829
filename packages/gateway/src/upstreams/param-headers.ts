import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";

/**
 * A modern server may ask, in a tool's input schema, that an argument is repeated in a header, and
 * refuses calls where the two differ. We repeat what its last list asked for.
 */
export interface ParamHeaders {
  readonly learn: (tools: readonly JsonValue[]) => void;
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
const maxDepth = 8;

export function createParamHeaders(): ParamHeaders {
  let mirrored: ReadonlyMap<JsonValue | undefined, readonly Mirrored[]> = new Map();
  return {
    learn: (tools) => {
      mirrored = new Map(
        tools.filter(isJsonObject).map((tool) => {
          const found = [...mirroredIn(own(tool, "inputSchema"), [])];
          return [own(tool, "name"), found.slice(0, maxHeaders)];
        }),
      );
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

/** Looks along `properties` only: anywhere else the annotation makes the whole tool invalid. */
function* mirroredIn(schema: JsonValue | undefined, path: readonly string[]): Generator<Mirrored> {
  if (!isJsonObject(schema) || path.length > maxDepth) return;
  const header = own(schema, annotation);
  if (typeof header === "string" && token.test(header) && types.has(own(schema, "type"))) {
    yield { header, path };
  }
  const properties = own(schema, "properties");
  if (!isJsonObject(properties)) return;
  for (const [key, child] of Object.entries(properties)) yield* mirroredIn(child, [...path, key]);
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
