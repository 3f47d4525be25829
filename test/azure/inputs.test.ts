import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { readToolsFile } from "@toolcourt/gateway/internal/http-tools/operations/read-tools-file";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  termsKey,
  valueAt,
} from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { codeOf } from "../../packages/testing/src/http-tools.ts";
import { filesOf, openWorld, token } from "./world.ts";

const file = resolve(import.meta.dirname, "../../packages/azure/tools.yaml");
const read = readToolsFile(await readFile(file, "utf8"), "tools.yaml");
const tools = (read.kind === "tools" ? read.tools : []).map(({ tool }) => ({
  name: textAt(tool, "/name"),
  params: objectAt(tool, `/_meta/${termsKey.replaceAll("/", "~1")}/examples/0/params`),
  input: objectAt(tool, "/inputSchema/properties"),
}));

function objectAt(value: JsonValue, pointer: string): JsonObject {
  const found = valueAt(value, pointer);
  return isJsonObject(found) ? found : {};
}

function textAt(value: JsonValue, pointer: string): string {
  const found = valueAt(value, pointer);
  return typeof found === "string" ? found : "";
}

/** A field that callers fill, with a schema of its own. */
interface Field {
  readonly name: string;
  readonly schema: JsonObject;
  /** The arguments with another value for this field. */
  readonly withValue: (value: JsonValue) => JsonObject;
}

function fieldsOf({ params, input }: (typeof tools)[number]): readonly Field[] {
  const scope = objectAt(params, "/scope");
  const levels = Object.entries(objectAt(input, "/scope/properties")).map(
    ([name, schema]): Field => ({
      name: `scope.${name}`,
      schema: isJsonObject(schema) ? schema : {},
      withValue: (value) => ({ ...params, scope: { ...scope, [name]: value } }),
    }),
  );
  const others = Object.entries(input)
    .filter(([name]) => !["scope", "correlation_id", "session_id"].includes(name))
    .map(
      ([name, schema]): Field => ({
        name,
        schema: isJsonObject(schema) ? schema : {},
        withValue: (value) => ({ ...params, [name]: value }),
      }),
    );
  return [...levels, ...others];
}

const wrongTexts = {
  quote: 'a"b',
  pipe: "a | project x",
  newline: "a\nb",
  apostrophe: "a' or '1'='1",
  comment: "--",
  parent: "..",
  "look-alike": "w\u0435steurope",
  empty: "",
  long: "a".repeat(5_000),
  token: "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
} as const;

/** Twelve values that no field may accept. */
function wrongValues({ schema }: Field): readonly (readonly [string, JsonValue])[] {
  const type = own(schema, "type") === "integer" ? "7" : 7;
  return [...Object.entries(wrongTexts), ["type", type], ["null", null]];
}

// Each test makes hundreds of calls through one gateway.
describe("the inputs of the Azure tools", { timeout: 120_000 }, () => {
  it("accept every value of every enum, and only through API Management", async () => {
    await using world = await openWorld();
    const { cloud, management, call } = world;

    const tries = tools.flatMap((tool) =>
      fieldsOf(tool).flatMap(({ name, schema, withValue }) => {
        const choices = own(schema, "enum");
        const values = isJsonArray(choices) ? choices : [];
        return values.map((value) => ({ tool: tool.name, name, value, given: withValue(value) }));
      }),
    );
    const results: JsonObject[] = [];
    for (const { tool, name, value, given } of tries) {
      const result = await call(tool, given);
      results.push(result);
      const { complete } = objectAt(result, "/metadata/discovery");
      expect({ tool, name, value, complete }).toMatchObject({ complete: true });
    }

    expect(cloud.seen.length).toBeGreaterThan(30);
    expect(management.passed).toHaveLength(cloud.seen.length);
    expect(management.refused()).toBe(0);
    const authorization = new Set(cloud.seen.map(({ headers }) => headers["authorization"]));
    expect([...authorization]).toEqual([`Bearer ${token}`]);
    const counted = JSON.stringify(world.configured.watch.metrics?.families());
    const answered = JSON.stringify(results);
    const shown = `${world.printed.join("\n")}${await filesOf(world)}${counted}${answered}`;
    expect(shown).toContain("query-costs");
    expect(shown).not.toContain(token);
  });

  it("refuse twelve wrong values for each field, and send nothing", async () => {
    await using world = await openWorld();
    const { cloud, call } = world;

    const tries = tools.flatMap((tool) =>
      fieldsOf(tool).flatMap((field) =>
        wrongValues(field).map(([kind, value]) => ({ tool: tool.name, field, kind, value })),
      ),
    );
    const accepted: string[] = [];
    for (const { tool, field, kind, value } of tries) {
      const code = await codeOf(call(tool, field.withValue(value)));
      // Any text may name a connection; there is none of that name.
      const isName = field.name === "connection_id" && code === "connection-missing";
      if (code !== "input-invalid" && !isName) {
        accepted.push(`${tool} ${field.name} ${kind}: ${code}`);
      }
    }

    expect(accepted).toEqual([]);
    expect(tries.length).toBeGreaterThan(700);
    expect(cloud.seen).toEqual([]);
  });
});
