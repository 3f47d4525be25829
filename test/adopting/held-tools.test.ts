// Every rule that holds a tool under the default profile of dynamic servers: `toolcourt tools` names
// a command, and running it makes the tool callable, or `explain` says who has to change what.

import { join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { isRepairable } from "@toolcourt/contracts/internal/judge/repairable-rules";
import { allRules } from "@toolcourt/contracts/internal/judge/rules";
import type { JsonObject, JsonSchema } from "@toolcourt/sdk";
import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";

const program = fileURLToPath(
  new URL("../../packages/testing/src/programs/listed-server.ts", import.meta.url),
);

function numbered(count: number, each: JsonSchema): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, each]));
}

function nested(levels: number): JsonSchema {
  return levels === 0 ? {} : { type: "array", items: nested(levels - 1) };
}

function doubling(levels: number): JsonObject {
  return Object.fromEntries(
    Array.from({ length: levels }, (_, i) => {
      const next = { $ref: `#/$defs/d${Math.min(i + 1, levels - 1)}` };
      return [`d${i}`, i === levels - 1 ? {} : { anyOf: [next, next] }];
    }),
  );
}

const object = (properties: JsonObject, others: JsonObject = {}): JsonObject => ({
  inputSchema: { type: "object", properties, ...others },
});

/** A tool that breaks each rule which `adopt` repairs. */
const broken: Readonly<Record<string, JsonObject>> = {
  "input/object-root": { inputSchema: { type: ["object", "null"], properties: { a: {} } } },
  "input/present": { inputSchema: null },
  "input/required-listed": object({ a: { type: "string" } }, { required: ["b"] }),
  "schema/bytes": object({ a: { type: "string", description: "é".repeat(70_000) } }),
  "schema/depth": object({ a: nested(40) }),
  "schema/dialect": object({ a: {} }, { $schema: "http://json-schema.org/draft-04/schema#" }),
  "schema/enum-size": object({ a: { enum: Array.from({ length: 1_001 }, (_, i) => i) } }),
  "schema/expansion": object({ a: { $ref: "#/$defs/d0" } }, { $defs: doubling(20) }),
  "schema/local-refs": object({ a: { $ref: "https://example.com/a.json" } }),
  "schema/meta-schema": object({ a: { type: "strng" } }),
  "schema/old-idioms": object({ a: { minimum: 0, exclusiveMinimum: true } }),
  "schema/patterns": object({ a: { oneOf: [{ type: "string", pattern: "^(?=a)b$" }] } }),
  "schema/ref-cycles": object(
    { a: { $ref: "#/$defs/a" } },
    { $defs: { a: { $ref: "#/$defs/a" } } },
  ),
  "schema/subschemas": object({ a: { type: "object", properties: numbered(2_001, {}) } }),
};

const nameOf = (rule: string): string => rule.replace("/", "_");
const held = Object.keys(broken);

function configOf(path: string): string {
  const [node, listed, file] = [execPath, program, join(path, "tools.json")].map((each) =>
    JSON.stringify(each),
  );
  return `toolbox:
  mcps:
    - { name: crm, mode: dynamic, default_tool_config: {}, transport: stdio, command: ${node}, args: [${listed}, ${file}] }
`;
}

interface Listed {
  readonly tools: readonly {
    readonly tool: string;
    readonly reason: string;
    readonly next: string;
  }[];
}

async function listHeld(folder: string): Promise<Listed["tools"]> {
  const { output } = await run(["tools", "--held", "--json"], { folder });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the command's own format
  return (JSON.parse(output) as Listed).tools;
}

// Each command starts the server once.
describe("a tool held by a rule", { timeout: 120_000 }, () => {
  it("has an example here for every rule that a command repairs", () => {
    const repairable = allRules
      .filter(({ id, severity }) => severity.registry === "error" && isRepairable(id))
      .map(({ id }) => id);

    expect(held.toSorted()).toEqual(repairable.toSorted());
  });

  it("names a command, and running it makes the tool callable", async () => {
    const tools = held.map((rule) => tool({ name: nameOf(rule), ...broken[rule] }));
    await using folder = await openFolder({ "tools.json": JSON.stringify(tools) });
    await folder.write("toolcourt.yaml", configOf(folder.path));

    const before = await listHeld(folder.path);
    expect(Object.fromEntries(before.map(({ tool: name, next }) => [name, next]))).toEqual(
      Object.fromEntries(
        held.map((rule) => [nameOf(rule), `toolcourt adopt crm --only ${nameOf(rule)}`]),
      ),
    );
    for (const { tool: name, next } of before) {
      const [, ...command] = next.split(" ");
      const { code, output } = await run(command, { folder: folder.path });
      expect([name, code]).toEqual([name, 0]);
      expect(output).toContain("The server still checks them itself:");
    }

    expect(await listHeld(folder.path)).toEqual([]);
  });

  it("that no command repairs says who has to change what", async () => {
    const tools = [tool({ description: "Adds two num\u200bbers." })];
    await using folder = await openFolder({ "tools.json": JSON.stringify(tools) });
    await folder.write("toolcourt.yaml", configOf(folder.path));
    const { output } = await run(["explain", "get-forecast"], { folder: folder.path });

    expect(output).toMatch(
      /next +toolcourt rules text\/visible; the author of the server has to remove the invisible/,
    );
  });
});
