import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isJsonObject, type JsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import { fakeGatewayApi, noRelays } from "@toolcourt/testing/entrance-deps";
import { type TestEntrance, testEntrances } from "@toolcourt/testing/entrances";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { Relays } from "../relays/relays.ts";

const folder = new URL("../../../../../shared/data/mcp-spec/", import.meta.url);
const missing = existsSync(folder) ? undefined : "there is no ../shared/data/mcp-spec";
const timeout = 30_000;

const relays: Relays = {
  ...noRelays,
  offered: () => new Set(["resources", "prompts", "completions"]),
  readResource: async () => ({ contents: [] }),
  getPrompt: async () => ({ messages: [] }),
  complete: async () => ({ completion: { values: [] } }),
};
const line = fakeGatewayApi({
  listed: () => [],
  callTool: async () => ({ content: [], isError: false }),
  relays,
});

interface Example {
  readonly type: string;
  readonly value: JsonObject;
}

function examples(): readonly Example[] {
  const root = new URL("examples-2026-07-28/", folder);
  return readdirSync(root).flatMap((type) =>
    readdirSync(new URL(`${type}/`, root)).flatMap((file) => {
      const value = parseJson(readFileSync(new URL(`${type}/${file}`, root), "utf8"));
      return isJsonObject(value) ? [{ type, value }] : [];
    }),
  );
}

/** Wraps a value that is no message itself: parameters in a request, all else in a result. */
function asMessage({ type, value }: Example): JsonObject {
  if (own(value, "jsonrpc") !== undefined) return value;
  if (own(value, "method") !== undefined) return { jsonrpc: "2.0", id: 1, ...value };
  if (type.endsWith("Params")) return { jsonrpc: "2.0", id: 1, method: "x/y", params: value };
  if (type.endsWith("Error")) return { jsonrpc: "2.0", id: 1, error: value };
  return { jsonrpc: "2.0", id: 1, result: value };
}

function headersFor(message: JsonObject): Record<string, string> {
  const { method, params } = message;
  const name = isJsonObject(params) ? (params["name"] ?? params["uri"]) : undefined;
  return {
    "mcp-protocol-version": "2026-07-28",
    ...(typeof method === "string" && { "mcp-method": method }),
    ...(typeof name === "string" && { "mcp-name": name }),
  };
}

function codesOf(answers: readonly JsonObject[]): readonly unknown[] {
  return answers.map((answer) => {
    const error = own(answer, "error");
    return isJsonObject(error) ? error["code"] : "answered";
  });
}

/** Yields every mutant with a field removed, retyped or renamed. */
function* mutantsOf(value: JsonValue): Generator<JsonValue> {
  if (!isJsonObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    const { [key]: _, ...rest } = value;
    yield rest;
    yield { ...value, [key]: typeof inner === "number" ? [] : 7 };
    yield { ...rest, [`${key}x`]: inner };
    for (const mutant of mutantsOf(inner)) yield { ...value, [key]: mutant };
  }
}

/**
 * Requests from client to server. A subscription stays open, so it is answered for as long as it
 * lasts.
 */
const requests = [
  "CallToolRequest",
  "CompleteRequest",
  "DiscoverRequest",
  "GetPromptRequest",
  "ListPromptsRequest",
  "ListResourceTemplatesRequest",
  "ListResourcesRequest",
  "ListToolsRequest",
  "ReadResourceRequest",
];

/** Returns the mutants that the specification's own schema refuses. The rest are valid messages. */
function invalidMutants(): readonly {
  readonly original: JsonObject;
  readonly mutant: JsonObject;
}[] {
  const schema = parseJson(readFileSync(new URL("schema-2026-07-28.json", folder), "utf8"));
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(isJsonObject(schema) ? schema : {}, "mcp");
  return examples()
    .filter(({ type }) => requests.includes(type))
    .flatMap(({ type, value }) =>
      [...mutantsOf(value)]
        .filter((mutant) => isJsonObject(mutant))
        .filter((mutant) => !ajv.validate({ $ref: `mcp#/$defs/${type}` }, mutant))
        .map((mutant) => ({ original: value, mutant })),
    );
}

describe.skipIf(missing !== undefined)(
  `the specification's messages (${missing ?? "there"})`,
  () => {
    it.each(["http", "stdio"] as const)(
      "SECURITY 5: %s reads all 129 examples as messages",
      { timeout },
      async (name) => {
        await using entrance = await testEntrances[name](line);
        const all = examples();
        const refused: string[] = [];
        for (const example of all) {
          const codes = codesOf(await sayUnlessItStays(entrance, asMessage(example)));
          if (codes.includes(-32_700) || codes.includes(-32_600)) refused.push(example.type);
        }

        expect(all).toHaveLength(129);
        expect(refused).toEqual([]);
      },
    );

    it.each(["http", "modern stdio"] as const)(
      "SECURITY 5: of the mutants that break the schema, %s refuses nearly all",
      { timeout },
      async (name) => {
        await using entrance = await testEntrances[name](line);
        const mutants = invalidMutants();
        const passed: string[] = [];
        for (const { original, mutant } of mutants) {
          const answers = await entrance.say(JSON.stringify(mutant), headersFor(original));
          if (codesOf(answers).includes("answered")) passed.push(JSON.stringify(mutant));
        }

        expect(mutants.length).toBeGreaterThan(100);
        expect(passed.length / mutants.length).toBeLessThanOrEqual(0.01);
      },
    );
  },
);

/** Sends a message, but only reads a listen request over HTTP: its answer stays open. */
async function sayUnlessItStays(
  entrance: TestEntrance,
  message: JsonObject,
): Promise<readonly JsonObject[]> {
  const isListening = own(message, "method") === "subscriptions/listen";
  return entrance.say(
    JSON.stringify(isListening ? { ...message, method: "x/y" } : message),
    headersFor(isListening ? { ...message, method: "x/y" } : message),
  );
}
